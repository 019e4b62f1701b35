import { createPublicKey, type KeyObject, sign, X509Certificate } from 'node:crypto'
import type { Auth } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { type SsoProvider, updateSsoProvider } from './store.ts'

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
 * A self-signed certificate (DER) for a key, because metadata carries keys only in this form. Nobody relies on anything in it
 * but the key, so it never expires; the same key and name always give the same certificate.
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
  // The first byte of a bit string is the number of unused bits at its end.
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

/** An XML element; its name is without the namespace prefix. */
export interface Xml {
  readonly text: string
  attribute(name: string): string | undefined
  /** Direct children of that name. */
  all(name: string): readonly Xml[]
}

/** A whole document. */
interface XmlDocument {
  readonly name: string
  readonly root: Xml
}

/** XML that cannot be parsed or is refused for safety. */
export class XmlError extends Error {}

/**
 * Parses a document. Type and entity declarations are refused, so that nothing outside the text is ever loaded and nothing in
 * it expands. Throws {@link XmlError}.
 */
export async function parseXml(text: string, mostBytes: number): Promise<XmlDocument> {
  if (Buffer.byteLength(text) > mostBytes) throw new XmlError(`the document is larger than ${mostBytes} bytes`)
  if (/<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.test(text)) throw new XmlError('the document declares a type')
  const { parseXml2JsFromString } = await import('@node-saml/node-saml/lib/xml.js')
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

/** The metadata of an identity provider. */
export interface IdpMetadata {
  readonly entityId: string
  /** Where people are sent to sign in. */
  readonly signInUrl: string
  /** PEM; the keys that its assertions are signed with. */
  readonly certificates: readonly string[]
}

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** The size limit for metadata. */
const largestMetadataBytes = 1024 * 1024

/** Throws `400 validation_failed` for metadata that cannot be used to sign in. */
export async function parseIdpMetadata(text: string): Promise<IdpMetadata> {
  if (text.includes('\uFFFD')) {
    throw invalid('SAML Metadata XML contains invalid UTF-8 characters, which are not supported at this time')
  }
  const entity = entityOf(await read(text))
  const entityId = entity?.attribute('entityID') ?? ''
  if (!entity || entityId === '') throw invalid('SAML Metadata does not contain an EntityID')
  const [idp, ...others] = entity.all('IDPSSODescriptor')
  if (!idp) throw invalid('SAML Metadata does not contain any IDPSSODescriptor')
  if (others.length > 0) throw invalid('SAML Metadata contains multiple IDPSSODescriptors')
  return { entityId, signInUrl: signInUrlOf(idp), certificates: certificatesOf(idp) }
}

async function read(text: string): Promise<XmlDocument> {
  try {
    return await parseXml(text, largestMetadataBytes)
  } catch (error) {
    if (error instanceof XmlError) throw invalid(`SAML Metadata cannot be read: ${error.message}`)
    throw error
  }
}

/** Some wrap a single entity into a list. */
function entityOf({ name, root }: XmlDocument): Xml | undefined {
  if (name === 'EntityDescriptor') return root
  if (name !== 'EntitiesDescriptor') return undefined
  const providers = root.all('EntityDescriptor').filter((entity) => entity.all('IDPSSODescriptor').length > 0)
  return providers.length === 1 ? providers[0] : undefined
}

function signInUrlOf(idp: Xml): string {
  const service = idp.all('SingleSignOnService').find((one) => one.attribute('Binding') === redirectBinding)
  const location = service?.attribute('Location') ?? ''
  const url = URL.canParse(location) ? new URL(location) : undefined
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.href
  throw invalid('SAML Metadata does not contain a SingleSignOnService with the HTTP-Redirect binding')
}

function certificatesOf(idp: Xml): readonly string[] {
  const certificates = idp
    .all('KeyDescriptor')
    // A key without `use` is for every purpose.
    .filter((key) => (key.attribute('use') ?? 'signing') === 'signing')
    .flatMap((key) => key.all('KeyInfo'))
    .flatMap((info) => info.all('X509Data'))
    .flatMap((data) => data.all('X509Certificate'))
    .map(({ text }) => toPem(text))
  if (certificates.length === 0) throw invalid('SAML Metadata does not contain a certificate for signing')
  return certificates
}

function toPem(base64: string): string {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).toString()
  } catch {
    throw invalid('SAML Metadata contains a certificate that cannot be read')
  }
}

const timeoutMs = 5_000
const freshForMs = 86_400_000

/** Reads metadata from its address, without following it anywhere else. Throws `400 saml_metadata_fetch_failed`. */
export async function fetchIdpMetadata(auth: Pick<Auth, 'fetch'>, address: string): Promise<string> {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url) throw invalid('metadata_url is not a valid URL')
  if (url.protocol !== 'https:') throw invalid('metadata_url is not a HTTPS URL')
  try {
    const response = await auth.fetch(url.href, {
      headers: { accept: 'application/samlmetadata+xml, application/xml;charset=UTF-8' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status === 200) return await readLimited(response)
    throw failed(`HTTP ${response.status} error fetching SAML Metadata from URL '${address}'`)
  } catch (cause) {
    if (cause instanceof AuthError) throw cause
    throw failed(`SAML Metadata could not be fetched from URL '${address}'`, cause)
  }
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > largestMetadataBytes) throw failed(`SAML Metadata is larger than ${largestMetadataBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The provider with current metadata, so that it can rotate its keys. If fetching fails, the old metadata stays. */
export async function refreshMetadata(auth: Auth, provider: SsoProvider): Promise<SsoProvider> {
  const now = auth.clock.now()
  const { metadataUrl } = provider
  if (metadataUrl === null || now.getTime() - provider.updatedAt.getTime() < freshForMs) return provider
  try {
    const metadataXml = await fetchIdpMetadata(auth, metadataUrl)
    const { entityId } = await parseIdpMetadata(metadataXml)
    if (entityId !== provider.entityId) throw failed('SAML Metadata are of another entity by now')
    await updateSsoProvider(auth.db.kysely, { id: provider.id, metadataXml }, now)
    return { ...provider, metadataXml }
  } catch (error) {
    auth.log.warn({ err: error, provider: provider.id }, 'metadata could not be renewed; the old ones stay in use')
    return provider
  }
}

function failed(message: string, cause?: unknown): AuthError {
  return new AuthError(400, 'saml_metadata_fetch_failed', { message, cause })
}
