import { randomBytes } from 'node:crypto'
import type { HttpRequest } from '../http.ts'
import { signOAuth } from './oauth.ts'

/** The ways a store may want to see the keys, in the order of trying. */
export const authStyles = ['basic', 'query', 'oauth', 'oauth-http'] as const
/** One way of showing the keys. */
export type AuthStyle = (typeof authStyles)[number]

/** The two parts of an API key. */
export interface Keys {
  readonly key: string
  readonly secret: string
}

/** Recognises a stored style; anything else is none. */
export function toAuthStyle(text: string | undefined): AuthStyle | undefined {
  return authStyles.find((style) => style === text)
}

/** The styles worth trying for an address: without TLS the secret itself must never travel. */
export function stylesFor(root: string): readonly AuthStyle[] {
  return root.startsWith('https:') ? authStyles : ['oauth-http']
}

/** Signs every attempt and every redirect anew; `now` is the store's clock, whose window is 15 minutes. */
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
