import { z } from 'zod'
import { json, type TextResponse } from '../web/exchange.ts'
import { toSeconds } from '../zone.ts'
import type { StoreOrder, StoreRefund, StoreRefundCharge, StoreRefundLine } from './history.ts'
import { flag, type ListParameters, listParameters, viewParameters } from './list-parameters.ts'
import { listResponse, pageResponse } from './list-response.ts'
import { money, negated } from './money.ts'
import { readBody } from './order-input.ts'
import { localStamp } from './order-json.ts'
import { metaJson, type OrderView, taxesJson, taxLineJson, taxTotals } from './order-lines-json.ts'
import { existingOrder, orderView } from './order-routes.ts'
import type { RefundPlace } from './order-table.ts'
import type { RefundLineRequest } from './refund-making.ts'
import { invalidId, jsonText, noRoute, Refusal } from './responses.ts'
import type { RestCall } from './world.ts'

interface RefundOf {
  readonly order: StoreOrder
  readonly refund: StoreRefund
  readonly withParent?: boolean
}

/** A refund in the format of `orders/{id}/refunds`; `GET refunds` adds `parent_id`. */
function refundJson({ order, refund, withParent = false }: RefundOf, view: OrderView): Record<string, unknown> {
  const { decimals, site, restUrl } = view
  const amount = site.features.zeroRefundAmount ? '0' : refund.amount
  const type = refund.type ?? 'partial'
  const base = `${restUrl}wc/v3/orders/${order.id}`
  const body: Record<string, unknown> = {
    id: refund.id,
    ...(withParent ? { parent_id: order.id } : {}),
    ...createdDates(refund, view),
    amount: money(amount, decimals),
    reason: refund.reason ?? '',
    refunded_by: refund.refundedBy ?? 1,
    refunded_payment: refund.refundedPayment ?? false,
    meta_data: metaJson([{ key: '_refund_type', value: type }], refund.id, false),
    line_items: (refund.lines ?? []).map((line) => lineItem(line, order, view)),
    shipping_lines: (refund.shippingLines ?? []).map((line) => charge(line, view, 'method_title')),
    tax_lines: taxLines(refund, view),
    fee_lines: (refund.feeLines ?? []).map((line) => charge(line, view, 'name')),
    _links: {
      self: [{ href: `${base}/refunds/${refund.id}` }],
      collection: [{ href: `${base}/refunds` }],
      up: [{ href: base }],
    },
  }
  if (view.fields.all) return body
  const wanted = Object.entries(body).filter(([name]) => view.fields.wants(name))
  return Object.fromEntries(wanted.map(([name, value]) => [name, view.fields.reduce(name, value)]))
}

function createdDates({ undated, createdAt }: StoreRefund, { site }: OrderView) {
  return {
    date_created: undated ? null : localStamp(createdAt, site),
    date_created_gmt: undated ? null : createdAt.slice(0, 19),
  }
}

function lineItem(line: StoreRefundLine, order: StoreOrder, view: OrderView): unknown {
  const { decimals } = view
  const total = money(negated(line.total), decimals)
  const tax = money(negated(line.totalTax ?? '0'), decimals)
  return {
    id: line.id,
    name: line.name,
    product_id: line.productId,
    variation_id: line.variationId ?? 0,
    quantity: line.quantity === 0 ? 0 : -line.quantity,
    tax_class: '',
    subtotal: total,
    subtotal_tax: tax,
    total,
    total_tax: tax,
    taxes: taxesJson(line.taxes, decimals, -1),
    meta_data: metaJson(refundedItem(line.orderLineId), line.id, true),
    sku: line.sku,
    price: line.quantity === 0 ? 0 : Number(line.total) / line.quantity,
    image: { id: '', src: '' },
    parent_name: null,
    ...costTakenBack(line, order, view),
  }
}

/** The store takes the cost back with every refunded piece, whether or not goods came back. */
function costTakenBack({ orderLineId, quantity }: StoreRefundLine, { lines }: StoreOrder, { site }: OrderView) {
  if (!site.features.costOfGoods) return {}
  const sold = lines.find(({ id }) => id === orderLineId)
  const share = sold === undefined || sold.quantity === 0 ? 0 : quantity / sold.quantity
  return { cost_of_goods_sold: { total_value: 0 - Number(sold?.cost ?? 0) * share } }
}

function charge(line: StoreRefundCharge, view: OrderView, nameField: 'name' | 'method_title'): unknown {
  return {
    id: line.id,
    [nameField]: line.name,
    ...(nameField === 'name'
      ? { tax_class: '', tax_status: 'taxable', amount: '' }
      : { method_id: 'flat_rate', instance_id: '3' }),
    total: money(negated(line.total), view.decimals),
    total_tax: money(negated(line.totalTax ?? '0'), view.decimals),
    taxes: taxesJson(line.taxes, view.decimals, -1),
    meta_data: metaJson(refundedItem(line.orderLineId), line.id, true),
  }
}

function refundedItem(orderLineId: number | undefined): readonly { key: string; value: string }[] {
  return orderLineId === undefined ? [] : [{ key: '_refunded_item_id', value: String(orderLineId) }]
}

function taxLines(refund: StoreRefund, view: OrderView): unknown[] {
  const goods = [...(refund.lines ?? []), ...(refund.feeLines ?? [])].map((line) => line.taxes)
  const totals = taxTotals(
    goods,
    (refund.shippingLines ?? []).map((line) => line.taxes),
  )
  return [...totals].map(([rateId, [cart, shipping]], at) =>
    taxLineJson({ id: refund.id * 1000 + 900 + at, rateId, totals: [-cart, -shipping] }, view),
  )
}

const rules = { orderby: ['date', 'id', 'include', 'title', 'slug', 'modified'] }

/** `GET refunds`: over all orders, with `parent_id` (9.0 and later). */
export function listRefunds(call: RestCall): TextResponse {
  const { world, request } = call
  if (!world.site.features.refundsRoute) throw noRoute()
  const parameters = listParameters(request.query, world.site, rules)
  const window = refundWindow(parameters)
  if (!window) return scanRefunds(call, parameters)
  const index = parameters.orderby === 'id' ? world.store.refunds.byId : world.store.refunds.byCreated
  const low = window.after === undefined ? 0 : index.firstAfter(window.after)
  const high = window.before === undefined ? index.length : index.firstAfter(window.before, true)
  const total = Math.max(0, high - low)
  const items: string[] = []
  for (let nth = parameters.skip; nth < Math.min(total, parameters.skip + parameters.perPage); nth += 1) {
    const row = index.at(parameters.descending ? high - 1 - nth : low + nth)
    items.push(JSON.stringify(placeJson(call, world.store.refunds.place(row), parameters)))
  }
  return pageResponse(call, 'refunds', { parameters, total, items })
}

/** The bounds if the index by date suffices; a refund's modification time is its creation. */
function refundWindow(
  parameters: ListParameters,
): { after: number | undefined; before: number | undefined } | undefined {
  const { windows, include, exclude, search, orderby } = parameters
  if (include || exclude || search || windows.some((window) => window.clock === 'local')) return undefined
  if (orderby === 'id') return windows.length === 0 ? { after: undefined, before: undefined } : undefined
  if (orderby !== 'date' && orderby !== 'modified') return undefined
  const afters = windows.flatMap((window) => (window.after === undefined ? [] : [window.after]))
  const befores = windows.flatMap((window) => (window.before === undefined ? [] : [window.before]))
  return {
    after: afters.length > 0 ? Math.max(...afters) : undefined,
    before: befores.length > 0 ? Math.min(...befores) : undefined,
  }
}

function scanRefunds(call: RestCall, parameters: ListParameters): TextResponse {
  const { refunds } = call.world.store
  const items = [...refunds.byId.view()].map((row) => refunds.place(row))
  return listResponse(call, 'refunds', {
    items,
    parameters,
    rules: {
      id: (place) => place.id,
      created: (place) => place.created,
      modified: (place) => place.created,
      text: (place) => String(place.id),
      json: (place) => placeJson(call, place, parameters),
    },
  })
}

function placeJson(call: RestCall, place: RefundPlace, parameters: ListParameters): unknown {
  const order = call.world.store.order(place.orderId)
  const refund = order?.refunds?.find((entry) => entry.id === place.id)
  if (!order || !refund) throw new Error(`Refund ${place.id} is in the index but not on its order`)
  const view = orderView(call.world.site, call.request.query, { ...parameters, inList: true })
  return refundJson({ order, refund, withParent: true }, view)
}

/** `GET orders/{id}/refunds`: without `parent_id`. */
export function listOrderRefunds(call: RestCall): TextResponse {
  const order = existingOrder(call)
  const parameters = listParameters(call.request.query, call.world.site, rules)
  const view = orderView(call.world.site, call.request.query, { ...parameters, inList: true })
  return listResponse(call, `orders/${order.id}/refunds`, {
    items: order.refunds ?? [],
    parameters,
    rules: {
      id: (refund) => refund.id,
      created: (refund) => toSeconds(refund.createdAt),
      modified: (refund) => toSeconds(refund.createdAt),
      text: (refund) => refund.reason ?? '',
      json: (refund) => refundJson({ order, refund }, view),
    },
  })
}

/** `GET orders/{id}/refunds/{rid}` */
export function getRefund(call: RestCall): TextResponse {
  return json(writtenRefund(call, call.ids[1] ?? 0))
}

/** `DELETE orders/{id}/refunds/{rid}?force=true` */
export function deleteRefund(call: RestCall): TextResponse {
  const id = call.ids[1] ?? 0
  const body = writtenRefund(call, id)
  if (!flag(call.request.query, 'force')) {
    throw new Refusal(501, {
      code: 'woocommerce_rest_trash_not_supported',
      message: 'Order refunds do not support trashing.',
    })
  }
  call.world.store.deleteRefund(existingOrder(call).id, id)
  return json(body)
}

const refundInput = z.object({
  amount: z.union([z.string(), z.number()]).transform(String).optional(),
  reason: z.string().optional(),
  api_refund: z.boolean().optional(),
  api_restock: z.boolean().optional(),
  line_items: z
    .array(
      z.object({
        id: z.union([z.number(), z.string()]).transform(Number),
        quantity: z.number().optional(),
        refund_total: z.union([z.string(), z.number()]).transform(String).optional(),
        refund_tax: z.array(z.object({ refund_total: z.union([z.string(), z.number()]).transform(String) })).optional(),
      }),
    )
    .optional(),
})

/** `POST orders/{id}/refunds`; a refused one is HTTP 500 whose `data` is a bare number. */
export function createRefund(call: RestCall): TextResponse {
  const order = existingOrder(call)
  const input = readBody(call, refundInput)
  const lines = input.line_items?.map((line): RefundLineRequest => {
    const tax = line.refund_tax?.[0]?.refund_total
    return {
      orderLineId: line.id,
      ...(line.quantity === undefined ? {} : { quantity: line.quantity }),
      ...(line.refund_total === undefined ? {} : { total: line.refund_total }),
      ...(tax === undefined ? {} : { totalTax: tax }),
    }
  })
  const refund = call.world.store.refundOrder(order.id, {
    ...(input.amount === undefined ? {} : { amount: input.amount }),
    ...(input.reason === undefined ? {} : { reason: input.reason }),
    ...(lines ? { lines } : {}),
    refundedPayment: input.api_refund ?? true,
    restock: input.api_restock ?? true,
  })
  if (!refund)
    throw new Refusal(500, {
      code: 'woocommerce_rest_cannot_create_order_refund',
      message: 'Invalid refund amount.',
      data: 500,
    })
  return jsonText(JSON.stringify(writtenRefund(call, refund.id)), 201)
}

function writtenRefund(call: RestCall, id: number): unknown {
  const order = existingOrder(call)
  const refund = order.refunds?.find((entry) => entry.id === id)
  if (!refund) throw invalidId('shop_order_refund')
  const { request, world } = call
  const view = { ...viewParameters(request.query, world.site), inList: false }
  return refundJson({ order, refund }, orderView(world.site, request.query, view))
}
