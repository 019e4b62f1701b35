import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '@tillsight/database/testing'
import { nameIds } from './person.ts'
import { assertionOf, createFakeIdp, freshKey, type ResponseFields, type Signing } from './testing/fake-idp.ts'
import { startSsoAuth } from './testing/sso-auth.ts'

const database = await openTestDatabase({ after })
const auth = await startSsoAuth({ after }, { database })
const { idp } = auth
const notValid = /^SAML Assertion is not valid/

/** Posts a response to a fresh request, and expects an error to reach the site with nobody signed in. */
async function refused(make: (fields: ResponseFields) => string, code = 'validation_failed', text = notValid) {
  const request = await auth.start()
  await expectRefusal({ xml: make(auth.fields(request)), relayState: request.relayState }, code, text)
}

async function expectRefusal(posted: Parameters<typeof auth.post>[0], code: string, text: RegExp) {
  const { status, location } = await auth.post(posted)
  assert.equal(status, 303)
  assert.equal(location.origin, auth.url)
  assert.equal(location.searchParams.get('error_code'), code)
  assert.match(location.searchParams.get('error_description') ?? '', text)
  assert.equal(location.hash, '')
  const victim = await database.kysely
    .selectFrom('authIdentities')
    .select('id')
    .where('subject', 'like', '%victim%')
    .executeTakeFirst()
  assert.equal(victim, undefined)
}

/** The identity that an attacker claims. */
function forged(fields: ResponseFields): string {
  return assertionOf({ ...fields, issuer: idp.entityId, nameId: 'victim', assertionId: '_forged' })
}

const wrong: Record<string, (fields: ResponseFields) => { fields?: Partial<ResponseFields>; signing?: Signing }> = {
  'an unsigned assertion': () => ({ signing: { what: 'nothing' } }),
  'a response that is signed only around the assertion': () => ({ signing: { what: 'response' } }),
  "an assertion with somebody else's signature and certificate": () => ({ signing: { key: freshKey() } }),
  'a signature with SHA-1': () => ({ signing: { algorithm: 'sha1' } }),
  'an assertion that has expired': () => ({ fields: { endsIn: -61 } }),
  'an assertion that is not valid yet': () => ({ fields: { startsIn: 90 } }),
  'an assertion for another audience': () => ({ fields: { audience: 'https://other.example/metadata' } }),
  'an assertion for another recipient': () => ({ fields: { recipient: 'https://other.example/acs' } }),
  'a response for another destination': () => ({ fields: { destination: 'https://other.example/acs' } }),
  'an answer to another request': () => ({ fields: { inResponseTo: 'id-other' } }),
  'an assertion to another request in an answer to this one': ({ inResponseTo }) => ({
    fields: { inResponseTo: 'id-other', ...(inResponseTo === undefined ? {} : { envelopeInResponseTo: inResponseTo }) },
  }),
  'an assertion that answers no request, where one was made': () => ({ fields: { inResponseTo: undefined } }),
  'an assertion of another issuer': () => ({ fields: { issuer: 'https://other.example/' } }),
  'a session that is over already': () => ({ fields: { sessionEndsIn: -1 } }),
  'a status that is no success': () => ({ fields: { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' } }),
}

for (const [what, change] of Object.entries(wrong)) {
  test(`${what} is refused`, async () => {
    await refused((fields) => {
      const { fields: more, signing } = change(fields)
      return idp.respond({ ...fields, nameId: 'victim', ...more }, signing)
    })
  })
}

const wrappings: Record<string, (signed: string, evil: string) => string> = {
  'a forged assertion before the signed one': (signed, evil) =>
    signed.replace('<saml:Assertion', `${evil}<saml:Assertion`),
  'a forged assertion after the signed one': (signed, evil) =>
    signed.replace('</samlp:Response>', `${evil}</samlp:Response>`),
  'the signed assertion inside of a forged one': (signed, evil) => {
    const { whole, rest } = takeAssertion(signed)
    return rest.replace(
      '</samlp:Response>',
      `${evil.replace('</saml:Assertion>', `${whole}</saml:Assertion>`)}</samlp:Response>`,
    )
  },
  'the signed assertion hidden in extensions': (signed, evil) => {
    const { whole, rest } = takeAssertion(signed)
    return rest
      .replace('<samlp:Status>', `<samlp:Extensions>${whole}</samlp:Extensions><samlp:Status>`)
      .replace('</samlp:Response>', `${evil}</samlp:Response>`)
  },
  "the signed assertion as an object of a forged one's signature": (signed, evil) => {
    const { whole, rest } = takeAssertion(signed)
    const signature = signatureOf(whole)
    const moved = signature.replace('</Signature>', `<Object>${whole.replace(signature, '')}</Object></Signature>`)
    return rest.replace(
      '</samlp:Response>',
      `${evil.replace('</saml:Issuer>', `</saml:Issuer>${moved}`)}</samlp:Response>`,
    )
  },
  'a forged assertion with the id and signature of the signed one': (signed, evil) => {
    const { whole, rest } = takeAssertion(signed)
    const signature = signatureOf(whole)
    const id = / ID="(_a[^"]+)"/.exec(whole)?.[1] ?? ''
    const copy = evil.replace('_forged', id).replace('</saml:Issuer>', `</saml:Issuer>${signature}`)
    return rest.replace('</samlp:Response>', `${copy}</samlp:Response>`)
  },
  'a name that was changed after signing': (signed) => signed.replace('>person-1<', '>victim<'),
}

for (const [what, wrap] of Object.entries(wrappings)) {
  test(`${what} is refused`, async () => {
    await refused((fields) => wrap(idp.respond(fields), forged(fields)))
  })
}

function signatureOf(xml: string): string {
  const signature = /<Signature.*<\/Signature>/s.exec(xml)?.[0] ?? ''
  assert.notEqual(signature, '')
  return signature
}

function takeAssertion(xml: string): { whole: string; rest: string } {
  const whole = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''
  assert.notEqual(whole, '')
  return { whole, rest: xml.replace(whole, '') }
}

test('a comment in a name does not cut it', async () => {
  const request = await auth.start()
  const name = 'person-1<!-- -->.evil'
  const xml = idp.respond(auth.fields(request, { nameId: name, attributes: { mail: ['c@company.example'] } }))
  assert.equal((await auth.post({ xml, relayState: request.relayState })).status, 302)
  const identity = await database.kysely
    .selectFrom('authIdentities')
    .select('subject')
    .where('email', '=', 'c@company.example')
    .executeTakeFirstOrThrow()
  assert.equal(identity.subject, 'person-1.evil')
})

test('an assertion works once', async () => {
  const xml = idp.respond(auth.fields())
  assert.equal((await auth.post({ xml })).status, 302)
  await expectRefusal({ xml }, 'validation_failed', /has been used already/)
  const parallel = idp.respond(auth.fields())
  const responses = await Promise.all([1, 2, 3, 4].map(() => auth.post({ xml: parallel })))
  assert.deepEqual(
    responses.map(({ status }) => status).toSorted((a, b) => a - b),
    [302, 303, 303, 303],
  )
})

test('an assertion that was asked for is not taken unasked, nor the other way round', async () => {
  const request = await auth.start()
  const asked = idp.respond(auth.fields(request, { nameId: 'victim' }))
  await expectRefusal({ xml: asked }, 'validation_failed', notValid)
  const unasked = idp.respond(auth.fields(undefined, { nameId: 'victim' }))
  await expectRefusal({ xml: unasked, relayState: request.relayState }, 'validation_failed', notValid)
})

test('a request is answered once and within two minutes', async () => {
  const request = await auth.start()
  const response = () => ({ xml: idp.respond(auth.fields(request)), relayState: request.relayState })
  assert.equal((await auth.post(response())).status, 302)
  await expectRefusal(response(), 'saml_relay_state_not_found', /^SAML RelayState does not exist/)
  const late = await auth.start()
  auth.clock.advance(120)
  const tooLate = { xml: idp.respond(auth.fields(late)), relayState: late.relayState }
  await expectRefusal(tooLate, 'saml_relay_state_expired', /^SAML RelayState has expired/)
  await expectRefusal(tooLate, 'saml_relay_state_not_found', /^SAML RelayState does not exist/)
})

test("another provider's assertion does not answer a request", async () => {
  const other = createFakeIdp()
  await auth.manage('POST', '/admin/sso/providers', { type: 'saml', metadata_xml: other.metadata() })
  await refused((fields) => other.respond({ ...fields, nameId: 'victim' }))
  await refused((fields) => other.respond({ ...fields, nameId: 'victim', issuer: idp.entityId }))
  await expectRefusal(
    { xml: other.respond({ ...auth.fields(), nameId: 'victim', issuer: idp.entityId }) },
    'validation_failed',
    notValid,
  )
})

test('providers that nobody knows, and what is no response at all, are told apart', async () => {
  const stranger = createFakeIdp()
  await expectRefusal({ xml: stranger.respond(auth.fields()) }, 'saml_idp_not_found', /^A SAML connection/)
  await expectRefusal({ xml: '' }, 'validation_failed', /^SAMLResponse is missing$/)
  await expectRefusal({ xml: 'x', relayState: 'no url' }, 'validation_failed', /^SAML RelayState is not a valid/)
  await expectRefusal({ xml: 'no xml' }, 'validation_failed', notValid)
  await expectRefusal({ xml: '<a/>' }, 'validation_failed', notValid)
})

test('types, entities and large documents are not read', async () => {
  const sent = idp.respond(auth.fields())
  const declared = `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${sent}`
  await expectRefusal({ xml: declared }, 'validation_failed', /declares a type/)
  await expectRefusal({ xml: `${sent}${' '.repeat(270_000)}` }, 'validation_failed', /larger than/)
  const crowded = sent.replace('</samlp:Response>', `${'<a/>'.repeat(4000)}</samlp:Response>`)
  await expectRefusal({ xml: crowded }, 'validation_failed', /too many elements/)
})

test('an assertion that names nobody, or has no address, is refused', async () => {
  const transient = { nameId: 'victim', nameIdFormat: nameIds.transient }
  await refused((fields) => idp.respond({ ...fields, ...transient }), 'saml_assertion_no_user_id', /persistent Subject/)
  await refused(
    (fields) => idp.respond({ ...fields, nameId: 'victim', attributes: {} }),
    'saml_assertion_no_email',
    /^SAML Assertion does not contain an email address$/,
  )
  await refused(
    (fields) => idp.respond({ ...fields, nameId: 'victim', attributes: { mail: ['no address'] } }),
    'saml_assertion_no_email',
    /^SAML Assertion does not contain an email address$/,
  )
})

test('too many responses from one address have to wait', async (t) => {
  const limited = await startSsoAuth(t, { env: { AUTH_RATE_LIMIT_SSO: '30' } })
  let status = 0
  for (let index = 0; index < 40 && status !== 429; index += 1) {
    status = (await limited.post({ xml: 'x', ip: '192.0.2.50' })).status
  }
  assert.equal(status, 429)
})
