import type {
  AppField,
  ConnectExchange,
  ConnectionSettings,
  ConnectMethod,
  ConnectRedirect,
  ConnectStart,
} from '../contract.ts'
import { ConnectorError, isConnectorError } from '../failures.ts'
import type { HttpClient } from '../http.ts'
import { noShop, requestToken, toSettings } from './access.ts'
import { embedded } from './embedded.ts'
import { wantedScopes } from './scopes.ts'
import { baseUrlOf, isShopDomain, shopOf } from './shop-domain.ts'
import { appSecrets, isSignedQuery } from './signatures.ts'

const patienceMs = 10_000

/** The maximum difference between Shopify's clock and ours when the browser returns. */
const freshMs = 90_000

const app: readonly AppField[] = [
  {
    key: 'apiKey',
    variable: 'SHOPIFY_API_KEY',
    help: 'Client ID of your app: Dev Dashboard > the app > Settings',
    secret: false,
    required: true,
  },
  {
    key: 'apiSecret',
    variable: 'SHOPIFY_API_SECRET',
    help: 'Client secret of your app, shown beside the client ID',
    secret: true,
    required: true,
  },
  {
    key: 'previousSecret',
    variable: 'SHOPIFY_API_SECRET_PREVIOUS',
    help: 'The client secret that the present one replaces, for as long as Shopify still signs with it',
    secret: true,
    required: false,
  },
  {
    key: 'listingUrl',
    variable: 'SHOPIFY_APP_STORE_URL',
    help: 'Page of your app in the Shopify App Store, where shops begin to install a listed app',
    secret: false,
    required: false,
  },
  {
    key: 'shopUrl',
    variable: 'SHOPIFY_URL',
    help: 'Where shops are reached, with {shop} for name.myshopify.com; for simulators only, https://{shop} by default',
    secret: false,
    required: false,
    simulated: true,
  },
]

/** The authorisation code grant, with expiring tokens. */
const authorise: ConnectRedirect = {
  listing: (own) => own.listingUrl,
  landed,
  start,
  exchange,
  embedded,
  returned(query) {
    return { state: query.state ?? '', accepted: query.code !== undefined }
  },
}

export const connect: ConnectMethod = {
  fields: [
    {
      key: 'url',
      label: 'Name of the shop',
      help: 'As in the admin, such as name.myshopify.com',
      type: 'url',
      secret: false,
      required: true,
    },
    {
      key: 'clientId',
      label: 'Client ID',
      help: 'Of an app of your own organisation: Dev Dashboard > the app > Settings',
      type: 'text',
      secret: false,
      required: false,
    },
    {
      key: 'clientSecret',
      label: 'Client secret',
      help: 'Beside the client ID; with an access token, the API secret key of its app',
      type: 'password',
      secret: true,
      required: false,
    },
    {
      key: 'token',
      label: 'Admin API access token',
      help: 'Of a custom app that exists already, instead of a client ID; begins with shpat_',
      type: 'password',
      secret: true,
      required: false,
    },
  ],
  grants: ['accessToken', 'refreshToken'],
  app,
  redirect: authorise,
}

async function start({ values, state, returnUrl, app: own, http }: ConnectStart): Promise<string> {
  const shop = shopOf(values)
  const query = new URLSearchParams({
    client_id: own.apiKey ?? '',
    scope: wantedScopes.join(','),
    redirect_uri: returnUrl,
    state,
  })
  const url = `${baseUrlOf(own, shop)}/admin/oauth/authorize?${query}`
  if (http) await lookForShop(http, { shop, url })
  return url
}

/** The App URL, opened from the app store or the admin: it grants nothing, so an old signature is accepted. */
function landed(query: Readonly<Record<string, string>>, own: ConnectionSettings): ConnectionSettings {
  const { shop = '' } = query
  if (!isShopDomain(shop) || !isSignedByApp(query, own)) throw notGenuine()
  return { url: shop }
}

/** Verifies that the browser comes from Shopify and for the same shop, then exchanges the code for a token. */
async function exchange(input: ConnectExchange) {
  const { query, values, app: own, http, clock } = input
  const { shop = '', code = '' } = query
  if (!isShopDomain(shop)) throw notGenuine()
  if (!own.apiSecret || !isSignedByApp(query, own)) throw notGenuine()
  const at = Number(query.timestamp) * 1_000
  if (!(Math.abs(clock.now().getTime() - at) <= freshMs)) throw notGenuine()
  if (shop !== shopOf(values)) throw otherShop(shop, shopOf(values))
  const response = await requestToken(http, {
    shop,
    base: baseUrlOf(own, shop),
    body: { client_id: own.apiKey ?? '', client_secret: own.apiSecret, code, expiring: '1' },
    repeatable: false,
  })
  return { url: shop, ...toSettings(response, input) }
}

function isSignedByApp(query: Readonly<Record<string, string>>, own: ConnectionSettings): boolean {
  return appSecrets(own).some((secret) => isSignedQuery(query, secret))
}

/** Does not say what was wrong: that would help whoever forged the address. */
function notGenuine(): ConnectorError {
  return new ConnectorError({
    kind: 'bad_request',
    message: 'The answer did not come from Shopify in time, or not for this attempt. Start connecting again.',
    platformCode: 'callback',
  })
}

function otherShop(given: string, begun: string): ConnectorError {
  return new ConnectorError({
    kind: 'account_state',
    message: `The approval was given for ${given}, but connecting began with ${begun}. Sign in to the right shop at Shopify and start again, or begin with ${given}.`,
    platformCode: 'other_shop',
  })
}

/**
 * Checks that the shop exists before the merchant is redirected to it, where Shopify would only show a page of its own.
 * Throws for an unknown name; any other failure is left to the merchant's browser.
 */
async function lookForShop(http: HttpClient, { shop, url }: { shop: string; url: string }): Promise<void> {
  try {
    const { status } = await http.request({
      method: 'GET',
      url,
      timeoutMs: patienceMs,
      retries: 0,
      judge: () => 'final',
    })
    if (status !== 404) return
  } catch (error) {
    if (isConnectorError(error)) return
    throw error
  }
  throw new ConnectorError({ kind: 'account_state', message: noShop(shop), field: 'url', platformCode: 'address' })
}
