import { z } from 'zod'
import { sendEmailChange, textPhoneChange } from '../account/index.ts'
import { audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { audienceOf, requirePerson, takeIpTurn } from '../guards.ts'
import { type Pretend, type SendTurn, sendLinkOrPretend, storeTextedCode, textCode, withSendTurn } from '../messages.ts'
import {
  canWhatsapp,
  createConfirmed,
  requestEmailConfirmation,
  requestPhoneConfirmation,
  requireOpen,
} from '../sign-up/index.ts'
import { findUserByEmail, findUserByPhone, type MetadataValue, type UserRow } from '../users.ts'
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
  resolveRedirect,
  Security,
} from '../wire.ts'

const OtpBody = z.object({
  ...Challenge.shape,
  ...Security.shape,
  email: z.string().optional(),
  phone: z.string().optional(),
  channel: z.string().optional(),
  create_user: z.boolean().default(true),
  data: Metadata.default({}),
})
type OtpBody = z.infer<typeof OtpBody>

/** `POST /otp`. */
export const otp: Endpoint = async (auth, call) => {
  takeIpTurn(auth, call, 'otp')
  const body = await readBody(call.request, OtpBody)
  await requirePerson(auth, call, body)
  const { email, phone } = body
  if (email && phone) throw invalid('Only an email address or phone number should be provided')
  if (email && body.channel) throw invalid('Channel should only be specified with Phone OTP')
  const challenge = parseChallenge(body.code_challenge, body.code_challenge_method)
  const aud = await audienceOf(auth, call)
  const { create_user: mayCreate, data } = body
  if (email) return await byEmail(auth, call, { aud, email, data, challenge, mayCreate })
  if (phone) return await byPhone(auth, call, { aud, phone, data, channel: body.channel, mayCreate })
  throw invalid('One of email or phone must be set')
}

/** `POST /magiclink`, the older spelling for addresses. */
export const magicLink: Endpoint = async (auth, call) => {
  takeIpTurn(auth, call, 'magiclink')
  const body = await readBody(call.request, OtpBody)
  await requirePerson(auth, call, body)
  const aud = await audienceOf(auth, call)
  const challenge = parseChallenge(body.code_challenge, body.code_challenge_method)
  return await byEmail(auth, call, { aud, email: body.email ?? '', data: body.data, challenge, mayCreate: true })
}

/** The protocol reveals that there is no account; limits and timing are the same as for an account. */
function noAccount(): AuthError {
  return new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
}

/** If no account may be created, an invalid address simply belongs to nobody. */
function readAddress(parse: (text: string) => string, text: string, mayCreate: boolean): string {
  try {
    return parse(text)
  } catch (error) {
    throw error instanceof AuthError && !mayCreate ? noAccount() : error
  }
}

interface EmailOtp {
  readonly aud: string
  readonly email: string
  readonly data: MetadataValue
  readonly challenge: CodeChallenge | undefined
  /** Whether to create an account for an unknown address. */
  readonly mayCreate: boolean
}

async function byEmail(auth: Auth, call: Call, options: EmailOtp): Promise<Response> {
  const { settings } = auth
  const disabled = (text: string) => new AuthError(422, 'email_provider_disabled', text)
  if (!settings.email.enabled) throw disabled('Email logins are disabled')
  if (!settings.email.magicLinkEnabled) throw disabled('Login with magic link is disabled')
  const { aud, challenge, mayCreate } = options
  const email = readAddress(parseEmail, options.email, mayCreate)
  const redirectTo = resolveRedirect(auth, call)
  const account = { aud, email, passwordHash: null, data: options.data }
  const known = await findUserByEmail(auth.db.kysely, email, aud)
  const isConfirmed = known !== undefined && known.emailConfirmedAt !== null
  if (!isConfirmed && mayCreate) requireOpen(auth)
  const isNobody = !known && !mayCreate
  await withSendTurn(auth, { kind: 'recovery', by: 'email', address: email }, async (pretend) => {
    const user = isNobody ? undefined : await register(auth, call, { account, challenge, redirectTo, known })
    if (user === 'confirmation sent') return
    const action = 'user_recovery_requested'
    const isDue = (due: UserRow) => due.email === email
    const link = { kind: 'magic_link', user, isDue, challenge, redirectTo } as const
    await sendLinkOrPretend(auth, { call, action, ...link, pretend })
  })
  if (isNobody) throw noAccount()
  return Response.json({})
}

type Registration = Omit<Parameters<typeof requestEmailConfirmation>[1], 'call'> & {
  readonly known: UserRow | undefined
}

/** A confirmed account to send a link to; for others the confirmation is the link. */
async function register(auth: Auth, call: Call, options: Registration): Promise<UserRow | 'confirmation sent'> {
  const { account, challenge, redirectTo, known } = options
  if (known && known.emailConfirmedAt !== null) return known
  const created = !known && auth.settings.email.autoConfirm ? await createConfirmed(auth, call, account) : undefined
  if (created) return created
  await requestEmailConfirmation(auth, { call, account, challenge, redirectTo })
  return 'confirmation sent'
}

interface PhoneOtp {
  readonly aud: string
  readonly phone: string
  readonly data: MetadataValue
  readonly channel: string | undefined
  readonly mayCreate: boolean
}

async function byPhone(auth: Auth, call: Call, options: PhoneOtp): Promise<Response> {
  if (!auth.settings.sms.enabled) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  const { mayCreate } = options
  const phone = readAddress(parsePhone, options.phone, mayCreate)
  const channel = parseChannel(options.channel, canWhatsapp(auth))
  const account = { aud: options.aud, phone, passwordHash: null, data: options.data }
  const known = await findUserByPhone(auth.db.kysely, phone, options.aud)
  const isConfirmed = known !== undefined && known.phoneConfirmedAt !== null
  if (!isConfirmed && mayCreate) requireOpen(auth)
  const isNobody = !known && !mayCreate
  const messageId = await withSendTurn(auth, { kind: 'confirmation', by: 'sms', address: phone }, async (pretend) => {
    if (isNobody) {
      pretend()
      return undefined
    }
    const created = !known && auth.settings.sms.autoConfirm ? await createConfirmed(auth, call, account) : undefined
    const user = created ?? (isConfirmed ? known : undefined)
    if (user) return await textSignInCode(auth, call, { user, phone, channel })
    const sent = await requestPhoneConfirmation(auth, { call, account, channel })
    if (sent !== 'taken') return sent.messageId
    pretend()
    return undefined
  })
  if (isNobody) throw noAccount()
  return Response.json(messageId === undefined ? {} : { message_id: messageId })
}

async function textSignInCode(
  auth: Auth,
  call: Call,
  { user, phone, channel }: { user: UserRow; phone: string; channel: Channel },
): Promise<string> {
  const { code, messageId } = await textCode(auth, { phone, channel })
  await auth.db.transaction(async (tx) => {
    await audit(auth, tx, { action: 'user_recovery_requested', user: user.id, call, traits: { channel } })
    await storeTextedCode(auth, tx, { user, kind: 'confirmation', phone, code })
  })
  return messageId
}

const RecoverBody = z.object({ ...Challenge.shape, ...Security.shape, email: z.string().optional() })

/** `POST /recover`: the same answer, limits and time whether or not anybody has the address. */
export const recover: Endpoint = async (auth, call) => {
  takeIpTurn(auth, call, 'recover')
  const body = await readBody(call.request, RecoverBody)
  await requirePerson(auth, call, body)
  if (!body.email) throw invalid('Password recovery requires an email')
  if (!auth.settings.email.enabled) throw new AuthError(400, 'email_provider_disabled', 'Email logins are disabled')
  const email = parseEmail(body.email)
  const challenge = parseChallenge(body.code_challenge, body.code_challenge_method)
  const redirectTo = resolveRedirect(auth, call)
  const aud = await audienceOf(auth, call)
  const action = 'user_recovery_requested'
  await withSendTurn(auth, { kind: 'recovery', by: 'email', address: email }, async (pretend) => {
    const known = await findUserByEmail(auth.db.kysely, email, aud)
    const isDue = (user: UserRow) => user.email === email
    await sendLinkOrPretend(auth, {
      call,
      action,
      kind: 'recovery',
      user: known,
      isDue,
      challenge,
      redirectTo,
      pretend,
    })
  })
  return Response.json({})
}

const types = ['signup', 'email_change', 'sms', 'phone_change'] as const
type ResendType = (typeof types)[number]

const ResendBody = z.object({
  ...Challenge.shape,
  ...Security.shape,
  type: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
})

interface Resend {
  readonly call: Call
  readonly type: ResendType
  readonly by: 'email' | 'sms'
  readonly address: string
  readonly aud: string
  readonly challenge: CodeChallenge | undefined
  readonly redirectTo: string
}

const turnKinds: Readonly<Record<ResendType, SendTurn['kind']>> = {
  signup: 'confirmation',
  sms: 'confirmation',
  email_change: 'email_change',
  phone_change: 'phone_change',
}

/** `POST /resend`: the same answer whether or not there was anything to send. */
export const resend: Endpoint = async (auth, call) => {
  takeIpTurn(auth, call, 'resend')
  const body = await readBody(call.request, ResendBody)
  await requirePerson(auth, call, body)
  const options = await readOptions(auth, call, body)
  const sends = options.type === 'signup' || options.type === 'email_change' ? 'email' : 'sms'
  const turn: SendTurn = { kind: turnKinds[options.type], by: sends, address: options.address }
  const messageId = await withSendTurn(auth, turn, (pretend) => send(auth, { ...options, pretend }))
  return Response.json(messageId === undefined ? {} : { message_id: messageId })
}

async function readOptions(auth: Auth, call: Call, body: z.infer<typeof ResendBody>): Promise<Resend> {
  const { email, phone } = body
  const type = types.find((name) => name === body.type)
  if (type === undefined) throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  if (!email && type === 'signup') throw invalid('Type provided requires an email address')
  if (!phone && type === 'sms') throw invalid('Type provided requires a phone number')
  if (email && phone) throw invalid('Only an email address or phone number should be provided.')
  if (!email && !phone) throw invalid('Missing email address or phone number')
  const named = email ? readEmail(auth, email) : readPhone(auth, phone ?? '')
  const challenge = parseChallenge(body.code_challenge, body.code_challenge_method)
  const aud = await audienceOf(auth, call)
  return { call, type, ...named, aud, challenge, redirectTo: resolveRedirect(auth, call) }
}

function readEmail(auth: Auth, email: string): Pick<Resend, 'by' | 'address'> {
  if (!auth.settings.email.enabled) throw new AuthError(400, 'email_provider_disabled', 'Email logins are disabled')
  return { by: 'email', address: parseEmail(email) }
}

function readPhone(auth: Auth, phone: string): Pick<Resend, 'by' | 'address'> {
  if (!auth.settings.sms.enabled) throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  return { by: 'sms', address: parsePhone(phone) }
}

type Sending = Resend & { readonly pretend: Pretend }

async function send(auth: Auth, options: Sending): Promise<string | undefined> {
  const db = auth.db.kysely
  const find = options.by === 'email' ? findUserByEmail : findUserByPhone
  const user = await find(db, options.address, options.aud)
  const { call } = options
  switch (options.type) {
    case 'signup':
      return await resendConfirmation(auth, options, user)
    case 'email_change':
      return await resendChange(auth, options, user)
    case 'sms':
      if (user && user.phoneConfirmedAt === null) return await retext(auth, options, user)
      break
    case 'phone_change':
      if (user?.newPhone) return await textPhoneChange(auth, { call, user, phone: user.newPhone, channel: 'sms' })
      break
  }
  options.pretend()
  return undefined
}

async function resendConfirmation(auth: Auth, options: Sending, user: UserRow | undefined): Promise<undefined> {
  const { call, challenge, redirectTo, pretend } = options
  const isDue = (now: UserRow) => now.email === options.address && now.emailConfirmedAt === null
  const action = 'user_confirmation_requested'
  await sendLinkOrPretend(auth, { call, action, kind: 'confirmation', user, isDue, challenge, redirectTo, pretend })
}

async function resendChange(auth: Auth, options: Sending, user: UserRow | undefined): Promise<undefined> {
  if (!user?.newEmail) return await resendConfirmation(auth, options, undefined)
  await sendEmailChange(auth, { ...options, user, email: user.newEmail })
}

async function retext(auth: Auth, { call, address: phone }: Resend, user: UserRow): Promise<string> {
  const { code, messageId } = await textCode(auth, { phone, channel: 'sms' })
  await auth.db.transaction(async (tx) => {
    await audit(auth, tx, { action: 'user_confirmation_requested', user: user.id, call })
    await storeTextedCode(auth, tx, { user, kind: 'confirmation', phone, code })
  })
  return messageId
}
