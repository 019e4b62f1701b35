import type { Filter } from '@tillsight/metrics'

/** Whether the filters keep a value. */
export function isKept(filters: readonly Filter[], dimension: string, value: string): boolean {
  return filters.some(
    (filter) => filter.dimension === dimension && filter.operator === 'is' && filter.values.includes(value),
  )
}

/** The filters with a value of a dimension toggled. */
export function toggleFilter(filters: readonly Filter[], dimension: string, value: string): readonly Filter[] {
  const own = filters.find((filter) => filter.dimension === dimension && filter.operator === 'is')
  const others = filters.filter((filter) => filter !== own)
  const values = own?.values ?? []
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
  return next.length === 0 ? others : [...others, { dimension, operator: 'is', values: next }]
}
