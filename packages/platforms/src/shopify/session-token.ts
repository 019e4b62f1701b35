import { z } from 'zod'
import type { ConnectionSettings } from '../contract.ts'
import { isShopDomain } from './shop-domain.ts'
import { appSecrets, isSignedToken } from './signatures.ts'

/** How far Shopify's clock and ours may be apart. */
const leewaySeconds = 10

const Header = z.object({ alg: z.literal('HS256') })
const Claims = z.object({
  iss: z.string(),
  dest: z.string(),
  aud: z.string(),
  exp: z.number(),
  nbf: z.number(),
})

/**
 * The shop that a session token of Shopify's admin was made for; undefined for one that is not genuine, not for this app,
 * or not valid now.
 */
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
    // What is no JSON has no claims.
    return undefined
  }
}

function hostOf(address: string): string | undefined {
  return URL.canParse(address) && address.startsWith('https://') ? new URL(address).host : undefined
}
