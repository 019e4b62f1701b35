import { escapeHtml, json, type TextResponse } from '../web/exchange.ts'
import { siteZone } from '../zone.ts'
import { analyticsSettings, reportedOrders, revenueStats } from './analytics-routes.ts'
import { authenticate } from './authentication.ts'
import {
  getCustomer,
  getProduct,
  listCategories,
  listCoupons,
  listCustomers,
  listProducts,
  listVariations,
} from './catalogue-routes.ts'
import { pick, viewParameters } from './list-parameters.ts'
import type { FakeSite } from './options.ts'
import { createOrder, deleteOrder, getOrder, listOrders, orderTotals, updateOrder } from './order-routes.ts'
import { createRefund, deleteRefund, getRefund, listOrderRefunds, listRefunds } from './refund-routes.ts'
import { type FakeRequest, single } from './request.ts'
import { noRoute, Refusal } from './responses.ts'
import { createWebhook, deleteWebhook, getWebhook, listWebhooks, updateWebhook } from './webhook-routes.ts'
import { type RestCall, restUrl, type World } from './world.ts'

type Handler = (call: RestCall) => TextResponse | Promise<TextResponse>

const routes: Readonly<Record<string, Handler>> = {
  'GET orders': listOrders,
  'POST orders': createOrder,
  'GET orders/#': getOrder,
  'PUT orders/#': updateOrder,
  'POST orders/#': updateOrder,
  'DELETE orders/#': deleteOrder,
  'GET orders/#/refunds': listOrderRefunds,
  'POST orders/#/refunds': createRefund,
  'GET orders/#/refunds/#': getRefund,
  'DELETE orders/#/refunds/#': deleteRefund,
  'GET refunds': listRefunds,
  'GET products': listProducts,
  'GET products/categories': listCategories,
  'GET products/#': getProduct,
  'GET products/#/variations': listVariations,
  'GET customers': listCustomers,
  'GET customers/#': getCustomer,
  'GET coupons': listCoupons,
  'GET settings/general': generalSettings,
  'GET settings/tax': taxSettings,
  'GET system_status': systemStatus,
  'GET data/currencies/current': currentCurrency,
  'GET reports/orders/totals': orderTotals,
  'GET webhooks': listWebhooks,
  'POST webhooks': createWebhook,
  'GET webhooks/#': getWebhook,
  'PUT webhooks/#': updateWebhook,
  'POST webhooks/#': updateWebhook,
  'DELETE webhooks/#': deleteWebhook,
}

/** The routes of WooCommerce Analytics, under a namespace of its own. */
const analyticsRoutes: Readonly<Record<string, Handler>> = {
  'GET reports/revenue/stats': revenueStats,
  'GET reports/orders': reportedOrders,
  'GET settings/wc_admin': analyticsSettings,
}

/** Handles a REST request; `path` is the part after the REST root, such as `wc/v3/orders`. */
export async function answerRest(world: World, path: string, request: FakeRequest): Promise<TextResponse> {
  try {
    return await route(world, path.replace(/^\/+|\/+$/g, ''), request)
  } catch (error) {
    if (error instanceof Refusal) return error.toAnswer()
    throw error
  }
}

async function route(world: World, path: string, request: FakeRequest): Promise<TextResponse> {
  if (path === '') return restIndex(world.site)
  const { sub, handlers } = findSpace(world, path)
  const key = authenticate(request, world.site, world.keys)
  const sent = (single(request.query, '_method') ?? request.method).toUpperCase()
  const method = sent === 'HEAD' ? 'GET' : sent === 'PATCH' ? 'PUT' : sent
  const pattern = sub.replace(/(?<=\/)\d+(?=\/|$)/g, '#')
  const handler = handlers[`${method} ${pattern}`]
  if (!handler) throw noRoute()
  if (!key || !world.keys.mayManage(key.user)) throw refused(method, pattern, key === undefined ? 401 : 403)
  const ids = [...sub.matchAll(/(?<=\/)\d+(?=\/|$)/g)].map(([text]) => Number(text))
  return handler({ world, request, key, ids })
}

/** The routes of the path's namespace, and the rest of the path; a disabled namespace has none. */
function findSpace({ site, analytics }: World, path: string) {
  const [, space, sub] = /^(wc\/v3|wc-analytics)(?:\/(.*))?$/.exec(path) ?? []
  if (sub === undefined || !site.features.active) throw noRoute()
  if (space === 'wc/v3') return { sub, handlers: routes }
  if (!analytics.settings.enabled) throw noRoute()
  return { sub, handlers: analyticsRoutes }
}

function refused(method: string, pattern: string, status: 401 | 403): Refusal {
  if (method === 'POST')
    return new Refusal(status, {
      code: 'woocommerce_rest_cannot_create',
      message: 'Sorry, you are not allowed to create resources.',
    })
  if (method === 'PUT')
    return new Refusal(status, {
      code: 'woocommerce_rest_cannot_edit',
      message: 'Sorry, you are not allowed to edit this resource.',
    })
  if (method === 'DELETE')
    return new Refusal(status, {
      code: 'woocommerce_rest_cannot_delete',
      message: 'Sorry, you are not allowed to delete this resource.',
    })
  const message = pattern.endsWith('#') ? 'Sorry, you cannot view this resource.' : 'Sorry, you cannot list resources.'
  return new Refusal(status, { code: 'woocommerce_rest_cannot_view', message })
}

/** `GET settings/general` */
function generalSettings({ world }: RestCall): TextResponse {
  const { site } = world
  return json([
    setting('woocommerce_default_country', 'Country / State', site.country),
    setting('woocommerce_currency', 'Currency', site.currency),
    setting('woocommerce_price_num_decimals', 'Number of decimals', String(site.decimals)),
    setting('woocommerce_calc_taxes', 'Enable taxes', site.taxRates.length > 0 ? 'yes' : 'no'),
  ])
}

/** `GET settings/tax` */
function taxSettings({ world }: RestCall): TextResponse {
  return json([
    setting('woocommerce_prices_include_tax', 'Prices entered with tax', world.site.pricesIncludeTax ? 'yes' : 'no'),
    setting('woocommerce_tax_based_on', 'Calculate tax based on', 'shipping'),
  ])
}

function setting(id: string, label: string, value: string): unknown {
  return { id, label, description: '', type: 'text', default: '', tip: '', value }
}

/** `GET data/currencies/current` */
function currentCurrency({ world }: RestCall): TextResponse {
  const code = world.site.currency
  const name = new Intl.DisplayNames(['en'], { type: 'currency' }).of(code) ?? code
  const symbols: Readonly<Record<string, string>> = { EUR: '&euro;', GBP: '&pound;', USD: '&#36;' }
  return json({ code, name, symbol: symbols[code] ?? code })
}

/** `GET system_status` */
function systemStatus({ world, request }: RestCall): TextResponse {
  const { site } = world
  const body = {
    environment: {
      home_url: site.homeUrl,
      site_url: site.homeUrl,
      version: site.version,
      wp_version: site.wordpressVersion,
      wp_multisite: false,
      server_info: 'nginx',
      php_version: '8.3.14',
      default_timezone: 'UTC',
    },
    settings: {
      api_enabled: false,
      currency: site.currency,
      number_of_decimals: site.decimals,
      HPOS_enabled: true,
      HPOS_sync_enabled: false,
      order_datastore: 'Automattic\\WooCommerce\\Internal\\DataStores\\Orders\\OrdersTableDataStore',
    },
  }
  return json(pick(body, viewParameters(request.query, site).fields))
}

/** The REST root: public data about the site. */
function restIndex(site: FakeSite): TextResponse {
  const { fixedHours, offsetAt } = siteZone(site.zone)
  const now = Math.floor(site.clock.now().getTime() / 1000)
  const root = restUrl(site)
  const namespaces = [
    'oembed/1.0',
    ...(site.features.active ? ['wc/store/v1', 'wc/v1', 'wc/v2', 'wc/v3', 'wc-analytics'] : []),
    'wp/v2',
  ]
  return json(
    {
      name: escapeHtml(site.name),
      description: '',
      url: site.homeUrl,
      home: site.homeUrl,
      gmt_offset: offsetAt(now) / 3600,
      timezone_string: fixedHours === null ? site.zone : '',
      namespaces,
      authentication: [],
      routes: Object.fromEntries(namespaces.map((name) => [`/${name}`, { namespace: name, methods: ['GET'] }])),
      _links: { help: [{ href: 'https://developer.wordpress.org/rest-api/' }] },
    },
    200,
    { link: `<${root}>; rel="https://api.w.org/"` },
  )
}
