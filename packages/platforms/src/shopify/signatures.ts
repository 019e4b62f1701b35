import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ConnectionSettings } from '../contract.ts'

const unsigned = new Set(['hmac', 'signature'])

/**
 * The signed text of an address that Shopify redirects to: all parameters but the signature, sorted by name. A space is
 * `%20`, never `+`.
 */
export function signedText(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .filter(([name]) => !unsigned.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
}

/** Whether the address was made by Shopify for the app with this secret. In constant time. */
export function isSignedQuery(query: Readonly<Record<string, string>>, secret: string): boolean {
  const given = Buffer.from(query.hmac ?? '', 'hex')
  return isEqual(given, sign(signedText(query), secret))
}

/** Whether Shopify signed the body: `signature` is the header in base64. In constant time. */
export function isSignedBody(body: Uint8Array, signature: string, secret: string): boolean {
  // An empty secret would let anybody sign.
  return secret !== '' && isEqual(Buffer.from(signature, 'base64'), sign(body, secret))
}

/** Whether the signed part of a token was signed with this secret: `signature` is base64url. In constant time. */
export function isSignedToken(signed: string, signature: string, secret: string): boolean {
  return secret !== '' && isEqual(Buffer.from(signature, 'base64url'), sign(signed, secret))
}

/** The client secrets of the operator's app that Shopify may sign with: two during a rotation. */
export function appSecrets({ apiSecret = '', previousSecret = '' }: ConnectionSettings): readonly string[] {
  return [apiSecret, previousSecret].filter((secret) => secret !== '')
}

function sign(message: string | Uint8Array, secret: string): Buffer {
  return createHmac('sha256', secret).update(message).digest()
}

function isEqual(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}
