import { z } from 'zod'
import type { ConnectionSettings, ConnectorContext, KeepAlive } from '../contract.ts'
import { ConnectorError, isConnectorError } from '../failures.ts'
import type { HttpClient, HttpResponse } from '../http.ts'
import { damaged, throttled, tokenRefused } from './failures.ts'
import { baseUrlOf, shopOf } from './shop-domain.ts'
import { isRow } from './values.ts'

const TokenResponse = z.object({
  access_token: z.string().min(1),
  scope: z.string().nullish(),
  expires_in: z.number().nullish(),
  refresh_token: z.string().min(1).nullish(),
  refresh_token_expires_in: z.number().nullish(),
})
type TokenResponse = z.infer<typeof TokenResponse>

/** One request for a token. */
interface TokenRequest {
  readonly shop: string
  readonly base: string
  readonly body: Readonly<Record<string, string>>
  /** Repeating a request with the same values is allowed, except with a code, which works only once. */
  readonly repeatable: boolean
  readonly signal?: AbortSignal
}

/** Requests a token from a shop. Throws `ConnectorError` with a message about the presented credentials. */
export async function requestToken(http: HttpClient, request: TokenRequest): Promise<TokenResponse> {
  const { shop, base, body, repeatable, signal } = request
  const response = await http.request({
    method: 'POST',
    url: `${base}/admin/oauth/access_token`,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    repeatable,
    retries: 2,
    ...(signal === undefined ? {} : { signal }),
  })
  const result = parse(response)
  const token = TokenResponse.safeParse(result)
  if (response.status === 200 && token.success) return token.data
  throw refusal(shop, response, isRow(result) ? result : {})
}

function refusal(
  shop: string,
  { status, headers }: HttpResponse,
  result: Readonly<Record<string, unknown>>,
): ConnectorError {
  if (status === 429 || status === 430) return throttled(shop, Number(headers['retry-after'] ?? 60) * 1_000 || 60_000)
  if (status >= 500 || status === 200) return new ConnectorError({ ...damaged({ shop, what: 'access' }), status })
  if (status === 404) return failure('account_state', noShop(shop), { status, code: 'no_shop' })
  const texts = [result.error, result.error_description].filter((text) => typeof text === 'string')
  const isElsewhere = texts.some((text) => text.includes('shop_not_permitted'))
  return byCode(shop, status, isElsewhere ? 'shop_not_permitted' : status === 401 ? 'invalid_client' : (texts[0] ?? ''))
}

function byCode(shop: string, status: number, code: string): ConnectorError {
  switch (code) {
    case 'shop_not_permitted':
      return failure(
        'permission',
        `The app and ${shop} belong to different Shopify organisations, so the app gets no access with its client ID and secret. Create the app in the organisation of the shop, in the Dev Dashboard.`,
        { status, code },
      )
    case 'invalid_client':
      return failure(
        'reauth',
        `${shop} does not accept the client ID and secret of the app. Copy both again from the app’s settings in the Dev Dashboard, and connect again.`,
        { status, code },
      )
    case 'invalid_subject_token':
    case 'invalid_grant':
      return tokenRefused(shop, 'Shopify asks to confirm it again')
    default:
      return failure(
        'reauth',
        `${shop} did not give access: the approval was used already, took too long, or the app is not installed. Start connecting again.`,
        { status, code },
      )
  }
}

/** The message that no shop has this name. */
export function noShop(shop: string): string {
  return `There is no shop at ${shop}: the name is mistyped, or the shop was closed. Enter the name as shown in the admin under Settings > Domains.`
}

function failure(
  kind: 'account_state' | 'permission' | 'reauth',
  message: string,
  { status, code }: { status: number; code: string },
): ConnectorError {
  return new ConnectorError({ kind, message, status, ...(code === '' ? {} : { platformCode: code }) })
}

function parse({ body }: HttpResponse): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    // An HTML page has no fields to read.
    return undefined
  }
}

/** A token is renewed when less than this remains of its lifetime. */
const marginMs = 5 * 60_000

/**
 * How a connection gets access: a pasted token that does not expire, the client ID and secret of an app of the shop's own
 * organisation, or a grant on screen.
 */
type Way = 'pasted' | 'own_app' | 'granted'

/** The way for which the connection has values; undefined if none of them is complete. */
export function wayOf(settings: ConnectionSettings): Way | undefined {
  if (settings.token) return 'pasted'
  if (settings.clientId && settings.clientSecret) return 'own_app'
  return settings.accessToken ? 'granted' : undefined
}

/** The tokens of one connection while it is read. */
export interface Access {
  /** A token that stays valid for some minutes. */
  token(): Promise<string>
  /** A new token after the last one was refused, or undefined if none can be obtained. */
  renewed(): Promise<string | undefined>
}

/** Opens the access of a connection. If values are missing, throws `reauth` with a message for the form. */
export function openAccess(ctx: ConnectorContext, shop: string): Access {
  let current = ctx.settings
  const way = wayOf(current)
  if (way === undefined) throw incomplete(current)
  const renew = async () => {
    const spent: ConnectionSettings = current.accessToken === undefined ? {} : { accessToken: current.accessToken }
    current = await ctx.renew(spent, async (stored) => toSettings(await grant(ctx, shop, stored), ctx))
    return current.accessToken
  }
  return {
    async token() {
      if (way === 'pasted') return current.token ?? ''
      const left = lifeLeftMs(current, ctx)
      if (current.accessToken !== undefined && left > marginMs) return current.accessToken
      try {
        return (await renew()) ?? ''
      } catch (error) {
        // If Shopify is briefly down, a token that still works is kept.
        if (current.accessToken === undefined || left <= 0 || !isPassing(error)) throw error
        return current.accessToken
      }
    },
    async renewed() {
      return way === 'pasted' ? undefined : await renew()
    },
  }
}

/** Time since the expiry of the access token, which lives for an hour: renews about once a day. */
const idleMs = 22 * 3_600_000

/** A refresh token expires after 90 days without use, and the merchant would have to approve again. */
export const keepAlive: KeepAlive = {
  isDue({ refreshToken, accessTokenExpiresAt = '' }, now) {
    if (!refreshToken) return false
    const expired = Date.parse(accessTokenExpiresAt)
    return Number.isNaN(expired) || now.getTime() - expired >= idleMs
  },
  async renew(ctx) {
    await openAccess(ctx, shopOf(ctx.settings)).renewed()
  },
}

/** The settings to store from a token response. */
export function toSettings(result: TokenResponse, { clock }: Pick<ConnectorContext, 'clock'>): ConnectionSettings {
  const at = (seconds: number) => new Date(clock.now().getTime() + seconds * 1_000).toISOString()
  return {
    accessToken: result.access_token,
    accessTokenExpiresAt: result.expires_in ? at(result.expires_in) : '',
    ...(result.refresh_token ? { refreshToken: result.refresh_token } : {}),
    ...(result.refresh_token_expires_in ? { refreshTokenExpiresAt: at(result.refresh_token_expires_in) } : {}),
    ...(result.scope ? { grantedScopes: result.scope } : {}),
  }
}

function lifeLeftMs({ accessTokenExpiresAt }: ConnectionSettings, { clock }: ConnectorContext): number {
  if (!accessTokenExpiresAt) return Number.POSITIVE_INFINITY
  return Date.parse(accessTokenExpiresAt) - clock.now().getTime()
}

async function grant(ctx: ConnectorContext, shop: string, stored: ConnectionSettings): Promise<TokenResponse> {
  const { http, app, signal } = ctx
  const request = { shop, base: baseUrlOf(app, shop), signal, repeatable: true }
  if (wayOf(stored) === 'own_app') {
    const { clientId = '', clientSecret = '' } = stored
    const body = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }
    return await requestToken(http, { ...request, body })
  }
  const { apiKey, apiSecret } = app
  if (!apiKey || !apiSecret) throw tokenRefused(shop, 'this installation no longer has the app that was approved')
  const client = { client_id: apiKey, client_secret: apiSecret }
  if (stored.refreshToken) {
    const body = { ...client, grant_type: 'refresh_token', refresh_token: stored.refreshToken }
    return await requestToken(http, { ...request, body })
  }
  // A token from before tokens expired is exchanged once and for all.
  return await requestToken(http, { ...request, body: { ...client, ...exchangeOf(stored.accessToken ?? '') } })
}

const offlineToken = 'urn:shopify:params:oauth:token-type:offline-access-token'

function exchangeOf(token: string): Record<string, string> {
  return {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: token,
    subject_token_type: offlineToken,
    requested_token_type: offlineToken,
    expiring: '1',
  }
}

function isPassing(error: unknown): boolean {
  return isConnectorError(error) && (error.failure.kind === 'transient' || error.failure.kind === 'throttled')
}

function incomplete({ clientId, clientSecret }: ConnectionSettings): ConnectorError {
  const half = clientId ? 'The client secret is missing' : 'The client ID is missing'
  const begun = clientId || clientSecret ? `${half} beside the other half. ` : ''
  return new ConnectorError({
    kind: 'reauth',
    message: `${begun}Give either the client ID and client secret of an app of your own organisation (Dev Dashboard > the app > Settings), or the Admin API access token of an existing custom app.`,
    platformCode: 'no_keys',
  })
}
