import { createHmac, randomBytes } from 'node:crypto'
import type { HttpRequest } from '../http.ts'

/** The input of an OAuth 1.0a signature. */
interface OAuthInput {
  readonly method: string
  /** With its query; parameters already there are signed too. */
  readonly url: string
  readonly consumerKey: string
  readonly consumerSecret: string
  readonly timestamp: number
  readonly nonce: string
  readonly signatureMethod?: 'HMAC-SHA256' | 'HMAC-SHA1'
  /** The scheme that the store sees: behind a proxy that ends TLS, it rebuilds its address with http. */
  readonly signAs?: 'https' | 'http'
}

/** Adds one-legged OAuth 1.0a parameters to the address's query; existing ones keep their spelling. */
export function signOAuth(input: OAuthInput): string {
  const signatureMethod = input.signatureMethod ?? 'HMAC-SHA256'
  const parameters: [string, string][] = [
    ...readQuery(input.url),
    ['oauth_consumer_key', input.consumerKey],
    ['oauth_nonce', input.nonce],
    ['oauth_signature_method', signatureMethod],
    ['oauth_timestamp', String(input.timestamp)],
  ]
  const base = [input.method.toUpperCase(), encode(baseUrl(input)), encode(normalise(parameters))].join('&')
  const signature = createHmac(signatureMethod === 'HMAC-SHA1' ? 'sha1' : 'sha256', `${encode(input.consumerSecret)}&`)
    .update(base)
    .digest('base64')
  const added = [...parameters.slice(-4), ['oauth_signature', signature] as const]
  const query = added.map(([name, value]) => `${name}=${encode(value)}`).join('&')
  return `${input.url}${input.url.includes('?') ? '&' : '?'}${query}`
}

function baseUrl(input: OAuthInput): string {
  const { protocol, host, pathname } = new URL(input.url)
  return `${input.signAs ?? protocol.slice(0, -1)}://${host}${pathname}`
}

function readQuery(url: string): [string, string][] {
  const cut = url.indexOf('?')
  if (cut < 0) return []
  return url
    .slice(cut + 1)
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...rest] = part.split('=')
      return [decode(name), decode(rest.join('='))]
    })
}

function normalise(parameters: readonly [string, string][]): string {
  return parameters
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
    .map((pair) => pair.join('='))
    .join('&')
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}

/** RFC 3986: unlike encodeURIComponent it leaves none of !'()* alone. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** The ways to send the keys to a store, in the order of trying. */
const authStyles = ['basic', 'query', 'oauth', 'oauth-http'] as const
/** One way to send the keys. */
export type AuthStyle = (typeof authStyles)[number]

/** The two parts of an API key. */
interface Keys {
  readonly key: string
  readonly secret: string
}

/** Recognises a stored style; undefined for anything else. */
export function toAuthStyle(text: string | undefined): AuthStyle | undefined {
  return authStyles.find((style) => style === text)
}

/** The styles worth trying for an address: without TLS the secret itself must never travel. */
export function stylesFor(root: string): readonly AuthStyle[] {
  return root.startsWith('https:') ? authStyles : ['oauth-http']
}

/** Signs every attempt and every redirect again; `now` is the store's clock, with a tolerance of 15 minutes. */
export function signer(keys: Keys, style: AuthStyle, now: () => Date): NonNullable<HttpRequest['sign']> {
  return ({ method, url }) => {
    const plainHttp = url.startsWith('http:')
    if (style === 'basic' && !plainHttp) {
      const credentials = Buffer.from(`${keys.key}:${keys.secret}`).toString('base64')
      return { url, headers: { authorization: `Basic ${credentials}` } }
    }
    if (style === 'query' && !plainHttp) {
      const query = `consumer_key=${encodeURIComponent(keys.key)}&consumer_secret=${encodeURIComponent(keys.secret)}`
      return { url: `${url}${url.includes('?') ? '&' : '?'}${query}`, headers: {} }
    }
    const signed = signOAuth({
      method,
      url,
      consumerKey: keys.key,
      consumerSecret: keys.secret,
      timestamp: Math.floor(now().getTime() / 1_000),
      nonce: randomBytes(16).toString('hex'),
      signAs: plainHttp || style === 'oauth-http' ? 'http' : 'https',
    })
    return { url: signed, headers: {} }
  }
}
