// A small identity provider: makes and signs responses, and breaks them in the ways that attackers do.
// For tests only.
import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { signXml } from '@node-saml/node-saml/lib/xml.js'
import { selfSignedCertificate } from '../idp-metadata.ts'

/** The contents of a response. Times are in seconds from now. */
export interface ResponseFields {
  readonly acsUrl: string
  readonly audience: string
  readonly now: Date
  readonly inResponseTo?: string | undefined
  readonly nameId?: string
  readonly nameIdFormat?: string
  readonly issuer?: string
  readonly recipient?: string
  readonly destination?: string
  readonly assertionId?: string
  readonly startsIn?: number
  readonly endsIn?: number
  readonly sessionEndsIn?: number
  readonly status?: string
  readonly attributes?: Readonly<Record<string, readonly string[]>>
  /** `InResponseTo` of the envelope; defaults to the assertion's. */
  readonly envelopeInResponseTo?: string
}

/** How a response is signed. Default: the assertion, by this provider, with SHA-256. */
export interface Signing {
  readonly what?: 'assertion' | 'response' | 'both' | 'nothing'
  readonly algorithm?: 'sha1' | 'sha256'
  /** Signs with another key, whose certificate is embedded in the signature. */
  readonly key?: { readonly key: KeyObject; readonly certificate: Buffer }
}

/** The provider. */
export interface FakeIdp {
  readonly entityId: string
  readonly signInUrl: string
  /** Its metadata; `extra` certificates come before its own. */
  metadata(options?: { readonly entityId?: string; readonly extra?: readonly Buffer[] }): string
  /** XML of a response. */
  respond(fields: ResponseFields, signing?: Signing): string
}

/** The contents of a request that was sent to a provider. */
export interface ReceivedRequest {
  readonly id: string
  readonly relayState: string
  readonly xml: string
  readonly parameters: URLSearchParams
}

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/** A fresh RSA key with its certificate. */
export function freshKey(): { readonly key: KeyObject; readonly certificate: Buffer } {
  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { key, certificate: selfSignedCertificate(key, 'identity provider') }
}

/** A provider with a key of its own. */
export function createFakeIdp(entityId = `https://idp.example.com/${randomUUID()}`): FakeIdp {
  const own = freshKey()
  const signInUrl = 'https://idp.example.com/sso?tenant=1'
  return {
    entityId,
    signInUrl,
    metadata: (options = {}) =>
      metadataOf({
        entityId: options.entityId ?? entityId,
        signInUrl,
        certificates: [...(options.extra ?? []), own.certificate],
      }),
    respond(fields, { what = 'assertion', algorithm = 'sha256', key = own } = {}) {
      const xml = responseOf({ issuer: entityId, ...fields })
      const names = { assertion: ['Assertion'], response: ['Response'], both: ['Assertion', 'Response'], nothing: [] }[
        what
      ]
      return names.reduce((text, name) => signed(text, { name, algorithm, key }), xml)
    },
  }
}

/** Parses the request in the address that the service redirects a browser to. */
export function readRequest(url: string): ReceivedRequest {
  const parameters = new URL(url).searchParams
  const xml = inflateRawSync(Buffer.from(parameters.get('SAMLRequest') ?? '', 'base64')).toString()
  return {
    xml,
    parameters,
    id: /ID="([^"]+)"/.exec(xml)?.[1] ?? '',
    relayState: parameters.get('RelayState') ?? '',
  }
}

function signed(
  xml: string,
  by: { readonly name: string; readonly algorithm: 'sha1' | 'sha256'; readonly key: ReturnType<typeof freshKey> },
): string {
  const path = `//*[local-name(.)='${by.name}']`
  return signXml(
    xml,
    path,
    { reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' },
    {
      privateKey: by.key.key.export({ type: 'pkcs8', format: 'pem' }).toString(),
      publicCert: pem(by.key.certificate),
      signatureAlgorithm: by.algorithm,
      digestAlgorithm: by.algorithm,
    },
  )
}

function pem(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

function responseOf(fields: ResponseFields & { readonly issuer: string }): string {
  const { acsUrl, now, issuer, inResponseTo, envelopeInResponseTo = inResponseTo, status = success } = fields
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r${randomUUID()}" Version="2.0" IssueInstant="${now.toISOString()}" Destination="${fields.destination ?? acsUrl}"${optional('InResponseTo', envelopeInResponseTo)}><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>${assertionOf(fields)}</samlp:Response>`
}

/** An assertion alone, unsigned. */
export function assertionOf(fields: ResponseFields & { readonly issuer: string }): string {
  const { acsUrl, audience, now, issuer, inResponseTo, nameId = 'person-1' } = fields
  const { nameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', attributes = {} } = fields
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()
  const [start, end] = [at(fields.startsIn ?? -30), at(fields.endsIn ?? 120)]
  const sessionEnd = fields.sessionEndsIn === undefined ? undefined : at(fields.sessionEndsIn)
  const statements = Object.entries(attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  )
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${fields.assertionId ?? `_a${randomUUID()}`}" Version="2.0" IssueInstant="${now.toISOString()}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${nameIdFormat}">${nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${end}" Recipient="${fields.recipient ?? acsUrl}"${optional('InResponseTo', inResponseTo)}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${start}" NotOnOrAfter="${end}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${now.toISOString()}"${optional('SessionNotOnOrAfter', sessionEnd)}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${statements.length > 0 ? `<saml:AttributeStatement>${statements.join('')}</saml:AttributeStatement>` : ''}</saml:Assertion>`
}

function metadataOf(of: {
  readonly entityId: string
  readonly signInUrl: string
  readonly certificates: readonly Buffer[]
}): string {
  const keys = of.certificates.map(
    (certificate) =>
      `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\n${certificate.toString('base64')}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  )
  return `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${of.entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example.com/post"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${of.signInUrl}"/></md:IDPSSODescriptor></md:EntityDescriptor>`
}

function optional(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` ${name}="${value}"`
}
