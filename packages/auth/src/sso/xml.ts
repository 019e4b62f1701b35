import { parseXml2JsFromString } from '@node-saml/node-saml/lib/xml.js'

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
