import type { IncomingMessage, ServerResponse } from 'node:http'
import { crc32 } from 'node:zlib'
import { paint } from '../ads/pictures.ts'
import { answerControl, type Control, faultControls, trusted } from '../web/control.ts'
import { escapeHtml, html, type Reply, type TextResponse } from '../web/exchange.ts'
import { answerOr, note, send } from '../web/server.ts'
import type { AnalyticsSettings } from './analytics.ts'
import { criticalError, distort, type FakeFaults, refuse, tooManyRequests } from './faults.ts'
import type { FakeFeatures } from './options.ts'
import type { RefundRequest } from './refund-making.ts'
import { type FakeRequest, readRequest, single } from './request.ts'
import { answerRest } from './rest.ts'
import type { NewOrder } from './store.ts'
import type { WcAuth } from './wc-auth.ts'
import { restUrl, type World } from './world.ts'

const controls: Readonly<Record<string, Control<Controlled>>> = {
  ...faultControls(({ faults }: Controlled) => faults),
  'GET state': ({ world: { store, webhooks } }) => ({
    orders: store.orders.size,
    products: store.products.size,
    customers: store.customers.size,
    webhooks: webhooks.list(),
    waiting: webhooks.waiting,
  }),
  'POST features': ({ world: { site } }, request) => {
    site.features = { ...site.features, ...trusted<Partial<FakeFeatures>>(request) }
    return site.features
  },
  'POST analytics': ({ world: { analytics } }, request) => {
    const { missing = [], frozen = [], ...settings } = trusted<AnalyticsChange>(request)
    for (const id of missing) analytics.missing.add(id)
    for (const id of frozen) analytics.freeze(id)
    return Object.assign(analytics.settings, settings)
  },
  'POST analytics/import': ({ world: { analytics } }) => {
    analytics.importAll()
    return {}
  },
  'POST webhooks/deliver': ({ world }) => world.webhooks.deliver(),
  'POST orders': ({ world }, request) => world.store.createOrder(trusted<NewOrder>(request)),
  'POST orders/#': ({ world }, request, id) => world.store.updateOrder(id, trusted<Partial<NewOrder>>(request)),
  'DELETE orders/#': ({ world }, { uri }, id) => {
    if (/[?&]force=true\b/.test(uri)) world.store.deleteOrder(id)
    else world.store.trashOrder(id)
    return { id }
  },
  'POST orders/#/refunds': ({ world }, request, id) =>
    world.store.refundOrder(id, trusted<RefundRequest>(request)) ?? { error: 'More than what remains.' },
}

/** Where the site keeps pictures; a product's `imageUrl` may be a path below it. */
const uploads = '/wp-content/uploads'

const pages = new Set(['', '/', '/my-account/'])

/** One handled request. */
export interface LoggedRequest {
  readonly method: string
  readonly uri: string
  /** REST route (`orders`, `orders/12/refunds`), `root`, `wc-auth` or `site`. */
  readonly area: string
  readonly status: number
  readonly userAgent: string
}

/** Everything the server passes requests on to. */
export interface Parts {
  readonly world: World
  readonly auth: WcAuth
  readonly faults: FakeFaults
  readonly log: LoggedRequest[]
  readonly pageListeners: Set<(page: LoggedRequest) => void>
  /** When REST was called within the last second, in milliseconds. */
  readonly recentCalls: number[]
}

/** Handles one request. */
export async function serve(parts: Parts, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = await readRequest(message)
  const target = findTarget(parts.world, request)
  if (target.kind === 'control') {
    send(response, await answerControl(controls, parts, { path: target.path, request }), {})
    return
  }
  if (target.kind === 'picture') {
    send(response, pictureOf(target.name), {})
    return
  }
  const area = areaOf(target)
  const refusal = (target.kind === 'rest' ? throttle(parts) : undefined) ?? refuse(parts.faults, area, request)
  const made = refusal ?? (await answerOr(criticalError(), () => answerTarget(parts, target, request)))
  const { answer, ...delivery } = distort(parts.faults, area, { request, answer: made })
  noteResponse(parts, request, { area, answer })
  send(response, answer, { ...delivery, clock: () => parts.world.site.clock.now() })
}

function noteResponse(
  parts: Parts,
  request: FakeRequest,
  { area, answer }: { readonly area: string; readonly answer: TextResponse },
): void {
  const { method, uri } = request
  const entry = { method, uri, area, status: answer.status, userAgent: request.headers['user-agent'] ?? '' }
  note(parts.log, entry)
  if (answer.status !== 200 || !answer.body.startsWith('[')) return
  for (const listener of parts.pageListeners) listener(entry)
}

function answerTarget(
  { world, auth }: Parts,
  target: Exclude<Target, { readonly kind: 'picture' }>,
  request: FakeRequest,
): TextResponse | Promise<TextResponse> {
  if (target.kind === 'rest') return answerRest(world, target.path, request)
  if (target.kind === 'auth') return auth.handle(target.route, request)
  return answerPage(world, target.kind === 'page' && target.found)
}

function areaOf(target: Target): string {
  if (target.kind === 'auth') return 'wc-auth'
  if (target.kind !== 'rest') return 'site'
  const path = target.path.replace(/^\/+|\/+$/g, '')
  return path === '' ? 'root' : path.replace(/^wc\/v3\/?/, '')
}

function throttle({ world: { site }, recentCalls }: Parts): TextResponse | undefined {
  if (!site.throttle) return undefined
  const now = site.clock.now().getTime()
  while (recentCalls.length > 0 && now - (recentCalls[0] ?? 0) >= 1000) recentCalls.shift()
  if (recentCalls.length >= site.throttle.perSecond) return tooManyRequests(site.throttle.retryAfterSeconds)
  recentCalls.push(now)
  return undefined
}

/** Which part of the site an address belongs to. */
type Target =
  | { readonly kind: 'rest'; readonly path: string }
  | { readonly kind: 'auth'; readonly route: string }
  | { readonly kind: 'control'; readonly path: string }
  | { readonly kind: 'picture'; readonly name: string }
  | { readonly kind: 'page'; readonly found: boolean }

/** Resolves an address under the site's permalink setting. */
function findTarget({ site }: World, request: FakeRequest): Target {
  if (request.path.startsWith('/__sandbox/')) return { kind: 'control', path: request.path.slice(11) }
  const picture = below(`${site.path}${uploads}`, request.path)
  return picture === undefined ? findPage(site, request) : { kind: 'picture', name: picture }
}

function findPage(site: World['site'], request: FakeRequest): Target {
  const full = below(site.path, request.path)
  const path = full?.replace(/^\/index\.php(?=\/|$)/, '')
  if (path === undefined) return { kind: 'page', found: false }
  const home = path === '' || path === '/'
  const restRoute = single(request.query, 'rest_route')
  if (home && restRoute !== undefined) return { kind: 'rest', path: restRoute }
  if (site.permalinks === 'plain') return authByQuery(request) ?? { kind: 'page', found: true }
  // Where addresses cannot be rewritten, the web server itself knows none but index.php.
  const reachesPhp = site.permalinks === 'pretty' || path !== full
  return (reachesPhp ? findByPath(site, path) : undefined) ?? { kind: 'page', found: pages.has(path) }
}

function findByPath(site: World['site'], path: string): Target | undefined {
  const restPath = below(`/${site.restPrefix}`, path)
  if (restPath !== undefined) return { kind: 'rest', path: restPath }
  const route = /^\/wc-auth\/v1\/(\w+)\/?$/.exec(path)?.[1]
  return route === undefined ? undefined : { kind: 'auth', route }
}

/** The part of a path after a folder; undefined if the path is elsewhere. */
function below(folder: string, path: string): string | undefined {
  return path === folder || path.startsWith(`${folder}/`) ? path.slice(folder.length) : undefined
}

function authByQuery(request: FakeRequest): Target | undefined {
  const route = single(request.query, 'wc-auth-route')
  return route !== undefined && single(request.query, 'wc-auth-version') === '1' ? { kind: 'auth', route } : undefined
}

/** The shop's front page, which names the REST root in a header; any other page is "not found". */
function answerPage({ site }: World, found: boolean): TextResponse {
  if (!found) return html('Page not found', '<h1>Page not found</h1>', { status: 404 })
  const name = escapeHtml(site.name)
  return html(name, `<h1>${name}</h1><p>A simulated shop.</p>`, {
    headers: { link: `<${restUrl(site)}>; rel="https://api.w.org/"` },
  })
}

const side = 120

/** A picture of the shop's uploads: a tile with a stripe, in a colour of its name. */
function pictureOf(name: string): Reply {
  const hue = (crc32(name) * 47) % 360
  const body = paint({ width: side, height: side, hue, saturation: 0.45 }, (x, y) =>
    Math.abs(x - y) < side / 6 ? 0.85 : 0.55,
  )
  return { status: 200, headers: { 'content-type': 'image/png' }, body }
}

interface Controlled {
  readonly world: World
  readonly faults: FakeFaults
}

/** Orders to omit from the shop's report or to freeze in it, and settings to change. */
type AnalyticsChange = Partial<AnalyticsSettings> & {
  readonly missing?: readonly number[]
  readonly frozen?: readonly number[]
}
