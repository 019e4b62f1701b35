import { z } from 'zod'
import type { ConnectEmbedded, ConnectionSettings } from '../contract.ts'
import { ConnectorError } from '../failures.ts'
import { requestToken, toSettings } from './access.ts'
import { baseUrlOf, isShopDomain } from './shop-domain.ts'
import { appSecrets, isSignedToken } from './signatures.ts'

/** The maximum difference between Shopify's clock and ours. */
const leewaySeconds = 10

const Header = z.object({ alg: z.literal('HS256') })
const Claims = z.object({
  iss: z.string(),
  dest: z.string(),
  aud: z.string(),
  exp: z.number(),
  nbf: z.number(),
})

/** The shop of a session token from Shopify's admin; undefined if it is forged, for another app, or not currently valid. */
export function readSessionToken(
  token: string,
  { app, now }: { readonly app: ConnectionSettings; readonly now: Date },
): string | undefined {
  const claims = readSigned(token, app)
  if (claims === undefined || !app.apiKey || claims.aud !== app.apiKey) return undefined
  return isCurrent(claims, now) ? shopIn(claims) : undefined
}

type Claims = z.infer<typeof Claims>

function readSigned(token: string, app: ConnectionSettings): Claims | undefined {
  const [header = '', body = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || !Header.safeParse(decode(header)).success) return undefined
  const signed = `${header}.${body}`
  if (!appSecrets(app).some((secret) => isSignedToken(signed, signature, secret))) return undefined
  return Claims.safeParse(decode(body)).data
}

function isCurrent({ exp, nbf }: Claims, now: Date): boolean {
  const seconds = now.getTime() / 1_000
  return seconds <= exp + leewaySeconds && seconds >= nbf - leewaySeconds
}

function shopIn({ iss, dest }: Claims): string | undefined {
  const shop = hostOf(dest)
  return shop !== undefined && shop === hostOf(iss) && isShopDomain(shop) ? shop : undefined
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    // Invalid JSON has no claims.
    return undefined
  }
}

function hostOf(address: string): string | undefined {
  return URL.canParse(address) && address.startsWith('https://') ? new URL(address).host : undefined
}

const exchanged = {
  grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
  subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
  requested_token_type: 'urn:shopify:params:oauth:token-type:offline-access-token',
  expiring: '1',
} as const

/** The app opened inside Shopify's admin: exchanges the session token of the person signed in there for our own token. */
export const embedded: ConnectEmbedded = {
  isPresented: ({ embedded: inside, id_token: token }) => inside === '1' && token !== undefined,

  verify(query, app, now) {
    return { url: shopOf(query, app, now) }
  },

  async exchange({ query, app, http, clock }) {
    const shop = shopOf(query, app, clock.now())
    const client = { client_id: app.apiKey ?? '', client_secret: app.apiSecret ?? '' }
    const body = { ...client, ...exchanged, subject_token: query.id_token ?? '' }
    try {
      const response = await requestToken(http, { shop, base: baseUrlOf(app, shop), body, repeatable: true })
      return { url: shop, ...toSettings(response, { clock }) }
    } catch (error) {
      if (error instanceof ConnectorError && error.failure.platformCode === 'token') throw stale()
      throw error
    }
  },

  retryHeader: { name: 'X-Shopify-Retry-Invalid-Session-Request', value: '1' },
}

function shopOf(query: Readonly<Record<string, string>>, app: ConnectionSettings, now: Date): string {
  const shop = readSessionToken(query.id_token ?? '', { app, now })
  if (shop === undefined || (query.shop !== undefined && query.shop !== shop)) throw stale()
  return shop
}

/** Does not say what was wrong: that would help whoever forged the token. */
function stale(): ConnectorError {
  return new ConnectorError({
    kind: 'bad_request',
    message: 'The sign-in that Shopify sent along is not valid any more. Open the app in your Shopify admin again.',
    platformCode: 'invalid_session',
  })
}
