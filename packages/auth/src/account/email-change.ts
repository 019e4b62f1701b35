import type { Db } from '@tillsight/database'
import { audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { insertFlow } from '../flows.ts'
import { issueLink, sendLink } from '../messages/index.ts'
import { clearTokensOf } from '../one-time-token.ts'
import type { UserRow } from '../users/index.ts'
import { lockUser, updateUser } from '../users/index.ts'
import type { Call, CodeChallenge } from '../wire/index.ts'

/** A change of address that has to be confirmed. */
export interface EmailChange {
  readonly call: Call
  readonly user: UserRow
  readonly email: string
  readonly challenge: CodeChallenge | undefined
  readonly redirectTo: string
}

/** How many mails a change takes: the old address is asked too, where there is one and settings say so. */
export function mailsOfChange(auth: Auth, user: UserRow): 1 | 2 {
  return isSecureChange(auth, user) ? 2 : 1
}

/** Whether both addresses have to confirm. */
export function isSecureChange(auth: Auth, user: UserRow): boolean {
  return auth.settings.email.secureChange && user.email !== null
}

/** Mails the links of a change that is under way once more; earlier ones and what they confirmed are void. */
export async function sendEmailChange(auth: Auth, change: EmailChange): Promise<void> {
  await auth.db.transaction(async (tx) => {
    const user = await lockUser(tx, change.user.id)
    if (user?.newEmail !== change.email) return
    await audit(auth, tx, { action: 'user_confirmation_requested', user: user.id, call: change.call })
    await startEmailChange(auth, tx, { ...change, user })
  })
}

/** Calls a change off: what was mailed for it leads nowhere. */
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
