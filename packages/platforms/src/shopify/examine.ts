import { randomBytes } from 'node:crypto'
import type { ConnectedAccount, ConnectorContext } from '../contract.ts'
import type { ConnectorFailure } from '../failures.ts'
import type { ExamineOptions, SetupFinding } from '../guide.ts'
import { attempt, isPassing, ok, unknown, wrong } from '../guide.ts'
import { requestToken, wayOf } from './access.ts'
import { checkShop } from './check.ts'
import { connect } from './connect.ts'
import { hasScope, wantedScopes } from './scopes.ts'
import { apiVersion } from './shop.ts'
import { baseUrlOf, toShopDomain } from './shop-domain.ts'

/** Checks the app, the shop and the granted scopes, as far as each is available. */
export async function examineShop(ctx: ConnectorContext, wish: ExamineOptions): Promise<SetupFinding[]> {
  const { url = '' } = ctx.settings
  const shop = toShopDomain(url)
  if (url !== '' && shop === undefined) return [misnamed(url)]
  const ofApp = wish.way === 'screen' ? await examineApp(ctx, { shop, options: wish }) : []
  if (ofApp.some(({ id, state }) => id === 'shop_name' && state === 'wrong')) return ofApp
  if (wayOf(ctx.settings) !== undefined) return [...ofApp, ...(await examineAccess(ctx))]
  if (wish.way === 'screen') return ofApp
  return [...(await examineName(ctx, shop)), notConnected(wish)]
}

interface AppQuery {
  readonly shop: string | undefined
  readonly options: ExamineOptions
}

async function examineApp(ctx: ConnectorContext, { shop, options: wish }: AppQuery): Promise<SetupFinding[]> {
  const { apiKey, apiSecret } = ctx.app
  if (!apiKey || !apiSecret) return []
  if (shop === undefined) {
    const text = 'Shopify answers that for a shop only. Enter the name of a shop above and check again.'
    return [unknown('app_accepted', 'Whether Shopify knows the app', text)]
  }
  const accepted = await examineCredentials(ctx, shop, { client_id: apiKey, client_secret: apiSecret })
  if (accepted.state !== 'ok' || wish.returnUrl === null) return [accepted]
  return [accepted, await examineRedirect(ctx, shop, wish.returnUrl)]
}

/** Tests the credentials with a made-up code: wrong credentials are refused before the code is checked. */
async function examineCredentials(
  ctx: ConnectorContext,
  shop: string,
  client: { readonly client_id: string; readonly client_secret: string },
): Promise<SetupFinding> {
  const body = { ...client, code: randomBytes(16).toString('hex'), expiring: '1' }
  const base = baseUrlOf(ctx.app, shop)
  const asked = await attempt(() => requestToken(ctx.http, { shop, base, body, repeatable: true, signal: ctx.signal }))
  const failure = 'failure' in asked ? asked.failure : undefined
  if (failure?.platformCode === 'no_shop') return wrong('shop_name', `No shop at ${shop}`, failure.message)
  if (failure?.platformCode === 'invalid_client') {
    const text = `${shop} does not know them. Copy client ID and client secret again from the app’s settings in the Dev Dashboard into SHOPIFY_API_KEY and SHOPIFY_API_SECRET, and start Tillsight again.`
    return wrong('app_accepted', 'Shopify does not accept the app’s client ID and secret', text)
  }
  if (failure && failure.kind !== 'reauth') {
    return unknown('app_accepted', 'Whether Shopify knows the app', failure.message)
  }
  return ok('app_accepted', 'Shopify accepts the app’s client ID and secret', `Asked at ${shop}.`)
}

/** Shopify reports an invalid redirect address before anybody signs in, and nothing for a valid one. */
async function examineRedirect(ctx: ConnectorContext, shop: string, returnUrl: string): Promise<SetupFinding> {
  if (wayOf(ctx.settings) === 'granted') {
    return ok('redirect_allowed', 'The redirect URL is allowed', 'The shop was approved by way of it.')
  }
  const state = randomBytes(16).toString('hex')
  const start = {
    values: { url: shop },
    state,
    callbackUrl: returnUrl,
    returnUrl,
    access: 'read',
    app: ctx.app,
  } as const
  const url = await connect.redirect?.start(start)
  const result = url && (await pageOf(ctx, url))
  if (result && result.status >= 400 && /redirect_uri|redirect uri/i.test(result.text)) {
    const text = `Add ${returnUrl} to the redirect URLs of the app, to the letter, under Versions in the Dev Dashboard, and release the version.`
    return wrong('redirect_allowed', 'Shopify refuses to come back to this installation', text)
  }
  if (result && result.status >= 400 && /scope/i.test(result.text)) {
    const text = `Enter the access scopes of this page under Versions in the Dev Dashboard and release the version. Shopify says: ${result.text}`
    return wrong('scopes_allowed', 'The app may not ask for all access scopes', text)
  }
  const text = `Shopify has nothing against it so far, and says for certain only when somebody approves. It has to be ${returnUrl}, to the letter.`
  return unknown('redirect_allowed', 'Whether the redirect URL is allowed', text)
}

async function pageOf(
  { http, signal }: ConnectorContext,
  url: string,
): Promise<{ readonly status: number; readonly text: string } | undefined> {
  const asked = await attempt(() => http.request({ method: 'GET', url, retries: 0, signal, judge: () => 'final' }))
  // Redirected to sign in, or no response: the result is unknown.
  if ('failure' in asked) return undefined
  const { status, body } = asked.value
  const text = Buffer.from(body).toString('utf8').slice(0, 20_000)
  return {
    status,
    text: text
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 200),
  }
}

async function examineName(ctx: ConnectorContext, shop: string | undefined): Promise<SetupFinding[]> {
  if (shop === undefined) return []
  const found = await examineCredentials(ctx, shop, { client_id: 'none', client_secret: 'none' })
  if (found.id === 'shop_name') return [found]
  return found.state === 'unknown'
    ? [unknown('shop_name', `Whether there is a shop at ${shop}`, found.text)]
    : [ok('shop_name', `There is a shop at ${shop}`, 'Shopify answers for it.')]
}

/** Checks what a connection has access to. */
async function examineAccess(ctx: ConnectorContext): Promise<SetupFinding[]> {
  const served = new Set<string>()
  const http: ConnectorContext['http'] = {
    ...ctx.http,
    async request(request) {
      const response = await ctx.http.request(request)
      const version = response.headers['x-shopify-api-version']
      if (version !== undefined) served.add(version)
      return response
    },
  }
  const asked = await attempt(() => checkShop({ ...ctx, http }))
  if ('failure' in asked) return [refused(asked.failure)]
  const account = asked.value
  return [
    ok('access', `${account.name} lets the app in`, `It answers as ${account.id}.`),
    scopesFinding(account),
    ...customerDataFinding(account.warnings),
    versionFinding([...served]),
    ...signingFinding(ctx),
  ]
}

function refused(failure: ConnectorFailure): SetupFinding {
  const { kind, message, platformCode } = failure
  if (platformCode === 'no_shop') return wrong('shop_name', 'There is no such shop', message)
  if (kind === 'permission' && platformCode === 'ACCESS_DENIED') {
    return wrong('scopes', 'The app may not read orders', message)
  }
  return isPassing(failure)
    ? unknown('access', 'The shop could not be asked', message)
    : wrong('access', 'The shop does not let the app in', message)
}

function scopesFinding({ discovered, gaps = [] }: ConnectedAccount): SetupFinding {
  const granted = (discovered.scopes ?? '').split(',')
  const missing = wantedScopes.filter((scope) => !hasScope(granted, scope))
  if (missing.length === 0) return ok('scopes', 'All access scopes are granted', 'Nothing is missing.')
  const losses = gaps.map(({ what, cost }) => `Without the ${what}: ${cost}.`)
  const ways = gaps.map(({ where, who }) => `${where} Who can: ${who.charAt(0).toLowerCase()}${who.slice(1)}.`)
  const text = [...losses, ...new Set(ways)].join(' ')
  return wrong('scopes', `Not granted: ${missing.join(', ')}`, text)
}

function customerDataFinding(warnings: readonly string[]): SetupFinding[] {
  const denied = warnings.filter((warning) => warning.includes('does not show'))
  const [first] = denied
  return first === undefined ? [] : [wrong('customer_data', 'Part of the orders is not shown', denied.join(' '))]
}

function versionFinding(served: readonly string[]): SetupFinding {
  const title = 'Version of the API'
  const [first] = served
  if (first === undefined) return unknown('api_version', title, 'Shopify did not say which version it serves.')
  const other = served.find((version) => version !== apiVersion)
  if (other === undefined) return ok('api_version', title, `Shopify serves ${apiVersion}, as asked.`)
  const text = `Shopify serves ${other.slice(0, 20)} instead of ${apiVersion}: this Tillsight is too old for it. Update it before figures begin to differ.`
  return wrong('api_version', title, text)
}

/** Webhooks are signed with the app's secret, which a pasted token says nothing about. */
function signingFinding({ settings }: ConnectorContext): SetupFinding[] {
  if (wayOf(settings) !== 'pasted' || settings.clientSecret) return []
  const text =
    'Orders come every few minutes instead of at once, because announcements cannot be verified. Connect again with the API secret key of the custom app as client secret.'
  return [wrong('signing_secret', 'The API secret key of the custom app is missing', text)]
}

function misnamed(typed: string): SetupFinding {
  const text = 'Enter it as name.myshopify.com. The admin shows it under Settings > Domains; it never changes.'
  return wrong('shop_name', `“${typed.slice(0, 60)}” is not the name of a Shopify shop`, text)
}

function notConnected({ way }: ExamineOptions): SetupFinding {
  const what = way === 'token' ? 'access token' : 'client ID and secret'
  const text = `Enter the ${what} under Integrations: they are tried before they are stored. Once the shop is connected, this page also says what is granted.`
  return unknown('access', 'No shop is connected yet', text)
}
