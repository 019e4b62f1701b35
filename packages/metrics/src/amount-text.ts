import type { BaseMetric } from './catalogue/index.ts'
import type { Facts } from './dataset-facts.ts'

/** A figure as text, empty where something that belongs to it is not known. */
export function amountText(facts: Facts, base: BaseMetric): string {
  const gaps = facts.gaps(base)
  return gaps === undefined ? facts.amount(base) : `if(${gaps} > 0, '', toString(${facts.amount(base)}))`
}
