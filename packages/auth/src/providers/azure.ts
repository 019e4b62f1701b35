import type { JWTPayload } from 'jose'
import { isUuid } from '../wire/fields.ts'
import { claimsProfile } from './claims.ts'
import type { ProviderDefinition } from './definition.ts'
import { readOpenIdProfile } from './open-id-profile.ts'

const tenantMark = '{tenantid}'

/** Microsoft accounts, of one tenant or of all; the address is the tenant's, without `/v2.0`. */
export const azure: ProviderDefinition = {
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
