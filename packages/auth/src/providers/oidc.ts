import { claimsProfile } from './claims.ts'
import type { ProviderDefinition } from './definition.ts'
import { readOpenIdProfile } from './open-id-profile.ts'

/** Any provider that speaks OpenID Connect: its address is its issuer. */
export const oidc: ProviderDefinition = {
  scopes: ['openid', 'email', 'profile'],
  pkce: true,
  parameters: {},
  place: ({ url = '' }) => ({ kind: 'discovered', url }),
  idTokens: { issuers: (issuer) => [issuer], profile: claimsProfile },
  profile: async (visit) => readOpenIdProfile(visit, claimsProfile),
}
