import type { JWTPayload } from 'jose'
import { z } from 'zod'
import { claimsProfile } from './claims.ts'
import type { ProviderDefinition } from './definition.ts'
import { readOpenIdProfile } from './open-id-profile.ts'

const User = z.object({
  name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }).optional(),
})

/** Apple accounts. The configured secret is the signed token that Apple takes as one. */
export const apple: ProviderDefinition = {
  scopes: ['openid', 'email', 'name'],
  pkce: false,
  // Without it Apple tells neither name nor address.
  parameters: { response_mode: 'form_post' },
  place: ({ url }) => ({ kind: 'discovered', url: url ?? 'https://appleid.apple.com' }),
  idTokens: { issuers: (issuer) => [issuer], profile: claimsProfile },
  profile: async (visit) =>
    readOpenIdProfile(visit, (claims) => claimsProfile(withName(claims, visit.parameters.get('user')))),
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
