import {
  escapeHtml,
  type FakeRequest,
  fieldsOf,
  json,
  mayReturnTo,
  page,
  type Reply,
  readJson,
  redirect,
} from '../web/exchange.ts'
import { withImplied } from './access.ts'
import type { Platform } from './options.ts'
import type { ShopWorld } from './shop-world.ts'
import { isSessionToken, signedUrl } from './signatures.ts'
import type { Grant } from './tokens.ts'

const offline = 'urn:shopify:params:oauth:token-type:offline-access-token'
const idToken = 'urn:ietf:params:oauth:token-type:id_token'
const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange'

function refusal(error: string, description?: string, status = 400): Reply {
  return json({ error, ...(description === undefined ? {} : { error_description: description }) }, status)
}

/** `/admin/oauth/authorize`: asks the merchant, unless everything is already granted. */
export function authorize(world: ShopWorld, request: FakeRequest): Reply {
  const { platform, tokens, site } = world
  const query =
    request.method === 'POST'
      ? new URLSearchParams([...request.query, ...new URLSearchParams(request.body)])
      : request.query
  const wanted = (query.get('scope') ?? '').split(',').filter((scope) => scope !== '')
  const back = query.get('redirect_uri') ?? ''
  const problem = authorizeProblem(platform, { clientId: query.get('client_id'), back, wanted })
  if (problem) return page('Oauth error', `<p>${escapeHtml(problem)}</p>`, 400)
  const held = tokens.scopes()
  const isGranted = world.webhooks.isInstalled && wanted.every((scope) => held.has(scope))
  if (request.method === 'POST' && query.get('decision') === 'cancel') {
    return redirect(`${platform.url}/${site.shop}/admin`)
  }
  if (request.method !== 'POST' && !isGranted) return consentPage(world, { wanted, request })
  const state = query.get('state')
  return redirect(
    signedUrl(back, {
      shop: site.shop,
      platform,
      more: { code: tokens.makeCode(wanted), ...(state === null ? {} : { state }) },
      isForged: world.faults.strike('aside', 'wrong_hmac') !== undefined,
    }),
  )
}

function authorizeProblem(
  { app }: Platform,
  {
    clientId,
    back,
    wanted,
  }: { readonly clientId: string | null; readonly back: string; readonly wanted: readonly string[] },
): string | undefined {
  if (clientId !== app.apiKey) return 'invalid_request: Could not find Shopify API application with api_key'
  if (!mayReturnTo(back, app.redirectUrls)) return 'invalid_request: The redirect_uri is not whitelisted'
  const allowed = withImplied(app.approvedScopes)
  const unapproved = wanted.find((scope) => !allowed.has(scope) && scope !== 'read_all_orders')
  return unapproved === undefined ? undefined : `invalid_scope: ${unapproved} is not a valid scope for this app`
}

function consentPage(
  { platform, site }: ShopWorld,
  { wanted, request }: { readonly wanted: readonly string[]; readonly request: FakeRequest },
): Reply {
  const items = wanted.map((scope) => `<li>${escapeHtml(scope)}</li>`).join('')
  const action = `/${site.shop}/admin/oauth/authorize?${request.query.toString()}`
  return page(
    `Install ${platform.app.title}`,
    `<p>${escapeHtml(platform.app.title)} will get access to ${escapeHtml(site.name)} (${escapeHtml(site.shop)}):</p><ul>${items}</ul>` +
      `<form method="post" action="${escapeHtml(action)}"><button name="decision" value="approve">Install app</button> <button name="decision" value="cancel">Cancel</button></form>`,
  )
}

/** `/admin/oauth/access_token`: all grant types. */
export function accessToken(world: ShopWorld, request: FakeRequest): Reply {
  const fields = bodyFields(request)
  const { app } = world.platform
  const isSecret =
    fields['client_secret'] === app.apiSecret ||
    (app.oldApiSecret !== null && fields['client_secret'] === app.oldApiSecret)
  if (fields['client_id'] !== app.apiKey || !isSecret) return refusal('invalid_client', 'Client authentication failed')
  const grantType = fields['grant_type']
  if (grantType === 'refresh_token') return refreshed(world, fields)
  if (grantType === exchange) return exchanged(world, fields)
  if (grantType === 'client_credentials') return ownShop(world)
  const kind = fields['expiring'] === '1' || fields['expiring'] === 'true' ? 'expiring' : 'permanent'
  const grant = world.tokens.redeem(fields['code'] ?? '', kind)
  return grant
    ? handOut(world, grant)
    : refusal('invalid_request', 'The authorization code was not found or was already used')
}

function refreshed(world: ShopWorld, fields: Readonly<Record<string, string>>): Reply {
  const grant = world.tokens.refresh(fields['refresh_token'] ?? '')
  return grant ? handOut(world, grant) : refusal('invalid_grant', 'The refresh token is invalid or has expired')
}

function exchanged(world: ShopWorld, fields: Readonly<Record<string, string>>): Reply {
  const { platform, site, tokens } = world
  const token = fields['subject_token'] ?? ''
  const isExpiring = fields['expiring'] === '1' || fields['expiring'] === 'true'
  if (fields['requested_token_type'] !== offline) return refusal('invalid_request', 'Unknown requested_token_type')
  if (fields['subject_token_type'] === offline) {
    const grant = isExpiring ? tokens.migrate(token) : undefined
    return grant ? handOut(world, grant) : refusal('invalid_subject_token', 'The access token cannot be exchanged')
  }
  const isGenuine = fields['subject_token_type'] === idToken && isSessionToken(platform, { shop: site.shop, token })
  if (!isGenuine) return refusal('invalid_subject_token', 'Session token is invalid or expired')
  if (tokens.handles().length === 0) tokens.setScopes(platform.app.approvedScopes)
  return handOut(world, tokens.grant(isExpiring ? 'expiring' : 'permanent'))
}

function ownShop(world: ShopWorld): Reply {
  const { platform, site, tokens } = world
  if (site.organisation !== platform.app.organisation) {
    return refusal('shop_not_permitted', 'Client credentials cannot be performed on this shop.')
  }
  if (tokens.handles().length === 0) tokens.setScopes(platform.app.approvedScopes)
  return handOut(world, tokens.grant('client_credentials'))
}

function handOut({ webhooks }: ShopWorld, grant: Grant): Reply {
  webhooks.isInstalled = true
  return json({
    access_token: grant.accessToken,
    scope: grant.scopes.join(','),
    ...(grant.expiresIn === null ? {} : { expires_in: grant.expiresIn }),
    ...(grant.refreshToken === null
      ? {}
      : { refresh_token: grant.refreshToken, refresh_token_expires_in: grant.refreshExpiresIn }),
  })
}

/** The fields of a JSON or form body as texts. */
function bodyFields({ body, headers }: FakeRequest): Record<string, string> {
  if (!(headers['content-type'] ?? '').includes('json')) return Object.fromEntries(new URLSearchParams(body))
  return Object.fromEntries(Object.entries(fieldsOf(readJson(body))).map(([key, value]) => [key, String(value)]))
}
