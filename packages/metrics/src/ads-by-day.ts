import type { BaseMetric } from './catalogue/index.ts'
import type { Facts } from './dataset-facts.ts'

/**
 * The same figures by way of sums of single days: buckets and totals are added up from some hundreds of them. Grouping every
 * row by its bucket, and once more for the total, takes half as long again.
 */
export function dayByDay(facts: Facts, bases: readonly BaseMetric[]): Facts {
  const sums = bases.flatMap((base, index) => {
    const gaps = facts.gaps(base)
    return [`${facts.amount(base)} AS amount_${index}`, ...(gaps === undefined ? [] : [`${gaps} AS gaps_${index}`])]
  })
  const placeOf = (base: BaseMetric): number => bases.indexOf(base)
  return {
    ...facts,
    clock: '',
    source: `FROM (${facts.clock} SELECT ${['day_number', ...sums].join(', ')} ${facts.source} GROUP BY day_number)`,
    amount: (base) => `sum(amount_${placeOf(base)})`,
    gaps: (base) => (facts.gaps(base) === undefined ? undefined : `sum(gaps_${placeOf(base)})`),
  }
}
