import type { StoreOrder, StoreRefund, StoreRefundCharge, StoreRefundLine } from './history.ts'
import { money, negated } from './money.ts'
import { localStamp } from './order-json.ts'
import { metaJson, type OrderView, taxesJson, taxLineJson, taxTotals } from './order-lines-json.ts'

interface RefundOf {
  readonly order: StoreOrder
  readonly refund: StoreRefund
  readonly withParent?: boolean
}

/** A refund as `orders/{id}/refunds` sends it; `GET refunds` adds `parent_id`. */
export function refundJson({ order, refund, withParent = false }: RefundOf, view: OrderView): Record<string, unknown> {
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
    line_items: (refund.lines ?? []).map((line) => lineItem(line, view)),
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

function lineItem(line: StoreRefundLine, view: OrderView): unknown {
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
  }
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
