import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '@tillsight/database/testing'
import { nameIdFormats, nameIds } from './person.ts'
import { createFakeIdp, type FakeIdp, freshKey } from './testing/fake-idp.ts'
import { startSsoAuth } from './testing/sso-auth.ts'

const asked: { url: string; init: RequestInit | undefined }[] = []
let response: () => Response | Promise<Response> = () => new Response(null, { status: 404 })
const database = await openTestDatabase({ after })
const auth = await startSsoAuth(
  { after },
  {
    database,
    fetch: async (url, init) => {
      asked.push({ url, init })
      return await response()
    },
  },
)

async function create(idp: FakeIdp, more: Record<string, unknown> = {}) {
  const { status, body } = await auth.manage('POST', '/admin/sso/providers', {
    type: 'saml',
    metadata_xml: idp.metadata(),
    ...more,
  })
  assert.equal(status, 201, JSON.stringify(body))
  return Object(body)
}

async function failure(method: string, path: string, body?: unknown): Promise<unknown[]> {
  const { status, body: answered } = await auth.manage(method, path, body)
  return [status, Object(answered).code, Object(answered).message]
}

test('a provider is created, listed, read and deleted', async () => {
  const idp = createFakeIdp()
  const provider = await create(idp, {
    domains: ['One.example', ' two.example ', 'one.example'],
    name_id_format: nameIds.email,
    attribute_mapping: { keys: { name: { name: 'cn' } } },
    resource_id: 'team-1',
  })
  assert.deepEqual(provider.domains, [{ domain: 'one.example' }, { domain: 'two.example' }])
  assert.deepEqual(provider.saml, {
    entity_id: idp.entityId,
    metadata_xml: idp.metadata(),
    attribute_mapping: { keys: { name: { name: 'cn' } } },
    name_id_format: nameIds.email,
  })
  assert.equal(provider.disabled, false)
  const path = `/admin/sso/providers/${provider.id}`
  assert.deepEqual((await auth.manage('GET', path)).body, provider)
  const listed = Object((await auth.manage('GET', '/admin/sso/providers?resource_id=team-1')).body)
  assert.equal(listed.items.length, 1)
  assert.equal(listed.items[0].id, provider.id)
  assert.equal(listed.items[0].saml.metadata_xml, undefined)
  const prefixed = Object((await auth.manage('GET', '/admin/sso/providers?resource_id_prefix=te%25')).body)
  assert.deepEqual(prefixed.items, [])
  assert.deepEqual((await auth.manage('DELETE', path)).body, provider)
  const gone = [404, 'sso_provider_not_found', 'SSO Identity Provider not found']
  assert.deepEqual(await failure('GET', path), gone)
  assert.deepEqual(await failure('PUT', path, {}), gone)
  assert.deepEqual(await failure('DELETE', '/admin/sso/providers/x'), gone)
})

test('creating refuses with the texts of the protocol', async () => {
  const known = createFakeIdp()
  const provider = await create(known, { domains: ['taken.example'] })
  const xml = createFakeIdp().metadata()
  const cases: [Record<string, unknown>, unknown[]][] = [
    [{}, [400, 'validation_failed', "Only 'saml' supported for SSO provider type"]],
    [{ type: 'saml' }, [400, 'validation_failed', 'Either metadata_xml or metadata_url must be set']],
    [
      { type: 'saml', metadata_xml: xml, metadata_url: 'https://x.example' },
      [400, 'validation_failed', 'Only one of metadata_xml or metadata_url needs to be set'],
    ],
    [{ type: 'saml', metadata_url: 'x' }, [400, 'validation_failed', 'metadata_url is not a valid URL']],
    [{ type: 'saml', metadata_url: 'http://x.example' }, [400, 'validation_failed', 'metadata_url is not a HTTPS URL']],
    [
      { type: 'saml', metadata_xml: xml, name_id_format: 'x' },
      [400, 'validation_failed', `name_id_format must be unspecified or one of ${nameIdFormats.join(', ')}`],
    ],
    [
      { type: 'saml', metadata_xml: known.metadata() },
      [422, 'saml_idp_already_exists', `SAML Identity Provider with this EntityID (${known.entityId}) already exists`],
    ],
    [
      { type: 'saml', metadata_xml: xml, domains: ['TAKEN.example'] },
      [
        400,
        'sso_domain_already_exists',
        `SSO Domain 'taken.example' is already assigned to an SSO identity provider (${provider.id})`,
      ],
    ],
    [{ type: 'saml', metadata_xml: '<x/>' }, [400, 'validation_failed', 'SAML Metadata does not contain an EntityID']],
    [
      { type: 'saml', metadata_xml: `<!DOCTYPE x>${xml}` },
      [400, 'validation_failed', 'SAML Metadata cannot be read: the document declares a type'],
    ],
    [
      { type: 'saml', metadata_xml: xml.replaceAll('IDPSSODescriptor', 'SPSSODescriptor') },
      [400, 'validation_failed', 'SAML Metadata does not contain any IDPSSODescriptor'],
    ],
    [
      { type: 'saml', metadata_xml: xml.replace(/<md:KeyDescriptor.*<\/md:KeyDescriptor>/s, '') },
      [400, 'validation_failed', 'SAML Metadata does not contain a certificate for signing'],
    ],
    [
      { type: 'saml', metadata_xml: xml.replace('HTTP-Redirect', 'SOAP') },
      [400, 'validation_failed', 'SAML Metadata does not contain a SingleSignOnService with the HTTP-Redirect binding'],
    ],
  ]
  for (const [body, expected] of cases) {
    assert.deepEqual(await failure('POST', '/admin/sso/providers', body), expected)
  }
})

test('a change keeps what is not given, and refuses another entity', async () => {
  const idp = createFakeIdp()
  const provider = await create(idp, { domains: ['a.example', 'b.example'], name_id_format: nameIds.email })
  const other = await create(createFakeIdp(), { domains: ['c.example'] })
  const path = `/admin/sso/providers/${provider.id}`
  const changed = Object((await auth.manage('PUT', path, { domains: ['b.example', 'd.example'] })).body)
  assert.deepEqual(changed.domains, [{ domain: 'b.example' }, { domain: 'd.example' }])
  assert.equal(changed.saml.name_id_format, nameIds.email)
  const reset = Object((await auth.manage('PUT', path, { name_id_format: '', domains: [] })).body)
  assert.equal(reset.saml.name_id_format, undefined)
  assert.deepEqual(reset.domains, [])
  assert.deepEqual(await failure('PUT', path, { domains: ['c.example'] }), [
    400,
    'sso_domain_already_exists',
    `SSO Domain 'c.example' already assigned to another provider (${other.id})`,
  ])
  const stranger = createFakeIdp()
  assert.deepEqual(await failure('PUT', path, { metadata_xml: stranger.metadata() }), [
    400,
    'saml_entity_id_mismatch',
    `SAML Metadata can be updated only if the EntityID matches for the provider; expected '${idp.entityId}' but got '${stranger.entityId}'`,
  ])
})

test('metadata are fetched without following them elsewhere, and failures are told', async () => {
  const idp = createFakeIdp()
  const url = 'https://idp.example.com/metadata'
  const body = { type: 'saml', metadata_url: url }
  const failures: [() => Response | Promise<Response>, string][] = [
    [() => new Response('', { status: 500 }), `HTTP 500 error fetching SAML Metadata from URL '${url}'`],
    [() => Response.redirect('https://169.254.169.254/'), `HTTP 302 error fetching SAML Metadata from URL '${url}'`],
    [() => Promise.reject(new Error('refused')), `SAML Metadata could not be fetched from URL '${url}'`],
    [() => new Response('x'.repeat(1_048_577)), 'SAML Metadata is larger than 1048576 bytes'],
  ]
  for (const [responses, message] of failures) {
    response = responses
    assert.deepEqual(await failure('POST', '/admin/sso/providers', body), [400, 'saml_metadata_fetch_failed', message])
  }
  response = () => new Response(idp.metadata())
  const created = await auth.manage('POST', '/admin/sso/providers', body)
  assert.equal(created.status, 201)
  assert.equal(Object(created.body).saml.metadata_url, url)
  assert.ok(asked.every((one) => one.url === url && one.init?.redirect === 'manual'))
})

test("a provider's new keys are fetched after a day; a failure leaves the old ones", async () => {
  const idp = createFakeIdp()
  const url = 'https://idp.example.com/rolling'
  response = () => new Response(idp.metadata())
  await auth.manage('POST', '/admin/sso/providers', { type: 'saml', metadata_url: url })
  const next = createFakeIdp(idp.entityId)
  const post = (by: FakeIdp) => auth.post({ xml: by.respond(auth.fields()) })
  response = () => new Response(next.metadata())
  assert.equal((await post(next)).status, 303)
  auth.clock.advance(86_401)
  response = () => new Response('', { status: 500 })
  assert.equal((await post(idp)).status, 302)
  response = () => new Response(next.metadata({ extra: [freshKey().certificate] }))
  assert.equal((await post(next)).status, 302)
  assert.equal((await post(idp)).status, 303)
})
