import { type Amount, rateDecimals } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import { latest, type Place, rateFor } from './fees.ts'
import type { CostRules, HandlingRule, OrderExpense, ShippingRule } from './rules.ts'
import { percentageOf, ratio, toAmount } from './split.ts'
import type { CostedOrder, CostedRow, CostPart, CostState, SoldGoods } from './types.ts'

// What an order costs as a whole beside its fees: carriers, handling, return labels and expenses per order (costs §4, §5).

const pieceUnit = 10_000n
const rateUnit = 10n ** BigInt(rateDecimals)
const kilogram = 1_000n * pieceUnit
const nothing = toAmount(0n)

function physical({ lines }: CostedOrder): SoldGoods[] {
  return lines.filter((line) => line.physical && line.quantity > 0n && line.event === 'order')
}

function piecesOf(lines: readonly SoldGoods[]): bigint {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0n)
}

interface Reason {
  readonly state: CostState
  readonly source: string
  readonly rule: string
}

/** What carriers charge: actual labels, else the first kind of rule that fits, else unknown. */
export function shippingOf(
  order: CostedOrder,
  rules: CostRules,
): { readonly parts: CostPart[]; readonly state: CostState } {
  const place = { order, rules }
  // What was paid was paid, also for an order that no rule would take to be sent.
  if (order.labels.length > 0) {
    const amounts = order.labels.map(({ amount, currency }) => {
      const rate = rateFor(currency, place)
      return rate === undefined ? undefined : ratio(amount * rate, rateUnit)
    })
    const state = amounts.includes(undefined) ? 'unknown' : 'exact'
    const sum = toAmount(amounts.reduce<bigint>((total, amount) => total + (amount ?? 0n), 0n))
    return one('shipping', sum, { state, source: 'label', rule: '' })
  }
  const isDue = physical(order).length > 0 && order.leftHouse && !order.pickedUp && !order.pointOfSale
  if (!isDue) return { parts: [], state: 'exact' }
  for (const type of ['table', 'method', 'perOrder', 'perUnit', 'asCharged', 'nothing'] as const) {
    for (const rule of fitting(type, place)) {
      const own = ownAmount(rule, place)
      if (own === undefined) continue
      const reason = { state: type === 'asCharged' ? 'assumed' : 'exact', source: type, rule: rule.id } as const
      return inShopCurrency('shipping', own, { ...place, currency: currencyOf(rule, rules), reason })
    }
  }
  return one('shipping', nothing, { state: 'unknown', source: '', rule: '' })
}

/** What the buyer paid is in the shop's already. */
function currencyOf({ type, currency }: ShippingRule, rules: CostRules): string {
  return type === 'asCharged' || type === 'nothing' ? rules.currency : currency
}

/** A part whose amount is in a rule's currency, times the unit of pieces; without a rate it is unknown. */
function inShopCurrency(
  part: CostPart['part'],
  amount: bigint,
  { currency, reason, ...place }: Place & { readonly currency: string; readonly reason: Reason },
): { parts: CostPart[]; state: CostState } {
  const rate = rateFor(currency, place)
  if (rate === undefined) return one(part, nothing, { ...reason, state: 'unknown' })
  return one(part, ratio(amount * rate, rateUnit * pieceUnit), reason)
}

function one(part: CostPart['part'], amount: Amount, reason: Reason): { parts: CostPart[]; state: CostState } {
  return { parts: [{ part, event: 'order', soldLine: '', amount, ...reason }], state: reason.state }
}

/** Rules of a type for the order, best first. */
function fitting(type: ShippingRule['type'], place: Place): ShippingRule[] {
  const { order, rules } = place
  const ofType = rules.shipping.filter((rule) => rule.type === type)
  if (ofType.length === 0) return ofType
  const isWanted = ({ method }: ShippingRule) => order.shippingMethods.some((own) => isMethod(own, method))
  return nearest(type === 'method' ? ofType.filter(isWanted) : ofType, place)
}

/** Rules in force for the order's region, the nearest region first, then the latest. */
function nearest<Rule extends { readonly region: string; readonly from: Day | null }>(
  rules: readonly Rule[],
  place: Place,
): Rule[] {
  const rankOf = ({ region }: Rule): number => regionRank(region, place)
  return rules
    .filter((rule) => (rule.from === null || rule.from <= place.order.day) && rankOf(rule) >= 0)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || (a.from === b.from ? 0 : (a.from ?? '') > (b.from ?? '') ? -1 : 1))
}

/** A rule for a method holds for all its instances. */
function isMethod(method: string, wanted: string): boolean {
  return method === wanted || method.startsWith(`${wanted}:`)
}

/** State 0, country 1, group 2, everywhere 3; -1 for another region. */
function regionRank(region: string, { order, rules }: Place): number {
  if (region === '') return 3
  const state = order.region.startsWith(`${order.country}-`) ? order.region : `${order.country}-${order.region}`
  if (region === state) return 0
  if (region === order.country) return 1
  return rules.settings.groups[region]?.includes(order.country) ? 2 : -1
}

/** What a rule says, times the unit of pieces; undefined where it says nothing of this order. */
function ownAmount(rule: ShippingRule, { order, rules }: Place): bigint | undefined {
  if (rule.type === 'asCharged') return chargedFor(order) * pieceUnit
  if (rule.type === 'nothing') return 0n
  if (rule.type === 'perUnit') return rule.amount * piecesOf(physical(order))
  if (rule.type !== 'table') return rule.amount * pieceUnit
  let weight = 0n
  for (const { grams, quantity } of physical(order)) {
    const each = grams ?? rules.settings.defaultGrams
    if (each === null) return undefined
    weight += each * quantity
  }
  const bands = rule.bands.toSorted((a, b) => (a.upTo < b.upTo ? -1 : 1))
  const band = bands.find(({ upTo }) => weight <= upTo * pieceUnit)
  if (band) return band.amount * pieceUnit
  const top = bands.at(-1)
  if (top === undefined || rule.perKgAbove === null) return undefined
  const begun = (weight - top.upTo * pieceUnit + kilogram - 1n) / kilogram
  return (top.amount + rule.perKgAbove * begun) * pieceUnit
}

/** Shipping that the buyer paid, without tax. */
function chargedFor({ rows }: CostedOrder): Amount {
  const own = rows.filter(
    ({ event, side, lineType }) => event === 'order' && side === 'sale' && lineType === 'shipping',
  )
  return toAmount(own.reduce((sum, { net }) => sum + net, 0n))
}

const overrides = new WeakMap<HandlingRule, ReadonlyMap<string, Amount>>()

/** Amounts by product, worked out once for a rule: it may name thousands. */
function perUnitOf(rule: HandlingRule): ReadonlyMap<string, Amount> {
  const own = overrides.get(rule) ?? new Map(rule.products.map(({ product, perUnit }) => [product, perUnit]))
  overrides.set(rule, own)
  return own
}

/** Picking and packing, for orders with anything to pack. */
export function handlingOf(order: CostedOrder, rules: CostRules): CostPart[] {
  const goods = physical(order)
  const rule = latest(rules.handling, order.day)
  if (goods.length === 0 || rule === undefined) return []
  const own = perUnitOf(rule)
  const units = goods.reduce(
    (sum, { productId, quantity }) => sum + (own.get(productId) ?? rule.perUnit) * quantity,
    0n,
  )
  const whole = rule.perOrder * pieceUnit + units
  const reason = { state: 'exact', source: 'rule', rule: rule.id } as const
  return whole === 0n ? [] : inShopCurrency('handling', whole, { order, rules, currency: rule.currency, reason }).parts
}

/** A label on the day of the first refund of goods. */
export function returnsOf(order: CostedOrder, rules: CostRules): CostPart[] {
  const first = order.rows.find(
    ({ kind, lineType, quantity }) => kind === 'refund' && lineType === 'product' && quantity < 0n,
  )
  const [rule] = nearest(rules.returns, { order, rules })
  if (first === undefined || rule === undefined) return []
  const reason = { state: 'exact', source: 'rule', rule: rule.id } as const
  const { parts } = inShopCurrency('return', rule.label * pieceUnit, {
    order,
    rules,
    currency: rule.currency,
    reason,
  })
  return parts.map((part) => ({ ...part, event: first.event }))
}

/** Expenses that the order brings with it. */
export function expensesOf(order: CostedOrder, rules: CostRules): CostPart[] {
  return rules.expenses.flatMap((expense) => {
    const { kind, start, end, id, amount, currency } = expense
    if (start > order.day || (end !== null && end < order.day) || (kind === 'perPaidOrder' && !order.paid)) return []
    if (kind === 'percent') return shareOfSales(expense, order.rows)
    const goods = order.lines.filter(({ event }) => event === 'order')
    const pieces = kind === 'perUnit' ? piecesOf(goods) : pieceUnit
    const reason = { state: 'exact', source: 'rule', rule: id } as const
    return inShopCurrency('expense', amount * pieces, { order, rules, currency, reason }).parts
  })
}

/**
 * A percentage of what each event adds to sales or takes from them. As differences of a running total, so that the percentage of
 * all events is that of their sum.
 */
function shareOfSales({ id, percent, of }: OrderExpense, rows: readonly CostedRow[]): CostPart[] {
  let total = 0n
  return [...Map.groupBy(rows, ({ event }) => event)].flatMap(([event, own]) => {
    const before = percentageOf(total, percent)
    total += own.reduce((sum, row) => sum + (of === 'orderRevenue' ? (row.revenue ?? 0n) : netSalesOf(row)), 0n)
    const amount = toAmount(percentageOf(total, percent) - before)
    const reason = { state: 'exact', source: 'rule', rule: id } as const
    return amount === 0n ? [] : [{ part: 'expense' as const, event, soldLine: '', amount, ...reason }]
  })
}

/** What is given back without naming anything lowers the goods. */
function netSalesOf({ lineType, side, net }: CostedRow): bigint {
  return lineType === 'product' || (lineType === 'adjustment' && side === 'return') ? net : 0n
}
