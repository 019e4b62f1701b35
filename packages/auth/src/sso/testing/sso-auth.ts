// A service with SAML enabled and one configured identity provider. For tests only.
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import type { CleanUp } from '@tillsight/database/testing'
import { type RawResponse, startTestAuth, type TestAuth, type TestAuthOptions } from '../../testing.ts'
import { createFakeIdp, type FakeIdp, type ReceivedRequest, type ResponseFields, readRequest } from './fake-idp.ts'

/** A response to post back. */
export interface Posted {
  readonly xml: string
  readonly relayState?: string
  readonly ip?: string
}

/** A running service and its provider. */
export interface SsoAuth extends TestAuth {
  readonly idp: FakeIdp
  readonly providerId: string
  /** The fields of a valid response. */
  fields(request?: ReceivedRequest, more?: Partial<ResponseFields>): ResponseFields
  /** Starts a sign-in without PKCE. */
  start(body?: Readonly<Record<string, unknown>>): Promise<ReceivedRequest>
  post(posted: Posted): Promise<RawResponse & { readonly location: URL }>
  /** An admin's request. */
  manage(method: string, path: string, body?: unknown): Promise<RawResponse>
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

const samlKey = privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64')

/** Starts a service; every request appears to come from a different address. */
export async function startSsoAuth(t: CleanUp, options: TestAuthOptions = {}): Promise<SsoAuth> {
  const auth = await startTestAuth(t, {
    ...options,
    env: {
      AUTH_SAML_ENABLED: '1',
      AUTH_SAML_PRIVATE_KEY: samlKey,
      AUTH_RATE_LIMIT_SSO: '100000',
      AUTH_URI_ALLOW_LIST: 'https://app.example.com/**',
      ...options.env,
    },
  })
  const idp = createFakeIdp()
  const manage: SsoAuth['manage'] = (method, path, body) =>
    auth.raw(path, { method, bearer: auth.service.apiKeys.service, body })
  const created = await manage('POST', '/admin/sso/providers', {
    type: 'saml',
    metadata_xml: idp.metadata(),
    domains: ['Company.example'],
  })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const base = `${auth.url}/auth/v1/sso/saml`
  let posts = 0
  return {
    ...auth,
    idp,
    manage,
    providerId: String(Object(created.body).id),
    fields: (request, more) => ({
      acsUrl: `${base}/acs`,
      audience: `${base}/metadata`,
      now: auth.clock.now(),
      inResponseTo: request?.id,
      attributes: { email: ['Ada@Company.example'] },
      ...more,
    }),
    async start(body = { domain: 'company.example' }) {
      const response = await auth.raw('/sso', {
        method: 'POST',
        body: { skip_http_redirect: true, ...body },
        ip: `198.51.100.${posts % 250}`,
      })
      assert.equal(response.status, 200, JSON.stringify(response.body))
      return readRequest(String(Object(response.body).url))
    },
    async post({ xml, relayState = '', ip }) {
      posts += 1
      const response = await auth.raw('/sso/saml/acs', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          SAMLResponse: Buffer.from(xml).toString('base64'),
          RelayState: relayState,
        }).toString(),
        ip: ip ?? `203.0.113.${posts % 250}`,
      })
      return { ...response, location: new URL(response.headers.get('location') ?? 'http://no.location/') }
    },
  }
}
