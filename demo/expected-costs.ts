// The expected costs and profit of the WooCommerce shop, counted directly from its plain history and from what its members told of
// costs, by separate rules. Must not know the product's rules of costs, ledger, metrics or money code: that is what makes it a check.
import { addDays, addMonths, type Day, dayOf, listDays, parseDay } from '@tillsight/core/days'
import type { StoreOrder, StoreRefund } from '../simulators/index.ts'
import { counts } from './expected.ts'
import { add } from './expected-stats.ts'
import { buildCatalogue } from './shop/catalogue.ts'
import { demoShopRules, demoShopSite } from './shop/index.ts'

type Parts = 'lines' | 'shippingLines' | 'feeLines'
type Amount = 'goods' | 'revenue' | 'cogs' | 'handling' | 'shipping' | 'fee' | 'label'

/** What happens on a day. */
type Booking = { readonly day: Day } & { readonly [Name in Amount]?: bigint }

/**
 * Lines of the statement of any range of days (both ends included), in millionths of euros, of the shop that was made on a day.
 * Ads are counted elsewhere: `netProfit` is what is left before them.
 */
export function countDemoProfit(orders: readonly StoreOrder[], madeOn: Day) {
  const raised = monthBefore(madeOn, 8)
  const bookings = orders.filter(counts).flatMap((order) => [sell(order, raised), ...giveBack(order)])
  return (from: Day, to: Day) => {
    const own = bookings.filter(({ day }) => day >= from && day <= to)
    const sum = (name: Amount) => own.reduce((total, booking) => total + (booking[name] ?? 0n), 0n)
    const [netSales, productRevenue, cogs] = [sum('goods'), sum('revenue'), sum('cogs')]
    const [handlingCost, shippingCost] = [sum('handling'), sum('shipping')]
    const [gatewayFees, returnCosts] = [sum('fee'), sum('label')]
    const cm1 = productRevenue - cogs
    const cm2 = cm1 - handlingCost - shippingCost - gatewayFees - returnCosts
    const expenses = expensesOf({ from, to }, monthBefore(madeOn, 23))
    return {
      netSales,
      cogs,
      grossProfit: netSales - cogs,
      productRevenue,
      cm1,
      handlingCost,
      shippingCost,
      gatewayFees,
      returnCosts,
      cm2,
      expenses,
      netProfit: cm2 - expenses,
    }
  }
}

function monthBefore(day: Day, months: number): Day {
  return parseDay(`${addMonths(day, -months).slice(0, 7)}-01`)
}

const { articles, products } = buildCatalogue('')
const prices = new Map(
  articles.filter(({ deleted }) => !deleted).map((each) => [each.variationId || each.productId, each.price]),
)
const grams = new Map(products.map(({ id, weight }) => [id, weight === undefined ? undefined : add([weight]) / 10n]))

function goodsOf({ lines }: StoreOrder): StoreOrder['lines'] {
  return lines.filter(({ productId }) => !demoShopRules.giftCardProductIds.some((id) => id === `${productId}`))
}

function sell(order: StoreOrder, raised: Day): Booking {
  const day = dayOf(new Date(order.createdAt), demoShopSite.zone)
  const lines = goodsOf(order)
  const pieces = lines.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n)
  const { goods, revenue } = netOf(order)
  const share = day < raised ? 34n : 36n
  const cogs = lines.reduce((sum, line) => sum + costOfPiece(line, share) * BigInt(line.quantity), 0n)
  const handling = day >= raised && pieces > 0n ? 850_000n + 150_000n * pieces : 0n
  return { day, goods, revenue, cogs, handling, shipping: pieces > 0n ? postage(order) : 0n, fee: feeOf(order) }
}

/** Wholesale prices are a percentage of the price, in whole cents; from product 60 on nobody has entered any. */
function costOfPiece({ productId, variationId }: StoreOrder['lines'][number], percent: bigint): bigint {
  const price = productId === undefined || productId >= 60 ? undefined : prices.get(variationId || productId)
  return price === undefined ? 0n : ((price * percent) / 100n) * 10_000n
}

/** Goods after discounts, and all revenue, without tax. */
function netOf(order: StoreOrder): { readonly goods: bigint; readonly revenue: bigint } {
  const fees = (order.feeLines ?? []).filter(({ name }) => !/^(Trinkgeld|Geschenkkarte)/.test(name))
  const taken = fees.filter(({ total }) => total.startsWith('-'))
  const charges = [...(order.shippingLines ?? []), ...fees.filter((fee) => !taken.includes(fee))]
  const goods = netSum(order, [...goodsOf(order), ...taken])
  return { goods, revenue: goods + netSum(order, charges) }
}

/** What the parcel cost: German ones by weight where it is known, all others the same. */
function postage(order: StoreOrder): bigint {
  if (order.status === 'cancelled' && !order.completedAt) return 0n
  const weights = goodsOf(order).map(({ productId, quantity }) => {
    const each = grams.get(productId ?? 0)
    return each === undefined ? undefined : each * BigInt(quantity)
  })
  if (order.billing?.country !== 'DE' || weights.includes(undefined)) return 11_400_000n
  const weight = weights.reduce<bigint>((sum, each) => sum + (each ?? 0n), 0n)
  if (weight <= 2_000n) return 4_190_000n
  if (weight <= 5_000n) return 5_890_000n
  return 8_390_000n + (weight > 10_000n ? 600_000n * ((weight - 10_000n + 999n) / 1_000n) : 0n)
}

/** What the provider keeps of what it captured; of invoices and the marketplace nobody knows. */
function feeOf(order: StoreOrder): bigint {
  const captured = capturedOf(order)
  if (captured <= 0n) return 0n
  const isNear = ['DE', 'AT', 'NL', 'FR'].includes(order.billing?.country ?? '')
  if (order.paymentMethod === 'stripe') return shareOf(captured, isNear ? 150n : 290n) + 250_000n
  if (order.paymentMethod === 'ppcp-gateway') return shareOf(captured, 249n) + 350_000n
  return order.paymentMethod === 'cod' ? 3_200_000n : 0n
}

/** Cash on delivery is in once the parcel has left and arrived. */
function capturedOf(order: StoreOrder): bigint {
  const isIn = order.paymentMethod === 'cod' ? order.completedAt : order.paidAt
  if (typeof isIn !== 'string') return 0n
  if (order.total !== undefined) return euros(order, [order.total])
  return priceOf(order)
}

/** Refunds, and the cancellation of what was paid, each on its own day. No cost of goods comes back: nothing counts stock. */
function giveBack(order: StoreOrder): Booking[] {
  const { refunds = [] } = order
  let left = netOf(order)
  const bookings = refunds.map((refund): Booking => {
    const back = partsOf(order, refund) ?? (takesRest(order, refund) ? left : adjustment(order, refund))
    left = { goods: left.goods - back.goods, revenue: left.revenue - back.revenue }
    const isFirst = refunds.find((each) => bringsGoods(order, each)) === refund
    return {
      day: dayOf(new Date(refund.createdAt), demoShopSite.zone),
      goods: -back.goods,
      revenue: -back.revenue,
      label: isFirst ? 4_190_000n : 0n,
      fee: -feeBack(order, refund),
    }
  })
  if (order.status !== 'cancelled') return bookings
  const day = dayOf(new Date(order.modifiedAt ?? order.createdAt), demoShopSite.zone)
  return [...bookings, { day, goods: -left.goods, revenue: -left.revenue }]
}

/** PayPal gives its percentage back with money that goes back through it. */
function feeBack(order: StoreOrder, { amount, refundedPayment }: StoreRefund): bigint {
  if (order.paymentMethod !== 'ppcp-gateway' || refundedPayment === false) return 0n
  return shareOf(euros(order, [amount]), 249n)
}

/** Whether a refund gives back all that is left, without naming anything. */
function takesRest(order: StoreOrder, refund: StoreRefund): boolean {
  return itemsOf(refund).length === 0 && euros(order, [refund.amount]) === remaining(order, refund)
}

function bringsGoods(order: StoreOrder, refund: StoreRefund): boolean {
  return (refund.lines ?? []).length > 0 || takesRest(order, refund)
}

function itemsOf({ lines = [], shippingLines = [], feeLines = [] }: Partial<Pick<StoreOrder | StoreRefund, Parts>>) {
  return [...lines, ...shippingLines, ...feeLines]
}

/** What a refund names, without tax; undefined where it names nothing. */
function partsOf(order: StoreOrder, refund: StoreRefund) {
  const items = itemsOf(refund)
  if (items.length === 0) return undefined
  return { goods: netSum(order, refund.lines ?? []), revenue: netSum(order, items) }
}

/** Money that was given back for nothing in particular lowers the goods. */
function adjustment(order: StoreOrder, { amount }: StoreRefund) {
  const goods = euros(order, [amount])
  return { goods, revenue: goods }
}

/** What was left of the price, with tax, before a refund. Refunded orders have neither gift cards nor tips. */
function remaining(order: StoreOrder, until: StoreRefund): bigint {
  const all = order.refunds ?? []
  const earlier = all.slice(0, all.indexOf(until)).map(({ amount }) => amount)
  return priceOf(order) - euros(order, earlier)
}

/** The price with tax. */
function priceOf(order: StoreOrder): bigint {
  const texts = itemsOf(order).flatMap(({ total, totalTax }) => [total, totalTax ?? '0'])
  return euros(order, texts)
}

function netSum(order: StoreOrder, parts: readonly { readonly total: string }[]): bigint {
  const texts = parts.map(({ total }) => total)
  return euros(order, texts)
}

/** Rent and wages, each spread over the days of its months: each day brings the first days to what they make, rounded down. */
function expensesOf(range: { readonly from: Day; readonly to: Day }, start: Day): bigint {
  const portion = (monthly: bigint, day: Day) => {
    const [days, nth] = [daysOfMonth(day), BigInt(day.slice(8))]
    return (monthly * nth) / days - (monthly * (nth - 1n)) / days
  }
  const days = listDays(range).filter((day) => day >= start)
  return days.reduce((sum, day) => sum + portion(1_450_000_000n, day) + portion(2_400_000_000n, day), 0n)
}

function daysOfMonth(day: Day): bigint {
  return BigInt(addDays(addMonths(monthBefore(day, 0), 1), -1).slice(8))
}

/** Amounts of an order in millionths of euros: by the rate that the plug-in left on it. */
function euros(order: StoreOrder, texts: readonly string[]): bigint {
  const stored = order.meta?.find(({ key }) => key === demoShopRules.rateMetaKey)
  return halfUp(add(texts) * (stored ? add([String(stored.value)]) : 10_000n), 100n)
}

/** A share in hundredths of a percent. */
function shareOf(amount: bigint, share: bigint): bigint {
  return halfUp(amount * share, 10_000n)
}

function halfUp(value: bigint, by: bigint): bigint {
  return value < 0n ? -((-value + by / 2n) / by) : (value + by / 2n) / by
}
