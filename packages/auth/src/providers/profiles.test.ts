import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { mainEmail } from '../linking/index.ts'
import type { ProviderName, ProviderSettings } from '../provider-settings.ts'
import { assertProtected } from './outgoing.ts'
import { type ProviderVisit, providers } from './registry.ts'

const settings: ProviderSettings = {
  clientIds: ['client'],
  secret: 'secret',
  redirectUri: undefined,
  url: undefined,
  label: undefined,
  skipNonceCheck: false,
  emailOptional: false,
}

/** The profile of a visit, with these responses to further requests. */
async function profileOf(
  name: ProviderName,
  visit: Partial<ProviderVisit>,
  responses: Readonly<Record<string, unknown>> = {},
) {
  return await providers[name].profile({
    settings,
    accessToken: 'token',
    claims: undefined,
    parameters: new URLSearchParams(),
    readJson: async (url) => {
      const response = responses[url]
      if (response === undefined) throw new Error(`nothing at ${url}`)
      return response
    },
    ...visit,
  })
}

const api = 'https://api.github.com'

test('a GitHub profile takes its addresses from the list that says which are verified', async () => {
  const profile = await profileOf(
    'github',
    {},
    {
      [`${api}/user`]: {
        id: 7,
        login: 'ada',
        name: null,
        avatar_url: 'https://pictures.example/7',
        email: 'shown@example.com',
      },
      [`${api}/user/emails`]: [
        { email: 'Main@example.com', primary: true, verified: false },
        { email: 'Second@example.com', primary: false, verified: true },
        { email: 'not an address', primary: false, verified: true },
      ],
    },
  )
  assert.equal(profile.subject, '7')
  assert.deepEqual(profile.emails, [
    { email: 'main@example.com', primary: true, verified: false },
    { email: 'second@example.com', primary: false, verified: true },
  ])
  assert.equal(mainEmail(profile.emails)?.email, 'second@example.com')
  assert.deepEqual(profile.data, {
    iss: api,
    sub: '7',
    provider_id: '7',
    user_name: 'ada',
    preferred_username: 'ada',
    picture: 'https://pictures.example/7',
    avatar_url: 'https://pictures.example/7',
    email: 'second@example.com',
    email_verified: true,
    phone_verified: false,
  })
})

test('Facebook is asked with proof of the app’s secret, and none of its addresses counts as verified', async () => {
  const proof = createHmac('sha256', 'secret').update('token').digest('hex')
  const profile = await profileOf(
    'facebook',
    {},
    {
      [`https://graph.facebook.com/me?fields=id%2Cname%2Cemail%2Cpicture&appsecret_proof=${proof}`]: {
        id: '9',
        name: 'Ada',
        email: 'Ada@example.com',
        picture: { data: { url: 'https://pictures.example/9' } },
      },
    },
  )
  assert.deepEqual(profile.emails, [{ email: 'ada@example.com', verified: false, primary: true }])
  assert.equal(profile.data['avatar_url'], 'https://pictures.example/9')
})

const claims = { sub: 's', iss: 'https://issuer.example', email: 'ada@example.com', email_verified: 'true' }

test('Apple’s form tells the name and nothing else', async () => {
  const form = (user: string) => ({ claims, parameters: new URLSearchParams({ user }) })
  const named = await profileOf(
    'apple',
    form('{"name":{"firstName":"Ada","lastName":"Lovelace"},"email":"evil@example.com","sub":"evil"}'),
  )
  assert.equal(named.data['full_name'], 'Ada Lovelace')
  assert.equal(named.subject, 's')
  assert.deepEqual(named.emails, [{ email: 'ada@example.com', verified: true, primary: true }])
  assert.equal((await profileOf('apple', form('{broken'))).data['name'], undefined)
})

const owned: readonly (readonly [Readonly<Record<string, unknown>>, boolean])[] = [
  [{}, false],
  [{ email_verified: true }, false],
  [{ xms_edov: false }, false],
  [{ xms_edov: '0' }, false],
  [{ xms_edov: 'false' }, false],
  [{ xms_edov: true }, true],
  [{ xms_edov: '1' }, true],
  [{ verified_primary_email: ['ADA@example.com'] }, true],
  [{ verified_secondary_email: ['other@example.com'] }, false],
]
for (const [more, verified] of owned) {
  test(`a Microsoft address with ${JSON.stringify(more)} is ${verified ? '' : 'not '}verified`, async () => {
    const { email_verified: _unused, ...plain } = claims
    const { emails } = await profileOf('azure', { claims: { ...plain, ...more } })
    assert.equal(emails[0]?.verified, verified)
  })
}

test('claims that are not what they should be are left out', async () => {
  const strange = { sub: 's', email: 'one@example.com,two@example.com', name: 7, picture: 'x'.repeat(5000) }
  const profile = await profileOf('oidc', { claims: strange })
  assert.deepEqual(profile.emails, [])
  assert.deepEqual(Object.keys(profile.data).toSorted(), ['email_verified', 'phone_verified', 'provider_id', 'sub'])
})

test('a provider is reached in clear text only where it is configured so', () => {
  assertProtected('https://id.example/token', 'https://id.example')
  assertProtected('http://127.0.0.1:1/token', 'http://127.0.0.1:1')
  assert.throws(() => assertProtected('http://id.example/token', 'https://id.example'))
  assert.throws(() => assertProtected('javascript:alert(1)', 'http://127.0.0.1:1'))
})
