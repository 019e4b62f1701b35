import type { Auth } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { largestMetadataBytes, parseIdpMetadata } from './idp-metadata.ts'
import { type SsoProvider, updateSsoProvider } from './store.ts'

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
