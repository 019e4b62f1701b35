import type { ConnectionSettings, ConnectorContext } from '../contract.ts'
import { ConnectorError } from '../failures.ts'
import { tokenRefused } from './failures.ts'
import { countOf, textOf } from './values.ts'

/** A token is renewed when less than this remains of its lifetime. */
const marginMs = 5 * 60_000

const usualBase = 'https://business-api.tiktok.com'

/** The base address of portal and API, without a trailing slash. */
export function baseOf(app: ConnectionSettings): string {
  return (app.url || usualBase).replace(/\/+$/, '')
}

/** How a connection gets access: a pasted token, or a grant on screen. */
type Way = 'pasted' | 'granted'

/** The way for which the connection has values; undefined if they are incomplete. */
export function wayOf(settings: ConnectionSettings): Way | undefined {
  if (settings.token) return 'pasted'
  return settings.accessToken ? 'granted' : undefined
}

/** Id and secret of the app that the token belongs to; the secret may be unknown for a pasted token. */
export interface Client {
  readonly appId: string
  readonly secret: string
}

/** The app behind a connection: its own when one was typed, else the operator's. */
export function clientOf({ settings, app }: Pick<ConnectorContext, 'settings' | 'app'>): Client {
  if (wayOf(settings) === 'pasted' && settings.appId) return { appId: settings.appId, secret: settings.appSecret ?? '' }
  return { appId: app.appId ?? '', secret: app.appSecret ?? '' }
}

/** The token of one connection while it is read. */
export interface Access {
  token(): Promise<string>
  /** A new token after the last one was refused, or undefined if none can be obtained. */
  renewed(): Promise<string | undefined>
}

/** Exchanges a refresh token for settings to store. */
type Refresh = (refreshToken: string) => Promise<ConnectionSettings>

/** Opens the access of a connection. If values are missing, throws `reauth` with a message for the form. */
export function openAccess(ctx: ConnectorContext, refresh: Refresh): Access {
  let current = ctx.settings
  const way = wayOf(current)
  if (way === undefined) throw incomplete()
  const renewed = async () => {
    // Tokens of this flow are valid until revoked: there is nothing to renew.
    if (way === 'pasted' || !current.refreshToken) return undefined
    const spent = { accessToken: current.accessToken ?? '' }
    current = await ctx.renew(spent, async (stored) => await refresh(stored.refreshToken ?? ''))
    return current.accessToken
  }
  return {
    async token() {
      if (way === 'pasted') return sendable(current.token ?? '')
      const endsAt = Date.parse(current.accessTokenExpiresAt ?? '')
      const isOld = !Number.isNaN(endsAt) && endsAt - ctx.clock.now().getTime() < marginMs
      return sendable((isOld ? await renewed() : undefined) ?? current.accessToken ?? '')
    },
    renewed,
  }
}

function sendable(token: string): string {
  if (!/^[\x21-\x7e]+$/.test(token)) throw tokenRefused('the access token has characters that no token has')
  return token
}

function incomplete(): ConnectorError {
  return new ConnectorError({
    kind: 'reauth',
    message:
      'There is no access to TikTok Ads yet. Connect on screen, or enter an access token with the ID of its app.',
    platformCode: 'incomplete',
    field: 'token',
  })
}

/** The fields of a token response, unparsed. */
export type TokenResponse = Readonly<Record<string, unknown>>

/** The settings to store from it. Throws `transient` if the token itself is missing. */
export function toSettings(response: TokenResponse, now: Date): ConnectionSettings {
  const accessToken = textOf(response.access_token)
  if (accessToken === '') {
    throw new ConnectorError({
      kind: 'transient',
      message: 'TikTok answered without giving access. Start connecting again in a moment.',
      platformCode: 'broken',
    })
  }
  const at = (seconds: unknown) => new Date(now.getTime() + countOf(seconds) * 1_000).toISOString()
  return {
    accessToken,
    advertiserIds: advertisersOf(response).join(','),
    grantedScopes: JSON.stringify(response.scope ?? []),
    // Neither is present in the usual flow, whose tokens are valid until revoked.
    ...(response.expires_in ? { accessTokenExpiresAt: at(response.expires_in) } : {}),
    ...(response.refresh_token ? { refreshToken: textOf(response.refresh_token) } : {}),
    ...(response.refresh_token_expires_in ? { refreshTokenExpiresAt: at(response.refresh_token_expires_in) } : {}),
  }
}

/** Ids of the selected accounts. */
export function advertisersOf({ advertiser_ids: ids }: TokenResponse): string[] {
  return Array.isArray(ids) ? ids.map(textOf).filter((id) => id !== '') : []
}
