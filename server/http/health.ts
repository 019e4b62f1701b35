import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { isFromThisMachine } from './own-names.ts'
import { bearerOf } from './visits.ts'

/** Dependencies of the readiness check. */
interface Readiness {
  readonly database: () => Promise<boolean>
  readonly warehouse: () => Promise<boolean>
}

/** Common interval of load balancers; without a response by then the process is not ready. */
const longestMs = 2_000

/** `/healthz`: the process is alive. `/readyz`: both stores respond now. Neither reveals anything about the installation. */
export function healthRoutes({ database, warehouse }: Readiness): Hono {
  const [askDatabase, askWarehouse] = [inTime(database), inTime(warehouse)]
  return new Hono()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      const [isDatabase, isWarehouse] = await Promise.all([askDatabase(), askWarehouse()])
      const ready = isDatabase && isWarehouse
      const view = { status: ready ? 'ready' : 'unavailable', database: isDatabase, warehouse: isWarehouse }
      return c.json(view, ready ? 200 : 503)
    })
}

/** False after two seconds. Concurrent calls share one request to the store. */
function inTime(ask: () => Promise<boolean>): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined
  return async () => {
    asking ??= ask().finally(() => {
      asking = undefined
    })
    const over = new AbortController()
    const late = delay(longestMs, false, { signal: over.signal }).catch(() => false)
    try {
      return await Promise.race([asking, late])
    } finally {
      over.abort()
    }
  }
}

/**
 * Prometheus metrics of this process, with the token; without a configured one, from this machine only. Unless enabled it
 * costs nothing and responds with 404.
 */
export function createMeter({ metricsEnabled, metricsToken }: Pick<Config, 'metricsEnabled' | 'metricsToken'>) {
  const routes = new Hono()
  if (!metricsEnabled) return { routes, measure: createMiddleware((_, next) => next()) }
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'tillsight_http_request_duration_seconds',
    help: 'Time to answer by door and status',
    labelNames: ['door', 'status'],
    registers: [registry],
  })
  routes.get('/metrics', async (c) => {
    const isMeant =
      metricsToken === undefined ? isFromThisMachine(c) : isSame(bearerOf(c.req.header('authorization')), metricsToken)
    // As if not enabled: its existence is not revealed.
    if (!isMeant) return c.notFound()
    return c.text(await registry.metrics(), 200, { 'content-type': registry.contentType })
  })
  const measure = createMiddleware(async (c, next) => {
    const stop = durations.startTimer({ door: `/${c.req.path.split('/')[1] ?? ''}` })
    await next()
    stop({ status: String(c.res.status) })
  })
  return { routes, measure }
}

function isSame(shown: string | undefined, expected: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return shown !== undefined && timingSafeEqual(hash(shown), hash(expected))
}
