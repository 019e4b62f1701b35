import { type Amount, amountDecimals, amountText, printFixed, roundFixed } from '@tillsight/core'
import type { ProfitChange, ProfitFacts } from '@tillsight/costs'
import type { MetricValue, MetricValues } from '@tillsight/metrics'
import type { Cause, Difference } from './outputs.ts'

/** What is explained: all of it, or what belongs to orders. */
export type Explained = 'netProfit' | 'cm2'

/** The facts that explain profit; undefined where one of them has no value. */
export function factsOf(values: MetricValues, of: Explained): ProfitFacts | undefined {
  const read = (metric: string) => readMoney(values[metric])
  const [netSales, grossProfit, cm2] = [read('netSales'), read('grossProfit'), read('cm2')]
  const [cm3, netProfit] = of === 'cm2' ? [cm2, cm2] : [read('cm3'), read('netProfit')]
  const { orders } = values
  if (netSales === null || grossProfit === null || cm2 === null || cm3 === null || netProfit === null) return undefined
  if (orders === null || orders === undefined) return undefined
  return {
    orders: BigInt(orders),
    netSales,
    grossProfit,
    // As differences of the lines, so that whatever rounding a foreign currency brings, the causes add up to the change.
    variableCost: toAmount(grossProfit - cm2),
    marketing: toAmount(cm2 - cm3),
    fixed: toAmount(cm3 - netProfit),
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
  variable: 'cm2',
  marketing: 'totalMarketingSpend',
  fixed: 'expenses',
} as const satisfies Record<Cause['cause'], string>

const ofOrders = ['orders', 'basket', 'margin', 'variable'] as const
const ofAll = [...ofOrders, 'marketing', 'fixed'] as const

/** The causes of a change, in the order of the ladder. */
export function causesOf(change: ProfitChange, of: Explained): Cause[] {
  const causes = of === 'cm2' ? ofOrders : ofAll
  return causes.map((cause) => ({ cause, metric: shownBy[cause], amount: amountText(change[cause]) }))
}

/** Money in millionths, rounded where a converted amount has more digits; null for no value. */
function readMoney(value: MetricValue | undefined): Amount | null {
  return value === null || value === undefined ? null : toAmount(roundFixed(String(value), amountDecimals))
}

function toAmount(millionths: bigint): Amount {
  // Safe, because every caller counts in millionths.
  return millionths as Amount
}
