import { lacksFactor, requireUser } from '../callers.ts'
import type { Auth } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { insertFlow } from '../flows.ts'
import { assertManualLinking, findInvited } from '../linking/index.ts'
import type { Call, Endpoint } from '../wire/index.ts'
import { parseChallenge, redirect, resolveRedirect } from '../wire/index.ts'
import { type EnabledProvider, findProvider } from './registry.ts'
import { createUpstream, departureUrl } from './visit.ts'

/** `GET /authorize`. */
export const authorize: Endpoint = async (auth, call) => redirect(302, await depart(auth, call))

/** `GET /user/identities/authorize`. */
export const authorizeLink: Endpoint = async (auth, call) => {
  const caller = await requireUser(auth, call)
  assertManualLinking(auth)
  // A lasting second way in is worth as much as a password.
  if (await lacksFactor(auth, caller)) {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 session is required to link an identity when MFA is enabled.')
  }
  const url = await depart(auth, call, caller.user.id)
  if (call.query.get('skip_http_redirect') !== 'true') return redirect(302, url)
  return Response.json({ url }, { headers: { 'cache-control': 'no-store' } })
}

/** What the caller asks of us, and what would let them speak to the provider in our name. */
const notForwarded = new Set(
  [
    'provider scopes redirect_to invite_token skip_http_redirect apikey',
    'client_id client_secret redirect_uri response_type state code_challenge code_challenge_method code_verifier',
  ].flatMap((names) => names.split(' ')),
)

async function depart(auth: Auth, call: Call, linkingUser?: string): Promise<string> {
  const { query } = call
  const provider = findProvider(auth, query.get('provider') ?? '')
  if ('problem' in provider) throw invalid(`Unsupported provider: ${provider.problem}`)
  const challenge = parseChallenge(
    query.get('code_challenge') ?? undefined,
    query.get('code_challenge_method') ?? undefined,
  )
  const invite = query.get('invite_token') ?? ''
  if (invite !== '' && (await findInvited(auth, auth.db.kysely, invite)) === undefined) {
    throw new AuthError(404, 'user_not_found', 'User identified by token not found')
  }
  const upstream = { ...createUpstream(provider), ...(invite === '' ? {} : { invite }) }
  const flow = await insertFlow(auth, auth.db.kysely, {
    method: 'oauth',
    provider: provider.name,
    challenge,
    redirectTo: resolveRedirect(auth, call),
    linkingUser,
    upstream: JSON.stringify(upstream),
  })
  const url = await reach(auth, provider, () =>
    departureUrl(auth, provider, {
      state: flow.id,
      upstream,
      scopes: (query.get('scopes') ?? '').split(/[\s,]+/).filter(Boolean),
      forwarded: new Map([...query].filter(([name]) => !notForwarded.has(name.toLowerCase())).toReversed()),
    }),
  )
  return url.href
}

async function reach<T>(auth: Auth, { name }: EnabledProvider, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    auth.log.warn({ provider: name, reason: error instanceof Error ? error.message : 'unknown' }, 'provider not read')
    throw invalid('Unsupported provider: its configuration cannot be read at present, please retry after a moment')
  }
}
