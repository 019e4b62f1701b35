import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** What a refresh token names. */
export interface RefreshToken {
  /** UUID. */
  readonly session: string
  readonly counter: bigint
}

const version = 0
const uuidBytes = 16
const signatureBytes = 16
const checksumBytes = 4
const shortest = 1 + uuidBytes + 1 + signatureBytes + checksumBytes

/**
 * Text of a token: version, session, counter, the session key's signature over these, and a checksum that tells a damaged
 * token from a forged one without a look at the database.
 */
export function encodeRefreshToken(token: RefreshToken, key: Uint8Array): string {
  const head = Buffer.concat([
    Buffer.from([version]),
    Buffer.from(token.session.replaceAll('-', ''), 'hex'),
    encodeVarint(token.counter),
  ])
  const signed = Buffer.concat([head, sign(head, key)])
  return Buffer.concat([signed, checksum(signed)]).toString('base64url')
}

/** What the token names, before its signature is checked; undefined for anything that we cannot have made. */
export function decodeRefreshToken(
  text: string,
): (RefreshToken & { isSignedBy(key: Uint8Array): boolean }) | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length < shortest || bytes[0] !== version || bytes.toString('base64url') !== text) return undefined
  const signed = bytes.subarray(0, -checksumBytes)
  if (!checksum(signed).equals(bytes.subarray(-checksumBytes))) return undefined
  const head = signed.subarray(0, -signatureBytes)
  const counter = decodeVarint(head.subarray(1 + uuidBytes))
  if (counter === undefined) return undefined
  const hex = head.subarray(1, 1 + uuidBytes).toString('hex')
  const session = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const signature = signed.subarray(-signatureBytes)
  return { session, counter, isSignedBy: (key) => timingSafeEqual(sign(head, key), signature) }
}

function sign(head: Uint8Array, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(head).digest().subarray(0, signatureBytes)
}

function checksum(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest().subarray(0, checksumBytes)
}

function encodeVarint(value: bigint): Buffer {
  const bytes: number[] = []
  let rest = value
  do {
    const low = Number(rest & 0x7fn)
    rest >>= 7n
    bytes.push(rest > 0n ? low | 0x80 : low)
  } while (rest > 0n)
  return Buffer.from(bytes)
}

/** Undefined unless the bytes are exactly one number in its shortest form. */
function decodeVarint(bytes: Uint8Array): bigint | undefined {
  let value = 0n
  for (const [index, byte] of bytes.entries()) {
    value |= BigInt(byte & 0x7f) << BigInt(7 * index)
    const isLast = (byte & 0x80) === 0
    if (isLast) return index === bytes.length - 1 && (byte !== 0 || index === 0) && index < 9 ? value : undefined
  }
  return undefined
}
