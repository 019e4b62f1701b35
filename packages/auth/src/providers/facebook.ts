import { createHmac } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { z } from 'zod'
import type { ExternalProfile } from '../linking/index.ts'
import type { ProviderDefinition } from './claims.ts'
import { claimsProfile, readEmail, toProfile } from './claims.ts'

const User = z.object({
  id: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
  picture: z.object({ data: z.object({ url: z.string() }) }).optional(),
})

/** Facebook accounts. It never says whether an address is verified, so none of its addresses is. */
export const facebook: ProviderDefinition = {
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
    const user = User.parse(await readJson(`${graphOf(settings.url)}/me?${fields}`))
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
