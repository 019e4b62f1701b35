import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto'

/** The keys of a browser, which only it has. */
export interface BrowserKeys {
  readonly ecdh: ECDH
  /** base64url */
  readonly auth: string
}

/** Reads a message as a browser does: aes128gcm (RFC 8188) with the keys of RFC 8291. Throws for one that is not for it. */
export function decryptPush(body: Buffer, { ecdh, auth }: BrowserKeys): string {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + idLength)
  const sealed = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = derive(ecdh.computeSecret(sender), { salt: Buffer.from(auth, 'base64url'), info, length: 32 })
  const key = derive(secret, { salt, info: Buffer.from('Content-Encoding: aes128gcm\0'), length: 16 })
  const nonce = derive(secret, { salt, info: Buffer.from('Content-Encoding: nonce\0'), length: 12 })
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // The last record ends with a two, and padding.
  const end = plain.lastIndexOf(2)
  return plain.subarray(0, end).toString('utf8')
}

interface Derivation {
  readonly salt: Buffer
  readonly info: Buffer
  readonly length: number
}

function derive(from: Buffer, { salt, info, length }: Derivation): Buffer {
  return Buffer.from(hkdfSync('sha256', from, salt, info, length))
}
