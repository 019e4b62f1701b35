import type { Db } from '@tillsight/database'
import type { Auth } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { finishMailFlow } from '../flows.ts'
import { takeIpTurn } from '../guards.ts'
import { isPkceHash } from '../one-time-token.ts'
import type { Method } from '../sessions/index.ts'
import { signIn, type Tokens } from '../sessions/index.ts'
import type { UserRow } from '../users/index.ts'
import type { Call, Endpoint } from '../wire/index.ts'
import { redirect, resolveRedirect, withFragment, withQuery } from '../wire/index.ts'
import { findLink, linkExpired, type Proof } from './find-token.ts'
import { type EmailType, findEmailType } from './types.ts'
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
