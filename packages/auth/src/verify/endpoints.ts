import type { Db } from '@tillsight/database'
import { z } from 'zod'
import { audienceOf } from '../callers.ts'
import type { Auth } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { finishMailFlow } from '../flows.ts'
import { takeIpTurn } from '../guards.ts'
import { isPkceHash } from '../one-time-token.ts'
import { type Method, signIn, type Tokens, tokenResponse } from '../sessions/index.ts'
import type { UserRow } from '../users/index.ts'
import {
  type Call,
  type Endpoint,
  parseEmail,
  parsePhone,
  readBody,
  redirect,
  resolveRedirect,
  withFragment,
  withQuery,
} from '../wire/index.ts'
import { codeExpired, findEmailCode, findLink, findPhoneCode, linkExpired, type Proof } from './find-token.ts'
import { type EmailType, findEmailType, findPhoneType } from './types.ts'
import { firstConfirmation, useProof } from './use-proof.ts'

/** `GET /verify`: where links in mails lead. Always goes on to the target, also with an error. */
export const followLink: Endpoint = async (auth, call) => {
  takeIpTurn(auth, call, 'verify')
  const type = call.query.get('type') ?? ''
  const hash = call.query.get('token') ?? ''
  if (type === '') throw invalid('Verify requires a verification type')
  if (hash === '') throw invalid('Verify requires a token or a token hash')
  const target = resolveRedirect(auth, call)
  try {
    return redirect(303, await open(auth, call, { type, hash, target }))
  } catch (error) {
    if (error instanceof AuthError) return redirect(303, withError(target, error, isPkceHash(hash)))
    throw error
  }
}

interface Link {
  readonly type: string
  readonly hash: string
  readonly target: string
}

async function open(auth: Auth, call: Call, { type, hash, target }: Link): Promise<string> {
  const emailType = findEmailType(type)
  if (!emailType) throw invalid('Invalid email verification type')
  const proof = await findLink(auth, hash, emailType)
  const isPkce = isPkceHash(hash)
  const outcome = await auth.db.transaction(async (tx) => {
    const user = await useProof(auth, tx, { call, proof, expired: linkExpired })
    if (user === 'first') return undefined
    return isPkce
      ? await finishFlow(auth, tx, { user, method: methodOf(emailType, proof) })
      : await signIn(auth, tx, { user, method: 'otp', call })
  })
  if (outcome === undefined) {
    return withFragment(isPkce ? withQuery(target, { message: firstConfirmation }) : target, {
      message: firstConfirmation,
    })
  }
  if (typeof outcome === 'string') return withQuery(target, { code: outcome })
  return withFragment(target, tokenFragment(outcome, wordOf(emailType, proof)))
}

async function finishFlow(auth: Auth, tx: Db, of: { user: UserRow; method: Method }): Promise<string> {
  const flow = await finishMailFlow(auth, tx, { user: of.user.id, method: of.method })
  return flow.authCode
}

function wordOf(type: EmailType, { kind }: Proof): EmailType {
  if (type !== 'email') return type
  return kind === 'confirmation' ? 'signup' : 'magiclink'
}

function methodOf(type: EmailType, proof: Proof): Method {
  const word = wordOf(type, proof)
  return word === 'signup' || word === 'invite' || word === 'email' ? 'email/signup' : word
}

function tokenFragment(tokens: Tokens, type: string): Record<string, string> {
  return {
    access_token: tokens.access_token,
    expires_at: String(tokens.expires_at),
    expires_in: String(tokens.expires_in),
    refresh_token: tokens.refresh_token,
    token_type: tokens.token_type,
    type,
  }
}

const errorNames: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

function withError(target: string, error: AuthError, isPkce: boolean): string {
  const name = errorNames[error.status]
  const parameters = {
    ...(name === undefined ? {} : { error: name }),
    error_code: error.code,
    error_description: error.message,
  }
  return withFragment(isPkce ? withQuery(target, parameters) : target, parameters)
}

const Body = z.object({
  type: z.string().default(''),
  token: z.string().default(''),
  token_hash: z.string().default(''),
  email: z.string().default(''),
  phone: z.string().default(''),
  redirect_to: z.string().default(''),
})
type Body = z.infer<typeof Body>

/** `POST /verify`. */
export const verify: Endpoint = async (auth, call) => {
  takeIpTurn(auth, call, 'verify')
  const body = await readBody(call.request, Body)
  const proof = await findProof(auth, call, body)
  const expired = body.token_hash === '' ? codeExpired : linkExpired
  const tokens = await auth.db.transaction(async (tx) => {
    const user = await useProof(auth, tx, { call, proof, expired })
    return user === 'first' ? undefined : await signIn(auth, tx, { user, method: 'otp', call })
  })
  return tokens ? tokenResponse(tokens) : Response.json({ msg: firstConfirmation, code: '200' })
}

async function findProof(auth: Auth, call: Call, body: Body): Promise<Proof> {
  const { type, token, token_hash: hash, email, phone } = body
  if (type === '') throw invalid('Verify requires a verification type')
  if ((token === '') === (hash === '')) throw invalid('Verify requires either a token or a token hash')
  if (hash !== '') {
    if (email !== '' || phone !== '' || body.redirect_to !== '') {
      throw invalid('Only the token_hash and type should be provided')
    }
    const emailType = findEmailType(type)
    if (!emailType) throw invalid('Invalid email verification type')
    return await findLink(auth, hash, emailType)
  }
  if ((email === '') === (phone === '')) {
    throw invalid('Only an email address or phone number should be provided on verify')
  }
  const aud = await audienceOf(auth, call)
  if (phone !== '') {
    const number = parsePhone(phone)
    const phoneType = findPhoneType(type)
    if (!phoneType) throw invalid('Unsupported verification type')
    return await findPhoneCode(auth, { phone: number, type: phoneType, code: token, aud })
  }
  const address = readAddress(email)
  const emailType = findEmailType(type)
  if (!emailType) throw invalid('Unsupported verification type')
  return await findEmailCode(auth, { email: address, type: emailType, code: token, aud })
}

function readAddress(email: string): string {
  try {
    return parseEmail(email)
  } catch (error) {
    if (error instanceof AuthError) throw new AuthError(422, 'validation_failed', 'Invalid email format')
    throw error
  }
}
