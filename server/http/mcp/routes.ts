import { AppError } from '@tillsight/core'
import type { OpenKey } from '@tillsight/domain'
import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Runtime } from '../../runtime.ts'
import type { ApiLimits } from '../api/limits.ts'
import { limitBody, toProblem } from '../errors.ts'
import { isOwnOrigin } from '../security.ts'
import type { Visited } from '../visits.ts'
import { asAssistantRefusal, challenge, openBearer } from './callers.ts'

const largestBodyMb = 1

/** What a page elsewhere may send, and read. */
const preflight = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'authorization, content-type, mcp-protocol-version, mcp-method, mcp-name',
  'access-control-max-age': '600',
}
const exposed = 'www-authenticate, retry-after, ratelimit, ratelimit-policy, x-request-id'

/**
 * `POST /api/v1/mcp`: the Model Context Protocol for assistants, in its current revision and those that begin with `initialize`. What
 * the SDK leaves to its host is here: origin, key, limits, scopes. The SDK is loaded when the first request is let in.
 */
export function mcpRoutes(runtime: Runtime, limits: ApiLimits): Hono<Visited> {
  return new Hono<Visited>()
    .use(onlyKnownOrigins(runtime))
    .options('/', (c) => c.body(null, 204, preflight))
    .post('/', limitBody(largestBodyMb, 'MB'), (c) => receive(runtime, limits, c))
    .all('/', (c) => c.json(rpcError(-32_000, 'Only POST is answered here.'), 405, { allow: 'POST, OPTIONS' }))
}

/** Refuses pages of other sites but those that the operator names, and answers these with what browsers ask for. */
function onlyKnownOrigins({ config }: Pick<Runtime, 'config'>) {
  return createMiddleware<Visited>(async (c, next) => {
    const origin = c.req.header('origin')
    if (origin === undefined || isOwnOrigin(origin, c.req.header('host') ?? '', config.publicUrl)) return await next()
    if (!config.mcpOrigins.includes(origin)) {
      throw new AppError(
        'forbidden',
        'This request came from a page of another site. MCP_ORIGINS names those that may.',
      )
    }
    await next()
    c.header('access-control-allow-origin', origin)
    c.header('access-control-expose-headers', exposed)
    c.header('vary', 'Origin', { append: true })
    return undefined
  })
}

async function receive(runtime: Runtime, limits: ApiLimits, c: Context<Visited>): Promise<Response> {
  const { log } = runtime
  const { bearer, ip } = c.get('visit').request
  let key: OpenKey | undefined
  let headers: Readonly<Record<string, string>> = {}
  let leave = (): void => {}
  try {
    key = await openBearer(runtime, { bearer, ip })
    const entrance = limits.enter(key.actor.id)
    headers = entrance.headers
    leave = () => entrance.leave()
    if (entrance.refusal) throw entrance.refusal
    const message = parseMessage(await c.req.text())
    if (message === undefined) return withHeaders(c.json(rpcError(-32_700, 'The body is not JSON.'), 400), headers)
    if (Array.isArray(message)) {
      return withHeaders(
        c.json(rpcError(-32_600, 'Send one message at a time: batches are not answered.'), 400),
        headers,
      )
    }
    // Loaded on demand: most installations have no assistant, and the SDK takes memory.
    const { answerMessage } = await import('./answer-message.ts')
    const response = await answerMessage(
      { runtime, key, requestId: c.get('requestId') },
      { request: c.req.raw, message },
    )
    return withHeaders(response, headers)
  } catch (thrown) {
    const error = asAssistantRefusal(thrown, key)
    const refusal = toProblem(error, log, c.get('requestId'))
    const asked = challenge(runtime, error, { ...(key && { key }), shown: bearer !== undefined })
    if (asked !== undefined) refusal.headers.set('www-authenticate', asked)
    return withHeaders(refusal, headers)
  } finally {
    leave()
  }
}

function parseMessage(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function rpcError(code: number, message: string): object {
  return { jsonrpc: '2.0', error: { code, message }, id: null }
}

function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  response.headers.set('cache-control', 'private, no-store')
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}
