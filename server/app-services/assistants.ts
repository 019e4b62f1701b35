import { AppError } from '@tillsight/core'
import { AssistantReach, assistantScopes, type Scope } from '@tillsight/domain'
import { z } from 'zod'
import type { AssistantServices, ConsentDecision, ReturnView } from '../../app/services.ts'
import { lookingIn, type Visit } from '../identity/visit.ts'
import { isLoopbackHost, mcpPath } from '../own-address.ts'
import type { Runtime } from '../runtime.ts'

const Asked = z.object({
  redirect_uri: z.string(),
  client: z.object({ name: z.string() }),
  user: z.object({ email: z.string() }),
  scope: z.string(),
  needs_factor: z.boolean(),
})
const Decided = z.object({ redirect_url: z.string() })
const Refused = z.object({ code: z.string(), message: z.string() })

/** The requesting person's assistants, through the endpoints of the auth service. */
export function assistantServices({ auth, own }: Runtime, visit: Visit): AssistantServices {
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    if (visit.support) throw lookingIn()
    const { token } = await visit.caller()
    if (auth.isHosted) throw new AppError('not_found', 'Assistants show a key here: nothing asks for permission.')
    const response = await auth.fetchAs(visit.request)(`${auth.url()}/auth/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        apikey: auth.anonKey,
        'content-type': 'application/json',
        'x-supabase-api-version': '2024-01-01',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (response.status === 204) return undefined
    const answer: unknown = await response.json()
    if (!response.ok) throw refusalOf(response.status, answer)
    return answer
  }
  const pathOf = (authorization: string) => `/oauth/authorizations/${encodeURIComponent(authorization)}`
  const isOffered = !auth.isHosted && auth.service.letsAssistantsIn()
  return {
    address: `${own.url()}${mcpPath}`,
    isOffered,
    async asked(authorization) {
      const asked = Asked.parse(await ask('GET', pathOf(authorization)))
      return {
        name: asked.client.name,
        back: returnOf(asked.redirect_uri),
        email: asked.user.email,
        scopes: known(asked.scope.split(' ')),
        needsFactor: asked.needs_factor,
      }
    },
    async decide(authorization, decision) {
      const { redirect_url: to } = Decided.parse(
        await ask('POST', `${pathOf(authorization)}/consent`, toBody(decision)),
      )
      return to
    },
    async list() {
      if (visit.support) throw lookingIn()
      const { id } = await visit.caller()
      if (!isOffered) return null
      const all = await auth.service.listAssistants(id)
      return all.map(({ client, name, redirectUri, scopes, details, grantedAt, usedAt }) => ({
        client,
        name,
        back: returnOf(redirectUri),
        scopes: known(scopes),
        shops: AssistantReach.safeParse(details).data?.shops ?? 'all',
        grantedAt: grantedAt.toISOString(),
        usedAt: usedAt?.toISOString() ?? null,
      }))
    },
    async cutOff(client) {
      await ask('DELETE', `/user/oauth/grants?${new URLSearchParams({ client_id: client })}`)
    },
  }
}

function toBody(decision: ConsentDecision): object {
  if (!decision.allow) return { action: 'deny' }
  const { scopes, organisation, shops } = decision
  return { action: 'approve', scope: scopes.join(' '), details: { organisation, shops } }
}

function refusalOf(status: number, answer: unknown): AppError {
  const { code, message } = Refused.parse(answer)
  if (code === 'insufficient_aal') {
    return new AppError('forbidden', 'Enter the code of your two-step verification.', { details: { field: 'code' } })
  }
  return new AppError(status === 404 ? 'not_found' : 'invalid_input', message)
}

function known(scopes: readonly string[]): Scope[] {
  return assistantScopes.filter((scope) => scopes.includes(scope))
}

/** An app's own scheme leads to a program on the device, too. */
function returnOf(redirectUri: string): ReturnView {
  const { protocol, host } = new URL(redirectUri)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb ? { host, isLocal: isLoopbackHost(host) } : { host: `${protocol}//${host}`, isLocal: true }
}
