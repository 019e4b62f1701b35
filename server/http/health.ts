import { setTimeout as delay } from 'node:timers/promises'
import { Hono } from 'hono'

/** What has to answer before requests make sense. */
export interface Readiness {
  readonly database: () => Promise<boolean>
  readonly warehouse: () => Promise<boolean>
}

/** A load balancer asks about so often; what has not answered by then is not ready. */
const longestMs = 2_000

/** `/healthz`: the process lives. `/readyz`: both stores answer, now. Neither says anything about the installation. */
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

/** False after two seconds. However often it is asked meanwhile, the store is asked once. */
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
