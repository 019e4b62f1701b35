import { Hono } from 'hono'

/** What has to answer before requests make sense. */
export interface Readiness {
  readonly database: () => Promise<boolean>
  readonly warehouse: () => Promise<boolean>
}

/** `/healthz`: the process lives. `/readyz`: both stores answer. Neither says anything about the installation. */
export function healthRoutes(readiness: Readiness): Hono {
  return new Hono()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      const [database, warehouse] = await Promise.all([readiness.database(), readiness.warehouse()])
      const ready = database && warehouse
      return c.json({ status: ready ? 'ready' : 'unavailable', database, warehouse }, ready ? 200 : 503)
    })
}
