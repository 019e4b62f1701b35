import assert from 'node:assert/strict'
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { SupabaseClient } from '@supabase/supabase-js'
import { exportSPKI, generateKeyPair, importJWK, SignJWT } from 'jose'
import { fakeClient, fakeTenant } from './testing/fake-provider.ts'
import { startRunning } from './testing/running.ts'

const running = await startRunning(
  { after },
  {
    AUTH_EXTERNAL_GOOGLE_CLIENT_ID: `${fakeClient.id}, second-client`,
    AUTH_EXTERNAL_APPLE_SKIP_NONCE_CHECK: '1',
    AUTH_EXTERNAL_OIDC_ENABLED: '0',
    AUTH_SECURITY_MANUAL_LINKING_ENABLED: '1',
  },
)
const { auth, fake } = running
let count = 0

function somebody(more: { readonly emailVerified?: boolean; readonly claims?: Record<string, unknown> } = {}) {
  count += 1
  return { subject: `token-${count}`, name: 'Ada', email: `token-${count}@example.com`, emailVerified: true, ...more }
}

/** The grant's response to a body, from a fresh IP address. */
async function grant(body: object, bearer?: string) {
  count += 1
  const { status, body: answer } = await auth.raw('/token?grant_type=id_token', {
    method: 'POST',
    body,
    ip: `203.0.113.${count % 250}`,
    ...(bearer === undefined ? {} : { bearer }),
  })
  return { status, answer }
}

function oauthError(error: string, description: string) {
  return { status: 400, answer: { error, error_description: description } }
}

const badToken = oauthError('invalid request', 'Bad ID token')

test('the official client signs in with a token that it has already', async () => {
  const person = somebody()
  fake.become(person)
  const client = running.client()
  const nonce = randomUUID()
  const token = await fake.idToken({ nonce: createHash('sha256').update(nonce).digest('hex') })
  const { data, error } = await client.auth.signInWithIdToken({ provider: 'google', token, nonce })
  assert.equal(error, null)
  assert.equal(data.user?.email, person.email)
  assert.deepEqual(data.user?.app_metadata, { provider: 'google', providers: ['google'] })
  const { data: claims } = await client.auth.getClaims()
  const [first] = claims?.claims.amr ?? []
  assert.equal(typeof first === 'object' && first.method, 'oauth')
})

test('the token and the browser lead to one account', async () => {
  fake.become(somebody())
  const { data } = await (await running.signIn('google')).auth.getUser()
  const again = await running.client().auth.signInWithIdToken({ provider: 'google', token: await fake.idToken() })
  assert.equal(again.data.user?.id, data.user?.id)
})

test('every client id that is configured may be the audience', async () => {
  fake.become(somebody())
  const token = await fake.idToken({ aud: ['somebody else', 'second-client'] })
  assert.equal((await grant({ provider: 'google', id_token: token })).status, 200)
})

test('what is missing is named', async () => {
  const token = await fake.idToken()
  assert.deepEqual(await grant({ provider: 'google' }), oauthError('invalid request', 'id_token required'))
  assert.deepEqual(
    await grant({ id_token: token }),
    oauthError('invalid request', 'provider or client_id and issuer required'),
  )
  assert.deepEqual(
    await grant({ id_token: token, client_id: fakeClient.id }),
    oauthError('invalid request', 'provider or client_id and issuer required'),
  )
})

test('providers that are off, without ID tokens or unknown are refused before anybody is asked', async () => {
  const id_token = await fake.idToken()
  const before = fake.asked.length
  assert.deepEqual((await grant({ provider: 'github', id_token })).answer, {
    code: 'validation_failed',
    message: 'Custom OIDC provider "github" not allowed',
  })
  assert.deepEqual((await grant({ provider: 'evil', id_token })).answer, {
    code: 'validation_failed',
    message: 'Custom OIDC provider "evil" not allowed',
  })
  assert.deepEqual((await grant({ issuer: 'https://evil.example', client_id: 'x', id_token })).answer, {
    code: 'validation_failed',
    message: 'Custom OIDC provider "https://evil.example" not allowed',
  })
  const off = await grant({ provider: 'oidc', id_token })
  assert.deepEqual(off, {
    status: 400,
    answer: { code: 'provider_disabled', message: 'Provider (issuer "") is not enabled' },
  })
  assert.deepEqual(await grant({ provider: 'google', id_token: 'not a token' }), badToken)
  assert.equal(fake.asked.length, before)
})

test('the older way of naming a provider by its issuer works with configured clients only', async () => {
  fake.become(somebody())
  const token = await fake.idToken()
  assert.equal((await grant({ issuer: fake.url, client_id: fakeClient.id, id_token: token })).status, 200)
  const foreign = await fake.idToken({ aud: 'my own client' })
  const refused = await grant({ issuer: fake.url, client_id: 'my own client', id_token: foreign })
  assert.deepEqual(refused, oauthError('invalid request', 'Unacceptable audience in id_token: [my own client]'))
})

const nowSeconds = () => Math.floor(Date.now() / 1000)
const wrongClaims: readonly (readonly [string, () => Readonly<Record<string, unknown>>])[] = [
  ['of another issuer', () => ({ iss: 'https://evil.example' })],
  ['without an issuer', () => ({ iss: undefined })],
  ['that has expired', () => ({ iat: nowSeconds() - 20, exp: nowSeconds() - 1 })],
  ['without an end', () => ({ exp: undefined })],
  ['of the future', () => ({ nbf: nowSeconds() + 600 })],
  ['without an audience', () => ({ aud: undefined })],
]
for (const [what, claims] of wrongClaims) {
  test(`a token ${what} is refused`, async () => {
    assert.deepEqual(await grant({ provider: 'google', id_token: await fake.idToken(claims()) }), badToken)
  })
}

test('a token for somebody else is refused', async () => {
  const id_token = await fake.idToken({ aud: ['one', 'two'] })
  assert.deepEqual(
    await grant({ provider: 'google', id_token }),
    oauthError('invalid request', 'Unacceptable audience in id_token: [one two]'),
  )
})

test('a token about nobody is refused', async () => {
  assert.deepEqual(
    await grant({ provider: 'google', id_token: await fake.idToken({ sub: undefined }) }),
    oauthError('invalid request', 'Missing sub claim in id_token'),
  )
})

function forge(header: object, claims: object, sign: (text: string) => string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const text = `${encode(header)}.${encode(claims)}`
  return `${text}.${sign(text)}`
}

test('forged signatures are refused', async () => {
  const claims = { iss: fake.url, aud: fakeClient.id, sub: 'victim', iat: nowSeconds(), exp: nowSeconds() + 600 }
  const { kid } = fake.publicJwk
  const publicKey = await importJWK(fake.publicJwk, 'RS256', { extractable: true })
  if (publicKey instanceof Uint8Array) throw new Error('a public key is no secret')
  const pem = await exportSPKI(publicKey)
  const hmac = (key: string) => (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const { privateKey } = await generateKeyPair('RS256')
  const foreign = (header: object) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', ...header }).sign(privateKey)
  const genuine = await fake.idToken()
  const [head = '', , signature = ''] = genuine.split('.')
  const swapped = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
  for (const token of [
    forge({ alg: 'none' }, claims, () => ''),
    forge({ alg: 'none', kid }, claims, () => ''),
    forge({ alg: 'HS256', kid }, claims, hmac(pem)),
    forge({ alg: 'HS256', kid }, claims, hmac(JSON.stringify(fake.publicJwk))),
    forge({ alg: 'HS256' }, claims, hmac(fakeClient.secret)),
    await foreign({ kid }),
    await foreign({ kid: 'unknown' }),
    await foreign({ kid: 'own', jwk: await exportedPublic() }),
    swapped,
  ]) {
    assert.deepEqual(await grant({ provider: 'google', id_token: token }), badToken)
  }
})

async function exportedPublic(): Promise<object> {
  const { n, e, kty } = fake.publicJwk
  return { n, e, kty }
}

test('the nonce has to be in both places, and hashed in the token', async () => {
  fake.become(somebody())
  const nonce = 'known to the client only'
  const hash = createHash('sha256').update(nonce).digest('hex')
  const halves = oauthError('invalid request', 'Passed nonce and nonce in id_token should either both exist or not.')
  assert.deepEqual(await grant({ provider: 'google', id_token: await fake.idToken({ nonce: hash }) }), halves)
  assert.deepEqual(await grant({ provider: 'google', id_token: await fake.idToken(), nonce }), halves)
  const mismatch = oauthError('invalid nonce', 'Nonces mismatch')
  for (const wrong of [nonce, hash.toUpperCase(), `${hash}0`]) {
    assert.deepEqual(
      await grant({ provider: 'google', id_token: await fake.idToken({ nonce: wrong }), nonce }),
      mismatch,
    )
  }
  assert.equal((await grant({ provider: 'google', id_token: await fake.idToken({ nonce: hash }), nonce })).status, 200)
  assert.equal((await grant({ provider: 'apple', id_token: await fake.idToken({ nonce: hash }) })).status, 200)
})

test('an access token has to be the one that came with the ID token', async () => {
  fake.become(somebody())
  const access_token = 'the access token'
  const at_hash = createHash('sha256').update(access_token).digest().subarray(0, 16).toString('base64url')
  const id_token = await fake.idToken({ at_hash })
  assert.equal((await grant({ provider: 'google', id_token, access_token })).status, 200)
  assert.equal((await grant({ provider: 'google', id_token })).status, 200)
  assert.deepEqual(await grant({ provider: 'google', id_token, access_token: 'another' }), badToken)
})

test('a token of any tenant is good for its own tenant only', async () => {
  fake.become(somebody({ claims: { tid: fakeTenant, xms_edov: true } }))
  const iss = `${fake.url}/${fakeTenant}/v2.0`
  assert.equal((await grant({ provider: 'azure', id_token: await fake.idToken({ iss }) })).status, 200)
  for (const claims of [
    { iss: `${fake.url}/99999999-2222-4333-8444-555555555555/v2.0` },
    { iss, tid: undefined },
    { iss, tid: '{tenantid}' },
    { iss: `${fake.url}/{tenantid}/v2.0`, tid: '{tenantid}' },
    { iss: undefined, tid: undefined },
  ]) {
    assert.deepEqual(await grant({ provider: 'azure', id_token: await fake.idToken(claims) }), badToken)
  }
})

test('an unverified address is mailed and does not sign in', async () => {
  const person = somebody({ emailVerified: false })
  fake.become(person)
  const { status, answer } = await grant({ provider: 'google', id_token: await fake.idToken() })
  assert.equal(status, 422)
  assert.deepEqual(answer, {
    code: 'provider_email_needs_verification',
    message: 'Unverified email with google. A confirmation email has been sent to your google email',
  })
  await fetch(auth.mailTo(person.email).link, { redirect: 'manual' })
  assert.equal((await grant({ provider: 'google', id_token: await fake.idToken() })).status, 200)
})

test('banned people and new ones where sign-ups are off are told so', async (t) => {
  fake.become(somebody())
  const { data } = await running.client().auth.signInWithIdToken({ provider: 'google', token: await fake.idToken() })
  await auth.admin().auth.admin.updateUserById(data.user?.id ?? '', { ban_duration: '1h' })
  assert.deepEqual(await grant({ provider: 'google', id_token: await fake.idToken() }), {
    status: 403,
    answer: { code: 'user_banned', message: 'User is banned' },
  })
  const closed = await startRunning(t, { AUTH_DISABLE_SIGNUP: '1' }, auth.database)
  closed.fake.become(somebody())
  const refused = await closed
    .client()
    .auth.signInWithIdToken({ provider: 'google', token: await closed.fake.idToken() })
  assert.equal(refused.error?.code, 'signup_disabled')
})

async function bearerOf(client: SupabaseClient): Promise<string> {
  return (await client.auth.getSession()).data.session?.access_token ?? ''
}

test('a token links to whoever is signed in', async () => {
  fake.become(somebody())
  const client = await running.signIn('github').catch(() => undefined)
  assert.equal(client, undefined, 'GitHub ids are numbers')
  fake.become({ ...somebody(), subject: '77' })
  const owner = await running.signIn('github')
  fake.become(somebody())
  const token = await fake.idToken()
  const { data, error } = await owner.auth.linkIdentity({ provider: 'google', token })
  assert.equal(error, null)
  assert.deepEqual(data.user?.app_metadata['providers'], ['github', 'google'])
  const again = await grant({ provider: 'google', id_token: token, link_identity: true }, await bearerOf(owner))
  assert.deepEqual(again, {
    status: 422,
    answer: { code: 'identity_already_exists', message: 'Identity is already linked' },
  })
})

test('linking needs a user’s access token, and manual linking', async (t) => {
  const id_token = await fake.idToken()
  const refused = oauthError('invalid request', 'Linking requires a valid user access token in Authorization')
  const body = { provider: 'google', id_token, link_identity: true }
  assert.deepEqual(await grant(body), refused)
  assert.deepEqual(await grant(body, 'nonsense'), refused)
  assert.deepEqual(await grant(body, auth.service.apiKeys.anon), refused)
  const closed = await startRunning(t, {}, auth.database)
  closed.fake.become(somebody())
  const client = await closed.signIn('google')
  const response = await client.auth.linkIdentity({ provider: 'google', token: await closed.fake.idToken() })
  assert.equal(response.error?.code, 'manual_linking_disabled')
})

test('keys are fetched once, and a provider out of order is not the token’s fault', async (t) => {
  const lone = await startRunning(t, {}, auth.database)
  lone.fake.become(somebody())
  const body = { provider: 'google', id_token: await lone.fake.idToken() }
  const ask = () => lone.auth.raw('/token?grant_type=id_token', { method: 'POST', body })
  lone.fake.fail('/keys', 500)
  assert.deepEqual((await ask()).body, { error: 'server_error', error_description: 'Internal Server Error' })
  lone.fake.fail('/keys', undefined)
  assert.equal((await ask()).status, 200)
  assert.equal((await ask()).status, 200)
  assert.equal(lone.fake.asked.filter((path) => path === '/keys').length, 2)
})
