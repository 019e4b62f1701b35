import type { MetricDefinition } from './catalogue/definition.ts'
import type { BaseMetric } from './catalogue/index.ts'
import { basesOf } from './formula.ts'

/**
 * What a metric counts and leaves out, derived from its definition: the day it is booked on (`sale_day`, `return_day`),
 * whether money includes tax, which lines and orders do not count. `counted_orders` applies to every order metric:
 * unfinished, failed, test and never paid orders are left out. Ad metrics use the ad account's days (`ad_day`),
 * platform-reported conversions are `claimed`, and reach is `told_once` for a whole range.
 */
export const countingRules = [
  'sale_day',
  'return_day',
  'with_tax',
  'without_tax',
  'goods_only',
  'no_gift_cards_tips',
  'no_free_orders',
  'no_unidentified',
  'changes_later',
  'counted_orders',
  'ad_day',
  'claimed',
  'told_once',
] as const

/** See the list of the same name. */
export type CountingRule = (typeof countingRules)[number]

/** The rules that apply to a metric, in the order of the list. */
export function countingRulesOf(metric: MetricDefinition): CountingRule[] {
  const all = basesOf([metric])
  const bases = all.filter(({ value }) => value.dataset === 'ledger')
  const sums = bases.filter(({ value }) => value.aggregate === 'sum')
  const counts = bases.filter(({ value }) => value.aggregate !== 'sum')
  const isGoodsOnly = sums.length > 0 && sums.every(has("line_type = 'product'"))
  const held: Readonly<Record<CountingRule, boolean>> = {
    sale_day: counts.length > 0 || sums.some(has("side = 'sale'")) || sums.some(isOfBothSides),
    return_day: sums.some(has("side = 'return'")) || sums.some(isOfBothSides),
    ...(bases.length > 0 ? taxRules(metric, sums) : { with_tax: false, without_tax: false }),
    goods_only: isGoodsOnly,
    no_gift_cards_tips: !isGoodsOnly && sums.some(isOfRevenue) && sums.every(isWithoutOwedMoney),
    no_free_orders: bases.some(has('paid = 1')),
    no_unidentified:
      counts.some(has("customer_class = '")) || counts.some(has("customer_class IN ('new', 'returning')")),
    changes_later: counts.some(({ value }) => 'changesLater' in value),
    counted_orders: bases.length > 0,
    ad_day: all.some(({ value }) => value.dataset !== 'ledger'),
    claimed: all.some(({ value }) => 'of' in value && value.of.startsWith('purchase')),
    told_once: all.some(({ value }) => value.aggregate === 'told'),
  }
  return countingRules.filter((rule) => held[rule])
}

/** Metrics that are tax themselves, or not money, need no tax rule. */
function taxRules(metric: MetricDefinition, sums: readonly BaseMetric[]) {
  const holdsTax = sums.map(({ value }) => 'of' in value && /\btax\b/.test(value.of))
  const isTax = sums.every(({ value }) => 'of' in value && /^-?tax$/.test(value.of))
  const isReported = metric.unit === 'money' && !isTax
  return { with_tax: isReported && holdsTax.includes(true), without_tax: isReported && !holdsTax.includes(true) }
}

function has(condition: string): (base: BaseMetric) => boolean {
  return ({ value }) => value.where.includes(condition)
}

/** Costs are booked on the day of the order, and what comes back on the day of the return. */
function isOfBothSides({ value }: BaseMetric): boolean {
  return !value.where.includes('side')
}

function isOfRevenue(base: BaseMetric): boolean {
  return has("'product'")(base) || has("NOT IN ('gift_card', 'tip')")(base)
}

function isWithoutOwedMoney({ value }: BaseMetric): boolean {
  return value.where.includes('NOT IN') || !/'gift_card'|'tip'/.test(value.where)
}
