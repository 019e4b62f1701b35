import { createHash } from 'node:crypto'
import {
  escapeHtml,
  type FakeRequest,
  json,
  mayReturnTo,
  page,
  type Reply,
  redirect,
  withQuery,
} from '../web/exchange.ts'
import type { Granted } from './grants.ts'
import type { World } from './options.ts'

const labels: Readonly<Record<string, string>> = {
  'https://www.googleapis.com/auth/adwords': 'See, edit, create, and delete your Google Ads accounts and data.',
  'https://www.googleapis.com/auth/datamanager': 'Manage conversions in your Google Ads account.',
}

/** Identity scopes have no check box. */
const unasked = new Set(['openid', 'email', 'https://www.googleapis.com/auth/userinfo.email'])

/** `/o/oauth2/v2/auth`: asks the user; individual scopes may be unticked. */
export function authorize(world: World, request: FakeRequest): Reply {
  const query = new URLSearchParams([
    ...request.query,
    ...(request.method === 'POST' ? new URLSearchParams(request.body) : []),
  ])
  const back = query.get('redirect_uri') ?? ''
  const problem = authorizeProblem(world, query, back)
  if (problem) return page(`Error 400: ${problem}`, `<p>Access blocked: ${escapeHtml(problem)}</p>`, 400)
  if (request.method !== 'POST' && !world.autoAccept) return consentPage(world, request, query)
  if (query.get('decision') === 'cancel')
    return redirect(withQuery(back, { error: 'access_denied', state: stateOf(query) }))
  return redirect(withQuery(back, { code: codeFor(world, request, query), state: stateOf(query), scope: '' }))
}

function authorizeProblem({ app, redirectUrls }: World, query: URLSearchParams, back: string): string | undefined {
  if (query.get('client_id') !== app.clientId) return 'invalid_client'
  if (!mayReturnTo(back, redirectUrls)) return 'redirect_uri_mismatch'
  if (query.get('response_type') !== 'code') return 'unsupported_response_type'
  const wanted = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '')
  const strange = wanted.find((scope) => !unasked.has(scope) && labels[scope] === undefined)
  if (strange !== undefined || wanted.length === 0) return 'invalid_scope'
  const method = query.get('code_challenge_method')
  return query.has('code_challenge') && method !== 'S256' ? 'invalid_request' : undefined
}

function codeFor(world: World, request: FakeRequest, query: URLSearchParams): string {
  const wanted = (query.get('scope') ?? '')
    .split(' ')
    .map((scope) => (scope === 'email' ? 'https://www.googleapis.com/auth/userinfo.email' : scope))
  const ticked = new Set(new URLSearchParams(request.body).getAll('tick'))
  const isTicked = (scope: string) => request.method !== 'POST' || unasked.has(scope) || ticked.has(scope)
  const hint = query.get('login_hint')
  const login = query.get('login') ?? world.logins.find(({ email }) => email === hint)?.email
  return world.grants.makeCode({
    email: login ?? world.logins[0]?.email ?? '',
    scopes: wanted.filter(isTicked),
    redirectUri: query.get('redirect_uri') ?? '',
    challenge: query.get('code_challenge') ?? undefined,
    // A second approval without a prompt brings no refresh token.
    withRefresh: query.get('access_type') === 'offline' && query.get('prompt') === 'consent',
  })
}

function consentPage({ logins }: World, request: FakeRequest, query: URLSearchParams): Reply {
  const wanted = (query.get('scope') ?? '').split(' ').filter((scope) => !unasked.has(scope))
  const people = logins.map(({ email }) => `<option>${escapeHtml(email)}</option>`).join('')
  const boxes = wanted
    .map(
      (scope) =>
        `<p><label><input type="checkbox" name="tick" value="${escapeHtml(scope)}" checked> ${escapeHtml(labels[scope] ?? scope)}</label></p>`,
    )
    .join('')
  const action = `${request.path}?${request.query.toString()}`
  return page(
    'Tillsight wants access to your Google Account',
    `<form method="post" action="${escapeHtml(action)}"><p><label>Account <select name="login">${people}</select></label></p><p>Select what Tillsight can access:</p>${boxes}` +
      '<button name="decision" value="continue">Continue</button> <button name="decision" value="cancel">Cancel</button></form>',
  )
}

/** `/token`: a code or a refresh token becomes an access token. */
export function exchangeToken(world: World, request: FakeRequest): Reply {
  const form = new URLSearchParams(request.body)
  if (form.get('client_id') !== world.app.clientId || form.get('client_secret') !== world.app.clientSecret) {
    return json({ error: 'invalid_client', error_description: 'The OAuth client was not found.' }, 401)
  }
  if (form.get('grant_type') === 'refresh_token') {
    const granted = world.grants.refresh(form.get('refresh_token') ?? '')
    return granted ? handOut(world, granted, false) : dead('Token has been expired or revoked.')
  }
  if (form.get('grant_type') !== 'authorization_code') return json({ error: 'unsupported_grant_type' }, 400)
  const verifier = form.get('code_verifier')
  const challenge = verifier === null ? undefined : createHash('sha256').update(verifier).digest('base64url')
  const granted = world.grants.redeem(form.get('code') ?? '', form.get('redirect_uri') ?? '', challenge)
  return granted ? handOut(world, granted, granted.first) : dead('Bad Request')
}

function dead(description: string): Reply {
  return json({ error: 'invalid_grant', error_description: description }, 400)
}

function handOut(world: World, granted: Granted, withRefresh: boolean): Reply {
  const now = world.ads.now().getTime()
  const seconds = (at: Date) => Math.max(0, Math.floor((at.getTime() - now) / 1_000))
  return json({
    access_token: granted.accessToken,
    expires_in: seconds(granted.accessExpiresAt),
    scope: granted.scopes.join(' '),
    token_type: 'Bearer',
    ...(withRefresh ? { refresh_token: granted.refreshToken } : {}),
    ...(granted.refreshExpiresAt === undefined ? {} : { refresh_token_expires_in: seconds(granted.refreshExpiresAt) }),
    ...(granted.scopes.includes('openid') ? { id_token: idToken(world, granted.email) } : {}),
  })
}

/** The signed-in user. The real token is signed; over the token endpoint, nobody needs to verify that. */
function idToken(world: World, email: string): string {
  const now = Math.floor(world.ads.now().getTime() / 1_000)
  const sub = BigInt(`0x${createHash('sha256').update(email).digest('hex').slice(0, 16)}`).toString()
  const claims = { iss: 'https://accounts.google.com', aud: world.app.clientId, sub, email, iat: now, exp: now + 3_600 }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}.unsigned`
}

/** `/revoke`: ends the whole grant. */
export function revokeToken(world: World, request: FakeRequest): Reply {
  const token = request.query.get('token') ?? new URLSearchParams(request.body).get('token') ?? ''
  return world.grants.revoke(token) ? json({}) : json({ error: 'invalid_token' }, 400)
}

function stateOf(query: URLSearchParams): string {
  return query.get('state') ?? ''
}
