import { X509Certificate } from 'node:crypto'
import type { Auth } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { parseXml, type Xml, type XmlDocument, XmlError } from './certificate.ts'
import { type SsoProvider, updateSsoProvider } from './store.ts'

/** What an identity provider says about itself. */
export interface IdpMetadata {
  readonly entityId: string
  /** Where people are sent to sign in. */
  readonly signInUrl: string
  /** PEM; the keys that its assertions are signed with. */
  readonly certificates: readonly string[]
}

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** The most that anybody's metadata may be. */
const largestMetadataBytes = 1024 * 1024

/** Throws `400 validation_failed` for metadata that nobody could sign in with. */
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
    // A key without a use is for everything.
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

/** The provider with metadata of today, so that it may change its keys. What cannot be fetched stays as it was. */
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
