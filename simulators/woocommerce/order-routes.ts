import { json, type TextResponse } from '../web/exchange.ts'
import { siteZone } from '../zone.ts'
import { flag, integer, listParameters, viewParameters } from './list-parameters.ts'
import { pageResponse } from './list-response.ts'
import type { FakeSite } from './options.ts'
import { hiddenStatuses, namedStatuses, statusSlugs } from './options.ts'
import { newOrderFrom, orderPatchFrom } from './order-input.ts'
import { orderJson } from './order-json.ts'
import type { OrderView } from './order-lines-json.ts'
import { list, type QueryEntry, single } from './request.ts'
import { invalidId, invalidParameter, jsonText, Refusal } from './responses.ts'
import { type RestCall, restUrl } from './world.ts'

/** `GET orders` */
export function listOrders(call: RestCall): TextResponse {
  const { world, request } = call
  const { query } = request
  const orderby = [
    'date',
    'id',
    'include',
    'title',
    'slug',
    ...(world.site.features.orderbyModified ? ['modified'] : []),
  ]
  const parameters = listParameters(query, world.site, { orderby })
  const selection = {
    ...parameters,
    statuses: wantedStatuses(call),
    customer: integer(query, 'customer', {}),
    product: integer(query, 'product', {}),
  }
  const { total, rows } = world.selector.select(selection, siteZone(world.site.zone))
  const view = orderView(world.site, query, { ...parameters, inList: true })
  const items = rows.map((row) => JSON.stringify(orderJson(world.store.orders.order(row), view)))
  return pageResponse(call, 'orders', { parameters, total, items })
}

/** `GET orders/{id}` */
export function getOrder(call: RestCall): TextResponse {
  return orderResponse(call, existingOrder(call).id)
}

/** `POST orders` */
export function createOrder(call: RestCall): TextResponse {
  const order = call.world.store.createOrder(newOrderFrom(call))
  return orderResponse(call, order.id, 201)
}

/** `PUT orders/{id}`; a PUT that changes nothing fires `order.updated` all the same. */
export function updateOrder(call: RestCall): TextResponse {
  const order = existingOrder(call)
  call.world.store.updateOrder(order.id, orderPatchFrom(call, order))
  return orderResponse(call, order.id)
}

/** `DELETE orders/{id}`; without `force` into the bin, and the answer still shows the old status. */
export function deleteOrder(call: RestCall): TextResponse {
  const order = existingOrder(call)
  const before = orderResponse(call, order.id)
  if (flag(call.request.query, 'force')) {
    call.world.store.deleteOrder(order.id)
    return before
  }
  if (order.status === 'trash')
    throw new Refusal(410, { code: 'woocommerce_rest_already_trashed', message: 'The order has already been deleted.' })
  call.world.store.trashOrder(order.id)
  return before
}

/** `GET reports/orders/totals` */
export function orderTotals({ world }: RestCall): TextResponse {
  const { site, store } = world
  const totals = Object.entries(namedStatuses(site)).map(([slug, name]) => ({
    slug,
    name,
    total: store.orders.counts('id', [slug]).at(-1) ?? 0,
  }))
  return json(totals)
}

/** The order of the path; 404 when there is none (also for ids of refunds). */
export function existingOrder({ world, ids }: RestCall) {
  const order = world.store.order(ids[0] ?? 0)
  if (!order) throw invalidId('shop_order')
  return order
}

/** The format of orders and refunds for this request. */
export function orderView(
  site: FakeSite,
  query: readonly QueryEntry[],
  view: Pick<OrderView, 'decimals' | 'fields' | 'inList'>,
): OrderView {
  const includeMeta = site.features.metaFilters ? list(query, 'include_meta') : undefined
  const excludeMeta = site.features.metaFilters ? list(query, 'exclude_meta') : undefined
  return {
    site,
    restUrl: restUrl(site),
    decimals: view.decimals,
    fields: view.fields,
    inList: view.inList,
    includeMeta: includeMeta && includeMeta.length > 0 ? new Set(includeMeta) : undefined,
    excludeMeta: excludeMeta && excludeMeta.length > 0 ? new Set(excludeMeta) : undefined,
  }
}

function orderResponse({ world, request }: RestCall, id: number, status = 200): TextResponse {
  const order = world.store.order(id)
  if (!order) throw invalidId('shop_order')
  const view = orderView(world.site, request.query, { ...viewParameters(request.query, world.site), inList: false })
  return jsonText(JSON.stringify(orderJson(order, view)), status)
}

function wantedStatuses({ world, request }: RestCall): readonly string[] {
  const known = statusSlugs(world.site)
  const asked = list(request.query, 'status') ?? (single(request.query, 'status') === '' ? [] : ['any'])
  const wanted = new Set<string>()
  for (const [at, status] of asked.entries()) {
    if (status === 'any') for (const slug of world.store.orders.statuses()) wanted.add(slug)
    else if (known.includes(status)) wanted.add(status)
    else throw invalidParameter('status', 'rest_not_in_enum', `status[${at}] is not one of any, ${known.join(', ')}.`)
  }
  if (asked.includes('any')) for (const slug of hiddenStatuses) if (!asked.includes(slug)) wanted.delete(slug)
  return [...wanted].sort()
}
