import { X509Certificate } from 'node:crypto'
import { invalid } from '../errors.ts'
import { parseXml, type Xml, type XmlDocument, XmlError } from './xml.ts'

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
export const largestMetadataBytes = 1024 * 1024

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
