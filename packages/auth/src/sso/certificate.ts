import { createPublicKey, type KeyObject, sign } from 'node:crypto'
import { parseXml2JsFromString } from '@node-saml/node-saml/lib/xml.js'

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

/** An element, its name without the prefix of its namespace. */
export interface Xml {
  readonly text: string
  attribute(name: string): string | undefined
  /** Direct children of that name. */
  all(name: string): readonly Xml[]
}

/** A whole document. */
export interface XmlDocument {
  readonly name: string
  readonly root: Xml
}

/** What cannot be read, or had better not be. */
export class XmlError extends Error {}

/**
 * Reads a document. Declarations of types and entities are refused, so that nothing outside of the text is ever looked at and
 * nothing in it grows. Throws {@link XmlError}.
 */
export async function parseXml(text: string, mostBytes: number): Promise<XmlDocument> {
  if (Buffer.byteLength(text) > mostBytes) throw new XmlError(`the document is larger than ${mostBytes} bytes`)
  if (/<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.test(text)) throw new XmlError('the document declares a type')
  const document: unknown = await parseXml2JsFromString(text).catch((cause: unknown) => {
    throw new XmlError('the document is not XML', { cause })
  })
  const [entry, ...others] = isRecord(document) ? Object.entries(document) : []
  if (!entry || others.length > 0) throw new XmlError('the document has no element')
  return { name: entry[0], root: toXml(entry[1]) }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** An element as the parser hands it over: `$` attributes, `_` text, lists of children. */
export function toXml(value: unknown): Xml {
  const fields = isRecord(value) ? value : {}
  const attributes = isRecord(fields['$']) ? fields['$'] : {}
  return {
    text: textOf(typeof value === 'string' ? value : fields['_']).trim(),
    attribute(name) {
      const own = Object.hasOwn(attributes, name) ? attributes[name] : undefined
      return typeof own === 'string' ? own : undefined
    },
    all(name) {
      const list = Object.hasOwn(fields, name) ? fields[name] : undefined
      return Array.isArray(list) ? list.map(toXml) : []
    },
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
