import type { Caller } from '../callers.ts'
import type { Auth } from '../context.ts'
import { AuthError } from '../errors.ts'
import { tooManyRequests } from '../guards.ts'
import { findByCode } from '../one-time-token.ts'
import { listMethods } from '../sessions/index.ts'
import type { OneTimeTokenRow, UserRow } from '../users/index.ts'

const recentMs = 24 * 3_600_000
const linkMethods: ReadonlySet<string> = new Set(['otp', 'magiclink', 'recovery'])

/** What comes with a new password. */
export interface PasswordWish {
  readonly password?: string | undefined
  readonly current_password?: string | undefined
  readonly nonce?: string | undefined
}

/**
 * Whether this caller may set this password; answers the code of a re-authentication, which has to be spent with the change.
 * Throws the protocol's errors.
 */
export async function requireAllowedPassword(
  auth: Auth,
  caller: Caller,
  wish: PasswordWish,
): Promise<OneTimeTokenRow | undefined> {
  if (wish.password === undefined) return undefined
  await auth.passwords.requireStrong(wish.password)
  const nonce = await requireFreshSignIn(auth, caller, wish.nonce)
  await requireCurrent(auth, caller, wish.current_password)
  return nonce
}

/** The hash of a new password. Throws `422 same_password`. */
export async function hashNewPassword(auth: Auth, user: UserRow, password: string): Promise<string> {
  if (user.passwordHash !== null && (await auth.passwords.verify(password, user.passwordHash))) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
  }
  return await auth.passwords.hash(password)
}

/** `422 reauthentication_not_valid`. */
export function nonceRefused(): AuthError {
  return new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}

async function requireFreshSignIn(
  auth: Auth,
  { user, session }: Caller,
  nonce: string | undefined,
): Promise<OneTimeTokenRow | undefined> {
  if (!auth.settings.password.changeNeedsReauthentication) return undefined
  const ageMs = session === undefined ? Infinity : auth.clock.now().getTime() - session.createdAt.getTime()
  if (ageMs <= recentMs) return undefined
  if (!nonce) throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
  const token = await findByCode(auth, auth.db.kysely, { user: user.id, kinds: ['reauthentication'], code: nonce })
  if (!token || (token.address !== user.email && token.address !== user.phone)) throw nonceRefused()
  return token
}

/** Where the present password is not asked for, one that is given all the same has to be right. */
async function requireCurrent(auth: Auth, caller: Caller, current: string | undefined): Promise<void> {
  const { id, passwordHash: stored } = caller.user
  if (stored === null) return
  const text = 'Current password required when setting new password.'
  if (!current) {
    if (!(await needsCurrent(auth, caller))) return
    throw new AuthError(400, 'current_password_required', text)
  }
  const attempt = await auth.limits.passwordFailures.attempt(`user ${id}`, () => auth.passwords.verify(current, stored))
  if (attempt.kind === 'wait') throw tooManyRequests()
  if (attempt.kind === 'failed') throw new AuthError(400, 'current_password_invalid', text)
}

/** Who came by a link may have forgotten the password; that is what the link was for. */
async function needsCurrent(auth: Auth, { session }: Caller): Promise<boolean> {
  if (!auth.settings.password.changeNeedsCurrent) return false
  const methods = session === undefined ? [] : await listMethods(auth.db.kysely, session.id)
  return !methods.some(({ method }) => linkMethods.has(method))
}
