import { type Amount, amountDecimals, amountText, printFixed, roundFixed } from '@tillsight/core'
import type { ProfitChange, ProfitFacts } from '@tillsight/costs'
import type { MetricValue, MetricValues } from '@tillsight/metrics'
import type { Cause, Difference, Explained } from './outputs.ts'

/** The line that ends what belongs to orders: after it come marketing and expenses, which belong to none. */
export function orderLineOf(of: Explained): Exclude<Explained, 'netProfit' | 'cm3'> {
  return of === 'netProfit' || of === 'cm3' ? 'cm2' : of
}

/** The facts that explain a line; undefined where one of them has no value. */
export function factsOf(values: MetricValues, of: Explained): ProfitFacts | undefined {
  const read = (metric: string) => readMoney(values[metric])
  const [netSales, grossProfit, ofOrders] = [read('netSales'), read('grossProfit'), read(orderLineOf(of))]
  const afterMarketing = of === 'netProfit' || of === 'cm3' ? read('cm3') : ofOrders
  const left = of === 'netProfit' ? read('netProfit') : afterMarketing
  const { orders } = values
  if (netSales === null || grossProfit === null || ofOrders === null) return undefined
  if (afterMarketing === null || left === null || orders === null || orders === undefined) return undefined
  return {
    orders: BigInt(orders),
    netSales,
    grossProfit,
    // As differences of the lines, so that whatever rounding a foreign currency brings, the causes add up to the change.
    variableCost: toAmount(grossProfit - ofOrders),
    marketing: toAmount(ofOrders - afterMarketing),
    fixed: toAmount(afterMarketing - left),
  }
}

/** The difference of a line; null where one of the periods has no value. */
export function differenceOf(now: MetricValue | undefined, before: MetricValue | undefined): Difference {
  const [one, other] = [readMoney(now), readMoney(before)]
  const text = (amount: Amount | null) => (amount === null ? null : amountText(amount))
  return {
    now: text(one),
    before: text(other),
    change: one === null || other === null ? null : printFixed(one - other, amountDecimals),
  }
}

/** Metrics whose rows show a cause. */
const shownBy = {
  orders: 'orders',
  basket: 'netSales',
  margin: 'cogs',
  charges: 'sharedCharges',
  variable: 'cm2',
  marketing: 'totalMarketingSpend',
  fixed: 'expenses',
} as const satisfies Record<Cause['cause'], string>

const ofGoods = ['orders', 'basket', 'margin'] as const
const ofOrders = [...ofGoods, 'variable'] as const
const causesByLine = {
  grossProfit: ofGoods,
  // All that stands between gross profit and this line is what buyers paid beside the goods.
  cm1: [...ofGoods, 'charges'],
  cm2: ofOrders,
  cm3: [...ofOrders, 'marketing'],
  netProfit: [...ofOrders, 'marketing', 'fixed'],
} as const satisfies Record<Explained, readonly Cause['cause'][]>

/** The causes of a change, in the order of the ladder. */
export function causesOf(change: ProfitChange, of: Explained): Cause[] {
  return causesByLine[of].map((cause) => {
    const amount = change[cause === 'charges' ? 'variable' : cause]
    return { cause, metric: shownBy[cause], amount: amountText(amount) }
  })
}

/** Money in millionths, rounded where a converted amount has more digits; null for no value. */
function readMoney(value: MetricValue | undefined): Amount | null {
  return value === null || value === undefined ? null : toAmount(roundFixed(String(value), amountDecimals))
}

function toAmount(millionths: bigint): Amount {
  // Safe, because every caller counts in millionths.
  return millionths as Amount
}
