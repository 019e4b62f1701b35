import type { OrderCustomer, OrderLine, OrderOrigin, OrderRecord, OrderStatus } from '../records.ts'
import { costOfGoods, metaOf, notesOfLine, withSharedCost } from './line-costs.ts'
import { capturedPayment } from './stored-fee.ts'
import {
  absoluteDecimal,
  addDecimals,
  isClose,
  isRow,
  isZero,
  Notes,
  negateDecimal,
  scaleDecimal,
  subtractDecimals,
  toDecimal,
  toInstant,
  toOptionalId,
  toOptionalText,
  toPlainText,
  toText,
} from './values.ts'
import type { WireOrder } from './wire.ts'

/** Fields that the mapping reads; leaving out the rest halves the bytes. */
export const orderFields =
  'id,number,status,currency,date_created_gmt,date_modified_gmt,date_paid_gmt,date_completed_gmt,total,total_tax,customer_id,created_via,payment_method,billing,shipping,meta_data,line_items,shipping_lines,fee_lines,coupon_lines,gift_cards,pw_gift_card_lines,refunds'

/** A record, with notes about oddities in its source. */
export interface Mapped<R> {
  readonly record: R
  readonly warnings: readonly string[]
}

const unfinished = new Set(['pending', 'checkout-draft', 'auto-draft'])

/** The status of the order. Unknown statuses are real sales, because shops add their own ("shipped", "packed"). */
export function toStatus(status: string, paid: boolean): OrderStatus {
  if (unfinished.has(status)) return 'unfinished'
  if (status === 'failed') return 'failed'
  if (status === 'cancelled') return 'cancelled'
  if (status === 'trash') return 'deleted'
  return status === 'on-hold' || (status === 'processing' && !paid) ? 'unpaid' : 'paid'
}

/**
 * Maps the current state of an order: WooCommerce overwrites orders and keeps neither edits nor a cancellation date. An order
 * without currency, left incomplete by an interrupted checkout, is in the store's own. A text says why there is no record.
 */
export function toOrderRecord(order: WireOrder, storeCurrency: string): Mapped<OrderRecord> | string {
  const notes = new Notes()
  const status = order.status.replace(/^wc-/, '')
  const placedAt = toDate(order.date_created_gmt, order.date_created, notes)
  if (placedAt === null) {
    return `Order ${toText(order.number) || order.id} has no date of creation that can be read, so there is no day to count it on, and it was left out. Open it in WooCommerce, correct its date and save it.`
  }
  const paidAt = toEither(order.date_paid_gmt, order.date_paid)
  const meta = toMeta(order.meta_data)
  const total = toDecimal(order.total, notes)
  const lines = toLines(order, notes)
  const giftCards = giftCardsBeside(order, { lines, total, meta })
  const number = toText(order.number) || order.id
  const place = toOptionalText(order.shipping.country) === null ? order.billing : order.shipping
  const objects = objectsOf(order.meta_data)
  const completedAt = toEither(order.date_completed_gmt, order.date_completed)
  const gateway = toOptionalText(order.payment_method)
  return {
    record: {
      type: 'order',
      id: order.id,
      name: /^\d+$/.test(number) ? `#${number}` : number,
      status,
      standing: toStatus(status, paidAt !== null),
      test: false,
      placedAt,
      paidAt,
      cancelledAt: null,
      updatedAt: toEither(order.date_modified_gmt, order.date_modified) ?? placedAt,
      currency: toCurrency(order, storeCurrency),
      rate: toRate(order, meta, total),
      total: isZero(giftCards) ? total : addDecimals([total, giftCards]),
      totalTax: toDecimal(order.total_tax, notes),
      lines,
      edits: [],
      customer: toCustomer(order),
      country: toOptionalText(place.country)?.toUpperCase() ?? null,
      region: toOptionalText(place.state),
      gateway,
      ...capturedPayment({ gateway, total, paidAt, completedAt, hasGiftCards: !isZero(giftCards), meta, ...objects }),
      ...(completedAt === null ? {} : { fulfilled: true }),
      salesChannel: toOptionalText(order.created_via),
      coupons: order.coupon_lines.map((coupon) => toText(coupon.code)).filter((code) => code !== ''),
      tags: [],
      meta: { ...withoutOrigin(meta), ...toPaymentMeta(order, giftCards, notes) },
      ...objects,
      origin: toOrigin(meta),
    },
    warnings: notes.about(`Order ${number}`),
  }
}

function toEither(gmt: unknown, local: unknown) {
  return toInstant(gmt) ?? toInstant(local)
}

function toCurrency(order: WireOrder, storeCurrency: string): string {
  return (toText(order.currency) || storeCurrency).toUpperCase()
}

function toDate(gmt: unknown, local: unknown, notes: Notes) {
  const exact = toInstant(gmt)
  if (exact !== null) return exact
  notes.add('it has no UTC date, so the shop’s local one was read as UTC')
  return toInstant(local)
}

/**
 * The metadata by which the shop's rules tell payments from discounts. The plug-in by Woo subtracts gift cards from `total`
 * and lists them separately: they are a payment, so they are added to the total again. Other plug-ins turn them into coupons.
 */
function toPaymentMeta(order: WireOrder, giftCards: string, notes: Notes): Record<string, string> {
  const found: Record<string, string> = isZero(giftCards) ? {} : { _gift_cards_paid: giftCards }
  for (const coupon of order.coupon_lines) {
    const code = toText(coupon.code)
    const kind = toText(coupon.discount_type)
    if (kind !== '') found[`coupon_kind:${code}`] = kind
    if (toText(coupon.discount) === '') continue
    found[`coupon_discount:${code}`] = toDecimal(coupon.discount, notes)
    const tax = toDecimal(coupon.discount_tax, notes)
    if (!isZero(tax)) found[`coupon_discount_tax:${code}`] = tax
  }
  return found
}

/**
 * The amount paid by gift cards besides the lines. The plug-in by Woo lists it; others (PW, YITH) may or may not have
 * subtracted it from the total, which the order's own sum shows.
 */
function giftCardsBeside(
  order: WireOrder,
  { lines, total, meta }: { lines: readonly OrderLine[]; total: string; meta: Record<string, string> },
): string {
  const amounts = (cards: WireOrder['gift_cards']) =>
    addDecimals(cards.map((card) => absoluteDecimal(toDecimal(card.amount, new Notes()))))
  const listed = amounts(order.gift_cards)
  if (!isZero(listed)) return listed
  const stored = meta.ywgc_gift_card_updated_as_fee === undefined ? (meta._ywgc_applied_gift_cards_totals ?? '0') : '0'
  const paid = addDecimals([amounts(order.pw_gift_card_lines), toDecimal(stored, new Notes())])
  const sum = addDecimals(lines.flatMap(({ gross, discount, tax }) => [gross, negateDecimal(discount), tax]))
  return isClose(sum, addDecimals([total, paid]), lines.length) ? paid : '0'
}

function toLines(order: WireOrder, notes: Notes): OrderLine[] {
  const goods = order.line_items.map((line): OrderLine => {
    const gross = toDecimal(line.subtotal ?? line.total, notes)
    return {
      id: line.id,
      type: 'product',
      productId: toOptionalId(line.product_id),
      variantId: toOptionalId(line.variation_id),
      sku: toOptionalText(line.sku),
      title: toPlainText(toText(line.name)),
      quantity: toDecimal(line.quantity, notes),
      gross,
      discount: subtractDecimals(gross, toDecimal(line.total, notes)),
      tax: toDecimal(line.total_tax, notes),
      cost: costOfGoods(line, notes),
      ...notesOfLine(line, order.line_items),
    }
  })
  const lines = withSharedCost(goods, order, notes)
  for (const line of order.shipping_lines) {
    const amounts = { gross: toDecimal(line.total, notes), tax: toDecimal(line.total_tax, notes) }
    const title = toText(line.method_title)
    lines.push({ ...bareLine, ...amounts, id: line.id, type: 'shipping', title, ...methodOf(line) })
  }
  for (const line of order.fee_lines) {
    // A negative fee is a discount or a redeemed gift card: the shop's rules decide by its name.
    const amounts = { gross: toDecimal(line.total, notes), tax: toDecimal(line.total_tax, notes) }
    lines.push({ ...bareLine, ...amounts, id: line.id, type: 'charge', title: toText(line.name) })
  }
  return lines
}

const bareLine = {
  productId: null,
  variantId: null,
  sku: null,
  quantity: '0',
  gross: '0',
  discount: '0',
  tax: '0',
  cost: null,
} as const

/** Rules for shipping costs go by method and instance: titles are translated and edited. */
function methodOf(line: WireOrder['shipping_lines'][number]): Pick<OrderLine, 'meta'> {
  return metaOf([
    ['method_id', toText(line.method_id)],
    ['instance_id', toText(line.instance_id)],
  ])
}

function toCustomer(order: WireOrder): OrderCustomer {
  return {
    platformId: toOptionalId(order.customer_id),
    email: toOptionalText(order.billing.email),
    phone: toOptionalText(order.billing.phone) ?? toOptionalText(order.shipping.phone),
  }
}

const originPrefix = '_wc_order_attribution_'
const longestMeta = 500

/** Scalar metadata by key. Long values are addresses, carts and user agents, which no rule uses. */
function toMeta(entries: WireOrder['meta_data']): Record<string, string> {
  const meta: Record<string, string> = {}
  for (const { key, value } of entries) {
    const name = toText(key)
    const text = toText(value)
    const kept = name.startsWith(originPrefix) || text.length <= longestMeta
    if (name !== '' && name !== '__proto__' && text !== '' && kept) meta[name] = text
  }
  return meta
}

/** Long enough for the fees and labels of an order; carts and logs are longer. */
const longestObject = 4_000

/** Meta that is an object or a list: PayPal keeps its fees in one, shipping plug-ins their labels. */
function objectsOf(entries: WireOrder['meta_data']): Pick<OrderRecord, 'metaObjects'> {
  const objects: Record<string, string> = {}
  for (const { key, value } of entries) {
    const name = toText(key)
    if (name === '' || name === '__proto__' || name.startsWith(originPrefix)) continue
    if (typeof value !== 'object' || value === null) continue
    const text = JSON.stringify(value)
    if (text.length > 2 && text.length <= longestObject) objects[name] = text
  }
  return Object.keys(objects).length === 0 ? {} : { metaObjects: objects }
}

/** Everything except the origin; the user agent stays, because ad platforms that receive orders ask for it. */
function withoutOrigin(meta: Record<string, string>): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [key, value] of Object.entries(meta)) {
    if (key === `${originPrefix}user_agent` || !key.startsWith(originPrefix)) kept[key] = value
  }
  return kept
}

function toOrigin(meta: Record<string, string>): OrderOrigin | null {
  const utm: Record<string, string> = {}
  const found: Record<string, string> = {}
  for (const [key, value] of Object.entries(meta)) {
    if (!key.startsWith(originPrefix)) continue
    const name = key.slice(originPrefix.length)
    if (name.startsWith('utm_')) utm[name.slice(4)] = value
    else found[name] = value
  }
  if (Object.keys(found).length === 0 && Object.keys(utm).length === 0) return null
  return {
    sourceType: found.source_type ?? null,
    referrer: found.referrer ?? null,
    landingUrl: found.session_entry ?? null,
    utm,
  }
}

/** The rate to shop currency that a multi-currency plug-in left on the order, with at most ten decimals. */
function toRate(order: WireOrder, meta: Record<string, string>, total: string): string | null {
  const stored = meta._wcpbc_base_exchange_rate ?? meta._base_currency_exchange_rate
  if (stored !== undefined && isPositive(stored)) {
    const [whole = '0', fraction = ''] = stored.split('.')
    return fraction === '' ? whole : `${whole}.${fraction.slice(0, 10)}`
  }
  const base = meta._order_total_base_currency
  if (base !== undefined && isPositive(base) && isPositive(total)) return divide(base, total)
  return rateOfTable(order)
}

/** One plug-in (CURCY) keeps its whole table on each order: units of every currency for one of the main one. */
function rateOfTable({ meta_data: entries, currency }: WireOrder): string | null {
  const table = entries.find(({ key }) => key === 'wmc_order_info')?.value
  if (!isRow(table)) return null
  const rateOf = (row: unknown) => (isRow(row) ? toText(row.rate) : '')
  const main = Object.values(table).find((row) => isRow(row) && toText(row.is_main) === '1')
  const [ofMain, ofOrder] = [rateOf(main) || '1', rateOf(table[toText(currency).toUpperCase()])]
  return main !== undefined && isPositive(ofMain) && isPositive(ofOrder) ? divide(ofMain, ofOrder) : null
}

function isPositive(text: string): boolean {
  return /^\d{1,12}(?:\.\d+)?$/.test(text) && !isZero(text)
}

// Both are positive decimals; scaled so that the quotient keeps ten decimals.
function divide(one: string, other: string): string | null {
  const micros = (text: string) => BigInt(scaleDecimal(toDecimal(text, new Notes()), 1_000_000n, 1n))
  const digits = ((micros(one) * 10n ** 10n + micros(other) / 2n) / micros(other)).toString().padStart(11, '0')
  const rate = `${digits.slice(0, -10)}.${digits.slice(-10)}`.replace(/\.?0+$/, '')
  return isZero(rate) ? null : rate
}
