import { AppError } from '@tillsight/core'
import type { Database } from '@tillsight/database'
import { isKeyLike, type OpenKey, openKey } from '@tillsight/domain'
import { type Context, Hono } from 'hono'
import { callerContexts, type DoorContexts, keyContexts, originOf } from '../../contexts.ts'
import type { Visit } from '../../identity/visit.ts'
import type { Runtime } from '../../runtime.ts'
import { limitPlatformCalls } from '../connect.ts'
import { toProblem } from '../errors.ts'
import { readJsonBody } from '../json-body.ts'
import { mcpRoutes } from '../mcp/routes.ts'
import type { Visited } from '../visits.ts'
import { bodySchema, toOpenApi } from './describe.ts'
import { answerExportFile } from './export-file.ts'
import { assertKnownFields } from './known-fields.ts'
import { type ApiLimits, createApiLimits, within } from './limits.ts'
import type { Operation } from './operation.ts'
import { operations } from './operations.ts'
import { answerOnce, hashRequest, readRepeatKey } from './repeats.ts'
import { sendAnswer } from './send-answer.ts'

type Request = Context<Visited>

/** The public API under `/api/v1`. What holds for every operation is here, in the order in which it is checked. */
export function apiRoutes(runtime: Runtime): Hono<Visited> {
  const api = new Hono<Visited>()
  const document = toOpenApi(operations)
  const limits = createApiLimits(runtime.clock, runtime.config.apiLimits)
  // Whoever guesses keys is stopped before the next one is looked up.
  const limitGuesses = limitPlatformCalls(runtime, (status) => status === 401)
  api.use((c, next) => (isKeyLike(c.get('visit').request.bearer ?? '') ? limitGuesses(c, next) : next()))
  api.get('/v1/openapi.json', (c) => c.json(document))
  api.route('/v1/mcp', mcpRoutes(runtime, limits))
  addOperations(api, { runtime, limits, prefixOf: () => '/v1' })
  api.get('/v1/exports/runs/:run/file', async (c) => {
    const key = await keyOf(runtime, c.get('visit'))
    const entrance = key && limits.enter(key.actor.id)
    try {
      if (entrance?.refusal) throw entrance.refusal
      const contexts = contextsOf(runtime, key, c.get('visit'))
      const work = answerExportFile(runtime, contexts, c.req.param('run')).finally(() => entrance?.leave())
      return withHeaders(await within(work), entrance?.headers)
    } catch (error) {
      return withHeaders(toProblem(error, runtime.log, c.get('requestId')), entrance?.headers)
    }
  })
  api.all('*', (c) => {
    const where = `${c.req.method} ${c.req.path}`
    throw new AppError('not_found', `There is nothing at ${where}. /api/v1/openapi.json lists what there is.`)
  })
  api.onError((error, c) => toProblem(error, runtime.log, c.get('requestId')))
  return api
}

/** Where operations are offered, and how often. */
interface OperationPlace {
  readonly runtime: Runtime
  readonly limits: ApiLimits
  readonly prefixOf: (operation: Operation) => string
}

/** Answers every operation at its path below the prefix: for programs, and for the official client by its id. */
export function addOperations(api: Hono<Visited>, { runtime, limits, prefixOf }: OperationPlace): void {
  for (const operation of operations) {
    const path = `${prefixOf(operation)}${operation.path.replace(/\{(\w+)\}/g, ':$1')}`
    const schema = bodySchema(operation)
    api.on(operation.method.toUpperCase(), path, async (c) => {
      const key = await keyOf(runtime, c.get('visit'))
      const entrance = key && limits.enter(key.actor.id)
      const asked: Asked = { runtime, operation, key, schema }
      try {
        if (entrance?.refusal) throw entrance.refusal
        const work = answerRequest(asked, c).finally(() => entrance?.leave())
        return withHeaders(await within(work), entrance?.headers)
      } catch (error) {
        return withHeaders(toProblem(error, runtime.log, c.get('requestId')), entrance?.headers)
      }
    })
  }
}

/** The key that the request shows; undefined for one of a person. Throws what `openKey` throws. */
async function keyOf({ stores, clock, log }: Runtime, { request }: Visit): Promise<OpenKey | undefined> {
  const { bearer, ip } = request
  if (bearer === undefined || !isKeyLike(bearer)) return undefined
  return openKey({ db: stores.database, clock, log }, bearer, ip)
}

/** An operation and who asks for it. */
interface Asked {
  readonly runtime: Runtime
  readonly operation: Operation
  readonly key: OpenKey | undefined
  /** Of the body, for operations that have one. */
  readonly schema: object | undefined
}

async function answerRequest(asked: Asked, c: Request): Promise<Response> {
  const { schema, runtime, key } = asked
  if (schema) assertKnownFields(schema, await readJsonBody(c))
  const repeatKey = c.req.method === 'GET' ? undefined : readRepeatKey(c.req.header('idempotency-key'))
  if (repeatKey === undefined) return answer(asked, c)
  const caller = key ? `key:${key.actor.id}` : `person:${(await c.get('visit').caller()).id}`
  const request = hashRequest(c.req.method, c.req.url.slice(c.req.url.indexOf('/api/')), await c.req.text())
  const { database: db } = runtime.stores
  const stores = { db, secrets: runtime.connections.secrets, clock: runtime.clock, log: runtime.log }
  const response = await answerOnce(stores, { caller, key: repeatKey, request }, async (fenced) => {
    try {
      return await answer({ ...asked, runtime: over(runtime, fenced) }, c, true)
    } catch (error) {
      return toProblem(error, runtime.log, c.get('requestId'))
    }
  })
  response.headers.set('cache-control', 'private, no-store')
  return response
}

/** Carries out the operation. */
async function answer({ runtime, operation, key }: Asked, c: Request, isPlain = false): Promise<Response> {
  const visit = key ? null : c.get('visit')
  const contexts = noting(contextsOf(runtime, key, c.get('visit')))
  const result = await operation.answer({ runtime, visit, contexts }, c)
  const isRead = operation.method === 'get'
  const version = isRead ? await contexts.version() : undefined
  c.header('cache-control', isRead && operation.needs !== 'orders:read' ? 'private, no-cache' : 'private, no-store')
  return sendAnswer(c, result as object | null, { status: operation.status ?? 200, isPlain, version })
}

function contextsOf(runtime: Runtime, key: OpenKey | undefined, visit: Visit): DoorContexts {
  return key ? keyContexts(runtime, key, originOf(visit.request)) : callerContexts(runtime, visit)
}

function over(runtime: Runtime, database: Database): Runtime {
  return { ...runtime, stores: { ...runtime.stores, database } }
}

/** Contexts that remember which shop was opened. */
function noting(contexts: DoorContexts): DoorContexts & {
  /** Version of the facts of the opened shop; of none where none was. */
  version(): Promise<string>
} {
  let opened: ReturnType<DoorContexts['shop']> | undefined
  return {
    ...contexts,
    shop(name) {
      opened = contexts.shop(name)
      return opened
    },
    async version() {
      const state = await (await opened)?.reads?.factsState()
      return String(state?.version ?? 0)
    },
  }
}

function withHeaders(response: Response, headers: Readonly<Record<string, string>> = {}): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}
