import { claimsProfile } from './claims.ts'
import type { ProviderDefinition } from './definition.ts'
import { readOpenIdProfile } from './open-id-profile.ts'

/** Google accounts. */
export const google: ProviderDefinition = {
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
