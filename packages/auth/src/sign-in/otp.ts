import { z } from 'zod'
import { audit } from '../audit.ts'
import { audienceOf } from '../callers.ts'
import type { Auth } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { requirePerson, takeIpTurn } from '../guards.ts'
import { sendLinkOrPretend, storeTextedCode, textCode, withSendTurn } from '../messages/index.ts'
import {
  canWhatsapp,
  createConfirmed,
  requestEmailConfirmation,
  requestPhoneConfirmation,
  requireOpen,
} from '../sign-up/index.ts'
import type { MetadataValue, UserRow } from '../users/index.ts'
import { findUserByEmail, findUserByPhone } from '../users/index.ts'
import type { Call, Endpoint } from '../wire/index.ts'
import {
  Challenge,
  type Channel,
  type CodeChallenge,
  Metadata,
  parseChallenge,
  parseChannel,
  parseEmail,
  parsePhone,
  readBody,
  resolveRedirect,
  Security,
} from '../wire/index.ts'

const Body = z.object({
  ...Challenge.shape,
  ...Security.shape,
  email: z.string().optional(),
  phone: z.string().optional(),
  channel: z.string().optional(),
  create_user: z.boolean().default(true),
  data: Metadata.default({}),
})
type Body = z.infer<typeof Body>

/** `POST /otp`. */
export const otp: Endpoint = async (auth, call) => {
  takeIpTurn(auth, call, 'otp')
  const body = await readBody(call.request, Body)
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
  const body = await readBody(call.request, Body)
  await requirePerson(auth, call, body)
  const aud = await audienceOf(auth, call)
  const challenge = parseChallenge(body.code_challenge, body.code_challenge_method)
  return await byEmail(auth, call, { aud, email: body.email ?? '', data: body.data, challenge, mayCreate: true })
}

/** The protocol tells clients that there is no account; how often and how fast is as for an account. */
function noAccount(): AuthError {
  return new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
}

/** Without leave to make accounts, an address that is none belongs to nobody. */
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
  /** Whether an unknown address gets an account. */
  readonly mayCreate: boolean
}

async function byEmail(auth: Auth, call: Call, wish: EmailOtp): Promise<Response> {
  const { settings } = auth
  const disabled = (text: string) => new AuthError(422, 'email_provider_disabled', text)
  if (!settings.email.enabled) throw disabled('Email logins are disabled')
  if (!settings.email.magicLinkEnabled) throw disabled('Login with magic link is disabled')
  const { aud, challenge, mayCreate } = wish
  const email = readAddress(parseEmail, wish.email, mayCreate)
  const redirectTo = resolveRedirect(auth, call)
  const account = { aud, email, passwordHash: null, data: wish.data }
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
async function register(auth: Auth, call: Call, wish: Registration): Promise<UserRow | 'confirmation sent'> {
  const { account, challenge, redirectTo, known } = wish
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

async function byPhone(auth: Auth, call: Call, wish: PhoneOtp): Promise<Response> {
  if (!auth.settings.sms.enabled) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  const { mayCreate } = wish
  const phone = readAddress(parsePhone, wish.phone, mayCreate)
  const channel = parseChannel(wish.channel, canWhatsapp(auth))
  const account = { aud: wish.aud, phone, passwordHash: null, data: wish.data }
  const known = await findUserByPhone(auth.db.kysely, phone, wish.aud)
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
