import type { Db } from '@tillsight/database'
import { audit } from '../audit.ts'
import { type Caller, requireUser } from '../callers.ts'
import type { Auth } from '../context.ts'
import { AuthError } from '../errors.ts'
import { takeIpTurn } from '../guards.ts'
import { textCode, withSendTurn } from '../messages/index.ts'
import { clearTokens, spendToken } from '../one-time-token.ts'
import { deleteSessions, findSession } from '../sessions/index.ts'
import { adoptEmail, adoptPhone } from '../sign-up/index.ts'
import type { UserRow } from '../users/index.ts'
import { lockUser, mergeMetadata, showUser, type UserChange, updateUser } from '../users/index.ts'
import type { Call, Endpoint } from '../wire/index.ts'
import { readBody, requireSmall, resolveRedirect } from '../wire/index.ts'
import {
  cancelEmailChange,
  cancelPhoneChange,
  mailsOfChange,
  nonceRefused,
  startEmailChange,
  startPhoneChange,
} from './changes.ts'
import { readUpdate, UpdateBody, type UserUpdate } from './user-update.ts'

/** `PUT /user`. */
export const putUser: Endpoint = async (auth, call) => {
  const caller = await requireUser(auth, call)
  takeIpTurn(auth, call, 'update_user')
  const update = await readUpdate(auth, call, { caller, body: await readBody(call.request, UpdateBody) })
  const texted = await withTurns(auth, { caller, update }, async (code) =>
    auth.db.transaction(async (tx) => apply(auth, tx, { call, caller, update, code })),
  )
  return Response.json(await showUser(auth.db.kysely, texted))
}

/** Takes the turns of what is to be sent; the code of a text message has left when `work` runs. */
async function withTurns<T>(
  auth: Auth,
  { caller, update }: { caller: Caller; update: UserUpdate },
  work: (code: string | undefined) => Promise<T>,
): Promise<T> {
  const { user } = caller
  const { email, phone } = update
  const withText = async () => {
    if (phone === undefined || phone.isAtOnce) return await work(undefined)
    const address = user.phone ?? user.email ?? user.id
    return await withSendTurn(auth, { kind: 'phone_change', by: 'sms', address }, async () => {
      const { code } = await textCode(auth, { phone: phone.to, channel: phone.channel })
      return await work(code)
    })
  }
  if (email === undefined || email.isAtOnce) return await withText()
  const address = user.email ?? user.phone ?? user.id
  const messages = mailsOfChange(auth, user)
  return await withSendTurn(auth, { kind: 'email_change', by: 'email', address, messages }, withText)
}

interface Application {
  readonly call: Call
  readonly caller: Caller
  readonly update: UserUpdate
  /** That was texted to the new number. */
  readonly code: string | undefined
}

async function apply(auth: Auth, tx: Db, { call, caller, update, code }: Application): Promise<UserRow> {
  const locked = await lockUser(tx, caller.user.id)
  const isOver = caller.session !== undefined && (await findSession(tx, caller.session.id)) === undefined
  // Ended while this call was on its way, perhaps by a new password: it must not undo that.
  if (!locked || isOver) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  if (update.nonce && !(await spendToken(tx, update.nonce))) throw nonceRefused()
  let user = await updateUser(tx, locked.id, { ...plainChange(locked, update), now: auth.clock.now() })
  if (update.passwordHash !== undefined) {
    await clearTokens(tx, user.id)
    await deleteSessions(tx, user.id, { kind: 'except', session: caller.session?.id })
    await audit(auth, tx, { action: 'user_updated_password', user: user.id, call })
  }
  user = await changeAddresses(auth, tx, { call, user, update, code })
  await audit(auth, tx, { action: 'user_modified', user: user.id, call })
  return user
}

function plainChange(user: UserRow, { passwordHash, data, appMetadata }: UserUpdate): UserChange {
  const userMetadata = mergeMetadata(user.userMetadata, data ?? {})
  requireSmall(userMetadata, user.userMetadata)
  return {
    ...(passwordHash === undefined ? {} : { passwordHash }),
    ...(data === undefined ? {} : { userMetadata }),
    ...(appMetadata === undefined ? {} : { appMetadata: mergeMetadata(user.appMetadata, appMetadata) }),
  }
}

async function changeAddresses(
  auth: Auth,
  tx: Db,
  { call, user: before, update, code }: Omit<Application, 'caller'> & { readonly user: UserRow },
): Promise<UserRow> {
  const { email, phone, kept, challenge } = update
  let user = before
  if (kept.email) user = await cancelEmailChange(auth, tx, user)
  if (kept.phone) user = await cancelPhoneChange(auth, tx, user)
  if (email?.isAtOnce) user = await adoptEmail(auth, tx, { user, email: email.to })
  else if (email) {
    const redirectTo = resolveRedirect(auth, call)
    user = await startEmailChange(auth, tx, { call, user, email: email.to, challenge, redirectTo })
  }
  if (phone?.isAtOnce) user = await adoptPhone(auth, tx, { user, phone: phone.to })
  else if (phone && code !== undefined) user = await startPhoneChange(auth, tx, { user, phone: phone.to, code })
  return user
}
