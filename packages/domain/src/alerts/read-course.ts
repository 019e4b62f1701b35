import { AppError } from '@tillsight/core'
import { addDays, type Day, type DayRange, dayOf, startOfDay } from '@tillsight/core/days'
import {
  describeCatalogue,
  type Filter,
  type MetricDescription,
  type MetricValue,
  queryLimits,
} from '@tillsight/metrics'
import { connectorList } from '@tillsight/platforms/connectors'
import type { z } from 'zod'
import { run, type ShopContext } from '../context/index.ts'
import { type MetricAnswer, runQuery } from '../reports/index.ts'
import type { Cell, Course, LocalHour } from './course.ts'

/** What an alert asks: an ordinary question about a metric. */
export interface AlertQuestion {
  readonly metric: string
  readonly filters: readonly Filter[]
}

/** How a metric is added up over any window. */
export interface MetricParts {
  readonly description: MetricDescription
  /** The metric itself, or what is divided. */
  readonly over: string
  /** By what; null for sums. */
  readonly by: string | null
}

/** How the metric is added up. Throws `invalid_input` for one that cannot be, such as a count of different people. */
export function partsOf({ shop }: Pick<ShopContext, 'shop'>, metric: string): MetricParts {
  const { metrics } = describeCatalogue(shop.settings.ratioBasis)
  const find = (id: string | undefined) => metrics.find(({ key }) => key === id)
  const description = find(metric)
  if (description?.additive) return { description, over: metric, by: null }
  const quotient = description && quotientOf(description)
  if (quotient && Object.values(quotient).every((part) => find(part)?.additive)) return { description, ...quotient }
  const message = `${description?.label ?? metric} cannot be watched: its days do not add up. Choose an amount, a count of orders or a ratio of two of them.`
  throw new AppError('invalid_input', message, { problems: { metric: message }, details: { field: 'metric' } })
}

/** What is divided by what, of a metric that is two others; undefined for any other. */
function quotientOf({
  terms,
}: Pick<MetricDescription, 'terms'>): { readonly over: string; readonly by: string } | undefined {
  const [over, by, ...more] = terms
  return over && by?.operator === '/' && more.length === 0 ? { over: over.metric, by: by.metric } : undefined
}

/** The filters as a question takes them. */
export function filtersIn({ filters }: AlertQuestion) {
  return filters.length > 0 ? { filters: filters.map((each) => ({ ...each, values: [...each.values] })) } : {}
}

/** Puts questions, each once. */
export interface Asker {
  ask(query: z.input<typeof runQuery.input>): Promise<MetricAnswer>
}

/** Remembers answers as long as it lives: alerts that ask the same share one. */
export function createAsker(ctx: ShopContext): Asker {
  const known = new Map<string, Promise<MetricAnswer>>()
  return {
    ask(query) {
      const key = JSON.stringify(query)
      const found = known.get(key) ?? run(runQuery, ctx, query)
      known.set(key, found)
      return found
    },
  }
}

/** A course, and up to when it may be looked at. */
export interface ReadCourse {
  readonly course: Course
  /** The hour up to which everything that it needs is read. */
  readonly until: LocalHour
  readonly currency: string
}

interface Wanted {
  readonly question: AlertQuestion
  readonly buckets: 'hour' | 'day'
  readonly days: DayRange
}

/** Reads the course of a figure over days. */
export async function readCourse(
  ctx: ShopContext,
  asker: Asker,
  { question, buckets, days }: Wanted,
): Promise<ReadCourse> {
  const { metric, filters } = question
  const parts = partsOf(ctx, metric)
  const { metrics } = describeCatalogue(ctx.shop.settings.ratioBasis)
  const known = new Set(metrics.find(({ key }) => key === 'orders')?.dimensions)
  const ofOrders = filters.every(({ dimension }) => known.has(dimension))
  const own = [...new Set([parts.over, parts.by ?? parts.over, ...(ofOrders ? ['orders'] : [])])]
  const cells = new Map<Day, Cell[]>()
  let last: MetricAnswer | undefined
  for (const range of partsOfRange(days, buckets)) {
    const common = { ...range, interval: buckets } as const
    const answer = await asker.ask({ ...common, metrics: own, ...filtersIn(question) })
    // Of figures that know no orders the shop's own say whether there is enough to go by.
    const all = ofOrders ? answer : await asker.ask({ ...common, metrics: ['orders'] })
    addCells(cells, ctx.shop.zone, { parts, answer, orders: all })
    last = answer
  }
  return {
    course: { isQuotient: parts.by !== null, days: cells },
    until: untilOf(ctx, parts, last),
    currency: last?.currency ?? ctx.shop.currency,
  }
}

function partsOfRange({ from, to }: DayRange, buckets: 'hour' | 'day'): DayRange[] {
  const most = buckets === 'hour' ? queryLimits.hourlyDays : queryLimits.rangeDays
  const ranges: DayRange[] = []
  // From the end, so that the earlier ranges stay the same while a day goes on.
  for (let end = to; end >= from; end = addDays(end, -most)) {
    const start = addDays(end, 1 - most)
    ranges.unshift({ from: start < from ? from : start, to: end })
  }
  return ranges
}

interface Answers {
  readonly parts: MetricParts
  readonly answer: MetricAnswer
  readonly orders: MetricAnswer
}

function addCells(cells: Map<Day, Cell[]>, zone: string, { parts, answer, orders }: Answers): void {
  const ordersAt = new Map(orders.series?.map(({ at, values }) => [at, toNumber(values['orders'])]))
  for (const { at, values } of answer.series ?? []) {
    const day = at.length === 10 ? (at as Day) : dayOf(new Date(at), zone)
    const cell = {
      over: toNumber(values[parts.over]),
      by: parts.by === null ? null : toNumber(values[parts.by]),
      orders: ordersAt.get(at) ?? null,
    }
    const before = cells.get(day)
    if (before) before.push(cell)
    else cells.set(day, [cell])
  }
}

function toNumber(value: MetricValue | undefined): number | null {
  return value === null || value === undefined ? null : Number(value)
}

const adConnectors = new Set(connectorList.filter(({ kind }) => kind === 'ads').map(({ id }) => id))

/**
 * Up to when the figure may be looked at: what is connected is read by then, and its days do not grow any more. A store that
 * has not answered since noon is not a shop that sells nothing.
 */
function untilOf({ clock, shop }: ShopContext, parts: MetricParts, answer: MetricAnswer | undefined): LocalHour {
  const { about } = parts.description
  const reads = Object.entries(answer?.freshness ?? {}).flatMap(([source, at]) => {
    const isAds = adConnectors.has(source)
    return about === 'both' || isAds === (about === 'ads') ? [Date.parse(at)] : []
  })
  const until = localHour(new Date(Math.min(clock.now().getTime(), ...reads)), shop.zone)
  const from = answer?.maturing?.from
  return from !== undefined && from < until.day ? { day: from as Day, hour: 0 } : until
}

const hourMs = 3_600_000

/** The day at an instant, and how many hours of it are over. */
export function localHour(at: Date, zone: string): LocalHour {
  const day = dayOf(at, zone)
  return { day, hour: Math.floor((at.getTime() - startOfDay(day, zone).getTime()) / hourMs) }
}
