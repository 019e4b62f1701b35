import { addDays } from '@tillsight/core/days'
import type { MetricValue } from '@tillsight/metrics'
import type { ShopContext } from '../context/index.ts'
import type { MetricAnswer } from '../reports/index.ts'
import type { WindowAt } from './course.ts'
import { type AlertQuestion, type Asker, filtersIn, partsOf } from './read-course.ts'

/** What is most unlike the usual: a value of a dimension, and how much of the difference it makes. */
export interface AlertPart {
  readonly dimension: string
  readonly key: string
  /** As people read it; names of products and campaigns come from strangers. */
  readonly name: string
  readonly change: string
}

/** Where a difference is looked for, as far as the figure can be divided by them. */
const dimensionsOfParts = ['channel', 'country', 'product', 'customer_class', 'gateway', 'campaign'] as const
const mostParts = 3
const mostRows = 200
const weeksBefore = 8

/**
 * Divides the difference to the expected value: in each dimension, each value is expected to have the share of it that it had in
 * the eight weeks before. Ratios are not divided.
 */
export async function findParts(
  ctx: ShopContext,
  asker: Asker,
  { question, window, value, expected }: Unlike,
): Promise<AlertPart[]> {
  const { description, by } = partsOf(ctx, question.metric)
  if (by !== null || expected <= 0 || value === expected) return []
  const filtered = new Set(question.filters.map(({ dimension }) => dimension))
  const found: AlertPart[] = []
  for (const dimension of dimensionsOfParts) {
    if (!description.dimensions.includes(dimension) || filtered.has(dimension)) continue
    const part = await largestPart(asker, { question, window, value, expected, dimension })
    if (part) found.push(part)
  }
  return found.toSorted((a, b) => Math.abs(Number(b.change)) - Math.abs(Number(a.change))).slice(0, mostParts)
}

interface Unlike {
  readonly question: AlertQuestion
  readonly window: WindowAt
  readonly value: number
  readonly expected: number
}

async function largestPart(
  asker: Asker,
  { question, window, value, expected, dimension }: Unlike & { readonly dimension: string },
): Promise<AlertPart | undefined> {
  const { metric } = question
  const common = {
    metrics: [metric],
    dimensions: [dimension],
    order: { by: metric, direction: 'descending' },
    limit: mostRows,
    ...filtersIn(question),
  } as const
  const shape = { ...common, metrics: [...common.metrics], dimensions: [...common.dimensions] }
  const now = await asker.ask({ ...shape, from: window.from, to: window.to })
  const usual = { from: addDays(window.from, -7 * weeksBefore), to: addDays(window.from, -1) }
  const before = await asker.ask({ ...shape, ...usual })
  const whole = toNumber(before.totals[metric])
  if (whole <= 0) return undefined
  const parts = new Map<string, { name: string; change: number }>()
  const add = ({ rows = [] }: MetricAnswer, factor: number) => {
    for (const { dimensions, names, values } of rows) {
      const key = dimensions[dimension] ?? ''
      const change = (parts.get(key)?.change ?? 0) + toNumber(values[metric]) * factor
      parts.set(key, { name: names?.[dimension] ?? key, change })
    }
  }
  add(before, -expected / whole)
  add(now, 1)
  const sign = Math.sign(value - expected)
  const [largest] = [...parts].toSorted(([, a], [, b]) => sign * (b.change - a.change))
  if (!largest || parts.size < 2 || Math.sign(largest[1].change) !== sign) return undefined
  const [key, { name, change }] = largest
  return { dimension, key, name, change: change.toFixed(2) }
}

function toNumber(value: MetricValue | undefined): number {
  return Number(value ?? 0)
}
