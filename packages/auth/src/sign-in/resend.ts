import { z } from 'zod'
import { sendEmailChange, textPhoneChange } from '../account/index.ts'
import { audit } from '../audit.ts'
import { audienceOf } from '../callers.ts'
import type { Auth } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { requirePerson, takeIpTurn } from '../guards.ts'
import {
  type Pretend,
  type SendTurn,
  sendLinkOrPretend,
  storeTextedCode,
  textCode,
  withSendTurn,
} from '../messages/index.ts'
import type { UserRow } from '../users/index.ts'
import { findUserByEmail, findUserByPhone } from '../users/index.ts'
import type { Call, Endpoint } from '../wire/index.ts'
import {
  Challenge,
  type CodeChallenge,
  parseChallenge,
  parseEmail,
  parsePhone,
  readBody,
  resolveRedirect,
  Security,
} from '../wire/index.ts'

const types = ['signup', 'email_change', 'sms', 'phone_change'] as const
type ResendType = (typeof types)[number]

const Body = z.object({
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
  const body = await readBody(call.request, Body)
  await requirePerson(auth, call, body)
  const wish = await readWish(auth, call, body)
  const sends = wish.type === 'signup' || wish.type === 'email_change' ? 'email' : 'sms'
  const turn: SendTurn = { kind: turnKinds[wish.type], by: sends, address: wish.address }
  const messageId = await withSendTurn(auth, turn, (pretend) => send(auth, { ...wish, pretend }))
  return Response.json(messageId === undefined ? {} : { message_id: messageId })
}

async function readWish(auth: Auth, call: Call, body: z.infer<typeof Body>): Promise<Resend> {
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

async function send(auth: Auth, wish: Sending): Promise<string | undefined> {
  const db = auth.db.kysely
  const find = wish.by === 'email' ? findUserByEmail : findUserByPhone
  const user = await find(db, wish.address, wish.aud)
  const { call } = wish
  switch (wish.type) {
    case 'signup':
      return await resendConfirmation(auth, wish, user)
    case 'email_change':
      return await resendChange(auth, wish, user)
    case 'sms':
      if (user && user.phoneConfirmedAt === null) return await retext(auth, wish, user)
      break
    case 'phone_change':
      if (user?.newPhone) return await textPhoneChange(auth, { call, user, phone: user.newPhone, channel: 'sms' })
      break
  }
  wish.pretend()
  return undefined
}

async function resendConfirmation(auth: Auth, wish: Sending, user: UserRow | undefined): Promise<undefined> {
  const { call, challenge, redirectTo, pretend } = wish
  const isDue = (now: UserRow) => now.email === wish.address && now.emailConfirmedAt === null
  const action = 'user_confirmation_requested'
  await sendLinkOrPretend(auth, { call, action, kind: 'confirmation', user, isDue, challenge, redirectTo, pretend })
}

async function resendChange(auth: Auth, wish: Sending, user: UserRow | undefined): Promise<undefined> {
  if (!user?.newEmail) return await resendConfirmation(auth, wish, undefined)
  await sendEmailChange(auth, { ...wish, user, email: user.newEmail })
}

async function retext(auth: Auth, { call, address: phone }: Resend, user: UserRow): Promise<string> {
  const { code, messageId } = await textCode(auth, { phone, channel: 'sms' })
  await auth.db.transaction(async (tx) => {
    await audit(auth, tx, { action: 'user_confirmation_requested', user: user.id, call })
    await storeTextedCode(auth, tx, { user, kind: 'confirmation', phone, code })
  })
  return messageId
}
