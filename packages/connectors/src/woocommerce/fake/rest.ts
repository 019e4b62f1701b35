import { analyticsSettings, reportedOrders, revenueStats } from './analytics-routes.ts'
import { type Answer, noRoute, Refusal } from './answers.ts'
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
import { createOrder, deleteOrder, getOrder, listOrders, orderTotals, updateOrder } from './order-routes.ts'
import { createRefund, deleteRefund, getRefund, listOrderRefunds, listRefunds } from './refund-routes.ts'
import { type FakeRequest, single } from './request.ts'
import { currentCurrency, generalSettings, restIndex, systemStatus, taxSettings } from './settings-routes.ts'
import { createWebhook, deleteWebhook, getWebhook, listWebhooks, updateWebhook } from './webhook-routes.ts'
import type { RestCall, World } from './world.ts'

type Handler = (call: RestCall) => Answer | Promise<Answer>

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

/** What WooCommerce Analytics adds, under a namespace of its own. */
const analyticsRoutes: Readonly<Record<string, Handler>> = {
  'GET reports/revenue/stats': revenueStats,
  'GET reports/orders': reportedOrders,
  'GET settings/wc_admin': analyticsSettings,
}

/** Answers a REST request; `path` is what follows the REST root, such as `wc/v3/orders`. */
export async function answerRest(world: World, path: string, request: FakeRequest): Promise<Answer> {
  try {
    return await route(world, path.replace(/^\/+|\/+$/g, ''), request)
  } catch (error) {
    if (error instanceof Refusal) return error.toAnswer()
    throw error
  }
}

async function route(world: World, path: string, request: FakeRequest): Promise<Answer> {
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

/** The routes of the namespace that a path is in, and the rest of the path; what is switched off has none. */
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
