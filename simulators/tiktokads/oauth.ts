import { escapeHtml, type FakeRequest, mayReturnTo, page, type Reply, redirect, withQuery } from '../web/exchange.ts'
import { bodyFields, ok, Refusal, textField } from './responses.ts'
import type { World } from './world.ts'

/** Numbers for the permissions ticked for the app; their meaning is undocumented. */
const scopes = [4, 200, 210, 220, 300]

/** `/portal/auth`: the advertiser ticks accounts, possibly none, and is redirected back. */
export function portal(world: World, request: FakeRequest): Reply {
  const form = request.method === 'POST' ? new URLSearchParams(request.body) : undefined
  const problem = portalProblem(world, request.query)
  if (problem !== undefined) return page('Something went wrong', `<p>${problem}</p>`, 400)
  if (form?.get('decision') === 'cancel') {
    return page('Not allowed', '<p>Nothing was shared. You can close this page.</p>')
  }
  if (!form && world.options.portal !== 'accept') return portalPage(world, request)
  const all = world.ads.source.accounts.map(({ id }) => id)
  const code = world.grants.makeCode(form ? all.filter((id) => form.getAll('advertiser').includes(id)) : all)
  const told = { auth_code: code, code, state: request.query.get('state') ?? '' }
  return redirect(withQuery(request.query.get('redirect_uri') ?? '', told))
}

function portalProblem({ app, options }: World, query: URLSearchParams): string | undefined {
  const back = query.get('redirect_uri') ?? ''
  if (query.get('app_id') !== app.appId) return 'The app does not exist.'
  return mayReturnTo(back, options.redirectUrls ?? [])
    ? undefined
    : 'The redirect_uri does not match the one that was registered.'
}

function portalPage(world: World, request: FakeRequest): Reply {
  const boxes = world.ads.source.accounts.map(
    ({ id, name }) =>
      `<p><label><input type="checkbox" name="advertiser" value="${id}" checked> ${escapeHtml(name)} (${id})</label></p>`,
  )
  return page(
    'TikTok for Business',
    `<p>The app asks to read reports and ads of the ad accounts that you tick.</p><form method="post" action="${escapeHtml(request.uri)}">${boxes.join('')}<button name="decision" value="confirm">Confirm</button> <button name="decision" value="cancel">Cancel</button></form>`,
  )
}

/** `oauth2/access_token/`. */
export function accessToken(world: World, request: FakeRequest): Reply {
  const body = bodyFields(request)
  refuseClient(world, body)
  const advertisers = world.grants.redeem(textField(body, 'auth_code'))
  if (!advertisers) throw new Refusal(40110)
  return handOut(world, world.grants.grant(advertisers, world.state.tokenSeconds), advertisers)
}

/** `oauth2/refresh_token/`, for the flows whose tokens expire. */
export function refreshToken(world: World, request: FakeRequest): Reply {
  const body = bodyFields(request)
  refuseClient(world, body)
  const pair = world.grants.refresh(textField(body, 'refresh_token'), world.state.tokenSeconds ?? 86_400)
  if (!pair) throw new Refusal(40107)
  const advertisers = world.grants.look(pair.token)
  return handOut(world, pair, Array.isArray(advertisers) ? advertisers : [])
}

function handOut(
  { state }: World,
  { token, refresh }: { readonly token: string; readonly refresh: string | null },
  advertisers: readonly string[],
): Reply {
  const life = refresh === null ? {} : { refresh_token: refresh, expires_in: state.tokenSeconds }
  return ok({ access_token: token, scope: scopes, advertiser_ids: advertisers, ...life })
}

/** `oauth2/revoke_token/`. */
export function revokeToken(world: World, request: FakeRequest): Reply {
  const body = bodyFields(request)
  refuseClient(world, body)
  const token = textField(body, 'access_token')
  if (world.grants.look(token) === undefined) throw new Refusal(40105)
  world.grants.revoke(token)
  return ok({})
}

/** `oauth2/advertiser/get/`: the token's accounts; the app's secret is in the address. */
export function listAdvertisers(world: World, { query, headers }: FakeRequest): Reply {
  refuseClient(world, { app_id: query.get('app_id') ?? '', secret: query.get('secret') ?? '' })
  const granted = world.grants.look(headers['access-token'] ?? '')
  const list = world.ads.source.accounts
    .filter(({ id }) => Array.isArray(granted) && granted.includes(id) && !world.stateOf(id).isGone)
    .map(({ id, name }) => ({ advertiser_id: id, advertiser_name: name }))
  return ok({ list })
}

function refuseClient({ app, state }: World, body: Readonly<Record<string, unknown>>): void {
  if (state.appMismatch) throw new Refusal(40000, "The app_id is inconsistent with the token's app information")
  if (textField(body, 'app_id') !== app.appId) throw new Refusal(40001, 'The app does not exist.')
  if (body['secret'] !== app.secret) throw new Refusal(40124)
}
