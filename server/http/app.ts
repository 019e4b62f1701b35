import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Visit } from '../identity/visit.ts'
import type { LiveShops } from '../live/live-shops.ts'
import type { Runtime } from '../runtime.ts'
import { adPictureRoutes } from './ad-pictures.ts'
import { apiRoutes } from './api/routes.ts'
import { buildRoutes } from './builds.ts'
import { compression } from './compression.ts'
import { connectRoutes } from './connect.ts'
import { appLandingRoutes, connectStartRoutes } from './connect-start.ts'
import { sayWhenToReturn, tooLarge, toProblem } from './errors.ts'
import { eventRoutes } from './events.ts'
import { healthRoutes } from './health.ts'
import { iconRoutes } from './icons.ts'
import { mailboxRoutes, mailPreviewRoutes } from './mailbox.ts'
import { createMeter } from './meter.ts'
import { onlyOwnNames } from './own-names.ts'
import { asSeenOutside } from './page-request.ts'
import { peerAddress } from './peer.ts'
import { pictureRoutes } from './pictures.ts'
import { pixelRoutes } from './pixel.ts'
import { limitPlatformCalls } from './platform-calls.ts'
import { platformWebhookRoutes } from './platform-webhooks.ts'
import { sameOriginWrites, securityHeaders } from './security.ts'
import { shopRoutes } from './shop-routes.ts'
import { surveyRoutes } from './survey.ts'
import { trackingFileRoutes } from './tracking-files.ts'
import { identifyVisits, type Visited } from './visits.ts'
import { webhookRoutes } from './webhooks.ts'

export interface HttpOptions {
  /** Renders every address that is not an API's. */
  readonly pages: (request: Request, visit: Visit) => Promise<Response>
  /** Folder of the built app. */
  readonly buildDir: string
  /** Keeps open pages up to date. */
  readonly live: LiveShops
}

/** A picture of 5 MB and the form around it. */
const largestBodyMb = 6
/** What platforms send to doors that know nobody. */
const largestCallKb = 256
/** A wholesale order of a thousand lines; a store switches off a webhook that was refused five times. */
const largestDeliveryKb = 2048
const oneYear = 'public, max-age=31536000, immutable'

/** Order files are read as they come in, and whoever reads them stops when one is too large. */
function isFileUpload({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return method === 'POST' && /^\/shop\/[^/]+\/integrations\/imports(?:\.data)?$/.test(path)
}

/** All doors on one address: assets, health, sign-in, webhooks, connect flows, API, and last the pages. */
export function createHttp(runtime: Runtime, options: HttpOptions): Hono<Visited> {
  const { config, log, stores, auth, own } = runtime
  const app = new Hono<Visited>()
  const meter = createMeter(config)
  app.onError((error) => toProblem(error, log))
  app.use(securityHeaders(config))
  app.use(sayWhenToReturn)
  app.use(meter.measure)
  app.use('/assets/*', async (c, next) => {
    await next()
    if (c.res.ok) c.res.headers.set('cache-control', oneYear)
  })
  app.use('/assets/*', serveStatic({ root: join(options.buildDir, 'client'), precompressed: true }))
  // A page in the place of a script that is gone after an update would only confuse the browser.
  app.all('/assets/*', (c) => c.notFound())
  app.route('/p.js', pixelRoutes(options.buildDir, 'p.js'))
  app.route('/survey.js', pixelRoutes(options.buildDir, 'survey.js'))
  app.route('/p/survey', surveyRoutes(runtime))
  app.route('/', healthRoutes({ database: () => stores.database.ready(), warehouse: () => stores.warehouse.ready() }))
  app.use(onlyOwnNames(config))
  // Its limits and its rules for other origins are the protocol's own.
  if (!auth.isHosted) {
    app.all('/auth/v1/*', (c) => auth.service.fetch(c.req.raw, { address: peerAddress(c, config.trustProxy) }))
  }
  // After what is encoded already, and after tokens.
  app.use(compression)
  const limitBody = bodyLimit({ maxSize: largestBodyMb * 1024 * 1024, onError: () => tooLarge(`${largestBodyMb} MB`) })
  app.use((c, next) => (isFileUpload(c.req) ? next() : limitBody(c, next)))
  const limitCalls = limitPlatformCalls(runtime)
  for (const [path, mostKb] of [
    ['/webhooks/:connector', largestCallKb],
    ['/webhooks/:connector/:connection', largestDeliveryKb],
    ['/connect/callback/:connector', largestCallKb],
  ] as const) {
    app.post(path, limitCalls)
    app.post(path, bodyLimit({ maxSize: mostKb * 1024, onError: () => tooLarge(`${mostKb} kB`) }))
  }
  app.route('/webhooks', webhookRoutes(runtime))
  app.route('/webhooks', platformWebhookRoutes(runtime))
  app.use(identifyVisits(runtime))
  app.route('/connect/app', appLandingRoutes(runtime))
  app.route('/connect', connectRoutes(runtime))
  app.use(sameOriginWrites(config.publicUrl))
  app.route('/', meter.routes)
  app.route('/builds', buildRoutes(options.buildDir))
  app.route('/api/icons', iconRoutes())
  app.route('/api/shop/events', eventRoutes(options.live))
  app.route('/api/shop', shopRoutes(runtime))
  app.route('/api', connectStartRoutes(runtime))
  app.route('/api', apiRoutes(runtime))
  app.route('/account/picture', pictureRoutes(runtime))
  app.route('/shop', adPictureRoutes(runtime))
  app.route('/shop', trackingFileRoutes(runtime, options.buildDir))
  app.route('/dev/mailbox', mailboxRoutes(runtime))
  app.route('/dev/mail', mailPreviewRoutes(runtime))
  // Neither has a name that changes with its content.
  for (const file of ['/sw.js', '/manifest.webmanifest']) {
    app.use(file, async (c, next) => {
      await next()
      c.res.headers.set('cache-control', 'no-cache')
    })
  }
  app.use('*', serveStatic({ root: join(options.buildDir, 'client'), precompressed: true }))
  app.all('*', async (c) => {
    const page = await options.pages(asSeenOutside(c.req.raw, own), c.get('visit'))
    // What pages fetch for themselves is as private as they are.
    if (!page.headers.has('cache-control')) page.headers.set('cache-control', 'private, no-store')
    return page
  })
  return app
}
