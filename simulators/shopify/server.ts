import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerControl, type Control, faultControls, trusted } from '../web/control.ts'
import { escapeHtml, type FakeRequest, json, page, type Reply, readRequest, redirect } from '../web/exchange.ts'
import { deliveryOf } from '../web/faults.ts'
import { note, respond } from '../web/server.ts'
import { answerApi, edgeResponse, operationNames, type ServedShop, stateOf } from './api.ts'
import { type Area, type CallFault, struckBy } from './faults.ts'
import { accessToken, authorize } from './oauth.ts'
import { type Platform, shopDomain } from './options.ts'
import type { RefundRequest } from './refund-making.ts'
import type { ShopWorld } from './shop-world.ts'
import { makeSessionToken, signedUrl } from './signatures.ts'
import type { CancelRequest, NewOrder } from './store.ts'

/** The commands to a shop at `/__sandbox/{shop}/…`. */
const controls: Readonly<Record<string, Control<ShopWorld>>> = {
  ...faultControls(({ faults }: ShopWorld) => faults),
  'GET state': ({ store, webhooks, bulk }) => ({
    orders: store.orders.size,
    products: store.products.size,
    customers: store.customers.size,
    webhooks: webhooks.list(),
    waiting: webhooks.waiting,
    bulk: bulk.list(),
  }),
  'POST webhooks/deliver': ({ webhooks }) => webhooks.deliver(),
  'POST orders': ({ store }, request) => store.createOrder(trusted<NewOrder>(request)),
  'DELETE orders/#': ({ store }, _request, id) => {
    store.deleteOrder(id)
    return { id }
  },
  'POST orders/#/refunds': ({ store }, request, id) => store.refundOrder(id, trusted<RefundRequest>(request)),
  'POST orders/#/cancel': ({ store }, request, id) => store.cancelOrder(id, trusted<CancelRequest>(request)),
}

/** One handled request. */
export interface LoggedRequest {
  readonly method: string
  readonly uri: string
  /** Empty if it belongs to no shop. */
  readonly shop: string
  readonly area: Area | 'control'
  /** Name of the GraphQL operation, or of its first field where it has none. */
  readonly operation: string | undefined
  readonly status: number
}

/** Everything the server passes requests on to. */
export interface Served {
  readonly platform: Platform
  readonly shops: ReadonlyMap<string, ServedShop>
  readonly worlds: ReadonlyMap<string, ShopWorld>
  readonly log: LoggedRequest[]
  readonly listeners: Set<(call: LoggedRequest) => void>
}

interface Target {
  readonly area: Area | 'control'
  readonly shop: ServedShop | undefined
  readonly names: readonly string[]
  answer(fault: CallFault | undefined): Reply | Promise<Reply>
}

/** Handles one request. */
export async function serve(served: Served, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = await readRequest(message)
  const target = targetOf(served, request)
  const { area, shop, names } = target
  const fault = area === 'control' || !shop ? undefined : struckBy(shop.world.faults, area, names)
  await respond(response, {
    delivery: deliveryOf(fault),
    broken: page('Something went wrong', '', 500),
    answer: () => target.answer(fault),
    note: ({ status }) => {
      const { method, uri } = request
      const entry = { method, uri, shop: shop?.world.site.shop ?? '', area, operation: names[0], status }
      note(served.log, entry)
      for (const listener of served.listeners) listener(entry)
    },
  })
}

function targetOf(served: Served, request: FakeRequest): Target {
  const steps = request.path.split('/').slice(1)
  const [first = '', ...rest] = steps
  if (first === '__sandbox') return controlTarget(served, rest, request)
  if (first === 'apps') return { area: 'browser', shop: undefined, names: [], answer: () => appStore(served, request) }
  if (first === 'storage') return fileTarget(served, rest[0] ?? '')
  const host = (request.headers['host'] ?? '').replace(/:\d+$/, '')
  const isPrefixed = first.endsWith('.myshopify.com')
  const shop = served.shops.get(isPrefixed ? first : host)
  const path = (isPrefixed ? rest : steps).join('/')
  if (!shop || shop.world.site.state === 'gone') return { area: areaOf(path), shop, names: [], answer: missing }
  return shopTarget(shop, path, request)
}

/** A command from a browser test or a demo to a shop. */
function controlTarget({ worlds }: Served, [shop = '', ...path]: readonly string[], request: FakeRequest): Target {
  const world = worlds.get(shopDomain(shop))
  const answer = () => answerControl(controls, world, { path: path.join('/'), request })
  return { area: 'control', shop: undefined, names: [], answer }
}

function missing(): Reply {
  return page('Sorry, this shop is currently unavailable.', '', 404)
}

function areaOf(path: string): Area {
  if (path === 'admin/oauth/access_token') return 'oauth'
  return path.startsWith('admin/api/') ? 'graphql' : 'browser'
}

function shopTarget(shop: ServedShop, path: string, request: FakeRequest): Target {
  const { world } = shop
  const version = /^admin\/api\/([\w-]+)\/graphql\.json$/.exec(path)?.[1]
  const at = (area: Area, answer: Target['answer'], names: readonly string[] = []): Target => ({
    area,
    shop,
    names,
    answer,
  })
  if (version !== undefined) {
    return at('graphql', (fault) => answerApi(shop, request, { asked: version, fault }), operationNames(request))
  }
  if (path === 'admin/oauth/access_token') {
    return at('oauth', (fault) => (fault && edgeResponse(fault)) ?? stateOf(world) ?? accessToken(world, request))
  }
  if (path === 'admin/oauth/authorize')
    return at('browser', (fault) => (fault && edgeResponse(fault)) ?? authorize(world, request))
  if (path === `admin/apps/${world.platform.app.handle}`) return at('browser', () => openApp(world))
  if (path === 'admin') return at('browser', () => page(world.site.name, '<p>The admin of the shop.</p>'))
  if (path.startsWith('admin/api/')) return at('graphql', () => json({ errors: 'Not Found' }, 404))
  return at('browser', missing)
}

/** Result files need no token; anybody with the link may read them. */
function fileTarget(served: Served, token: string): Target {
  for (const shop of served.shops.values()) {
    const file = shop.world.bulk.file(token)
    if (file === undefined) continue
    return {
      area: 'files',
      shop,
      names: [],
      answer: (fault) => {
        const struck = fault && edgeResponse(fault)
        if (struck) return struck
        if (file === 'expired') {
          const headers = { 'content-type': 'application/xml' }
          return {
            status: 403,
            headers,
            body: "<?xml version='1.0' encoding='UTF-8'?><Error><Code>ExpiredToken</Code></Error>",
          }
        }
        return { status: 200, headers: { 'content-type': 'application/jsonl' }, body: '', file }
      },
    }
  }
  return { area: 'files', shop: undefined, names: [], answer: () => ({ status: 404, headers: {}, body: '' }) }
}

/** The app's listing with its "Install": the browser is redirected to the App URL with a signature. */
function appStore(
  { platform, worlds }: { readonly platform: Platform; readonly worlds: ReadonlyMap<string, ShopWorld> },
  request: FakeRequest,
): Reply {
  const [, , handle, action] = request.path.split('/')
  if (handle !== platform.app.handle) return page('This page is missing', '<p>There is no such app.</p>', 404)
  if (action === undefined || action === '') return listing(platform, worlds)
  const world = worlds.get(shopDomain(request.query.get('shop') ?? ''))
  if (action !== 'install' || !world) return page('This page is missing', '<p>There is no such shop.</p>', 404)
  return openApp(world)
}

function listing({ app }: Platform, worlds: ReadonlyMap<string, ShopWorld>): Reply {
  const forms = [...worlds.values()].map(
    ({ site }) =>
      `<form action="/apps/${encodeURIComponent(app.handle)}/install"><input type="hidden" name="shop" value="${escapeHtml(site.shop)}"><button>Install on ${escapeHtml(site.shop)}</button></form>`,
  )
  return page(app.title, forms.join(''))
}

/** What a click on the app in a shop's admin does, which also starts an installation. */
function openApp({ platform, site, faults }: ShopWorld): Reply {
  const { app } = platform
  const embedded = {
    embedded: '1',
    id_token: makeSessionToken(platform, { shop: site.shop }),
    locale: 'en',
    session: 'sandbox-session',
  }
  const isForged = faults.strike('aside', 'wrong_hmac') !== undefined
  return redirect(
    signedUrl(app.appUrl, { shop: site.shop, platform, isForged, ...(app.isEmbedded ? { more: embedded } : {}) }),
  )
}
