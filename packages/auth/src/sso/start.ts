import { randomBytes } from 'node:crypto'
import { SAML } from '@node-saml/node-saml'
import { z } from 'zod'
import type { Auth } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { insertFlow } from '../flows.ts'
import { requirePerson, takeIpTurn } from '../guards.ts'
import type { Endpoint } from '../wire/index.ts'
import {
  Challenge,
  type CodeChallenge,
  isUuid,
  parseChallenge,
  readBody,
  redirect,
  resolveRedirect,
  Security,
} from '../wire/index.ts'
import { parseIdpMetadata } from './idp-metadata.ts'
import { nameIds } from './person.ts'
import { requireServiceProvider, type ServiceProvider } from './service-provider.ts'
import { findSsoProvider, insertRelayState, type SsoProvider } from './store.ts'

const Body = z.object({
  ...Challenge.shape,
  ...Security.shape,
  // Clients leave it out, or send the id of nothing.
  provider_id: z.union([z.literal(''), z.guid()]).optional(),
  domain: z.string().optional(),
  redirect_to: z.string().optional(),
  skip_http_redirect: z.boolean().optional(),
})
type Body = z.infer<typeof Body>

/** `POST /sso`: where to go for signing in at a company's identity provider. */
export const startSso: Endpoint = async (auth, call) => {
  const self = requireServiceProvider(auth)
  takeIpTurn(auth, call, 'sso')
  const body = await readBody(call.request, Body)
  await requirePerson(auth, call, body)
  const id = body.provider_id && !/^[0-]+$/.test(body.provider_id) ? body.provider_id : ''
  if (id && body.domain) throw invalid('Only one of provider_id or domain supported')
  if (!id && !body.domain) throw invalid('A provider_id or domain needs to be provided')
  const challenge = parseChallenge(body.code_challenge, body.code_challenge_method)
  const provider = await findProvider(auth, id, body.domain)
  const redirectTo = resolveRedirect(auth, call, body.redirect_to)
  const url = await requestSignIn(auth, { self, provider, challenge, redirectTo })
  return body.skip_http_redirect ? Response.json({ url }) : redirect(303, url)
}

async function findProvider(auth: Auth, id: string, domain: Body['domain']): Promise<SsoProvider> {
  const key = id !== '' ? { id } : { domain: domain ?? '' }
  const provider = await findSsoProvider(auth.db.kysely, key)
  if (!provider) {
    const text = isUuid(id) ? 'No such SSO provider' : 'No SSO provider assigned for this domain'
    throw new AuthError(404, 'sso_provider_not_found', text)
  }
  if (provider.disabled) throw new AuthError(404, 'sso_provider_disabled', 'SSO Provider is currently disabled')
  return provider
}

interface SignInRequest {
  readonly self: ServiceProvider
  readonly provider: SsoProvider
  readonly challenge: CodeChallenge | undefined
  readonly redirectTo: string
}

async function requestSignIn(auth: Auth, { self, provider, challenge, redirectTo }: SignInRequest): Promise<string> {
  const { signInUrl, certificates } = await parseIdpMetadata(provider.metadataXml)
  const requestId = `id-${randomBytes(20).toString('hex')}`
  const relayState = await auth.db.transaction(async (tx) => {
    const flow =
      challenge && (await insertFlow(auth, tx, { method: 'sso/saml', challenge, redirectTo, provider: provider.id }))
    return await insertRelayState(auth, tx, {
      providerId: provider.id,
      requestId,
      flowId: flow?.id ?? null,
      redirectTo,
    })
  })
  const saml = new SAML({
    entryPoint: signInUrl,
    issuer: self.entityId,
    callbackUrl: self.acsUrl,
    idpCert: [...certificates],
    privateKey: self.key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    signatureAlgorithm: 'sha256',
    identifierFormat: provider.nameIdFormat ?? nameIds.persistent,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => requestId,
  })
  return await saml.getAuthorizeUrlAsync(relayState, undefined, {})
}
