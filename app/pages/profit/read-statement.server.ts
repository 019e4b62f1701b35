import { addDecimals, divideDecimals } from '@tillsight/core'
import { addDays, countDays, type Day, type DayRange } from '@tillsight/core/days'
import type { Bound, MetricValue, MetricValues } from '@tillsight/metrics'
import { figureOf, type PageQuery } from '../../blocks/figures-page/load-page.server.ts'
import { type Cell, toCsv } from '../../csv.server.ts'
import { boundsOf } from '../../format/index.ts'
import type { MetricView, Result } from '../../services.ts'
import { type StatementInterval, type StatementLine, statementIntervals } from './model.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

// The statement as the engine returned it: its lines, its columns, and as a file.

/** A line of the statement before its figures are known. */
interface LineSpec extends Pick<StatementLine, 'key' | 'look'> {
  /** Its name on this page; absent: the metric's own label. */
  readonly name?: WordKey
  /** Metric whose rows its figures open; absent: its own. */
  readonly open?: string
}

/** No metric of its own: marketing without ads. */
const otherMarketing = 'otherMarketing'

/** The statement, top to bottom. */
export const lineSpecs: readonly LineSpec[] = [
  { key: 'netSales', look: 'part' },
  { key: 'sharedCharges', look: 'part', name: 'line.sharedCharges' },
  { key: 'productRevenue', look: 'sum', name: 'line.productRevenue' },
  { key: 'cogs', look: 'less' },
  { key: 'grossProfit', look: 'aside' },
  { key: 'cm1', look: 'sum' },
  { key: 'handlingCost', look: 'less' },
  { key: 'shippingCost', look: 'less' },
  { key: 'gatewayFees', look: 'less' },
  { key: 'returnCosts', look: 'less' },
  { key: 'orderExpenses', look: 'less' },
  { key: 'cm2', look: 'sum' },
  { key: 'blendedAdSpend', look: 'less', name: 'line.blendedAdSpend' },
  { key: otherMarketing, look: 'less', name: 'line.otherMarketing', open: 'totalMarketingSpend' },
  { key: 'cm3', look: 'sum' },
  { key: 'expenses', look: 'less' },
  { key: 'netProfit', look: 'sum' },
  { key: 'grossMargin', look: 'margin' },
  { key: 'cm1Margin', look: 'margin' },
  { key: 'cm2Margin', look: 'margin' },
  { key: 'cm3Margin', look: 'margin' },
  { key: 'netMargin', look: 'margin' },
]

/** Metrics to query for the statement. */
const statementMetrics: readonly string[] = [
  ...lineSpecs.flatMap(({ key, open }) => (key === otherMarketing ? (open ?? []) : key)),
  'orders',
]

/** Days in which so many columns still make a table. */
const longest = { month: 3660, week: 190, day: 31 } as const satisfies Record<StatementInterval, number>

/** The lengths of columns that a range can have, and the chosen one. */
export function intervalsFor(range: DayRange, chosen: string | undefined) {
  const intervals = statementIntervals.filter((interval) => countDays(range) <= longest[interval])
  return { intervals, interval: intervals.find((interval) => interval === chosen) ?? ('month' as const) }
}

/** Values of one place with which way they may differ. */
export interface Place {
  readonly values: MetricValues
  readonly bounds: Readonly<Record<string, Bound>>
}

/** A place of the statement in time. */
export interface Bucket extends Place {
  readonly at: string
  readonly from: Day
  readonly to: Day
}

/** A line with its metric. */
export interface ReadLine extends LineSpec, Pick<MetricView, 'unit' | 'better'> {
  readonly label: string
  readonly hint: string
}

/** The statement as the engine returned it. */
export interface Statement {
  readonly answer: Result
  readonly interval: StatementInterval
  readonly intervals: readonly StatementInterval[]
  readonly lines: readonly ReadLine[]
  readonly total: Place
  readonly before: Place | undefined
  readonly buckets: readonly Bucket[]
}

/** Asks for all lines of the page's period in one query. */
export async function readStatement({ services, state, range, ask }: PageQuery): Promise<Statement> {
  const { interval, intervals } = intervalsFor(range, state.interval)
  const answer = await services.run('metrics.query', { ...ask(statementMetrics), interval })
  const series = answer.series ?? []
  const figure = figureOf(services)
  const say = pageWords.say(services.shop.display.language)
  return {
    answer,
    interval,
    intervals,
    lines: lineSpecs.map((spec) => {
      const { label, description, unit, better } = figure(spec.open ?? spec.key)
      const hint = spec.key === otherMarketing ? say('line.otherMarketingAbout') : description
      return { ...spec, label: spec.name ? say(spec.name) : label, hint, unit, better }
    }),
    total: { values: withOthers(answer.totals), bounds: boundsOf(answer) },
    before: answer.compare && { values: withOthers(answer.compare.totals), bounds: boundsOf(answer.compare) },
    buckets: series.map(({ at, values, bounds = {} }, index) => {
      const next = series[index + 1]?.at
      const [from, to] = [at as Day, next === undefined ? range.to : addDays(next as Day, -1)]
      return { at, from: from < range.from ? range.from : from, to, values: withOthers(values), bounds }
    }),
  }
}

/** Adds what is no metric of its own. */
function withOthers(values: MetricValues): MetricValues {
  return { ...values, [otherMarketing]: subtract(values['totalMarketingSpend'], values['blendedAdSpend']) }
}

function subtract(from: MetricValue | undefined, amount: MetricValue | undefined): string | null {
  if (from === null || from === undefined || amount === null || amount === undefined) return null
  return addDecimals([`${from}`, negative(`${amount}`)])
}

/** Decimal text with the opposite sign. */
function negative(text: string): string {
  return text.startsWith('-') ? text.slice(1) : `-${text}`
}

/** The statement as CSV: a row per line, raw numbers, and beside each figure whether it is exact. */
export function printCsv({ answer, lines, total, before, buckets }: Statement): string {
  const places: readonly (readonly [head: string, place: Place])[] = [
    ['Total', total],
    ...(before ? [['Before', before] as const] : []),
    ...buckets.map((bucket) => [bucket.from, bucket] as const),
  ]
  const revenue = total.values['productRevenue'] ?? null
  return toCsv([
    [
      'Line',
      'Metric',
      'Unit',
      ...places.flatMap(([head], index) => [head, 'bound', ...(index === 0 ? ['Share of net revenue'] : [])]),
    ],
    ...lines.map(({ key, label, unit, look }): Cell[] => [
      label,
      key,
      unit === 'money' ? answer.currency : 'fraction',
      ...places.flatMap(([, { values, bounds }], index): Cell[] => {
        const value = values[key] ?? null
        const share =
          look === 'margin' || value === null || revenue === null ? null : divideDecimals(`${value}`, `${revenue}`, 6)
        return [value, value === null ? null : (bounds[key] ?? 'exact'), ...(index === 0 ? [share] : [])]
      }),
    ]),
  ])
}
