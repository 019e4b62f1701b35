import { z } from 'zod'
import type { ConnectionSettings, ConnectorContext, KeepAlive } from '../contract.ts'
import { ConnectorError, isConnectorError } from '../failures.ts'
import type { HttpClient, HttpResponse } from '../http.ts'
import { grantDead } from './failures.ts'
import { hostsOf } from './hosts.ts'
import { isRow, textAt } from './values.ts'

const TokenResponse = z.object({
  access_token: z.string().min(1),
  expires_in: z.number(),
  scope: z.string().nullish(),
  refresh_token: z.string().min(1).nullish(),
  refresh_token_expires_in: z.number().nullish(),
  id_token: z.string().nullish(),
})
type TokenResponse = z.infer<typeof TokenResponse>

/** One request for a token. */
interface TokenRequest {
  readonly app: ConnectionSettings
  readonly body: Readonly<Record<string, string>>
  /** A code works only once, a refresh token any number of times. */
  readonly repeatable: boolean
  /** E-mail address of the login, for messages. */
  readonly login?: string | undefined
  readonly isProbablyTesting?: boolean
  readonly signal?: AbortSignal
}

/** Requests a token from Google. Throws `ConnectorError`: only `invalid_grant` means that somebody has to sign in again. */
export async function requestToken(http: HttpClient, request: TokenRequest): Promise<TokenResponse> {
  const response = await http.request({
    method: 'POST',
    url: hostsOf(request.app).token,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(request.body).toString(),
    repeatable: request.repeatable,
    followsRedirects: false,
    retries: 2,
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  })
  const result = parse(response)
  const token = TokenResponse.safeParse(result)
  if (response.status === 200 && token.success) return token.data
  throw refusal(request, response.status, isRow(result) ? textAt(result, 'error') : '')
}

/** Error codes caused by the app's set-up, not by the signed-in user. */
const ours = new Set(['invalid_client', 'unauthorized_client', 'deleted_client', 'disabled_client'])

function refusal({ login, isProbablyTesting = false }: TokenRequest, status: number, code: string): ConnectorError {
  if (code === 'invalid_grant') return grantDead(login, isProbablyTesting)
  if (ours.has(code)) {
    return new ConnectorError({
      kind: 'bad_request',
      message: `Google does not accept the client ID and secret with which Tillsight signs in (${code}). Copy both again from the Google Cloud console; data up to now is kept.`,
      status,
      platformCode: code,
    })
  }
  if (status === 429) {
    return new ConnectorError({
      kind: 'throttled',
      message: 'Google asks us to sign in less often. Reading goes on by itself in a minute.',
      retryAfterMs: 60_000,
      status,
    })
  }
  if (status >= 500 || status === 200 || code === '') {
    return new ConnectorError({
      kind: 'transient',
      message: `Google’s sign-in did not answer properly (status ${status}). It is asked again; reading goes on by itself.`,
      status,
      platformCode: 'token_endpoint',
    })
  }
  return new ConnectorError({
    kind: 'bad_request',
    message: `Google refused to give access (${code.slice(0, 60)}). Start connecting again; if that does not help, look for an update of Tillsight.`,
    status,
    platformCode: code,
  })
}

function parse({ body }: HttpResponse): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    // An HTML page has no fields to read.
    return undefined
  }
}

/** A token is renewed when less than this remains of its hour. */
const marginMs = 5 * 60_000
const dayMs = 24 * 3_600_000

/** How a connection gets access: a grant on screen, or a pasted refresh token. */
type Way = 'granted' | 'pasted'

/** The way for which the connection has values; undefined if there is none. */
export function wayOf(settings: ConnectionSettings): Way | undefined {
  if (settings['token']) return 'pasted'
  return settings['refreshToken'] ? 'granted' : undefined
}

/** The OAuth client that a connection's tokens belong to. */
export function clientOf({ settings, app }: Pick<ConnectorContext, 'settings' | 'app'>) {
  const isOwn = wayOf(settings) === 'pasted' && Boolean(settings['clientId'])
  const { clientId = '', clientSecret = '' } = isOwn ? settings : app
  return { clientId, clientSecret }
}

/** The tokens of one connection while it is read. */
interface Access {
  /** A token that stays valid for some minutes. */
  token(): Promise<string>
  /** A new token, after the last one was refused. */
  renewed(): Promise<string>
}

/** Opens the access of a connection. If values are missing, throws `reauth` with a message for the form. */
export function openAccess(ctx: ConnectorContext): Access {
  let current = ctx.settings
  if (wayOf(current) === undefined) throw incomplete()
  const renew = async () => {
    const spent: ConnectionSettings = current['accessToken'] ? { accessToken: current['accessToken'] } : {}
    current = await ctx.renew(spent, async (stored) => toSettings(await refresh(ctx, stored), ctx))
    return current['accessToken'] ?? ''
  }
  return {
    async token() {
      const left = lifeLeftMs(current, ctx)
      if (current['accessToken'] && left > marginMs) return current['accessToken']
      try {
        return await renew()
      } catch (error) {
        // If Google's sign-in is briefly down, a token that still works is kept.
        if (!current['accessToken'] || left <= 0 || !isPassing(error)) throw error
        return current['accessToken']
      }
    },
    renewed: renew,
  }
}

/** A refresh token expires after six months without use. */
export const keepAlive: KeepAlive = {
  isDue(settings, now) {
    if (wayOf(settings) === undefined) return false
    const ended = Date.parse(settings['accessExpiresAt'] ?? '')
    return Number.isNaN(ended) || now.getTime() - ended >= 7 * dayMs
  },
  async renew(ctx) {
    await openAccess(ctx).renewed()
  },
}

/** The settings to store from a token response. */
export function toSettings(result: TokenResponse, { clock }: Pick<ConnectorContext, 'clock'>): ConnectionSettings {
  const at = (seconds: number) => new Date(clock.now().getTime() + seconds * 1_000).toISOString()
  return {
    accessToken: result.access_token,
    accessExpiresAt: at(result.expires_in),
    ...(result.refresh_token ? { refreshToken: result.refresh_token } : {}),
    ...(result.refresh_token_expires_in ? { refreshTokenExpiresAt: at(result.refresh_token_expires_in) } : {}),
    ...(result.scope ? { grantedScopes: result.scope } : {}),
    ...loginOf(result.id_token ?? ''),
  }
}

/** The signed-in user. The token came directly from Google, so checking its signature would add nothing. */
function loginOf(idToken: string): ConnectionSettings {
  const claims = claimsOf(idToken)
  const [id, email] = [textAt(claims, 'sub'), textAt(claims, 'email')]
  return { ...(id === '' ? {} : { loginId: id }), ...(email === '' ? {} : { login: email }) }
}

function claimsOf(idToken: string) {
  try {
    const claims: unknown = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8'))
    return isRow(claims) ? claims : {}
  } catch {
    // Without it, the login merely has no name.
    return {}
  }
}

async function refresh(ctx: ConnectorContext, stored: ConnectionSettings): Promise<TokenResponse> {
  const { clientId, clientSecret } = clientOf({ settings: stored, app: ctx.app })
  const refreshToken = stored['token'] || stored['refreshToken'] || ''
  return await requestToken(ctx.http, {
    app: ctx.app,
    body: {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: clientId,
      client_secret: clientSecret,
    },
    repeatable: true,
    login: stored['login'],
    isProbablyTesting: isProbablyTesting(stored, ctx),
    signal: ctx.signal,
  })
}

/** Whether the app is probably in testing: a grant with an announced end, or one that expired on its seventh day. */
function isProbablyTesting(stored: ConnectionSettings, { clock }: ConnectorContext): boolean {
  if (stored['refreshTokenExpiresAt']) return true
  const age = clock.now().getTime() - Date.parse(stored['grantedAt'] ?? '')
  return age >= 6.9 * dayMs && age <= 8 * dayMs
}

function lifeLeftMs({ accessExpiresAt = '' }: ConnectionSettings, { clock }: ConnectorContext): number {
  const ends = Date.parse(accessExpiresAt)
  return Number.isNaN(ends) ? 0 : ends - clock.now().getTime()
}

function isPassing(error: unknown): boolean {
  return isConnectorError(error) && (error.failure.kind === 'transient' || error.failure.kind === 'throttled')
}

function incomplete(): ConnectorError {
  return new ConnectorError({
    kind: 'reauth',
    message:
      'There is no access to Google Ads yet. Choose Connect and sign in at Google, or paste the refresh token of an app of your own.',
    platformCode: 'no_keys',
  })
}
