import { z } from 'zod'
import type { ProviderDefinition } from './claims.ts'
import { readEmail, toProfile } from './claims.ts'

const User = z.object({
  id: z.number(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
})

const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** GitHub accounts, of github.com or of a company's own server. */
export const github: ProviderDefinition = {
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
    const user = User.parse(await readJson(`${api}/user`))
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
