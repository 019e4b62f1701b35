import type { ConnectionSettings, ConnectorContext, KeepAlive } from '../contract.ts'
import { ConnectorError, isConnectorError } from '../failures.ts'
import { tokenRefused } from './failures.ts'
import { baseUrlOf, shopOf } from './shop-domain.ts'
import { requestToken, type TokenAnswer } from './token-answers.ts'

/** Renewed when less than this of its life remains. */
const marginMs = 5 * 60_000

/**
 * How a connection gets in: with a pasted token that does not expire, with the client ID and secret of an app of the
 * shop's own organisation, or with what the merchant granted on screen.
 */
export type Way = 'pasted' | 'own_app' | 'granted'

/** The way that the values of a connection allow; undefined when none of them is complete. */
export function wayOf(settings: ConnectionSettings): Way | undefined {
  if (settings.token) return 'pasted'
  if (settings.clientId && settings.clientSecret) return 'own_app'
  return settings.accessToken ? 'granted' : undefined
}

/** The tokens of one connection while it is read. */
export interface Access {
  /** One that is valid for some minutes yet. */
  token(): Promise<string>
  /** After a refusal: another token, or undefined when there is none to be had. */
  renewed(): Promise<string | undefined>
}

/** Opens the access of a connection. Throws `reauth` in words for the form when values are missing. */
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
        // A platform that is down for a moment does not end a token that still works.
        if (current.accessToken === undefined || left <= 0 || !isPassing(error)) throw error
        return current.accessToken
      }
    },
    async renewed() {
      return way === 'pasted' ? undefined : await renew()
    },
  }
}

/** Since the access token ended, which lives for an hour: about once a day. */
const idleMs = 22 * 3_600_000

/** A refresh token that nobody uses for 90 days is dead, and the merchant would have to approve again. */
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

/** What is stored of a token answer. */
export function toSettings(answer: TokenAnswer, { clock }: Pick<ConnectorContext, 'clock'>): ConnectionSettings {
  const at = (seconds: number) => new Date(clock.now().getTime() + seconds * 1_000).toISOString()
  return {
    accessToken: answer.access_token,
    accessTokenExpiresAt: answer.expires_in ? at(answer.expires_in) : '',
    ...(answer.refresh_token ? { refreshToken: answer.refresh_token } : {}),
    ...(answer.refresh_token_expires_in ? { refreshTokenExpiresAt: at(answer.refresh_token_expires_in) } : {}),
    ...(answer.scope ? { grantedScopes: answer.scope } : {}),
  }
}

function lifeLeftMs({ accessTokenExpiresAt }: ConnectionSettings, { clock }: ConnectorContext): number {
  if (!accessTokenExpiresAt) return Number.POSITIVE_INFINITY
  return Date.parse(accessTokenExpiresAt) - clock.now().getTime()
}

async function grant(ctx: ConnectorContext, shop: string, stored: ConnectionSettings): Promise<TokenAnswer> {
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
