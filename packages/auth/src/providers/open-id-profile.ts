import type { JWTPayload } from 'jose'
import type { ExternalProfile } from '../linking/index.ts'
import type { ProviderVisit } from './definition.ts'

/** The profile of a visit that brought an ID token. */
export function readOpenIdProfile(
  visit: ProviderVisit,
  profile: (claims: JWTPayload) => ExternalProfile,
): ExternalProfile {
  if (visit.claims === undefined) throw new Error('the provider sent no ID token')
  return profile(visit.claims)
}
