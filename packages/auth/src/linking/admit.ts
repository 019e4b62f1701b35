import type { Db } from '@tillsight/database'
import { sql } from 'kysely'
import { audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { AuthError, invalid, unexpected } from '../errors.ts'
import { issueLink, sendLink, withSendTurn } from '../messages.ts'
import { clearTokens, findByHash, spendToken } from '../one-time-token.ts'
import { assertNotBanned, deleteSessions } from '../sessions.ts'
import { confirmEmail } from '../sign-up/index.ts'
import {
  findIdentity,
  type IdentityRow,
  insertIdentity,
  insertUser,
  lockUser,
  type MetadataValue,
  mergeMetadata,
  refreshIdentity,
  syncProviders,
  type UserRow,
  updateUser,
} from '../users.ts'
import type { Call } from '../wire.ts'

/** An unconfirmed account, and the way in that proves whose it is. */
interface Proof {
  readonly user: UserRow
  readonly identity: IdentityRow
  readonly call: Call
}

/**
 * Confirms an account whose address a provider has proven. Whoever registered it before may have been somebody else, so the
 * password, all other ways in, second factors, devices and pending codes end first.
 */
async function confirmProven(auth: Auth, tx: Db, { user, identity, call }: Proof): Promise<UserRow> {
  const now = auth.clock.now()
  await tx.deleteFrom('authIdentities').where('userId', '=', user.id).where('id', '!=', identity.id).execute()
  await tx.deleteFrom('authFactors').where('userId', '=', user.id).execute()
  await deleteSessions(tx, user.id, { kind: 'all' })
  await clearTokens(tx, user.id)
  const cleaned = await updateUser(tx, user.id, {
    passwordHash: null,
    userMetadata: identity.data,
    phone: null,
    phoneConfirmedAt: null,
    newEmail: null,
    newPhone: null,
    emailChangeConfirmed: null,
    now,
  })
  await audit(auth, tx, { action: 'user_signedup', user: user.id, call, traits: { provider: identity.provider } })
  await syncProviders(tx, user.id, now)
  return await confirmEmail(auth, tx, cleaned)
}

/** An address that a provider reports for a user. */
export interface ExternalEmail {
  /** Lower case. */
  readonly email: string
  /** Whether the provider itself has verified the address. */
  readonly verified: boolean
  readonly primary: boolean
}

/** A user as reported by a provider. */
export interface ExternalProfile {
  /** The provider's own id of the person. */
  readonly subject: string
  readonly emails: readonly ExternalEmail[]
  /** As stored with the identity. */
  readonly data: MetadataValue
}

/** A user who returns from a provider. Company SSO providers have account pools of their own and use another path. */
export interface Visitor extends ExternalProfile {
  readonly provider: string
  readonly aud: string
  /** Whether an account may come without any address. */
  readonly emailOptional: boolean
}

/** The user's main address: verified before primary before any other. */
export function mainEmail(emails: readonly ExternalEmail[]): ExternalEmail | undefined {
  const verified = emails.filter((email) => email.verified)
  return verified.find(({ primary }) => primary) ?? verified[0] ?? emails.find(({ primary }) => primary) ?? emails[0]
}

/** Which account a visitor from a provider gets. Users are locked. */
type Decision =
  | { readonly kind: 'known'; readonly user: UserRow; readonly identity: IdentityRow }
  | { readonly kind: 'link'; readonly user: UserRow }
  /** `email` undefined: the address is taken, so the new account gets none. */
  | { readonly kind: 'create'; readonly email: string | undefined }

/** Serialises visitors with the same provider account until the transaction ends. */
export async function lockVisitor(tx: Db, visitor: Pick<Visitor, 'provider' | 'subject'>): Promise<void> {
  const key = `auth identity ${visitor.provider} ${visitor.subject}`
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

/** A known identity, else one account with a verified address of the visitor, else a new one. Throws `500` for several. */
async function decide(tx: Db, visitor: Visitor): Promise<Decision> {
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

/** Accounts with one of the addresses, as their own or verified by a provider; SSO pools are excluded. */
async function usersWith(tx: Db, visitor: Visitor, emails: readonly string[]): Promise<string[]> {
  const proven = tx
    .selectFrom('authIdentities')
    .select('userId')
    .where('email', 'in', emails)
    // An address that a provider merely repeats proves nothing; accepting it would let anybody claim it before its owner.
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

/** Whether the visitor is in. An account that still has to prove its address stays, so the transaction has to commit. */
export type Admission = {
  readonly kind: 'admitted' | 'unproven'
  readonly user: UserRow
}

/** A visitor and the request that brings them. */
export interface Visit {
  readonly visitor: Visitor
  readonly call: Call
}

interface Entered {
  readonly user: UserRow
  readonly identity: IdentityRow
}

/**
 * Finds, links or creates the visitor's account. Runs in the caller's transaction. Throws `422 signup_disabled`,
 * `403 user_banned`.
 */
export async function admit(auth: Auth, tx: Db, visit: Visit): Promise<Admission> {
  await lockVisitor(tx, visit.visitor)
  const { user, identity } = await enter(auth, tx, visit)
  assertNotBanned(user, auth.clock.now())
  const admission = await settle(auth, tx, { ...visit, user, identity })
  await syncProviders(tx, user.id, auth.clock.now())
  return admission
}

async function enter(auth: Auth, tx: Db, visit: Visit): Promise<Entered> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const decision = await decide(tx, visit.visitor)
    const entered = await carryOut(auth, tx, { visit, decision })
    // Somebody else took the address between the decision and the insert: decide again with that account visible.
    if (entered) return entered
  }
  throw unexpected('Database error saving new user')
}

async function carryOut(
  auth: Auth,
  tx: Db,
  { visit, decision }: { readonly visit: Visit; readonly decision: Decision },
): Promise<Entered | undefined> {
  const { visitor } = visit
  const now = auth.clock.now()
  if (decision.kind === 'known') {
    await refreshIdentity(tx, { id: decision.identity.id, data: visitor.data, signedIn: true }, now)
    const user = await updateUser(tx, decision.user.id, { userMetadata: mergedData(decision.user, visitor), now })
    return { user, identity: { ...decision.identity, data: { ...visitor.data } } }
  }
  if (decision.kind === 'link') {
    const identity = await addIdentity(auth, tx, { ...visit, user: decision.user })
    const user = await updateUser(tx, decision.user.id, { userMetadata: mergedData(decision.user, visitor), now })
    return { user, identity }
  }
  if (auth.settings.signUpDisabled) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  const user = await insertUser(
    tx,
    {
      aud: visitor.aud,
      role: auth.settings.jwt.defaultRole,
      email: decision.email ?? null,
      userMetadata: visitor.data,
    },
    now,
  )
  return user && { user, identity: await addIdentity(auth, tx, { ...visit, user }) }
}

/** Links the visitor's identity to the account. Throws `422 identity_already_exists`. */
export async function addIdentity(
  auth: Auth,
  tx: Db,
  { visitor, call, user }: Visit & { readonly user: UserRow },
): Promise<IdentityRow> {
  const { provider, subject, data } = visitor
  const identity = await insertIdentity(tx, { userId: user.id, provider, subject, data }, auth.clock.now())
  if (!identity) {
    const owner = await findIdentity(tx, visitor)
    throw alreadyLinked(owner?.userId === user.id)
  }
  await audit(auth, tx, { action: 'identity_linked', user: user.id, call, traits: { provider } })
  return identity
}

/** `422 identity_already_exists`. */
function alreadyLinked(isOwn: boolean): AuthError {
  const text = isOwn ? 'Identity is already linked' : 'Identity is already linked to another user'
  return new AuthError(422, 'identity_already_exists', text)
}

async function settle(auth: Auth, tx: Db, entered: Visit & Entered): Promise<Admission> {
  const { user, visitor, call, identity } = entered
  if (
    user.emailConfirmedAt === null &&
    visitor.emails.some(({ email, verified }) => verified && email === user.email)
  ) {
    return { kind: 'admitted', user: await confirmProven(auth, tx, { user, identity, call }) }
  }
  const isIn = user.emailConfirmedAt !== null || user.phoneConfirmedAt !== null || needsNoAddress(user, visitor)
  if (isIn) await audit(auth, tx, { action: 'login', user: user.id, call, traits: { provider: visitor.provider } })
  return { kind: isIn ? 'admitted' : 'unproven', user }
}

/** An account without an address has nothing to confirm; the provider's word for the person has to be enough. */
function needsNoAddress(user: UserRow, visitor: Visitor): boolean {
  if (user.email !== null) return false
  if (visitor.emails.length === 0) return visitor.emailOptional
  return visitor.emails.some(({ verified }) => verified)
}

/** A mailed link may have confirmed an address that the provider still reports as unverified. */
function mergedData(user: UserRow, visitor: Visitor): MetadataValue {
  const data = mergeMetadata(user.userMetadata, visitor.data)
  return user.emailConfirmedAt !== null && data['email'] === user.email ? { ...data, email_verified: true } : data
}

/** The account that an invitation's link is for. */
export async function findInvited(auth: Auth, db: Db, token: string): Promise<string | undefined> {
  const row = await findByHash(auth, db, token)
  return row?.kind === 'confirmation' ? row.userId : undefined
}

/**
 * Lets an invited person in by a provider. The link proves the mailbox, so the provider only has to know the address. Runs
 * in the caller's transaction. Throws `404 invite_not_found`.
 */
export async function acceptInvite(auth: Auth, tx: Db, visit: Visit & { readonly token: string }): Promise<Admission> {
  await lockVisitor(tx, visit.visitor)
  const row = await findByHash(auth, tx, visit.token)
  const user = row?.kind === 'confirmation' ? await lockUser(tx, row.userId) : undefined
  if (!row || !user || !(await spendToken(tx, row))) {
    throw new AuthError(404, 'invite_not_found', 'Invite not found')
  }
  assertNotBanned(user, auth.clock.now())
  if (!visit.visitor.emails.some(({ email }) => email === user.email)) {
    throw invalid('Invited email does not match emails from external provider')
  }
  const identity = await addIdentity(auth, tx, { ...visit, user })
  return { kind: 'admitted', user: await confirmProven(auth, tx, { user, identity, call: visit.call }) }
}
