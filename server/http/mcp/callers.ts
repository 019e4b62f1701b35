import { AppError, toPersonId } from '@tillsight/core'
import { assistantScopes, isKeyLike, type OpenKey, openAssistant, openKey } from '@tillsight/domain'
import { Hono } from 'hono'
import { mcpPath } from '../../own-address.ts'
import type { Runtime } from '../../runtime.ts'

const metadataPath = `/.well-known/oauth-protected-resource${mcpPath}`
const leastScope = 'metrics:read'

/** Who shows what, from where. */
interface Shown {
  readonly bearer: string | undefined
  readonly ip: string
}

/** Whose key or token it is. Throws `unauthenticated`: a session is neither, and what `openKey` throws. */
export async function openBearer(runtime: Runtime, { bearer, ip }: Shown): Promise<OpenKey> {
  const { stores, clock, log, auth } = runtime
  if (bearer !== undefined && isKeyLike(bearer)) return await openKey({ db: stores.database, clock, log }, bearer, ip)
  const assistant = bearer === undefined || bearer === '' ? undefined : await auth.service.readAssistant(bearer)
  if (assistant) {
    return await openAssistant(
      { queries: stores.database.kysely, clock },
      { ...assistant, person: toPersonId(assistant.person) },
    )
  }
  throw new AppError(
    'unauthenticated',
    lets(runtime)
      ? 'This assistant is not connected, or no longer. Connect it again, or let it show a key: “Authorization: Bearer tsk_…”.'
      : 'Assistants show a key: “Authorization: Bearer tsk_…”. An owner or admin creates one at Settings > API keys.',
  )
}

/** Whether assistants can be connected by a click: a hosted auth service knows nothing of them. */
function lets({ auth }: Pick<Runtime, 'auth'>): boolean {
  return !auth.isHosted && auth.service.letsAssistantsIn()
}

/**
 * The error for an assistant's call that it may not make, in its own words: a scope can be asked for, a role cannot.
 */
export function asAssistantRefusal(error: unknown, key: OpenKey | undefined): unknown {
  const scope = scopeOf(error)
  if (key?.granted === undefined || scope === undefined) return error
  if (key.granted.some((given) => given === scope)) {
    return new AppError(
      'forbidden',
      `This takes “${scope}”, which your role in the organisation does not include. Ask one of its owners.`,
    )
  }
  return new AppError(
    'forbidden',
    `This assistant may not do this: it was not given “${scope}”. Connect it again and allow it.`,
    { details: { scope } },
  )
}

function scopeOf(error: unknown): string | undefined {
  const scope = error instanceof AppError ? error.details['scope'] : undefined
  return typeof scope === 'string' ? scope : undefined
}

/** Tells a client what it lacks, and where it finds out how to get it (RFC 6750, RFC 9728). */
export function challenge(
  runtime: Runtime,
  error: unknown,
  of: { readonly key?: OpenKey; readonly shown: boolean },
): string | undefined {
  const about = lets(runtime) ? [`resource_metadata="${runtime.own.url()}${metadataPath}"`] : []
  const scope = scopeOf(error)
  if (scope !== undefined) {
    // A client asks for exactly these next, so those that it has are among them.
    const { granted } = of.key ?? {}
    const scopes = [...(granted ?? []), scope].join(' ')
    return `Bearer ${['error="insufficient_scope"', `scope="${scopes}"`, ...(granted ? about : [])].join(', ')}`
  }
  if (!(error instanceof AppError) || error.code !== 'unauthenticated' || about.length === 0) return undefined
  const invalid = of.shown ? ['error="invalid_token"'] : []
  return `Bearer ${[...invalid, ...about, `scope="${leastScope}"`].join(', ')}`
}

const open = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/** The two documents by which clients find out how to connect; open to pages of every origin. */
export function discoveryRoutes(runtime: Runtime): Hono {
  const { own, auth } = runtime
  return new Hono()
    .options(metadataPath, (c) => c.body(null, 204, open))
    .get(metadataPath, (c) => {
      if (!lets(runtime)) return c.notFound()
      return c.json(
        {
          resource: `${own.url()}${mcpPath}`,
          authorization_servers: [`${own.url()}/auth/v1`],
          scopes_supported: assistantScopes,
          bearer_methods_supported: ['header'],
          resource_name: 'Tillsight',
        },
        200,
        { ...open, 'cache-control': 'public, max-age=600' },
      )
    })
    .options('/.well-known/oauth-authorization-server/auth/v1', (c) => c.body(null, 204, open))
    .get('/.well-known/oauth-authorization-server/auth/v1', async (c) => {
      if (!lets(runtime)) return c.notFound()
      const request = new Request(new URL('/auth/v1/.well-known/oauth-authorization-server', own.url()))
      return await auth.service.fetch(request, { address: '127.0.0.1' })
    })
}
