import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Db } from '@tillsight/database'
import { type RawBuilder, sql } from 'kysely'
import type { Auth } from './context.ts'
import { isSameText } from './tokens.ts'
import type { OneTimeTokenRow } from './users.ts'

/** The purpose of a code or link; `recovery` is also used for magic links. */
export type TokenKind =
  | 'confirmation'
  | 'recovery'
  | 'email_change_new'
  | 'email_change_current'
  | 'phone_change'
  | 'reauthentication'

/** The contents of the message. */
export interface IssuedToken {
  /** The digits that a person types. */
  readonly code: string
  /** The token hash in the link; prefixed `pkce_` for a PKCE flow. */
  readonly hash: string
}

/** The parameters of a token to issue. */
export interface TokenOrder {
  readonly user: string
  readonly kind: TokenKind
  /** The address or number that it is sent to. */
  readonly address: string
  readonly isPkce: boolean
  readonly digits: number
  /** The fixed code of a test number. */
  readonly fixedCode?: string | undefined
}

const mostFailures = 5
const idleGuess = { kind: 'guess at no code', forgetAfterSeconds: 60 } as const
const pkcePrefix = 'pkce_'

/** Uniformly random digits, zero-padded. */
export function randomDigits(digits: number): string {
  return Array.from({ length: digits }, () => String(randomInt(10))).join('')
}

/** Issues a code and a link; earlier ones of the same kind become invalid. Only hashes of them are stored. */
export async function issueToken(auth: Auth, db: Db, order: TokenOrder): Promise<IssuedToken> {
  const code = order.fixedCode ?? randomDigits(order.digits)
  const link = `${order.isPkce ? pkcePrefix : ''}${randomBytes(32).toString('hex')}`
  const values = {
    address: order.address,
    codeHash: codeHash(auth, order, code),
    linkHash: linkHash(auth, link),
    failures: 0,
    createdAt: auth.clock.now(),
  }
  await db
    .insertInto('authOneTimeTokens')
    .values({ id: randomUUID(), userId: order.user, kind: order.kind, ...values })
    .onConflict((conflict) => conflict.columns(['userId', 'kind']).doUpdateSet(values))
    .execute()
  return { code, hash: link }
}

/** Whether the hash came from a PKCE flow. */
export function isPkceHash(hash: string): boolean {
  return hash.startsWith(pkcePrefix)
}

/** The live token of a link, or undefined. Does not spend it. */
export async function findByHash(auth: Auth, db: Db, hash: string): Promise<OneTimeTokenRow | undefined> {
  const row = await db
    .selectFrom('authOneTimeTokens')
    .selectAll()
    .where('linkHash', '=', linkHash(auth, hash))
    .executeTakeFirst()
  return row && !isExpired(auth, row) ? row : undefined
}

/**
 * The live token that the typed code belongs to, or undefined. A wrong code counts against every token that it was tried
 * on; after five only the link still works, which nobody guesses: otherwise anybody could end anybody's links. Run it
 * outside of a transaction that may roll back, so that the count stays.
 */
export async function findByCode(
  auth: Auth,
  db: Db,
  tried: { readonly user: string; readonly kinds: readonly TokenKind[]; readonly code: string },
): Promise<OneTimeTokenRow | undefined> {
  // Counting first and reading the new count makes parallel guesses share one budget.
  const rows = await db
    .updateTable('authOneTimeTokens')
    .set({ failures: plusOne() })
    .where('userId', '=', tried.user)
    .where('kind', 'in', tried.kinds)
    .returningAll()
    .execute()
  // A guess at an account without codes writes as well: otherwise the time of the disk write would tell the two apart.
  if (rows.length === 0) await auth.limits.failureCounter(idleGuess).add(tried.user.slice(0, 2))
  return rows.find(
    (row) =>
      !isExpired(auth, row) &&
      row.failures <= mostFailures &&
      isSameText(
        row.codeHash,
        codeHash(auth, { user: row.userId, kind: toKind(row), address: row.address }, tried.code),
      ),
  )
}

/** Spends a token; false if a concurrent request was first, or if another code has replaced it. */
export async function spendToken(db: Db, token: OneTimeTokenRow): Promise<boolean> {
  const gone = await db
    .deleteFrom('authOneTimeTokens')
    .where('id', '=', token.id)
    .where('linkHash', '=', token.linkHash)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Every success invalidates all other pending tokens. */
export async function clearTokens(db: Db, user: string): Promise<void> {
  await db.deleteFrom('authOneTimeTokens').where('userId', '=', user).execute()
}

/** Deletes the tokens of a cancelled change. */
export async function clearTokensOf(db: Db, user: string, kinds: readonly TokenKind[]): Promise<void> {
  await db.deleteFrom('authOneTimeTokens').where('userId', '=', user).where('kind', 'in', kinds).execute()
}

function isExpired(auth: Auth, row: OneTimeTokenRow): boolean {
  const { email, sms } = auth.settings
  const isText = /^\d+$/.test(row.address)
  const lifeMs = (isText ? sms.codeExpiresIn : email.codeExpiresIn) * 1000
  return auth.clock.now().getTime() - row.createdAt.getTime() >= lifeMs
}

function codeHash(auth: Auth, token: Pick<TokenOrder, 'user' | 'kind' | 'address'>, code: string): string {
  return auth.hasher('one-time code', `${token.user}\n${token.kind}\n${token.address}\n${code}`)
}

function linkHash(auth: Auth, link: string): string {
  return auth.hasher('one-time link', link)
}

const plusOne = (): RawBuilder<number> => sql<number>`failures + 1`

/** Only kinds of ours are ever stored. */
function toKind(row: OneTimeTokenRow): TokenKind {
  return row.kind as TokenKind
}
