import type { Db } from '@tillsight/database'
import { sql } from 'kysely'
import type { Auth } from '../context.ts'
import { AuthError, unexpected } from '../errors.ts'
import { issueLink, sendLink, withSendTurn } from '../messages/index.ts'
import { findIdentity, type IdentityRow, lockUser, type UserRow } from '../users/index.ts'
import { mainEmail, type Visitor } from './profile.ts'

/** Which account a visitor from a provider gets. Users are locked. */
export type Decision =
  | { readonly kind: 'known'; readonly user: UserRow; readonly identity: IdentityRow }
  | { readonly kind: 'link'; readonly user: UserRow }
  /** `email` undefined: somebody has the address, so the new account gets none. */
  | { readonly kind: 'create'; readonly email: string | undefined }

/** Keeps visitors with the same account at the provider in a row until the transaction ends. */
export async function lockVisitor(tx: Db, visitor: Pick<Visitor, 'provider' | 'subject'>): Promise<void> {
  const key = `auth identity ${visitor.provider} ${visitor.subject}`
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

/** A known identity, else one account with a verified address of the visitor, else a new one. Throws `500` for several. */
export async function decide(tx: Db, visitor: Visitor): Promise<Decision> {
  const identity = await findIdentity(tx, visitor)
  if (identity) {
    const user = await lockUser(tx, identity.userId)
    if (!user) throw unexpected('Database error finding user')
    return { kind: 'known', user, identity }
  }
  const verified = visitor.emails.flatMap(({ email, verified: isVerified }) => (isVerified ? [email] : []))
  const [first, ...others] = verified.length === 0 ? [] : await usersWith(tx, visitor, verified)
  if (others.length > 0) {
    throw unexpected('Multiple accounts with the same email address in the same linking domain detected')
  }
  const user = first === undefined ? undefined : await lockUser(tx, first)
  if (user) return { kind: 'link', user }
  const email = mainEmail(visitor.emails)?.email
  const isFree = email !== undefined && !(await isTaken(tx, email))
  return { kind: 'create', email: isFree ? email : undefined }
}

/** Whether an account outside of the pools of SSO providers has the address. */
export async function isTaken(tx: Db, email: string, exceptUser?: string): Promise<boolean> {
  const owner = await tx
    .selectFrom('authUsers')
    .select('id')
    .where('email', '=', email)
    .where('isSso', '=', false)
    .$if(exceptUser !== undefined, (query) => query.where('id', '!=', exceptUser ?? ''))
    .executeTakeFirst()
  return owner !== undefined
}

/** Accounts that have one of the addresses, as their own or proven by a provider; pools of SSO providers stay apart. */
async function usersWith(tx: Db, visitor: Visitor, emails: readonly string[]): Promise<string[]> {
  const proven = tx
    .selectFrom('authIdentities')
    .select('userId')
    .where('email', 'in', emails)
    // An address that a provider only repeats proves nothing, and would let anybody wait for its owner.
    .where(sql<boolean>`data ->> 'email_verified' = 'true'`)
  const rows = await tx
    .selectFrom('authUsers')
    .select('id')
    .where('isSso', '=', false)
    .where('aud', '=', visitor.aud)
    .where('deletedAt', 'is', null)
    .where((where) => where.or([where('email', 'in', emails), where('id', 'in', proven)]))
    .limit(2)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Refuses a visitor whose address nobody has verified, after mailing that address a link. Throws
 * `422 provider_email_needs_verification`, or `429` when it was mailed a moment ago.
 */
export async function refuseUnproven(
  auth: Auth,
  of: { readonly user: UserRow; readonly provider: string; readonly redirectTo: string },
): Promise<never> {
  const { user, provider, redirectTo } = of
  if (user.email === null) {
    throw needsVerification(`Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`)
  }
  await withSendTurn(auth, { kind: 'confirmation', by: 'email', address: user.email }, async () => {
    const link = await auth.db.transaction((tx) =>
      issueLink(auth, tx, { kind: 'confirmation', user, isPkce: false, redirectTo }),
    )
    await sendLink(auth, link)
  })
  throw needsVerification(
    `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`,
  )
}

function needsVerification(text: string): AuthError {
  return new AuthError(422, 'provider_email_needs_verification', text)
}
