import type { DayRange } from '@tillsight/core/days'
import { z } from 'zod'
import { adRatesOf } from './ad-rates.ts'
import { bucketDays, bucketHours, spanOf } from './calendar.ts'
import type { DatasetId, Dimension, MetricDefinition, MetricId } from './catalogue/definition.ts'
import { type BaseMetric, findDimension } from './catalogue/index.ts'
import { underClaims } from './claims.ts'
import { conversionOf } from './conversion.ts'
import { decodeCursor } from './cursor.ts'
import { basesOf, metricOf, onBasis } from './formula.ts'
import { queryLimits } from './input.ts'
import { planOnePass } from './one-pass.ts'
import { compareRange } from './periods.ts'
import {
  type Breakdown,
  isKnownBy,
  isOnDaily,
  isOnParts,
  type Period,
  type Plan,
  type PlannedFilter,
  type Rollup,
} from './plan.ts'
import { knowledgeFor } from './quality.ts'
import type { Interval, MetricQuery, Scope } from './query.ts'

/** Plans a query; pure, so that compiling the query and shaping its result agree. */
export function planQuery(query: MetricQuery, scope: Scope): Plan {
  const metrics = [...new Set(query.metrics)].map((id) => onBasis(metricOf(id), scope.ratioBasis))
  const ranges: DayRange[] = [{ from: query.from, to: query.to }]
  if (query.compare) ranges.push(compareRange({ from: query.from, to: query.to }, query.compare, query.alignWeekdays))
  const bases = basesOf([...metrics, ...knowledgeFor(metrics)]).map((base) => underClaims(base, query.claims))
  const filters = (query.filters ?? []).map((filter) => ({ ...filter, on: dimensionOf(filter.dimension) }))
  const answered = bases.filter((base) =>
    isKnownBy(
      base,
      filters.map(({ on }) => on),
    ),
  )
  const rollup = rollupFor(
    query,
    scope,
    filters.map(({ on }) => on),
  )
  const daily = rolledUp(answered, rollup)
  const ofDataset = (id: DatasetId) => answered.filter((base) => base.value.dataset === id && !daily.includes(base))
  const facts = { ledger: ofDataset('ledger'), ads: ofDataset('ads'), reach: ofDataset('reach') }
  const periods = ranges.map((range) => planPeriod(range, query.interval, scope))
  const breakdown = query.dimensions?.length
    ? planBreakdown(query, scope, { ids: query.dimensions, answered: marked(answered, metrics), filters })
    : undefined
  return {
    metrics,
    bases,
    periods,
    interval: query.interval,
    comparesSeries: query.seriesOf === undefined,
    seriesMetrics: query.seriesOf ? metrics.filter(({ id }) => query.seriesOf?.includes(id)) : metrics,
    daily,
    dailyBy: rollup?.by,
    facts,
    filters,
    breakdown,
    onePass: planOnePass(query, { metrics, periods, facts, breakdown }),
    conversion: conversionOf(query, scope, ranges),
    adRates: adRatesOf(query, scope, ranges),
  }
}

function planPeriod(range: DayRange, interval: Interval | undefined, scope: Scope): Period {
  const span = spanOf(range, scope.zone)
  if (!interval) return { range, span, buckets: [] }
  const buckets = interval === 'hour' ? bucketHours(span) : bucketDays(range, interval, scope.weekStartsOn)
  return { range, span, buckets }
}

/** The roll-up that has the days of a query: nothing but one of its dimensions may be filtered, or broken down by. */
function rollupFor(
  { interval }: MetricQuery,
  { dailyIsCurrent }: Scope,
  dimensions: readonly Dimension[],
): Rollup | undefined {
  if (!dailyIsCurrent || interval === 'hour') return undefined
  const [by, ...further] = new Set(dimensions)
  if (by === undefined) return { by }
  return by.isRolledUp && further.length === 0 ? { by } : undefined
}

function rolledUp(bases: readonly BaseMetric[], rollup: Rollup | undefined): BaseMetric[] {
  return rollup ? bases.filter(rollup.by ? isOnParts : isOnDaily) : []
}

/** Bases of a breakdown: its rows tell which way a figure may differ, not how far its costs are known. */
function marked(bases: readonly BaseMetric[], metrics: readonly MetricDefinition[]): BaseMetric[] {
  const shown = new Set(basesOf(metrics).map(({ id }) => id))
  return bases.map((base) => (shown.has(base.id) ? base : { ...base, isMark: true }))
}

interface Requested {
  readonly ids: readonly string[]
  readonly answered: readonly BaseMetric[]
  readonly filters: readonly PlannedFilter[]
}

function planBreakdown(query: MetricQuery, scope: Scope, { ids, answered, filters }: Requested): Breakdown {
  const dimensions = ids.map(dimensionOf)
  const bases = answered.filter((base) => isKnownBy(base, dimensions))
  const many = dimensions.some(({ cardinality }) => cardinality === 'high')
  const limit = query.limit ?? (many ? queryLimits.defaultRows : queryLimits.rows)
  const order = query.order ?? ({ by: firstOf(query.metrics), direction: 'descending' } as const)
  const offset = query.cursor ? decodeCursor(cursorOwner(query), query.cursor, z.tuple([z.int().min(0)]))[0] : 0
  return {
    dimensions,
    bases,
    daily: rolledUp(bases, rollupFor(query, scope, [...filters.map(({ on }) => on), ...dimensions])),
    order,
    search: query.search,
    naming: namingOf(dimensions, { scope, search: query.search, by: order.by }),
    limit,
    offset,
  }
}

function namingOf(
  dimensions: readonly Dimension[],
  { scope, search, by }: { readonly scope: Scope; readonly search: string | undefined; readonly by: string },
): Breakdown['naming'] {
  if (search !== undefined || dimensions.some(({ id }) => id === by)) return 'all'
  // Accounts are named elsewhere.
  return scope.namesAds && dimensions.every(({ place }) => place?.level !== 'account') ? 'known' : 'shown'
}

function firstOf(metrics: readonly MetricId[]): MetricId {
  const [first] = metrics
  if (first === undefined) throw new Error('A question names at least one metric')
  return first
}

/** What a breakdown's cursor is bound to: the query without cursor and page size. */
export function cursorOwner({ cursor: _cursor, limit: _limit, ...question }: MetricQuery): unknown {
  return question
}

/** Finds a dimension of an already validated query. */
function dimensionOf(id: string): Dimension {
  const dimension = findDimension(id)
  if (!dimension) throw new Error(`There is no dimension ${id}`)
  return dimension
}
