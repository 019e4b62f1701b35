import { randomUUID } from 'node:crypto'
import type { Auth } from '../context.ts'
import { AuthError } from '../errors.ts'
import { findByCode, findByHash, type TokenKind } from '../one-time-token.ts'
import { isSameText } from '../tokens/index.ts'
import type { OneTimeTokenRow, UserRow } from '../users/index.ts'
import { findUserByEmail, findUserByPhone } from '../users/index.ts'
import { type EmailType, kindsOf, type PhoneType } from './types.ts'

/** A right code or link: whose it is, and what goes with its use. `token` undefined: a test number's fixed code. */
export interface Proof {
  readonly user: string
  readonly address: string
  readonly kind: TokenKind
  readonly token: OneTimeTokenRow | undefined
}

/** What somebody types. */
export interface TypedCode {
  readonly code: string
  readonly aud: string
}

/** The proof in a link. Throws one error for every cause. */
export async function findLink(auth: Auth, hash: string, type: EmailType): Promise<Proof> {
  const token = await findByHash(auth, auth.db.kysely, hash)
  const kind = token && kindsOf[type].find((name) => name === token.kind)
  // A confirmation may also belong to a number, whose code came without a link.
  if (!token || !kind || !token.address.includes('@')) {
    throw linkExpired()
  }
  return { user: token.userId, address: token.address, kind, token }
}

/** The proof in a mailed code. Throws one error for every cause. */
export async function findEmailCode(
  auth: Auth,
  typed: TypedCode & { readonly email: string; readonly type: EmailType },
): Promise<Proof> {
  const { email, aud, code, type } = typed
  const kinds = kindsOf[type]
  const holder = await findUserByEmail(auth.db.kysely, email, aud)
  const own = kinds.filter((kind) => kind !== 'email_change_new')
  // Nobody is looked for in the same way, so that the time is the same.
  const found = await tryCode(auth, { user: holder?.id ?? randomUUID(), kinds: own, address: email, code })
  if (found) return found
  if (type === 'email_change') {
    for (const { id } of await findChanging(auth, { column: 'newEmail', value: email, aud })) {
      const proof = await tryCode(auth, { user: id, kinds: ['email_change_new'], address: email, code })
      if (proof) return proof
    }
  }
  throw codeExpired()
}

/** The proof in a texted code. Throws one error for every cause. */
export async function findPhoneCode(
  auth: Auth,
  typed: TypedCode & { readonly phone: string; readonly type: PhoneType },
): Promise<Proof> {
  const { phone, aud, code, type } = typed
  const isTestCode = isSameText(auth.settings.sms.testCodes.get(phone) ?? '', code)
  const holders = await findPhoneHolders(auth, typed, aud)
  for (const { id } of holders.length > 0 ? holders : [{ id: randomUUID() }]) {
    for (const kind of kindsOf[type]) {
      if (isTestCode) return { user: id, address: phone, kind, token: undefined }
      const proof = await tryCode(auth, { user: id, kinds: [kind], address: phone, code })
      if (proof) return proof
    }
  }
  throw codeExpired()
}

/** `403 otp_expired` for links. */
export function linkExpired(): AuthError {
  return new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
}

/** `403 otp_expired` for typed codes. */
export function codeExpired(): AuthError {
  return new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
}

async function findPhoneHolders(
  auth: Auth,
  { phone, type }: { readonly phone: string; readonly type: PhoneType },
  aud: string,
): Promise<readonly Pick<UserRow, 'id'>[]> {
  if (type === 'phone_change') return await findChanging(auth, { column: 'newPhone', value: phone, aud })
  const user = await findUserByPhone(auth.db.kysely, phone, aud)
  return user ? [user] : []
}

/** Several may want the same address; it goes to the first who proves it. */
async function findChanging(
  auth: Auth,
  wanted: { readonly column: 'newEmail' | 'newPhone'; readonly value: string; readonly aud: string },
): Promise<readonly Pick<UserRow, 'id'>[]> {
  return await auth.db.kysely
    .selectFrom('authUsers')
    .select('id')
    .where(wanted.column, '=', wanted.value)
    .where('aud', '=', wanted.aud)
    .where('deletedAt', 'is', null)
    .orderBy('updatedAt', 'desc')
    .limit(mostClaimants)
    .execute()
}

const mostClaimants = 20

interface Try {
  readonly user: string
  readonly kinds: readonly TokenKind[]
  readonly address: string
  readonly code: string
}

async function tryCode(auth: Auth, { user, kinds, address, code }: Try): Promise<Proof | undefined> {
  const token = await findByCode(auth, auth.db.kysely, { user, kinds, code })
  const kind = token && kinds.find((name) => name === token.kind)
  return token && kind && token.address === address ? { user, address, kind, token } : undefined
}
