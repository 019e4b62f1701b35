import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { CleanUp } from '@tillsight/database/testing'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import type { Fetch } from '../../context.ts'
import type { ProviderName } from '../../provider-settings.ts'

/** The person signed in at a fake provider. */
interface FakePerson {
  readonly subject: string
  readonly name?: string
  readonly email?: string
  /** The standard claim; omitted if undefined. */
  readonly emailVerified?: boolean
  /** A GitHub account's addresses; defaults to the one address. */
  readonly emails?: readonly { readonly email: string; readonly primary: boolean; readonly verified: boolean }[]
  /** Further claims of the ID token. */
  readonly claims?: JWTPayload
  /** The ID token is signed with a key that the provider never published. */
  readonly isForged?: boolean
  /** The address stands in the user info only. */
  readonly hidesEmail?: boolean
}

/** The person's claims, as they appear in an ID token or the user info. */
function claimsOf(person: FakePerson, place: 'token' | 'user info'): JWTPayload {
  const showsEmail = person.email !== undefined && (place === 'user info' || person.hidesEmail !== true)
  return {
    sub: person.subject,
    ...(person.name === undefined ? {} : { name: person.name }),
    ...(showsEmail ? { email: person.email } : {}),
    ...(showsEmail && person.emailVerified !== undefined ? { email_verified: person.emailVerified } : {}),
    ...(place === 'token' ? person.claims : {}),
  }
}

/** GitHub's two responses. */
function githubResponses(person: FakePerson): { readonly user: object; readonly emails: readonly object[] } {
  const { email, emailVerified = false } = person
  return {
    user: { id: Number(person.subject), login: `login-${person.subject}`, name: person.name ?? null, avatar_url: null },
    emails: person.emails ?? (email === undefined ? [] : [{ email, primary: true, verified: emailVerified }]),
  }
}

/** Facebook's response. */
function facebookResponse(person: FakePerson): object {
  return { id: person.subject, name: person.name, email: person.email }
}

// A provider for tests that supports OpenID Connect and also has the response formats of GitHub, Facebook, Microsoft and
// Apple. Its sign-in page redirects straight back as the configured person.

/** The OAuth client that every fake provider accepts. */
export const fakeClient = { id: 'client-of-tests', secret: 'secret-of-tests' } as const

/** A running fake provider. */
export interface FakeProvider {
  /** Also the issuer. */
  readonly url: string
  /** Reaches this provider and nothing else. */
  readonly fetch: Fetch
  /** The requested paths, in order. */
  readonly asked: readonly string[]
  /** Sets the person who signs in from now on. */
  become(person: FakePerson): void
  /** Makes a path respond with this status; undefined restores normal responses. */
  fail(path: string, status: number | undefined): void
  /** Environment variables that enable the service's provider, backed by this one. */
  env(name: ProviderName): Record<string, string>
  /** An ID token with these claims over the usual ones; undefined leaves a claim out. */
  idToken(claims?: Readonly<Record<string, unknown>>): Promise<string>
  readonly publicJwk: JWK
}

interface Grant {
  readonly person: FakePerson
  readonly parameters: URLSearchParams
}

const keyId = 'key-of-tests'
/** A Microsoft tenant; persons with it as `tid` belong to it. */
export const fakeTenant = '11111111-2222-4333-8444-555555555555'

/** Starts a provider on a free port; stops when the test ends. */
export async function startFakeProvider(t: CleanUp): Promise<FakeProvider> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const publicJwk = { ...(await exportJWK(publicKey)), kid: keyId, alg: 'RS256', use: 'sig' }
  const state: State = {
    url: '',
    person: { subject: '1' },
    failing: new Map(),
    grants: new Map(),
    visitors: new Map(),
    key: privateKey,
    publicJwk,
  }
  const asked: string[] = []
  const listener = getRequestListener(async (request) => {
    const { pathname } = new URL(request.url)
    asked.push(pathname)
    const status = state.failing.get(pathname)
    return status === undefined ? await answer(state, request) : new Response('out of order', { status })
  })
  const server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  state.url = `http://127.0.0.1:${address.port}`
  t.after(
    () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  )
  return {
    url: state.url,
    asked,
    publicJwk,
    fetch: async (url, init) => {
      if (new URL(url).origin !== state.url) throw new Error(`tests reach the fake provider only, not ${url}`)
      return await fetch(url, init)
    },
    become(person) {
      state.person = person
    },
    fail(path, status) {
      if (status === undefined) state.failing.delete(path)
      else state.failing.set(path, status)
    },
    env: (name) => ({
      [`AUTH_EXTERNAL_${name.toUpperCase()}_ENABLED`]: 'true',
      [`AUTH_EXTERNAL_${name.toUpperCase()}_CLIENT_ID`]: fakeClient.id,
      [`AUTH_EXTERNAL_${name.toUpperCase()}_SECRET`]: fakeClient.secret,
      [`AUTH_EXTERNAL_${name.toUpperCase()}_URL`]: name === 'azure' ? `${state.url}/common` : state.url,
    }),
    idToken: (claims = {}) => signIdToken(state, state.person, claims),
  }
}

interface State {
  url: string
  person: FakePerson
  readonly failing: Map<string, number>
  /** Keyed by code. */
  readonly grants: Map<string, Grant>
  /** Keyed by access token. */
  readonly visitors: Map<string, FakePerson>
  readonly key: CryptoKey
  readonly publicJwk: JWK
}

async function answer(state: State, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  switch (pathname) {
    case '/.well-known/openid-configuration':
      return Response.json(configuration(state, state.url))
    case '/common/v2.0/.well-known/openid-configuration':
      return Response.json(configuration(state, `${state.url}/{tenantid}/v2.0`))
    case '/authorize':
    case '/login/oauth/authorize':
    case '/dialog/oauth':
      return goBack(state, searchParams)
    case '/token':
    case '/login/oauth/access_token':
    case '/oauth/access_token':
      return await redeem(state, request)
    case '/keys':
    case '/.well-known/oauth/openid/jwks/':
      return Response.json({ keys: [state.publicJwk] })
    default:
      return whoIs(state, request)
  }
}

function configuration(state: State, issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${state.url}/authorize`,
    token_endpoint: `${state.url}/token`,
    userinfo_endpoint: `${state.url}/userinfo`,
    jwks_uri: `${state.url}/keys`,
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  }
}

function goBack(state: State, parameters: URLSearchParams): Response {
  const code = randomUUID()
  state.grants.set(code, { person: state.person, parameters })
  const back = { code, state: parameters.get('state') ?? '' }
  const target = new URL(parameters.get('redirect_uri') ?? '')
  if (parameters.get('response_mode') === 'form_post') {
    const fields = Object.entries(back).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    return new Response(
      `<form method="post" action="${target.href}">${fields.join('')}</form><script>document.forms[0].submit()</script>`,
      { headers: { 'content-type': 'text/html' } },
    )
  }
  for (const [name, value] of Object.entries(back)) target.searchParams.set(name, value)
  return new Response(null, { status: 302, headers: { location: target.href } })
}

async function redeem(state: State, request: Request): Promise<Response> {
  const form = new URLSearchParams(await request.text())
  const code = form.get('code') ?? ''
  const grant = state.grants.get(code)
  state.grants.delete(code)
  const isClient = form.get('client_id') === fakeClient.id && form.get('client_secret') === fakeClient.secret
  if (!grant || !isClient || !isProven(grant.parameters, form)) {
    return Response.json({ error: 'invalid_grant' }, { status: 400 })
  }
  const accessToken = `access-${randomUUID()}`
  state.visitors.set(accessToken, grant.person)
  const isOpenId = grant.parameters.get('scope')?.split(' ').includes('openid') ?? false
  const nonce = grant.parameters.get('nonce')
  const claims = { ...(nonce === null ? {} : { nonce }), ...azureClaims(state), ...grant.person.claims }
  return Response.json({
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: 3600,
    refresh_token: `refresh-${randomUUID()}`,
    ...(isOpenId ? { id_token: await signIdToken(state, grant.person, claims) } : {}),
  })
}

function isProven(asked: URLSearchParams, form: URLSearchParams): boolean {
  if (asked.get('redirect_uri') !== form.get('redirect_uri')) return false
  const challenge = asked.get('code_challenge')
  if (challenge === null) return true
  return (
    createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url') === challenge
  )
}

/** A person with a tenant has Microsoft claims. */
function azureClaims(state: State): JWTPayload {
  return state.person.claims?.['tid'] === undefined ? {} : { iss: `${state.url}/${fakeTenant}/v2.0` }
}

function whoIs(state: State, request: Request): Response {
  const { pathname } = new URL(request.url)
  const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
  const person = state.visitors.get(token)
  if (!person) return new Response('who are you?', { status: 401 })
  const responses: Readonly<Record<string, object>> = {
    '/userinfo': claimsOf(person, 'user info'),
    '/api/v3/user': githubResponses(person).user,
    '/api/v3/user/emails': githubResponses(person).emails,
    '/me': facebookResponse(person),
  }
  const found = responses[pathname]
  return found ? Response.json(found) : new Response('nothing here', { status: 404 })
}

async function signIdToken(
  state: State,
  person: FakePerson,
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const all = {
    iss: state.url,
    aud: fakeClient.id,
    iat: now,
    exp: now + 3600,
    ...claimsOf(person, 'token'),
    ...claims,
  }
  const key = person.isForged ? (await generateKeyPair('RS256')).privateKey : state.key
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  return await new SignJWT(given).setProtectedHeader({ alg: 'RS256', kid: keyId, typ: 'JWT' }).sign(key)
}
