import { AppError } from '@tillsight/core'
import { Hono } from 'hono'
import { callerContexts } from '../../contexts.ts'
import type { Runtime } from '../../runtime.ts'
import { toProblem } from '../errors.ts'
import type { Visited } from '../visits.ts'
import { toOpenApi } from './openapi.ts'
import { operations } from './operations.ts'

/** The public API under `/api/v1`. */
export function apiRoutes(runtime: Runtime): Hono<Visited> {
  const api = new Hono<Visited>()
  const document = toOpenApi(operations)
  api.get('/v1/openapi.json', (c) => c.json(document))
  for (const operation of operations) {
    const path = `/v1${operation.path.replace(/\{(\w+)\}/g, ':$1')}`
    api.on(operation.method.toUpperCase(), path, async (c) => {
      const visit = c.get('visit')
      const answer = await operation.answer({ runtime, visit, contexts: callerContexts(runtime, visit) }, c)
      return c.json(answer as object, operation.status ?? 200, { 'cache-control': 'no-store' })
    })
  }
  api.all('*', (c) =>
    toProblem(
      new AppError(
        'not_found',
        `There is nothing at ${c.req.method} ${c.req.path}. /api/v1/openapi.json lists what there is.`,
      ),
      runtime.log,
    ),
  )
  return api
}
