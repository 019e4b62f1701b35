import type { JWTPayload } from 'jose'
import { z } from 'zod'
import type { Auth } from '../context.ts'
import type { ExternalProfile } from '../linking/index.ts'
import { listedProviders, type ProviderName, type ProviderSettings } from '../provider-settings.ts'
import { isUuid } from '../wire/index.ts'
import type { ProviderDefinition, ProviderVisit } from './claims.ts'
import { claimsProfile } from './claims.ts'
import { facebook } from './facebook.ts'
import { github } from './github.ts'

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

const User = z.object({
  name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }).optional(),
})

/** Apple accounts. The configured secret is the signed token that Apple takes as one. */
const apple: ProviderDefinition = {
  scopes: ['openid', 'email', 'name'],
  pkce: false,
  // Without it Apple tells neither name nor address.
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

/** Every provider there is. */
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
    const { name } = User.parse(JSON.parse(form))
    return [name?.firstName, name?.lastName].filter(Boolean).join(' ').slice(0, 200)
  } catch {
    // A name that cannot be read is no reason to turn somebody away.
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
