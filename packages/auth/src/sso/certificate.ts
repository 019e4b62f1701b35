import { createPublicKey, type KeyObject, sign } from 'node:crypto'

const objectIds = {
  // 1.2.840.113549.1.1.11 and 2.5.4.3
  sha256WithRsa: Buffer.from('2a864886f70d01010b', 'hex'),
  commonName: Buffer.from('550403', 'hex'),
}
const tags = {
  integer: 0x02,
  bits: 0x03,
  none: 0x05,
  objectId: 0x06,
  text: 0x0c,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
}

/**
 * A certificate (DER) that a key gives itself, because metadata carry keys only in this form. Nothing in it but the key is
 * believed by anybody, so its dates never pass; it is the same for the same key and name.
 */
export function selfSignedCertificate(key: KeyObject, name: string): Buffer {
  const algorithm = element(tags.sequence, element(tags.objectId, objectIds.sha256WithRsa), element(tags.none))
  const subject = element(
    tags.sequence,
    element(
      tags.set,
      element(tags.sequence, element(tags.objectId, objectIds.commonName), element(tags.text, Buffer.from(name))),
    ),
  )
  const validity = element(tags.sequence, time('20200101000000Z'), time('21200101000000Z'))
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const serial = element(tags.integer, Buffer.from([1]))
  const content = element(tags.sequence, serial, algorithm, subject, validity, subject, publicKey)
  // The first byte of a bit string tells how many bits at its end do not count.
  const signature = element(tags.bits, Buffer.from([0]), sign('sha256', content, key))
  return element(tags.sequence, content, algorithm, signature)
}

function time(text: string): Buffer {
  return element(tags.time, Buffer.from(text))
}

function element(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content])
}

function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length]
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest >>= 8) bytes.unshift(rest & 0xff)
  return [0x80 | bytes.length, ...bytes]
}
