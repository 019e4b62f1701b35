import { audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { insertFlow } from '../flows.ts'
import { issueLink, sendLink, storeTextedCode, textCode } from '../messages/index.ts'
import { signIn, type Tokens } from '../sessions/index.ts'
import type { UserRow } from '../users/index.ts'
import { findUserByEmail, findUserByPhone, lockUser } from '../users/index.ts'
import type { Call, Channel, CodeChallenge } from '../wire/index.ts'
import { confirmEmail, confirmPhone } from './confirm.ts'
import { createAccount, type NewAccount } from './create-user.ts'

/** Somebody registers by mail. */
export interface EmailRegistration {
  readonly call: Call
  readonly account: NewAccount & { readonly email: string }
  readonly challenge: CodeChallenge | undefined
  readonly redirectTo: string
}

/** Somebody registers by telephone. */
export interface PhoneRegistration {
  readonly call: Call
  readonly account: NewAccount & { readonly phone: string }
  readonly channel: Channel
}

/**
 * Mails a confirmation to a new account, or once more to one that never confirmed, which stays as it is otherwise. `taken`
 * when the address is confirmed; nothing is sent then. Limits are the caller's.
 */
export async function requestEmailConfirmation(auth: Auth, request: EmailRegistration): Promise<UserRow | 'taken'> {
  const { call, account, challenge, redirectTo } = request
  return await auth.db.transaction(async (tx) => {
    const known = await findUserByEmail(tx, account.email, account.aud)
    const user = known ? await lockUser(tx, known.id) : await createAccount(auth, tx, account)
    // Somebody else may have been quicker with this address, or has it under another audience.
    if (!user || user.emailConfirmedAt !== null) return 'taken'
    await audit(auth, tx, { action: 'user_confirmation_requested', user: user.id, call })
    if (challenge) await insertFlow(auth, tx, { method: 'email/signup', challenge, redirectTo, user: user.id })
    const link = await issueLink(auth, tx, {
      kind: 'confirmation',
      user,
      isPkce: challenge !== undefined,
      redirectTo,
    })
    await sendLink(auth, link)
    return link.user
  })
}

/** The same by text message. Throws `422 sms_send_failed`, and leaves no account behind then. */
export async function requestPhoneConfirmation(
  auth: Auth,
  request: PhoneRegistration,
): Promise<{ readonly user: UserRow; readonly messageId: string } | 'taken'> {
  const { call, account, channel } = request
  const known = await findUserByPhone(auth.db.kysely, account.phone, account.aud)
  if (known && known.phoneConfirmedAt !== null) return 'taken'
  const sent = await textCode(auth, { phone: account.phone, channel })
  return await auth.db.transaction(async (tx) => {
    const user = known ? await lockUser(tx, known.id) : await createAccount(auth, tx, account)
    if (!user || user.phoneConfirmedAt !== null) return 'taken'
    await audit(auth, tx, { action: 'user_confirmation_requested', user: user.id, call, traits: { channel } })
    const stored = await storeTextedCode(auth, tx, {
      user,
      kind: 'confirmation',
      phone: account.phone,
      code: sent.code,
    })
    return { user: stored, messageId: sent.messageId }
  })
}

/** Adds an account that is confirmed at once; undefined when the address or number is in use. */
export async function createConfirmed(auth: Auth, call: Call, account: NewAccount): Promise<UserRow | undefined> {
  return await auth.db.transaction(async (tx) => {
    const user = await createAccount(auth, tx, account)
    if (!user) return undefined
    await audit(auth, tx, { action: 'user_signedup', user: user.id, call })
    return account.email === undefined ? await confirmPhone(auth, tx, user) : await confirmEmail(auth, tx, user)
  })
}

/** Adds a confirmed account and signs it in; undefined when the address or number is in use. */
export async function createSignedIn(auth: Auth, call: Call, account: NewAccount): Promise<Tokens | undefined> {
  return await auth.db.transaction(async (tx) => {
    const created = await createAccount(auth, tx, account)
    if (!created) return undefined
    const user =
      account.email === undefined ? await confirmPhone(auth, tx, created) : await confirmEmail(auth, tx, created)
    await audit(auth, tx, { action: 'user_signedup', user: user.id, call })
    await audit(auth, tx, { action: 'login', user: user.id, call })
    return await signIn(auth, tx, { user, method: 'password', call })
  })
}
