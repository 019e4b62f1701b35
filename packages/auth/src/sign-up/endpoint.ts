import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { audienceOf, requirePerson, takeIpTurn } from '../guards.ts'
import { type SendTurn, sendLinkOrPretend, withSendTurn } from '../messages.ts'
import { signIn, tokenResponse } from '../sessions.ts'
import { findUserByEmail, findUserByPhone, insertUser, mergeMetadata, showUser, type View } from '../users.ts'
import {
  type Call,
  Challenge,
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
import { createSignedIn, type NewAccount, requestEmailConfirmation, requestPhoneConfirmation } from './accounts.ts'

const Body = z.object({
  ...Challenge.shape,
  ...Security.shape,
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  channel: z.string().optional(),
  data: Metadata.default({}),
})
type Body = z.infer<typeof Body>

/** `POST /signup`. */
export const signUp: Endpoint = async (auth, call) => {
  const body = await readBody(call.request, Body)
  if (!body.email && !body.phone) return await signUpAnonymously(auth, call, body)
  takeIpTurn(auth, call, 'signup')
  await requirePerson(auth, call, body)
  requireOpen(auth)
  const password = body.password ?? ''
  if (password === '') throw invalid('Signup requires a valid password')
  await auth.passwords.requireStrong(password)
  const challenge = checkFields(auth, body)
  const address = readAddress(auth, body)
  // Before any lookup: hashing must take the same time for everybody.
  const [aud, passwordHash] = await Promise.all([audienceOf(auth, call), auth.passwords.hash(password)])
  const account = { aud, passwordHash, data: body.data, ...address }
  return account.email === undefined
    ? await signUpByPhone(auth, call, { account, channel: body.channel })
    : await signUpByEmail(auth, call, { account, challenge })
}

/** Throws `422 signup_disabled`. */
export function requireOpen(auth: Auth): void {
  if (auth.settings.signUpDisabled) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
}

function checkFields(auth: Auth, body: Body): CodeChallenge | undefined {
  if (body.email && body.phone) {
    throw invalid('Only an email address or phone number should be provided on signup.')
  }
  if (body.phone) {
    parseChannel(body.channel, canWhatsapp(auth))
    if (body.code_challenge) throw invalid('PKCE not supported for phone signups')
  }
  return parseChallenge(body.code_challenge, body.code_challenge_method)
}

/** Whether the SMS provider supports the channel `whatsapp`. */
export function canWhatsapp({ sms }: Pick<Auth, 'sms'>): boolean {
  return sms?.name.startsWith('twilio') ?? false
}

type Address = { readonly email: string; readonly phone?: never } | { readonly phone: string; readonly email?: never }

function readAddress(auth: Auth, { email, phone }: Body): Address {
  if (email) {
    if (!auth.settings.email.enabled) {
      throw new AuthError(400, 'email_provider_disabled', 'Email signups are disabled')
    }
    return { email: parseEmail(email) }
  }
  if (!auth.settings.sms.enabled) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
  return { phone: parsePhone(phone ?? '') }
}

async function signUpByEmail(
  auth: Auth,
  call: Call,
  { account, challenge }: { account: NewAccount & { email: string }; challenge: CodeChallenge | undefined },
): Promise<Response> {
  const redirectTo = resolveRedirect(auth, call)
  if (auth.settings.email.autoConfirm) {
    const tokens = await createSignedIn(auth, call, account)
    if (tokens) return tokenResponse(tokens)
    const user = await findUserByEmail(auth.db.kysely, account.email, account.aud)
    if (user?.emailConfirmedAt !== null) throw await repeated(auth, call)
  }
  const turn: SendTurn = { kind: 'confirmation', by: 'email', address: account.email }
  return await withSendTurn(auth, turn, async (pretend) => {
    const user = await requestEmailConfirmation(auth, { call, account, challenge, redirectTo })
    if (user !== 'taken') return Response.json(await showUnconfirmed(auth, user))
    const action = 'user_repeated_signup'
    if (isTakenSaid(auth)) {
      pretend()
      throw await repeated(auth, call)
    }
    const nobody = { user: undefined, isDue: () => false }
    await sendLinkOrPretend(auth, { call, action, kind: 'confirmation', ...nobody, challenge, redirectTo, pretend })
    return Response.json(decoyView(auth, account))
  })
}

async function signUpByPhone(
  auth: Auth,
  call: Call,
  { account, channel }: { account: NewAccount & { phone: string }; channel: string | undefined },
): Promise<Response> {
  if (auth.settings.sms.autoConfirm) {
    const tokens = await createSignedIn(auth, call, account)
    if (tokens) return tokenResponse(tokens)
    const user = await findUserByPhone(auth.db.kysely, account.phone, account.aud)
    if (user?.phoneConfirmedAt !== null) throw await repeated(auth, call)
  }
  const turn: SendTurn = { kind: 'confirmation', by: 'sms', address: account.phone }
  return await withSendTurn(auth, turn, async (pretend) => {
    const way = parseChannel(channel, canWhatsapp(auth))
    const sent = await requestPhoneConfirmation(auth, { call, account, channel: way })
    if (sent !== 'taken') return Response.json(await showUnconfirmed(auth, sent.user))
    pretend()
    const refusal = await repeated(auth, call)
    if (isTakenSaid(auth)) throw refusal
    return Response.json(decoyView(auth, account))
  })
}

function isTakenSaid({ settings }: Auth): boolean {
  return settings.email.autoConfirm || settings.sms.autoConfirm
}

async function repeated(auth: Auth, call: Call): Promise<AuthError> {
  await audit(auth, auth.db.kysely, { action: 'user_repeated_signup', user: null, call })
  return new AuthError(422, 'user_already_exists', 'User already registered')
}

/** The inviter may have stored metadata that a stranger should not read. */
async function showUnconfirmed(auth: Auth, user: Parameters<typeof showUser>[1]): Promise<View> {
  const view = await showUser(auth.db.kysely, user)
  return user.invitedAt === null ? view : { ...view, user_metadata: {}, identities: [] }
}

async function signUpAnonymously(auth: Auth, call: Call, body: Body): Promise<Response> {
  if (!auth.settings.anonymousEnabled) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  takeIpTurn(auth, call, 'anonymous')
  await requirePerson(auth, call, body)
  requireOpen(auth)
  const aud = await audienceOf(auth, call)
  return await auth.db.transaction(async (tx) => {
    const user = await insertUser(
      tx,
      {
        aud,
        role: auth.settings.jwt.defaultRole,
        isAnonymous: true,
        userMetadata: mergeMetadata({}, body.data),
      },
      auth.clock.now(),
    )
    if (!user) throw new Error('A user without address or number met another one')
    await audit(auth, tx, { action: 'user_signedup', user: user.id, call })
    await audit(auth, tx, { action: 'login', user: user.id, call })
    return tokenResponse(await signIn(auth, tx, { user, method: 'anonymous', call }))
  })
}

/** The response for a sign-up with an address that is in use: made up, so that nothing of the real account is revealed. */
function decoyView(auth: Auth, account: NewAccount): View {
  const now = auth.clock.now().toISOString()
  const provider = account.email === undefined ? 'phone' : 'email'
  return {
    id: randomUUID(),
    aud: account.aud,
    role: '',
    email: account.email ?? '',
    phone: account.phone ?? '',
    confirmation_sent_at: now,
    app_metadata: { provider, providers: [provider] },
    user_metadata: mergeMetadata({}, account.data),
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}
