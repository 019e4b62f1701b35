import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** Prometheus figures of this process; without being enabled it costs nothing and answers 404. */
export function createMeter(enabled: boolean) {
  const routes = new Hono()
  if (!enabled) return { routes, measure: createMiddleware((_, next) => next()) }
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'tillsight_http_request_duration_seconds',
    help: 'Time to answer by door and status',
    labelNames: ['door', 'status'],
    registers: [registry],
  })
  routes.get('/metrics', async (c) => c.text(await registry.metrics(), 200, { 'content-type': registry.contentType }))
  const measure = createMiddleware(async (c, next) => {
    const stop = durations.startTimer({ door: `/${c.req.path.split('/')[1] ?? ''}` })
    await next()
    stop({ status: String(c.res.status) })
  })
  return { routes, measure }
}
