import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { receivePrivacyRequest, receiveWebhook } from '@tillsight/domain'
import { type Context, Hono } from 'hono'
import { requestId } from 'hono/request-id'
import type { Visit } from '../identity/visit.ts'
import type { Runtime } from '../runtime.ts'
import { apiRoutes } from './api/routes.ts'
import { compression } from './compression.ts'
import { connectRoutes, limitPlatformCalls } from './connect.ts'
import { appLandingRoutes, connectStartRoutes } from './connect-start.ts'
import { digestPreviewRoutes } from './digest-preview.ts'
import { limitBody, sayWhenToReturn, toProblem } from './errors.ts'
import { filesElsewhere } from './file-host.ts'
import { iconRoutes, pictureRoutes, shopPictureRoutes, trackingFileRoutes } from './files.ts'
import { createMeter, healthRoutes } from './health.ts'
import { refuseKeysInAddresses } from './key-in-address.ts'
import { eventRoutes, type LiveShops } from './live-shops.ts'
import { lookInRoutes } from './look-in.ts'
import { mailboxRoutes, mailPreviewRoutes } from './mailbox.ts'
import { discoveryRoutes } from './mcp/callers.ts'
import { onlyOwnNames } from './own-names.ts'
import { asSeenOutside } from './pages.ts'
import { peerAddress } from './peer.ts'
import { sameOriginWrites, securityHeaders } from './security.ts'
import { shareRoutes } from './shares/routes.ts'
import { shopRoutes } from './shop-routes.ts'
import { stripeWebhookRoutes } from './stripe-webhook.ts'
import { surveyRoutes } from './survey.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'
import { identifyVisits, type Visited } from './visits.ts'

const development: BuildInfo = { id: 'development', version: 'development', builtAt: new Date(0).toISOString() }

export interface HttpOptions {
  /** Renders every page. */
  readonly pages: (request: Request, visit: Visit) => Promise<Response>
  /** Folder of the built app. */
  readonly buildDir: string
  /** Live updates of open pages. */
  readonly live: LiveShops
  /** The doors of the official client. */
  readonly backend: Hono
}

/** A 5 MB picture plus the form around it. */
const largestBodyMb = 6
/** Requests to unauthenticated endpoints of platforms. */
const largestCallKb = 256
/** A wholesale order of a thousand lines; a store disables a webhook after five rejections. */
const largestDeliveryKb = 2048
const oneYear = 'public, max-age=31536000, immutable'

/** Order files are streamed, files of costs are refused by their length: their readers know how large they may be. */
function isFileUpload({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return method === 'POST' && /^\/shop\/[^/]+\/(?:integrations\/imports|costs\/files)(?:\.data)?$/.test(path)
}

/** All doors on one address: assets, health, sign-in, webhooks, connect flows, API, and last the pages. */
export function createHttp(runtime: Runtime, options: HttpOptions): Hono<Visited> {
  const { config, log, stores, auth, own } = runtime
  const app = new Hono<Visited>()
  const meter = createMeter(config)
  app.onError((error, c) => toProblem(error, log, c.get('requestId')))
  app.use(securityHeaders(config))
  app.use(sayWhenToReturn)
  app.use(meter.measure)
  app.use('/api/v1/*', requestId())
  app.use(filesElsewhere(config))
  app.use(refuseKeysInAddresses(runtime))
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
  // The auth protocol has its own limits and CORS rules.
  if (!auth.isHosted) {
    app.all('/auth/v1/*', (c) => auth.service.fetch(c.req.raw, { address: peerAddress(c, config.trustProxy) }))
  }
  // So have the other doors of the official client.
  app.route('/', options.backend)
  app.route('/', discoveryRoutes(runtime))
  // After responses that are already encoded, and after tokens.
  app.use(compression)
  const limitUsual = limitBody(largestBodyMb, 'MB')
  app.use((c, next) => (isFileUpload(c.req) ? next() : limitUsual(c, next)))
  const limitCalls = limitPlatformCalls(runtime)
  for (const [path, mostKb] of [
    ['/webhooks/:connector', largestCallKb],
    ['/webhooks/:connector/:connection', largestDeliveryKb],
    ['/connect/callback/:connector', largestCallKb],
  ] as const) {
    app.post(path, limitCalls)
    app.post(path, limitBody(mostKb, 'kB'))
  }
  app.route('/webhooks/stripe', stripeWebhookRoutes(runtime))
  app.route('/webhooks', webhookRoutes(runtime))
  app.route('/webhooks', platformWebhookRoutes(runtime))
  // Mail programs send no cookies, and no origin.
  app.route('/unsubscribe', unsubscribeRoutes(runtime))
  // Whoever opens a share link is nobody: no session counts there.
  app.route('/s', shareRoutes(runtime))
  app.use(identifyVisits(runtime))
  app.route('/connect/app', appLandingRoutes(runtime))
  app.route('/connect', connectRoutes(runtime))
  app.use(sameOriginWrites(config.publicUrl))
  app.route('/', meter.routes)
  app.route('/look-in', lookInRoutes(runtime))
  app.route('/builds', buildRoutes(options.buildDir))
  app.route('/api/icons', iconRoutes())
  app.route('/api/shop/events', eventRoutes(options.live))
  app.route('/api/shop', shopRoutes(runtime))
  app.route('/api', connectStartRoutes(runtime))
  app.route('/api', apiRoutes(runtime))
  app.route('/account/notifications/preview', digestPreviewRoutes(runtime))
  app.route('/account/picture', pictureRoutes(runtime))
  app.route('/shop', shopPictureRoutes(runtime))
  app.route('/shop', trackingFileRoutes(runtime, options.buildDir))
  app.route('/dev/mailbox', mailboxRoutes(runtime))
  app.route('/dev/mail', mailPreviewRoutes(runtime))
  const answerPage = async (c: Context<Visited>): Promise<Response> => {
    const page = await options.pages(asSeenOutside(c.req.raw, own), c.get('visit'))
    // Data requests of pages are as private as the pages.
    if (!page.headers.has('cache-control')) page.headers.set('cache-control', 'private, no-store')
    return page
  }
  // No file is looked for below a shop.
  app.all('/shop/*', answerPage)
  // Neither has a content hash in its name.
  for (const file of ['/sw.js', '/manifest.webmanifest']) {
    app.use(file, async (c, next) => {
      await next()
      c.res.headers.set('cache-control', 'no-cache')
    })
  }
  app.use('*', serveStatic({ root: join(options.buildDir, 'client'), precompressed: true }))
  app.all('*', answerPage)
  return app
}

/** Receives webhooks. The raw bytes are verified; responses reveal nothing, not even whether the address exists. */
function webhookRoutes({ deliveries }: Pick<Runtime, 'deliveries'>): Hono {
  return new Hono().post('/:connector/:connection', async (c) => {
    const response = await receiveWebhook(deliveries, {
      connector: c.req.param('connector'),
      connection: c.req.param('connection'),
      headers: Object.fromEntries(c.req.raw.headers),
      body: new Uint8Array(await c.req.arrayBuffer()),
    })
    return c.body(null, response === 'accepted' ? 200 : 401)
  })
}

/**
 * `POST /webhooks/{platform}`: where a platform sends the operator's app the privacy requests of customers and merchants, at
 * one address for all shops. Requests without a valid signature of the app are rejected; everything else is accepted once it
 * is stored, even for a shop that is not connected here.
 */
function platformWebhookRoutes({ deliveries }: Pick<Runtime, 'deliveries'>): Hono {
  return new Hono().post('/:connector', async (c) => {
    const response = await receivePrivacyRequest(deliveries, {
      connector: c.req.param('connector'),
      headers: Object.fromEntries(c.req.raw.headers),
      body: new Uint8Array(await c.req.arrayBuffer()),
    })
    return c.body(null, response === 'accepted' ? 200 : 401)
  })
}

/**
 * `GET /p.js` and `GET /survey.js`: the scripts that shops load, allowed from any origin and host. Their names have no
 * content hash, so browsers revalidate after an hour, and use their copy meanwhile.
 */
function pixelRoutes(buildDir: string, file: 'p.js' | 'survey.js'): Hono {
  return new Hono()
    .use(async (c, next) => {
      await next()
      if (!c.res.ok) return
      c.res.headers.set('cache-control', 'public, max-age=3600, stale-while-revalidate=86400')
      c.res.headers.set('access-control-allow-origin', '*')
      c.res.headers.set('cross-origin-resource-policy', 'cross-origin')
      c.res.headers.set('timing-allow-origin', '*')
    })
    .use(serveStatic({ path: join(buildDir, 'client', file), precompressed: true }))
}

/** Written by `npm run build` beside the assets: the id of the build and its files. */
interface BuildInfo {
  readonly id: string
  readonly version: string
  readonly builtAt: string
  /** The router's version of the client, which open pages compare with theirs. */
  readonly client?: string
  /** Addresses of scripts and styles by route. */
  readonly routes?: Readonly<Record<string, readonly string[]>>
}

/** Pages poll `latest.json` for newer builds; `meta/{id}.json` lists the files of one. */
function buildRoutes(buildDir: string): Hono {
  const file = join(buildDir, 'build.json')
  const info = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuildInfo) : development
  const { id, version, builtAt, client, routes = {} } = info
  const timestamp = Date.parse(builtAt)
  const latest = { id, timestamp, ...(client === undefined ? {} : { client }) }
  return new Hono()
    .get('/latest.json', (c) => c.json(latest, 200, { 'cache-control': 'no-store' }))
    .get('/meta/:file{.+\\.json}', (c) =>
      c.req.param('file') === `${id}.json` ? c.json({ ...latest, version, routes }) : c.notFound(),
    )
}
