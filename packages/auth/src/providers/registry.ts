import { createHmac } from 'node:crypto'
import type { JWTPayload } from 'jose'
import type { AuthorizationServer } from 'oauth4webapi'
import { z } from 'zod'
import type { Auth } from '../context.ts'
import { type ExternalEmail, type ExternalProfile, mainEmail } from '../linking/index.ts'
import { listedProviders, type ProviderName, type ProviderSettings } from '../provider-settings.ts'
import { isUuid, parseEmail } from '../wire.ts'

// OpenID Connect's claims as a profile, and the fields that every profile has.

// Anything longer would bloat every session's cookies.
const text = z.string().min(1).max(1000).optional().catch(undefined)

const Claims = z.object({
  sub: z.string().min(1),
  iss: text,
  email: text,
  // Some providers write it as text.
  email_verified: z.union([z.boolean(), z.string()]).optional().catch(undefined),
  name: text,
  given_name: text,
  family_name: text,
  nickname: text,
  preferred_username: text,
  picture: text,
})

/** A provider's data about a user, before it gets the protocol's field names. */
interface KnownPerson {
  readonly issuer: string | undefined
  readonly subject: string
  readonly name: string | undefined
  readonly userName: string | undefined
  readonly picture: string | undefined
  readonly emails: readonly ExternalEmail[]
}

/** A profile with its data under the names that clients read. */
function toProfile(person: KnownPerson): ExternalProfile {
  const { issuer, subject, name, userName, picture, emails } = person
  const email = mainEmail(emails)
  const known = {
    iss: issuer,
    sub: subject,
    provider_id: subject,
    name,
    full_name: name,
    user_name: userName,
    preferred_username: userName,
    picture,
    avatar_url: picture,
    email: email?.email,
    email_verified: email?.verified ?? false,
    phone_verified: false,
  }
  const data = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
  return { subject, emails, data }
}

/** A profile from claims. `verified` decides about the address; defaults to the standard claim. */
function claimsProfile(
  payload: JWTPayload,
  verified: (payload: JWTPayload, email: string) => boolean = saysVerified,
): ExternalProfile {
  const claims = Claims.parse(payload)
  const joined = [claims.given_name, claims.family_name].filter(Boolean).join(' ')
  const email = claims.email === undefined ? undefined : readEmail(claims.email)
  return toProfile({
    issuer: claims.iss,
    subject: claims.sub,
    name: claims.name ?? (joined || undefined),
    userName: claims.preferred_username ?? claims.nickname,
    picture: claims.picture,
    emails: email === undefined ? [] : [{ email, verified: verified(payload, email), primary: true }],
  })
}

/** The address as it is stored; undefined if it is invalid. */
function readEmail(email: string): string | undefined {
  try {
    return parseEmail(email)
  } catch {
    // An address that cannot receive mail cannot be an account's address.
    return undefined
  }
}

/** Whether the standard `email_verified` claim is true. */
function saysVerified(payload: JWTPayload): boolean {
  return payload['email_verified'] === true || payload['email_verified'] === 'true'
}

/** A provider's endpoints: fixed, or published by it below `url`. */
export type ServerPlace =
  | { readonly kind: 'fixed'; readonly server: AuthorizationServer }
  | {
      readonly kind: 'discovered'
      readonly url: string
      /** Which issuers are accepted in the discovery document; defaults to `url`, with or without a trailing slash. */
      readonly isIssuer?: (issuer: string) => boolean
    }

/** A user who returned from a provider. */
export interface ProviderVisit {
  readonly settings: ProviderSettings
  readonly accessToken: string
  /** Of the verified ID token, joined with the provider's user info where the token has no address. */
  readonly claims: JWTPayload | undefined
  /** The parameters of the callback. */
  readonly parameters: URLSearchParams
  /** Reads JSON with the access token. Throws when the provider refuses. */
  readonly readJson: (url: string) => Promise<unknown>
}

/** How a provider's ID tokens are validated. */
export interface IdTokenRules {
  /** Which `iss` is right for a token with these claims. */
  issuers(issuer: string, claims: JWTPayload): readonly string[]
  profile(claims: JWTPayload): ExternalProfile
}

/** Everything that differs between providers. */
export interface ProviderDefinition {
  /** With `openid`, a browser sign-in must return an ID token. */
  readonly scopes: readonly string[]
  /** Whether it supports PKCE; some providers refuse unknown parameters. */
  readonly pkce: boolean
  /** Additional parameters of the authorisation request. */
  readonly parameters: Readonly<Record<string, string>>
  place(settings: Pick<ProviderSettings, 'url'>): ServerPlace
  /** Undefined for a provider without OpenID Connect. */
  readonly idTokens: IdTokenRules | undefined
  profile(visit: ProviderVisit): Promise<ExternalProfile>
}

const FacebookUser = z.object({
  id: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
  picture: z.object({ data: z.object({ url: z.string() }) }).optional(),
})

/** Facebook accounts. Facebook never says whether an address is verified, so all count as unverified. */
const facebook: ProviderDefinition = {
  scopes: ['email'],
  pkce: false,
  parameters: {},
  place: ({ url }) => ({
    kind: 'fixed',
    server: {
      issuer: url ?? 'https://www.facebook.com',
      authorization_endpoint: `${url ?? 'https://www.facebook.com'}/dialog/oauth`,
      token_endpoint: `${graphOf(url)}/oauth/access_token`,
      jwks_uri: `${url ?? 'https://www.facebook.com'}/.well-known/oauth/openid/jwks/`,
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    },
  }),
  idTokens: { issuers: (issuer) => [issuer], profile: unverifiedProfile },
  async profile({ settings, accessToken, readJson }) {
    const proof = createHmac('sha256', settings.secret).update(accessToken).digest('hex')
    const fields = new URLSearchParams({ fields: 'id,name,email,picture', appsecret_proof: proof })
    const user = FacebookUser.parse(await readJson(`${graphOf(settings.url)}/me?${fields}`))
    const email = user.email === undefined ? undefined : readEmail(user.email)
    return toProfile({
      issuer: 'https://graph.facebook.com',
      subject: user.id,
      name: user.name,
      userName: undefined,
      picture: user.picture?.data.url,
      emails: email === undefined ? [] : [{ email, verified: false, primary: true }],
    })
  },
}

function graphOf(url: string | undefined): string {
  return url ?? 'https://graph.facebook.com'
}

function unverifiedProfile(claims: JWTPayload): ExternalProfile {
  return claimsProfile(claims, () => false)
}

const GithubUser = z.object({
  id: z.number(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
})

const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** GitHub accounts, of github.com or of a company's own server. */
const github: ProviderDefinition = {
  scopes: ['user:email'],
  pkce: true,
  parameters: {},
  place: ({ url = 'https://github.com' }) => ({
    kind: 'fixed',
    server: {
      issuer: url,
      authorization_endpoint: `${url}/login/oauth/authorize`,
      token_endpoint: `${url}/login/oauth/access_token`,
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    },
  }),
  idTokens: undefined,
  async profile({ settings, readJson }) {
    const api = settings.url === undefined ? 'https://api.github.com' : `${settings.url}/api/v3`
    const user = GithubUser.parse(await readJson(`${api}/user`))
    // The profile's own address is whatever the person made public; only this list says what is verified.
    const emails = Emails.parse(await readJson(`${api}/user/emails`)).flatMap(({ email, primary, verified }) => {
      const address = readEmail(email)
      return address === undefined ? [] : [{ email: address, primary, verified }]
    })
    return toProfile({
      issuer: api,
      subject: String(user.id),
      name: user.name ?? undefined,
      userName: user.login,
      picture: user.avatar_url ?? undefined,
      emails,
    })
  },
}

const tenantMark = '{tenantid}'

/** Microsoft accounts, of one tenant or of all; the address is the tenant's, without `/v2.0`. */
const azure: ProviderDefinition = {
  scopes: ['openid', 'email', 'profile'],
  pkce: true,
  parameters: {},
  place: ({ url = 'https://login.microsoftonline.com/common' }) => ({
    kind: 'discovered',
    url: `${url}/v2.0`,
    // A tenant may be addressed by its domain, and is then issuer under its id.
    isIssuer: (issuer) => URL.canParse(issuer) && new URL(issuer).origin === new URL(url).origin,
  }),
  idTokens: { issuers: tenantIssuers, profile: (claims) => claimsProfile(claims, ownsAddress) },
  profile: async (visit) => readOpenIdProfile(visit, (claims) => claimsProfile(claims, ownsAddress)),
}

const AppleUser = z.object({
  name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }).optional(),
})

/** Apple accounts. The configured secret is the signed token that Apple takes as one. */
const apple: ProviderDefinition = {
  scopes: ['openid', 'email', 'name'],
  pkce: false,
  // Without it, Apple returns neither name nor address.
  parameters: { response_mode: 'form_post' },
  place: ({ url }) => ({ kind: 'discovered', url: url ?? 'https://appleid.apple.com' }),
  idTokens: { issuers: (issuer) => [issuer], profile: claimsProfile },
  profile: async (visit) =>
    readOpenIdProfile(visit, (claims) => claimsProfile(withName(claims, visit.parameters.get('user')))),
}

/** Google accounts. */
const google: ProviderDefinition = {
  scopes: ['openid', 'email', 'profile'],
  pkce: true,
  parameters: {},
  place: ({ url }) => ({ kind: 'discovered', url: url ?? 'https://accounts.google.com' }),
  idTokens: {
    // Its older libraries issue tokens without the scheme.
    issuers: (issuer) => [issuer, issuer.replace(/^https:\/\//, '')],
    profile: claimsProfile,
  },
  profile: async (visit) => readOpenIdProfile(visit, claimsProfile),
}

/** Any provider that speaks OpenID Connect: its address is its issuer. */
const oidc: ProviderDefinition = {
  scopes: ['openid', 'email', 'profile'],
  pkce: true,
  parameters: {},
  place: ({ url = '' }) => ({ kind: 'discovered', url }),
  idTokens: { issuers: (issuer) => [issuer], profile: claimsProfile },
  profile: async (visit) => readOpenIdProfile(visit, claimsProfile),
}

/** All supported providers. */
export const providers = {
  apple,
  azure,
  facebook,
  github,
  google,
  oidc,
} as const satisfies Readonly<Record<ProviderName, ProviderDefinition>>

/** A provider that is switched on. */
export interface EnabledProvider {
  readonly name: ProviderName
  readonly definition: ProviderDefinition
  readonly settings: ProviderSettings
}

/** The provider, or why it cannot be used; the words follow `Unsupported provider: `. */
export function findProvider(auth: Auth, written: string): EnabledProvider | { readonly problem: string } {
  const name = written.toLowerCase()
  if (!isProviderName(name)) {
    const isKnown = listedProviders.includes(name)
    return { problem: isKnown ? 'provider is not enabled' : `Provider ${name} could not be found` }
  }
  const settings = auth.settings.providers.get(name)
  if (!settings) return { problem: 'provider is not enabled' }
  if (settings.secret === '') return { problem: 'missing OAuth secret' }
  return { name, definition: providers[name], settings }
}

function isProviderName(name: string): name is ProviderName {
  return Object.hasOwn(providers, name)
}

/** Apple says the name once, beside the token and unsigned; nothing but the name is taken from there. */
function withName(claims: JWTPayload, form: string | null): JWTPayload {
  const name = readName(form)
  return name === '' ? claims : { ...claims, name }
}

function readName(form: string | null): string {
  if (form === null) return ''
  try {
    const { name } = AppleUser.parse(JSON.parse(form))
    return [name?.firstName, name?.lastName].filter(Boolean).join(' ').slice(0, 200)
  } catch {
    // An unreadable name is no reason to refuse a sign-in.
    return ''
  }
}

/** For all tenants the document's issuer has a gap, which takes the token's own tenant. */
function tenantIssuers(issuer: string, claims: JWTPayload): readonly string[] {
  if (!issuer.includes(tenantMark)) return [issuer]
  const tenant = claims['tid']
  return typeof tenant === 'string' && isUuid(tenant) ? [issuer.replace(tenantMark, tenant)] : []
}

/** Any tenant's administrator can write any address into `email`; only these claims say that Microsoft has checked it. */
function ownsAddress(claims: JWTPayload, email: string): boolean {
  const owned = claims['xms_edov']
  if (owned === true || owned === 1 || owned === '1' || owned === 'true') return true
  return [claims['verified_primary_email'], claims['verified_secondary_email']].some(
    (list) => Array.isArray(list) && list.some((entry) => typeof entry === 'string' && entry.toLowerCase() === email),
  )
}

/** The profile of a visit that brought an ID token. */
function readOpenIdProfile(visit: ProviderVisit, profile: (claims: JWTPayload) => ExternalProfile): ExternalProfile {
  if (visit.claims === undefined) throw new Error('the provider sent no ID token')
  return profile(visit.claims)
}
