import { type Amount, addAmounts, negateAmount, parseAmount, subtractAmounts, zeroAmount } from '@tillsight/core'
import { type Day, type DayRange, dayOf, endOfDay, parseDay, startOfDay } from '@tillsight/core/days'
import type { ReportTerms } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { run, type ShopContext } from '../context/index.ts'
import { runQuery } from '../reports/index.ts'
import { type Figures, noFigures, type OrderTotals, type OwnRow, type OwnSide } from './model.ts'

/** Sums of one order's ledger rows at one instant and side; returns are negative. */
const OrderSums = z.object({
  order_id: z.string(),
  name: z.string(),
  currency_code: z.string(),
  on_side: z.enum(['sale', 'return']),
  booked: z.coerce.number(),
  heads: z.coerce.number(),
  goods_gross: z.string(),
  goods_discount: z.string(),
  negative_fees: z.string(),
  shipping: z.string(),
  charges: z.string(),
  adjustments: z.string(),
  revenue_tax: z.string(),
  besides: z.string(),
  besides_tax: z.string(),
  cancelled: z.string(),
})
/** As {@link OrderSums}, with exact amounts. */
interface BookedSums extends Sums {
  readonly orderId: string
  readonly name: string
  readonly currency: string
  /** Seconds since 1970. */
  readonly booked: number
  readonly cancelled: Amount
}

const besides = "line_type IN ('gift_card', 'tip')"
/** A negative fee is booked as a discount without a product (metrics.md §1.6). */
const negativeFee = "line_type = 'product' AND product_id = '' AND quantity = 0 AND gross = 0"

/** Of what the platform reports too: it has disputes apart from its sales. */
const sumsSql = (which: string) => `
  SELECT order_id, any(order_name) AS name, any(currency) AS currency_code, toString(side) AS on_side,
    toUnixTimestamp(booked_at) AS booked, sum(head) AS heads,
    sumIf(gross, line_type = 'product') AS goods_gross,
    sumIf(discount, line_type = 'product') AS goods_discount,
    sumIf(discount, ${negativeFee}) AS negative_fees,
    sumIf(gross - discount, line_type = 'shipping') AS shipping,
    sumIf(gross - discount, line_type = 'charge') AS charges,
    sumIf(gross - discount, line_type = 'adjustment') AS adjustments,
    sumIf(tax, NOT ${besides}) AS revenue_tax,
    sumIf(gross - discount, ${besides}) AS besides,
    sumIf(tax, ${besides}) AS besides_tax,
    sumIf(gross - discount + tax, kind = 'cancel' AND NOT ${besides}) AS cancelled
  FROM ledger
  WHERE shop_id = {shop:UUID} AND ${which} AND NOT (startsWith(row_id, 'd:') OR startsWith(row_id, 'dispute:'))
  GROUP BY order_id, side, booked_at`

const inRange = "booked_at >= toDateTime({from:UInt32}, 'UTC') AND booked_at < toDateTime({until:UInt32}, 'UTC')"

/** Our side of a range: figures as on the dashboard, and orders by the platform's definitions. */
export async function readOwnSide(
  ctx: ShopContext,
  range: DayRange,
  terms: ReportTerms,
): Promise<{ readonly side: OwnSide; readonly loaded: readonly Day[] }> {
  const [result, booked] = await Promise.all([readFigures(ctx, range), readBooked(ctx, range)])
  const expected = new Map<Day, Figures>()
  const rows = booked.map((sums): OwnRow => {
    const day = dayOf(new Date(sums.booked * 1000), ctx.shop.zone)
    expected.set(day, addFigures(expected.get(day) ?? noFigures, toExpected(sums, terms)))
    return {
      orderId: sums.orderId,
      name: sums.name,
      kind: sums.side,
      day,
      orders: sums.heads > 0 ? 1 : 0,
      cancelled: sums.cancelled,
      foreign: sums.currency !== ctx.shop.currency,
      ...toRowAmounts(sums, terms),
    }
  })
  return { side: { figures: result, expected, rows }, loaded: [...result.keys()] }
}

const metrics = {
  orders: 'orders',
  grossSales: 'grossSales',
  discounts: 'discounts',
  returns: 'returns',
  netSales: 'netSales',
  shipping: 'netShipping',
  taxes: 'taxes',
  totalSales: 'sales',
} as const satisfies Record<keyof Figures, string>

/** Figures by day; days that are not loaded are missing. */
async function readFigures(ctx: ShopContext, { from, to }: DayRange): Promise<Map<Day, Figures>> {
  const { series = [] } = await run(runQuery, ctx, { metrics: Object.values(metrics), from, to, interval: 'day' })
  const figures = new Map<Day, Figures>()
  for (const { at, values } of series) {
    const read = (key: keyof Figures): Amount | undefined => {
      const value = values[metrics[key]]
      return value === null || value === undefined ? undefined : parseAmount(String(value))
    }
    const [orders, totalSales] = [read('orders'), read('totalSales')]
    if (orders === undefined || totalSales === undefined) continue
    const none = noFigures.orders
    figures.set(parseDay(at.slice(0, 10)), {
      orders,
      grossSales: read('grossSales') ?? none,
      discounts: read('discounts') ?? none,
      returns: read('returns') ?? none,
      netSales: read('netSales') ?? none,
      shipping: read('shipping') ?? none,
      taxes: read('taxes') ?? none,
      totalSales,
    })
  }
  return figures
}

async function readBooked({ warehouse, shop }: ShopContext, { from, to }: DayRange): Promise<BookedSums[]> {
  const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000)
  const params = { from: seconds(startOfDay(from, shop.zone)), until: seconds(endOfDay(to, shop.zone)) }
  const rows = await warehouse.read({ sql: sumsSql(inRange), params }, OrderSums, { timeoutSeconds: 120 })
  return rows.map(toSums)
}

/** Totals of some orders over all their days, by the platform's definitions. */
export async function readOwnTotals(
  { warehouse }: Pick<ShopContext, 'warehouse'>,
  orderIds: readonly string[],
  terms: ReportTerms,
): Promise<Map<string, OrderTotals>> {
  const sql = sumsSql('order_id IN {orders:Array(String)}')
  const rows = await warehouse.read({ sql, params: { orders: [...orderIds] } }, OrderSums, { lookup: true })
  const totals = new Map<string, OrderTotals>()
  for (const sums of rows.map(toSums)) {
    const before = totals.get(sums.orderId) ?? { orders: 0, total: zeroAmount, net: zeroAmount }
    const { total, net } = toRowAmounts(sums, terms)
    totals.set(sums.orderId, {
      orders: before.orders + (sums.heads > 0 ? 1 : 0),
      total: addAmounts(before.total, total),
      net: addAmounts(before.net, net),
    })
  }
  return totals
}

function toSums(row: z.infer<typeof OrderSums>): BookedSums {
  return {
    orderId: row.order_id,
    name: row.name,
    currency: row.currency_code,
    side: row.on_side,
    booked: row.booked,
    heads: row.heads,
    gross: parseAmount(row.goods_gross),
    discount: parseAmount(row.goods_discount),
    negativeFees: parseAmount(row.negative_fees),
    shipping: parseAmount(row.shipping),
    charges: parseAmount(row.charges),
    adjustments: parseAmount(row.adjustments),
    tax: parseAmount(row.revenue_tax),
    besides: parseAmount(row.besides),
    besidesTax: parseAmount(row.besides_tax),
    cancelled: parseAmount(row.cancelled),
  }
}

function addFigures(one: Figures, other: Figures): Figures {
  const add = (key: keyof Figures) => addAmounts(one[key], other[key])
  return {
    orders: add('orders'),
    grossSales: add('grossSales'),
    discounts: add('discounts'),
    returns: add('returns'),
    netSales: add('netSales'),
    shipping: add('shipping'),
    taxes: add('taxes'),
    totalSales: add('totalSales'),
  }
}

/** Sums of an order's ledger rows at one instant and side, without tax; returns are negative. */
interface Sums {
  readonly side: 'sale' | 'return'
  readonly heads: number
  readonly gross: Amount
  readonly discount: Amount
  /** The part of the discount that was a negative fee in the store. */
  readonly negativeFees: Amount
  readonly shipping: Amount
  readonly charges: Amount
  readonly adjustments: Amount
  readonly tax: Amount
  /** Gift cards and tips, which are not revenue. */
  readonly besides: Amount
  readonly besidesTax: Amount
}

/** An order's contribution to total and net sales, by the platform's definitions. */
function toRowAmounts(sums: Sums, terms: ReportTerms): { readonly total: Amount; readonly net: Amount } {
  const { besides, besidesTax } = besidesOf(sums, terms)
  const { goods, charges } = partsOf(sums)
  return {
    total: addAmounts(goods, charges, sums.shipping, sums.tax, besides, besidesTax),
    net: addAmounts(goods, terms.charges === 'in_sales' ? charges : zeroAmount, besides),
  }
}

/** An order's contribution to each of the platform's figures, given that the platform has the same orders. */
function toExpected(sums: Sums, terms: ReportTerms): Figures {
  const { besides, besidesTax } = besidesOf(sums, terms)
  const { charges } = partsOf(sums)
  const { total, net } = toRowAmounts(sums, terms)
  const isSale = sums.side === 'sale'
  const inSales = terms.charges === 'in_sales' ? charges : zeroAmount
  const moved = terms.negativeFees === 'in_sales' ? sums.negativeFees : zeroAmount
  return {
    orders: parseAmount(String(sums.heads)),
    grossSales: isSale ? subtractAmounts(addAmounts(sums.gross, inSales, besides), moved) : zeroAmount,
    discounts: isSale ? subtractAmounts(sums.discount, moved) : zeroAmount,
    returns: isSale ? zeroAmount : negateAmount(terms.returns === 'everything' ? total : net),
    netSales: net,
    shipping: sums.shipping,
    taxes: addAmounts(sums.tax, besidesTax),
    totalSales: total,
  }
}

/** An arithmetic remainder is a charge on an order and lowers product revenue on a refund (see catalogue). */
function partsOf({ side, gross, discount, charges, adjustments }: Sums) {
  const goods = subtractAmounts(gross, discount)
  return side === 'sale'
    ? { goods, charges: addAmounts(charges, adjustments) }
    : { goods: addAmounts(goods, adjustments), charges }
}

function besidesOf({ besides, besidesTax }: Sums, { giftCardsAndTips }: ReportTerms) {
  return giftCardsAndTips === 'in_sales' ? { besides, besidesTax } : { besides: zeroAmount, besidesTax: zeroAmount }
}
