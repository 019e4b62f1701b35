import { createHash, randomBytes } from 'node:crypto'

/** A new token of an address: 32 random bytes in 43 characters, which are seen only by whoever makes the link. */
export function makeShareToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token. */
export function hashShareToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
