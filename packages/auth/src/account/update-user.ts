import type { Db } from '@tillsight/database'
import { z } from 'zod'
import { audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { type Caller, isAdmin, lacksFactor, requireUser, takeIpTurn } from '../guards.ts'
import { sendReauthentication, storeTextedCode, textCode, withSendTurn } from '../messages.ts'
import { clearTokens, issueToken, spendToken } from '../one-time-token.ts'
import { deleteSessions, findSession } from '../sessions.ts'
import { adoptEmail, adoptPhone, canWhatsapp, takenError } from '../sign-up/index.ts'
import {
  findUserByEmail,
  findUserByPhone,
  lockUser,
  type MetadataValue,
  mergeMetadata,
  type OneTimeTokenRow,
  showUser,
  type UserChange,
  type UserRow,
  updateUser,
} from '../users.ts'
import {
  type Call,
  Challenge,
  type Channel,
  type CodeChallenge,
  type Endpoint,
  Metadata,
  parseChallenge,
  parseChannel,
  parseEmail,
  parsePhone,
  readBody,
  requireSmall,
  resolveRedirect,
} from '../wire.ts'
import {
  cancelEmailChange,
  cancelPhoneChange,
  hashNewPassword,
  mailsOfChange,
  nonceRefused,
  requireAllowedPassword,
  startEmailChange,
  startPhoneChange,
} from './changes.ts'

/** The body of `PUT /user`. */
const UpdateBody = z.object({
  ...Challenge.shape,
  email: z.string().optional(),
  phone: z.string().optional(),
  channel: z.string().optional(),
  password: z.string().optional(),
  current_password: z.string().optional(),
  nonce: z.string().optional(),
  data: Metadata.optional(),
  app_metadata: Metadata.optional(),
})
type UpdateBody = z.infer<typeof UpdateBody>

/** A new address; `isAtOnce` where no confirmation is asked for. */
interface AddressChange {
  readonly to: string
  readonly isAtOnce: boolean
}

/** Addresses given unchanged: a pending change of them is cancelled. */
interface KeptAddresses {
  readonly email: boolean
  readonly phone: boolean
}

/** A permitted change, with all slow work already done. */
interface UserUpdate {
  readonly email: AddressChange | undefined
  readonly phone: (AddressChange & { readonly channel: Channel }) | undefined
  readonly kept: KeptAddresses
  readonly passwordHash: string | undefined
  /** A reauthentication code that the change spends. */
  readonly nonce: OneTimeTokenRow | undefined
  readonly data: MetadataValue | undefined
  readonly appMetadata: MetadataValue | undefined
  readonly challenge: CodeChallenge | undefined
}

/** The caller and the changes they request. */
interface UpdateOptions {
  readonly caller: Caller
  readonly body: UpdateBody
}

/** Validates the requested changes in the protocol's order. Throws its errors. */
async function readUpdate(auth: Auth, call: Call, { caller, body }: UpdateOptions): Promise<UserUpdate> {
  const { user } = caller
  const addresses = readAddresses(auth, user, body)
  const challenge = parseChallenge(body.code_challenge, body.code_challenge_method)
  if (body.app_metadata !== undefined && !(await isAdmin(auth, call))) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  const touched = { ...addresses, body }
  await requireLevel(auth, caller, touched)
  requireSuitableAccount(user, touched)
  await requireFree(auth, user, addresses)
  const nonce = await requireAllowedPassword(auth, caller, body)
  const passwordHash = body.password === undefined ? undefined : await hashNewPassword(auth, user, body.password)
  return { ...addresses, passwordHash, nonce, data: body.data, appMetadata: body.app_metadata, challenge }
}

type Addresses = Pick<UserUpdate, 'email' | 'phone' | 'kept'>

function readAddresses(auth: Auth, user: UserRow, body: UpdateBody): Addresses {
  const email = body.email ? parseEmail(body.email) : undefined
  const phone = body.phone ? parsePhone(body.phone) : undefined
  const channel = phone === undefined ? 'sms' : parseChannel(body.channel, canWhatsapp(auth))
  const { settings } = auth
  return {
    email:
      email === undefined || email === user.email
        ? undefined
        : { to: email, isAtOnce: user.isAnonymous && settings.email.autoConfirm },
    phone:
      phone === undefined || phone === user.phone
        ? undefined
        : { to: phone, isAtOnce: settings.sms.autoConfirm, channel },
    kept: {
      email: email !== undefined && email === user.email,
      phone: phone !== undefined && phone === user.phone,
    },
  }
}

type Touched = Addresses & { readonly body: UpdateBody }

async function requireLevel(auth: Auth, caller: Caller, { email, phone, body }: Touched): Promise<void> {
  if (!body.password && !email && !phone) return
  if (!(await lacksFactor(auth, caller))) return
  throw new AuthError(
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  )
}

function requireSuitableAccount(user: UserRow, { email, phone, body }: Touched): void {
  if (user.isAnonymous && body.password && !body.email && !body.phone) {
    throw new AuthError(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    )
  }
  if (user.isSso && (email || phone || body.password || body.nonce)) {
    throw new AuthError(
      422,
      'user_sso_managed',
      'Updating email, phone, password of a SSO account only possible via SSO',
    )
  }
}

async function requireFree(auth: Auth, user: UserRow, { email, phone }: Addresses): Promise<void> {
  const db = auth.db.kysely
  if (email && (await findUserByEmail(db, email.to, user.aud))) throw takenError('email')
  if (phone && (await findUserByPhone(db, phone.to, user.aud))) throw takenError('phone')
}

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

/** Reserves the send turns first; a text message has already been sent when `work` runs. */
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
  // The session ended during this call, perhaps through a new password; this call must not undo that.
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

/** `GET /reauthenticate`: sends the code that a password change may require. */
export const reauthenticate: Endpoint = async (auth, call) => {
  const { user } = await requireUser(auth, call)
  if (user.email !== null) {
    if (user.emailConfirmedAt === null) {
      throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
    }
    await byMail(auth, call, { user, email: user.email })
    return Response.json({})
  }
  if (user.phone === null) throw invalid('Reauthentication requires the user to have an email or a phone number')
  if (user.phoneConfirmedAt === null) {
    throw new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.')
  }
  return Response.json({ message_id: await byText(auth, call, { user, phone: user.phone }) })
}

async function byMail(auth: Auth, call: Call, { user, email }: { user: UserRow; email: string }): Promise<void> {
  await withSendTurn(auth, { kind: 'reauthentication', by: 'email', address: email }, () =>
    auth.db.transaction(async (tx) => {
      const { code } = await issueToken(auth, tx, {
        user: user.id,
        kind: 'reauthentication',
        address: email,
        isPkce: false,
        digits: auth.settings.email.codeLength,
      })
      const now = auth.clock.now()
      await updateUser(tx, user.id, { reauthenticationSentAt: now, now })
      await audit(auth, tx, { action: 'user_reauthenticate_requested', user: user.id, call })
      await sendReauthentication(auth, user, code)
    }),
  )
}

async function byText(auth: Auth, call: Call, { user, phone }: { user: UserRow; phone: string }): Promise<string> {
  return await withSendTurn(auth, { kind: 'reauthentication', by: 'sms', address: phone }, async () => {
    const { code, messageId } = await textCode(auth, { phone, channel: 'sms' })
    await auth.db.transaction(async (tx) => {
      await storeTextedCode(auth, tx, { user, kind: 'reauthentication', phone, code })
      await audit(auth, tx, { action: 'user_reauthenticate_requested', user: user.id, call })
    })
    return messageId
  })
}
