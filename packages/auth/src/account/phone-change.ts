import type { Db } from '@tillsight/database'
import { audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { storeTextedCode, textCode } from '../messages/index.ts'
import { clearTokensOf } from '../one-time-token.ts'
import type { UserRow } from '../users/index.ts'
import { lockUser, updateUser } from '../users/index.ts'
import type { Call, Channel } from '../wire/index.ts'

/** Texts the code of a change that is under way once more; undefined when it is not any longer. */
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

/** Calls a change off: the code that was texted for it is of no use. */
export async function cancelPhoneChange(auth: Auth, tx: Db, user: UserRow): Promise<UserRow> {
  if (user.newPhone === null) return user
  await clearTokensOf(tx, user.id, ['phone_change'])
  return await updateUser(tx, user.id, { newPhone: null, phoneChangeSentAt: null, now: auth.clock.now() })
}

/** Notes the new number with the code that was texted there, within the caller's transaction. */
export async function startPhoneChange(
  auth: Auth,
  tx: Db,
  change: { readonly user: UserRow; readonly phone: string; readonly code: string },
): Promise<UserRow> {
  const user = await updateUser(tx, change.user.id, { newPhone: change.phone, now: auth.clock.now() })
  return await storeTextedCode(auth, tx, { ...change, user, kind: 'phone_change' })
}
