import type { Endpoint } from '../wire/index.ts'
import { selfSignedCertificate } from './certificate.ts'
import { nameIds } from './person.ts'
import { requireServiceProvider } from './service-provider.ts'

/** `GET /sso/saml/metadata`: what an identity provider's administrator enters there. */
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
