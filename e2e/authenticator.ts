import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const periodMs = 30_000

/**
 * The code of an authenticator app for a base32 key, which may contain spaces. A code is valid once, so use `next` for a
 * second one within half a minute.
 */
export function codeFor(key: string, { next = 0 }: { readonly next?: number } = {}): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / periodMs) + next))
  const digest = createHmac('sha1', decode(key)).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0xf
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

function decode(key: string): Buffer {
  const letters = key.replaceAll(/[\s=]/g, '').split('')
  const bits = letters.map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
