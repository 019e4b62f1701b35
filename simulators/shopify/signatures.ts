import { createHmac, timingSafeEqual } from 'node:crypto'
import { fieldsOf, readJson } from '../web/exchange.ts'
import type { Platform } from './options.ts'

/** The query that Shopify signs: sorted, `key=value` joined with `&`, spaces as `%20`. */
export function signQuery(pairs: Readonly<Record<string, string>>, secret: string): string {
  const text = Object.keys(pairs)
    .toSorted()
    .map((key) => `${encodeURIComponent(key)}=${encodeURIComponent(pairs[key] ?? '')}`)
    .join('&')
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** An address of the app with the shop and a signature. */
export function signedUrl(
  target: string,
  {
    shop,
    platform,
    more,
    isForged,
  }: {
    readonly shop: string
    readonly platform: Platform
    readonly more?: Readonly<Record<string, string>>
    readonly isForged?: boolean
  },
): string {
  const name = shop.replace('.myshopify.com', '')
  const pairs: Record<string, string> = {
    ...more,
    host: Buffer.from(`admin.shopify.com/store/${name}`).toString('base64').replace(/=+$/, ''),
    shop,
    timestamp: String(Math.floor(platform.clock.now().getTime() / 1000)),
  }
  const url = new URL(target)
  for (const [key, value] of Object.entries(pairs)) url.searchParams.set(key, value)
  url.searchParams.set('hmac', signQuery(pairs, isForged ? 'not the secret' : platform.app.apiSecret))
  return url.href.replaceAll('+', '%20')
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A session token as from App Bridge: HS256, valid for about a minute. */
export function makeSessionToken(
  platform: Platform,
  { shop, expiresInSeconds = 60 }: { readonly shop: string; readonly expiresInSeconds?: number },
): string {
  const now = Math.floor(platform.clock.now().getTime() / 1000)
  const claims = {
    iss: `https://${shop}/admin`,
    dest: `https://${shop}`,
    aud: platform.app.apiKey,
    sub: '1',
    exp: now + expiresInSeconds,
    nbf: now,
    iat: now,
    jti: `${now}-${shop}`,
    sid: 'session',
  }
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${signed}.${createHmac('sha256', platform.app.apiSecret).update(signed).digest('base64url')}`
}

/** Whether a session token is genuine, current and of this shop. */
export function isSessionToken(
  platform: Platform,
  { shop, token }: { readonly shop: string; readonly token: string },
): boolean {
  const [head = '', body = '', signature = ''] = token.split('.')
  const own = createHmac('sha256', platform.app.apiSecret).update(`${head}.${body}`).digest()
  const theirs = Buffer.from(signature, 'base64url')
  if (own.length !== theirs.length || !timingSafeEqual(own, theirs)) return false
  const { aud, dest, exp } = fieldsOf(readJson(Buffer.from(body, 'base64url').toString('utf8')))
  const now = platform.clock.now().getTime() / 1000
  return aud === platform.app.apiKey && dest === `https://${shop}` && typeof exp === 'number' && exp + 10 >= now
}
