import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { onlyOwnNames } from '../local-access.ts'
import type { Runtime } from '../runtime.ts'
import { apiRoutes } from './api/routes.ts'
import { buildRoutes } from './builds.ts'
import { connectRoutes } from './connect.ts'
import { tooLarge, toProblem } from './errors.ts'
import { healthRoutes } from './health.ts'
import { createMeter } from './meter.ts'
import { sameOriginWrites, securityHeaders } from './security.ts'
import { webhookRoutes } from './webhooks.ts'

export interface HttpOptions {
  /** Renders every address that is not an API's. */
  readonly pages: (request: Request) => Promise<Response>
  /** Folder of the built app. */
  readonly buildDir: string
}

const largestBodyMb = 5
const oneYear = 'public, max-age=31536000, immutable'

/** All doors on one address: assets, health, API, connect flows, webhooks, and last the pages. */
export function createHttp(runtime: Runtime, options: HttpOptions): Hono {
  const { config, log, stores } = runtime
  const app = new Hono()
  const meter = createMeter(config.metricsEnabled)
  app.onError((error) => toProblem(error, log))
  app.use(securityHeaders)
  app.use(meter.measure)
  app.use('/assets/*', async (c, next) => {
    await next()
    if (c.res.ok) c.res.headers.set('cache-control', oneYear)
  })
  app.use('/assets/*', serveStatic({ root: join(options.buildDir, 'client'), precompressed: true }))
  // A page in the place of a script that is gone after an update would only confuse the browser.
  app.all('/assets/*', (c) => c.notFound())
  app.route('/', healthRoutes({ database: () => stores.database.ready(), warehouse: () => stores.warehouse.ready() }))
  app.use(onlyOwnNames(config.publicUrl))
  app.use(bodyLimit({ maxSize: largestBodyMb * 1024 * 1024, onError: () => tooLarge(largestBodyMb) }))
  app.route('/webhooks', webhookRoutes(runtime))
  app.route('/connect', connectRoutes(runtime))
  app.use(sameOriginWrites(config.publicUrl))
  app.route('/', meter.routes)
  app.route('/builds', buildRoutes(options.buildDir))
  app.route('/api', apiRoutes(runtime))
  app.use('*', serveStatic({ root: join(options.buildDir, 'client'), precompressed: true }))
  app.all('*', (c) => options.pages(c.req.raw))
  return app
}
