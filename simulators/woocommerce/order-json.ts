import { siteZone, stamp, toSeconds } from '../zone.ts'
import type { StoreAddress, StoreOrder } from './history.ts'
import { micros, money, moneyOf, negated, sum } from './money.ts'
import type { FakeSite } from './options.ts'
import {
  couponLine,
  feeLine,
  lineItem,
  metaJson,
  type OrderView,
  shippingLine,
  taxLineJson,
  taxTotals,
} from './order-lines-json.ts'

interface OrderSums {
  readonly discount: bigint
  readonly discountTax: bigint
  readonly shipping: bigint
  readonly shippingTax: bigint
  readonly cartTax: bigint
  readonly total: bigint
}

/** The header figures of an order, from its parts. */
export function orderSums(order: StoreOrder): OrderSums {
  const fees = order.feeLines ?? []
  const shippingLines = order.shippingLines ?? []
  const goods = sum(order.lines.map((line) => line.total))
  const lineTax = sum(order.lines.map((line) => line.totalTax))
  const shipping = sum(shippingLines.map((line) => line.total))
  const shippingTax = sum(shippingLines.map((line) => line.totalTax))
  const cartTax = lineTax + sum(fees.map((fee) => fee.totalTax))
  const parts = goods + sum(fees.map((fee) => fee.total)) + shipping + shippingTax + cartTax
  return {
    discount: sum(order.lines.map((line) => line.subtotal)) - goods,
    discountTax: sum(order.lines.map((line) => line.subtotalTax ?? line.totalTax)) - lineTax,
    shipping,
    shippingTax,
    cartTax,
    total: order.total === undefined ? parts : micros(order.total),
  }
}

type Writer = (order: StoreOrder, view: OrderView, sums: () => OrderSums) => unknown

const orderFields: readonly (readonly [string, Writer])[] = [
  ['id', (order) => order.id],
  ['parent_id', () => 0],
  ['status', (order) => order.status],
  ['currency', (order, { site }) => order.currency ?? site.currency],
  ['version', (_, { site }) => site.version],
  ['prices_include_tax', (order, { site }) => order.pricesIncludeTax ?? site.pricesIncludeTax],
  ['date_created', (order, view) => localStamp(order.createdAt, view.site)],
  ['date_modified', (order, view) => localStamp(order.modifiedAt ?? order.createdAt, view.site)],
  ['discount_total', (_, view, sums) => moneyOf(sums().discount, view.decimals)],
  ['discount_tax', (_, view, sums) => moneyOf(sums().discountTax, view.decimals)],
  ['shipping_total', (_, view, sums) => moneyOf(sums().shipping, view.decimals)],
  ['shipping_tax', (_, view, sums) => moneyOf(sums().shippingTax, view.decimals)],
  ['cart_tax', (_, view, sums) => moneyOf(sums().cartTax, view.decimals)],
  ['total', (_, view, sums) => moneyOf(sums().total, view.decimals)],
  ['total_tax', (_, view, sums) => moneyOf(sums().cartTax + sums().shippingTax, view.decimals)],
  ['customer_id', (order) => order.customerId ?? 0],
  ['order_key', (order) => `wc_order_${keyText(order.id)}`],
  ['billing', (order) => ({ ...address(order.billing), email: order.email ?? '', phone: order.billing?.phone ?? '' })],
  ['shipping', (order) => ({ ...address(order.shipping ?? order.billing), phone: order.shipping?.phone ?? '' })],
  ['payment_method', (order) => order.paymentMethod ?? ''],
  ['payment_method_title', (order) => order.paymentMethodTitle ?? ''],
  ['transaction_id', (order) => order.transactionId ?? ''],
  ['customer_ip_address', () => '203.0.113.20'],
  [
    'customer_user_agent',
    () => 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  ],
  ['created_via', (order) => order.createdVia ?? ''],
  ['customer_note', (order) => order.customerNote ?? ''],
  ['date_completed', (order, view) => (order.completedAt ? localStamp(order.completedAt, view.site) : null)],
  ['date_paid', (order, view) => (order.paidAt ? localStamp(order.paidAt, view.site) : null)],
  ['cart_hash', (order) => keyText(order.id * 7).repeat(3)],
  ['number', (order) => order.number ?? String(order.id)],
  ['meta_data', (order, view) => metaData(order, view)],
  ['line_items', (order, view) => order.lines.map((line) => lineItem(line, order, view))],
  ['tax_lines', (order, view) => taxLines(order, view)],
  ['shipping_lines', (order, view) => (order.shippingLines ?? []).map((line) => shippingLine(line, view))],
  ['fee_lines', (order, view) => (order.feeLines ?? []).map((fee) => feeLine(fee, view))],
  ['coupon_lines', (order, view) => (order.couponLines ?? []).map((line) => couponLine(line, view))],
  ['refunds', (order, view) => orderRefunds(order, view)],
  [
    'payment_url',
    (order, { site }) =>
      `${site.homeUrl}/checkout/order-pay/${order.id}/?pay_for_order=true&key=wc_order_${keyText(order.id)}`,
  ],
  ['is_editable', (order) => ['pending', 'on-hold', 'auto-draft'].includes(order.status)],
  ['needs_payment', (order, _, sums) => ['pending', 'failed'].includes(order.status) && sums().total > 0n],
  ['needs_processing', (order) => order.status === 'processing'],
  ['date_created_gmt', (order) => order.createdAt.slice(0, 19)],
  ['date_modified_gmt', (order) => (order.modifiedAt ?? order.createdAt).slice(0, 19)],
  ['date_completed_gmt', (order) => order.completedAt?.slice(0, 19) ?? null],
  ['date_paid_gmt', (order) => order.paidAt?.slice(0, 19) ?? null],
  [
    'gift_cards',
    (order) =>
      order.giftCards?.map((card, at) => ({ id: order.id + at, code: card.code, amount: Number(card.amount) })),
  ],
  ['currency_symbol', (order, { site }) => currencySymbol(order.currency ?? site.currency)],
  ['_links', (order, view) => links(order, view)],
]

/** An order in the format of `GET orders` and webhooks. */
export function orderJson(order: StoreOrder, view: OrderView): Record<string, unknown> {
  let known: OrderSums | undefined
  const sums = () => {
    known ??= orderSums(order)
    return known
  }
  const result: Record<string, unknown> = {}
  for (const [name, write] of orderFields) {
    if (view.fields.wants(name)) result[name] = view.fields.reduce(name, write(order, view, sums))
  }
  return result
}

/** An instant in site time, without a zone. */
export function localStamp(instant: string, site: FakeSite): string {
  const seconds = toSeconds(instant)
  return stamp(seconds + siteZone(site.zone).offsetAt(seconds))
}

function taxLines(order: StoreOrder, view: OrderView): unknown[] {
  const goods = [...order.lines.map((line) => line.taxes), ...(order.feeLines ?? []).map((fee) => fee.taxes)]
  const totals = taxTotals(
    goods,
    (order.shippingLines ?? []).map((line) => line.taxes),
  )
  return [...totals].map(([rateId, sums], at) =>
    taxLineJson({ id: order.id * 1000 + 900 + at, rateId, totals: sums }, view),
  )
}

function orderRefunds(order: StoreOrder, { site, inList, decimals }: OrderView): unknown[] {
  if (inList && site.features.emptyRefundsInLists) return []
  return (order.refunds ?? []).map((refund) => ({
    id: refund.id,
    reason: refund.reason ?? '',
    total: money(negated(refund.amount), decimals),
  }))
}

function metaData(order: StoreOrder, view: OrderView): unknown[] {
  const { includeMeta, excludeMeta } = view
  const kept = (order.meta ?? []).filter(({ key }) => (!includeMeta || includeMeta.has(key)) && !excludeMeta?.has(key))
  return metaJson(kept, order.id, false)
}

function address(value: StoreAddress = {}): Record<string, string> {
  const { firstName, lastName, company, address1, city, state, postcode, country } = { ...emptyAddress, ...value }
  return {
    first_name: firstName,
    last_name: lastName,
    company,
    address_1: address1,
    address_2: '',
    city,
    state,
    postcode,
    country,
  }
}

const emptyAddress = {
  firstName: '',
  lastName: '',
  company: '',
  address1: '',
  city: '',
  state: '',
  postcode: '',
  country: '',
}

function links(order: StoreOrder, { restUrl }: OrderView): unknown {
  const allow = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
  return {
    self: [{ href: `${restUrl}wc/v3/orders/${order.id}`, targetHints: { allow } }],
    collection: [{ href: `${restUrl}wc/v3/orders` }],
    ...(order.customerId ? { customer: [{ href: `${restUrl}wc/v3/customers/${order.customerId}` }] } : {}),
  }
}

const symbols = new Map<string, string>()

function currencySymbol(code: string): string {
  let symbol = symbols.get(code)
  if (symbol === undefined) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
    symbol = format.formatToParts(0).find((part) => part.type === 'currency')?.value ?? code
    symbols.set(code, symbol)
  }
  return symbol
}

function keyText(number: number): string {
  return ((Math.imul(number, 2_654_435_761) >>> 0) + 2 ** 32).toString(36)
}
