import type { ConnectorContext } from '../contract.ts'
import type { HttpRequest } from '../http.ts'
import { signer, stylesFor } from './authentication.ts'
import { toEndpoint } from './endpoint.ts'
import { isAboutKeys, keyPartsSwapped, keyRefused, toFailure } from './failures.ts'
import { cacheBuster, type Learnt, type Signing } from './learnt.ts'
import { hostOf, type Location } from './locate.ts'
import { judgeResponse, readResponse } from './responses.ts'

const tolerableOffsetMs = 300_000

/** Tries the ways of signing in order and keeps the first that is understood. Throws `reauth` when none is. */
export async function findSigning(ctx: ConnectorContext, location: Location, learnt: Learnt): Promise<Signing> {
  if (areSwapped(ctx.settings)) throw keyPartsSwapped(hostOf(location.home))
  let lastCode = ''
  let wrongSecret = false
  for (const signing of signingsFor(location)) {
    const response = await ctx.http.request({
      method: 'GET',
      url: toEndpoint(location.root, 'wc/v3/orders', { per_page: 1, _fields: 'id', _: cacheBuster(ctx, learnt) }),
      headers: { 'cache-control': 'no-cache' },
      sign: signFor(ctx, signing),
      judge: judgeResponse,
      signal: ctx.signal,
    })
    const result = readResponse(response)
    if (result.kind === 'data') return signing
    const refused = result.kind === 'error' && result.status === 401 && isAboutKeys(result.code)
    if (!refused) {
      throw toFailure(result, response, {
        host: hostOf(location.home),
        resource: 'orders',
        identity: ctx.http.identity,
        now: ctx.clock.now(),
      })
    }
    lastCode = result.code
    const shownSecret = signing.style === 'basic' || signing.style === 'query'
    wrongSecret ||= shownSecret && result.code === 'woocommerce_rest_authentication_error'
  }
  throw keyRefused(hostOf(location.home), lastCode, wrongSecret)
}

/** Whether the two parts of the key were entered in each other's field. */
function areSwapped({ key = '', secret = '' }: ConnectorContext['settings']): boolean {
  return key.startsWith('cs_') && secret.startsWith('ck_')
}

function signingsFor(location: Location): Signing[] {
  return stylesFor(location.root).flatMap((style): Signing[] => {
    const timeless = style === 'basic' || style === 'query'
    return (timeless ? [0] : offsetsFor(location)).map((clockOffsetMs) => ({ style, clockOffsetMs }))
  })
}

/** A `Date` header far from our clock may be right, or the work of a proxy: OAuth allows 15 minutes either way. */
export function offsetsFor({ clockOffsetMs }: Location): readonly number[] {
  return Math.abs(clockOffsetMs) < tolerableOffsetMs ? [0] : [clockOffsetMs, 0]
}

/** Signs in one way with the context's keys. */
export function signFor(ctx: ConnectorContext, { style, clockOffsetMs }: Signing): NonNullable<HttpRequest['sign']> {
  const { key = '', secret = '' } = ctx.settings
  return signer({ key, secret }, style, () => new Date(ctx.clock.now().getTime() + clockOffsetMs))
}
