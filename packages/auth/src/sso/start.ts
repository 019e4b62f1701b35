import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto'
import { AppError } from '@tillsight/core'
import { z } from 'zod'
import type { Auth } from '../context.ts'
import { AuthError, invalid, unexpected } from '../errors.ts'
import { insertFlow } from '../flows.ts'
import { requirePerson, takeIpTurn } from '../guards.ts'
import {
  Challenge,
  type CodeChallenge,
  type Endpoint,
  isUuid,
  parseChallenge,
  readBody,
  redirect,
  resolveRedirect,
  Security,
} from '../wire.ts'
import { parseIdpMetadata, selfSignedCertificate } from './idp-metadata.ts'
import { nameIds } from './person.ts'
import { findSsoProvider, insertRelayState, type SsoProvider } from './store.ts'

/** Our own SAML identity, as identity providers know it. */
export interface ServiceProvider {
  /** Also the address of our metadata. */
  readonly entityId: string
  /** Where responses have to be sent. */
  readonly acsUrl: string
  /** RSA. */
  readonly key: KeyObject
}

/** Our own service provider. Throws `404 saml_provider_disabled` if SAML is disabled. */
export function requireServiceProvider(auth: Pick<Auth, 'settings' | 'externalUrl'>): ServiceProvider {
  const { enabled, privateKey } = auth.settings.saml
  if (!enabled || privateKey === undefined) throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
  const base = `${auth.externalUrl()}/sso/saml`
  return { entityId: `${base}/metadata`, acsUrl: `${base}/acs`, key: keyOf(privateKey) }
}

const keys = new Map<string, KeyObject>()

function keyOf(text: string): KeyObject {
  const known = keys.get(text)
  if (known) return known
  try {
    const key = parseSamlKey(text)
    keys.set(text, key)
    return key
  } catch (cause) {
    throw unexpected('SAML 2.0 is not set up correctly', cause)
  }
}

const fewestBits = 2048

/** `AUTH_SAML_PRIVATE_KEY`: PKCS#1 in base64, or PEM. Throws `invalid_input` for anything but an RSA key of 2048 bits or more. */
export function parseSamlKey(text: string): KeyObject {
  const key = readKey(text)
  const bits = key?.asymmetricKeyType === 'rsa' ? (key.asymmetricKeyDetails?.modulusLength ?? 0) : 0
  if (key && bits >= fewestBits) return key
  throw new AppError(
    'invalid_input',
    `AUTH_SAML_PRIVATE_KEY cannot be used: expected an RSA key of at least ${fewestBits} bits, as base64 of PKCS#1 or as PEM.`,
  )
}

function readKey(text: string): KeyObject | undefined {
  try {
    // Environment files often hold a PEM on one line.
    if (text.includes('-----BEGIN')) return createPrivateKey(text.replaceAll('\\n', '\n'))
    return createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs1' })
  } catch {
    return undefined
  }
}

const Body = z.object({
  ...Challenge.shape,
  ...Security.shape,
  // Clients omit it, or send a nil id.
  provider_id: z.union([z.literal(''), z.guid()]).optional(),
  domain: z.string().optional(),
  redirect_to: z.string().optional(),
  skip_http_redirect: z.boolean().optional(),
})
type Body = z.infer<typeof Body>

/** `POST /sso`: where to go for signing in at a company's identity provider. */
export const startSso: Endpoint = async (auth, call) => {
  const self = requireServiceProvider(auth)
  takeIpTurn(auth, call, 'sso')
  const body = await readBody(call.request, Body)
  await requirePerson(auth, call, body)
  const id = body.provider_id && !/^[0-]+$/.test(body.provider_id) ? body.provider_id : ''
  if (id && body.domain) throw invalid('Only one of provider_id or domain supported')
  if (!id && !body.domain) throw invalid('A provider_id or domain needs to be provided')
  const challenge = parseChallenge(body.code_challenge, body.code_challenge_method)
  const provider = await findProvider(auth, id, body.domain)
  const redirectTo = resolveRedirect(auth, call, body.redirect_to)
  const url = await requestSignIn(auth, { self, provider, challenge, redirectTo })
  return body.skip_http_redirect ? Response.json({ url }) : redirect(303, url)
}

async function findProvider(auth: Auth, id: string, domain: Body['domain']): Promise<SsoProvider> {
  const key = id !== '' ? { id } : { domain: domain ?? '' }
  const provider = await findSsoProvider(auth.db.kysely, key)
  if (!provider) {
    const text = isUuid(id) ? 'No such SSO provider' : 'No SSO provider assigned for this domain'
    throw new AuthError(404, 'sso_provider_not_found', text)
  }
  if (provider.disabled) throw new AuthError(404, 'sso_provider_disabled', 'SSO Provider is currently disabled')
  return provider
}

interface SignInRequest {
  readonly self: ServiceProvider
  readonly provider: SsoProvider
  readonly challenge: CodeChallenge | undefined
  readonly redirectTo: string
}

async function requestSignIn(auth: Auth, { self, provider, challenge, redirectTo }: SignInRequest): Promise<string> {
  const { signInUrl, certificates } = await parseIdpMetadata(provider.metadataXml)
  const requestId = `id-${randomBytes(20).toString('hex')}`
  const relayState = await auth.db.transaction(async (tx) => {
    const flow =
      challenge && (await insertFlow(auth, tx, { method: 'sso/saml', challenge, redirectTo, provider: provider.id }))
    return await insertRelayState(auth, tx, {
      providerId: provider.id,
      requestId,
      flowId: flow?.id ?? null,
      redirectTo,
    })
  })
  // Loaded when it is needed, as everywhere in this folder: it takes memory, and few installations use it.
  const { SAML } = await import('@node-saml/node-saml')
  const saml = new SAML({
    entryPoint: signInUrl,
    issuer: self.entityId,
    callbackUrl: self.acsUrl,
    idpCert: [...certificates],
    privateKey: self.key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    signatureAlgorithm: 'sha256',
    identifierFormat: provider.nameIdFormat ?? nameIds.persistent,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => requestId,
  })
  return await saml.getAuthorizeUrlAsync(relayState, undefined, {})
}

/** `GET /sso/saml/metadata`: what the administrator of an identity provider enters there. */
export const metadata: Endpoint = async (auth, call) => {
  const { entityId, acsUrl, key } = requireServiceProvider(auth)
  const certificate = selfSignedCertificate(key, `SAML 2.0 Certificate for ${new URL(entityId).hostname}`)
  const isDownload = call.query.get('download') === 'true'
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${escape(entityId)}">
  <SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing">
      <ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate.toString('base64')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>
    </KeyDescriptor>
    <NameIDFormat>${nameIds.email}</NameIDFormat>
    <NameIDFormat>${nameIds.persistent}</NameIDFormat>
    <AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escape(acsUrl)}" index="1" isDefault="true"/>
  </SPSSODescriptor>
</EntityDescriptor>
`
  return new Response(xml, {
    headers: {
      'content-type': 'application/xml',
      'cache-control': 'public, max-age=600',
      ...(isDownload ? { 'content-disposition': 'attachment; filename="metadata.xml"' } : {}),
    },
  })
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? '')
}
