import type { ConnectionSettings, ConnectorContext, KeepAlive } from '../contract.ts'
import { ConnectorError } from '../failures.ts'
import { isKind, reasonOf, tokenEnded } from './failures.ts'
import { recall } from './learnt.ts'
import { inspectToken, requestToken } from './token-responses.ts'

/** How a connection gets access: a pasted token, or a grant on screen. */
export type Way = 'pasted' | 'granted'

/** The way for which the connection has values; undefined while it has no token. */
export function wayOf(settings: ConnectionSettings): Way | undefined {
  if (settings.token) return 'pasted'
  return settings.accessToken ? 'granted' : undefined
}

/** Long tokens are exchanged for new ones about once a day, for as long as Meta does that. */
const exchangeAfterMs = 22 * 3_600_000

/** The token of one connection while it is read. */
export interface Access {
  token(): Promise<string>
  /** The secret for `appsecret_proof`; undefined for a token of an app whose secret was not given. */
  readonly secret: string | undefined
  readonly person: string | undefined
  /** Determines why the token was refused, by asking Meta with the app's credentials. */
  refused(failure: ConnectorError): Promise<ConnectorError>
}

/** Opens the access of a connection. Without a token, throws `reauth` with a message for the form. */
export function openAccess(ctx: ConnectorContext): Access {
  let current = ctx.settings
  const way = wayOf(current)
  if (way === undefined) throw incomplete()
  const learnt = recall(ctx.http)
  const tokenOf = () => (way === 'pasted' ? current.token : current.accessToken) ?? ''
  const renewIfDue = async () => {
    const now = ctx.clock.now().getTime()
    if (!isExchangeDue(current, now) || now - learnt.triedExchangeAt < exchangeAfterMs) return
    learnt.triedExchangeAt = now
    try {
      current = await renewed(ctx, current)
    } catch (error) {
      ctx.signal.throwIfAborted()
      // A token that cannot be exchanged may still work for weeks; Meta says so when it does not.
      if (!isKind(error, 'reauth', 'permission', 'transient', 'throttled', 'bad_request')) throw error
    }
  }
  return {
    async token() {
      if (way === 'granted') await renewIfDue()
      return tokenOf()
    },
    secret: secretOf(ctx, way),
    person: current.personName || undefined,
    async refused(failure) {
      const { http, app, signal } = ctx
      const state = await inspectToken(http, app, { token: tokenOf(), signal })
      return confirmed(failure, { state, ctx, person: current.personName })
    },
  }
}

interface Confirming {
  readonly state: Awaited<ReturnType<typeof inspectToken>>
  readonly ctx: ConnectorContext
  readonly person: string | undefined
}

/**
 * A refused token that Meta's debug endpoint calls valid was refused by mistake, unless the user was inactive for too long.
 */
function confirmed(failure: ConnectorError, { state, ctx, person }: Confirming): ConnectorError {
  const isDead = failure.failure.kind === 'reauth'
  if (state === undefined) return failure
  if (!state.isValid) return tokenEnded(reasonOf(state.subcode), person)
  const { dataAccessExpiresAt } = state
  if (dataAccessExpiresAt !== '' && Date.parse(dataAccessExpiresAt) <= ctx.clock.now().getTime()) {
    return tokenEnded(
      'nobody has opened it for 90 days, and Meta wants the person to confirm that it may go on',
      person,
    )
  }
  if (!isDead) return failure
  return new ConnectorError({
    kind: 'transient',
    message: 'Meta refused the token and calls it valid at the same time. We keep trying; reading goes on by itself.',
    platformCode: failure.failure.platformCode ?? '190',
  })
}

/** A token of the operator's app uses the app's secret, a pasted one the secret given with it, if any. */
function secretOf({ settings, app }: ConnectorContext, way: Way): string | undefined {
  if (way === 'granted') return app.appSecret || undefined
  if (settings.appSecret) return settings.appSecret
  return settings.proof === 'none' ? undefined : app.appSecret || undefined
}

function isExchangeDue({ accessToken, exchangedAt = '' }: ConnectionSettings, now: number): boolean {
  if (!accessToken) return false
  const last = Date.parse(exchangedAt)
  return Number.isNaN(last) || now - last >= exchangeAfterMs
}

async function renewed(ctx: ConnectorContext, { accessToken = '' }: ConnectionSettings): Promise<ConnectionSettings> {
  return await ctx.renew({ accessToken }, async (stored) => await extend(ctx, stored.accessToken ?? ''))
}

/** Exchanges a working token for a long-lived one; returns it as settings, with what Meta reports about it. */
export async function extend(
  { http, app, clock, signal }: Pick<ConnectorContext, 'http' | 'app' | 'clock'> & { readonly signal?: AbortSignal },
  token: string,
): Promise<ConnectionSettings> {
  const form = { grant_type: 'fb_exchange_token', fb_exchange_token: token }
  const given = signal === undefined ? {} : { signal }
  const response = await requestToken(http, app, { form, ...given })
  const state = await inspectToken(http, app, { token: response.access_token, ...given })
  const now = clock.now().getTime()
  const end = response.expires_in ? new Date(now + response.expires_in * 1_000).toISOString() : ''
  return {
    accessToken: response.access_token,
    tokenExpiresAt: state?.expiresAt ?? end,
    dataAccessExpiresAt: state?.dataAccessExpiresAt ?? '',
    exchangedAt: new Date(now).toISOString(),
    ...(state ? { scopes: state.scopes.join(','), personId: state.personId } : {}),
  }
}

/** When access expires unless renewed: the earlier of the token's expiry and that of the user's consent. */
export function grantEnds({ tokenExpiresAt, dataAccessExpiresAt }: ConnectionSettings): Date | undefined {
  const ends = [tokenExpiresAt, dataAccessExpiresAt].map((text) => Date.parse(text ?? '')).filter((at) => at > 0)
  return ends.length === 0 ? undefined : new Date(Math.min(...ends))
}

/** A long-lived token expires after 60 days unless exchanged. */
export const keepAlive: KeepAlive = {
  isDue: (settings, now) => isExchangeDue(settings, now.getTime()),
  async renew(ctx) {
    await renewed(ctx, ctx.settings)
  },
}

function incomplete(): ConnectorError {
  return new ConnectorError({
    kind: 'reauth',
    message:
      'No access to Meta Ads has been granted yet. Choose Connect and agree at Facebook, or enter the access token of a system user (Business settings > System users).',
    platformCode: 'no_keys',
  })
}
