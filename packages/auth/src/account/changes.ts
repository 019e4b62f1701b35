import type { Db } from '@tillsight/database'
import { audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { AuthError } from '../errors.ts'
import { insertFlow } from '../flows.ts'
import { type Caller, tooManyRequests } from '../guards.ts'
import { issueLink, sendLink, storeTextedCode, textCode } from '../messages.ts'
import { clearTokensOf, findByCode } from '../one-time-token.ts'
import { listMethods } from '../sessions.ts'
import { lockUser, type OneTimeTokenRow, type UserRow, updateUser } from '../users.ts'
import type { Call, Channel, CodeChallenge } from '../wire.ts'

const recentMs = 24 * 3_600_000
const linkMethods: ReadonlySet<string> = new Set(['otp', 'magiclink', 'recovery'])

/** The fields that a request for a password change carries. */
interface PasswordOptions {
  readonly password?: string | undefined
  readonly current_password?: string | undefined
  readonly nonce?: string | undefined
}

/**
 * Checks that this caller may set this password. Returns the reauthentication code, if one was given; the change must spend
 * it. Throws the protocol's errors.
 */
export async function requireAllowedPassword(
  auth: Auth,
  caller: Caller,
  options: PasswordOptions,
): Promise<OneTimeTokenRow | undefined> {
  if (options.password === undefined) return undefined
  await auth.passwords.requireStrong(options.password)
  const nonce = await requireFreshSignIn(auth, caller, options.nonce)
  await requireCurrent(auth, caller, options.current_password)
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

/** A current password that is sent although none is required still has to be correct. */
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

/** A caller who signed in through a mailed link may have forgotten the password: that is what the link was for. */
async function needsCurrent(auth: Auth, { session }: Caller): Promise<boolean> {
  if (!auth.settings.password.changeNeedsCurrent) return false
  const methods = session === undefined ? [] : await listMethods(auth.db.kysely, session.id)
  return !methods.some(({ method }) => linkMethods.has(method))
}

/** Texts the code of a pending phone change again; undefined if the change is no longer pending. */
export async function textPhoneChange(
  auth: Auth,
  change: { readonly call: Call; readonly user: UserRow; readonly phone: string; readonly channel: Channel },
): Promise<string | undefined> {
  const { call, phone, channel } = change
  const { code, messageId } = await textCode(auth, { phone, channel })
  return await auth.db.transaction(async (tx) => {
    const user = await lockUser(tx, change.user.id)
    if (user?.newPhone !== phone) return undefined
    await audit(auth, tx, { action: 'user_confirmation_requested', user: user.id, call, traits: { channel } })
    await storeTextedCode(auth, tx, { user, kind: 'phone_change', phone, code })
    return messageId
  })
}

/** Cancels a pending phone change; its code stops working. */
export async function cancelPhoneChange(auth: Auth, tx: Db, user: UserRow): Promise<UserRow> {
  if (user.newPhone === null) return user
  await clearTokensOf(tx, user.id, ['phone_change'])
  return await updateUser(tx, user.id, { newPhone: null, phoneChangeSentAt: null, now: auth.clock.now() })
}

/** Stores the new number and the code texted to it, within the caller's transaction. */
export async function startPhoneChange(
  auth: Auth,
  tx: Db,
  change: { readonly user: UserRow; readonly phone: string; readonly code: string },
): Promise<UserRow> {
  const user = await updateUser(tx, change.user.id, { newPhone: change.phone, now: auth.clock.now() })
  return await storeTextedCode(auth, tx, { ...change, user, kind: 'phone_change' })
}

/** An email change that needs confirmation. */
interface EmailChange {
  readonly call: Call
  readonly user: UserRow
  readonly email: string
  readonly challenge: CodeChallenge | undefined
  readonly redirectTo: string
}

/** How many mails the change sends: two if the account has an address and the settings require both to confirm. */
export function mailsOfChange(auth: Auth, user: UserRow): 1 | 2 {
  return isSecureChange(auth, user) ? 2 : 1
}

/** Whether both addresses have to confirm. */
export function isSecureChange(auth: Auth, user: UserRow): boolean {
  return auth.settings.email.secureChange && user.email !== null
}

/** Mails the links of a pending email change again; earlier links and confirmations become void. */
export async function sendEmailChange(auth: Auth, change: EmailChange): Promise<void> {
  await auth.db.transaction(async (tx) => {
    const user = await lockUser(tx, change.user.id)
    if (user?.newEmail !== change.email) return
    await audit(auth, tx, { action: 'user_confirmation_requested', user: user.id, call: change.call })
    await startEmailChange(auth, tx, { ...change, user })
  })
}

/** Cancels a pending email change; its mailed links stop working. */
export async function cancelEmailChange(auth: Auth, tx: Db, user: UserRow): Promise<UserRow> {
  if (user.newEmail === null) return user
  await clearTokensOf(tx, user.id, ['email_change_new', 'email_change_current'])
  const change = { newEmail: null, emailChangeConfirmed: null, emailChangeSentAt: null }
  return await updateUser(tx, user.id, { ...change, now: auth.clock.now() })
}

/** Notes the new address and mails the links, within the caller's transaction. */
export async function startEmailChange(auth: Auth, tx: Db, change: EmailChange): Promise<UserRow> {
  const { user, email, challenge, redirectTo } = change
  const isPkce = challenge !== undefined
  const changing = await updateUser(tx, user.id, { newEmail: email, emailChangeConfirmed: null, now: auth.clock.now() })
  if (challenge) await insertFlow(auth, tx, { method: 'email_change', challenge, redirectTo, user: user.id })
  const order = { isPkce, redirectTo }
  const toNew = await issueLink(auth, tx, { ...order, kind: 'email_change_new', user: changing })
  const links = isSecureChange(auth, user)
    ? [await issueLink(auth, tx, { ...order, kind: 'email_change_current', user: toNew.user }), toNew]
    : [toNew]
  for (const link of links) await sendLink(auth, link)
  return links[0]?.user ?? changing
}
