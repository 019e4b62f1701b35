import { createHash, randomBytes } from 'node:crypto'

/** Anything in a text that looks like a key of the API. */
const pattern = /tsk_[\w-]{43}/

/** A new key: 32 random bytes, which are seen only by whoever creates it. */
export function makeKey(): string {
  return printKey(randomBytes(32))
}

/** The key of these bytes. */
export function printKey(bytes: Uint8Array): string {
  return `tsk_${Buffer.from(bytes).toString('base64url')}`
}

/** What is stored of a key. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** The first characters of a key, by which people recognise it. */
export function prefixOf(key: string): string {
  return key.slice(0, 12)
}

/** Whether a token claims to be a key, whether or not it is one. */
export function isKeyLike(token: string): boolean {
  return token.startsWith('tsk_')
}

/** The first key that stands somewhere in a text. */
export function findKeyIn(text: string): string | undefined {
  return pattern.exec(text)?.[0]
}
