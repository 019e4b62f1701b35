import { divideDecimals, printFixed, roundFixed } from '@tillsight/core'
import type { PlaceFacts } from '@tillsight/domain'
import type { MetricValue, MetricValues } from '@tillsight/metrics'
import { type Column, type OwnColumn } from '../../blocks/breakdown-table/columns.ts'
import type { BudgetModel, CellModel, StatusModel } from '../../blocks/breakdown-table/model.ts'
import { type Change, describeChange } from '../../charts/change.ts'
import { packCourse } from '../../charts/packed-course.ts'
import { dayText, type FigureFormat, fewOrders, figureText, missing, toNumber } from '../../format/index.ts'
import type { Answer } from '../../services.ts'
import type { PacedBudget } from './load-pacing.server.ts'
import type { OwnFigures } from './own-credit.server.ts'
import type { AdMetric } from './question.server.ts'

/** What every cell of an answer is printed with. */
export interface CellPrinting {
  readonly answer: Answer
  readonly format: FigureFormat
  readonly metricOf: (key: string) => AdMetric | undefined
}

/** A row of the answer, or its totals, with what is known of it. */
export interface CellSource {
  readonly values: MetricValues
  readonly before: MetricValues | undefined
  readonly course: readonly MetricValue[] | undefined
  readonly place: PlaceFacts | undefined
  readonly budget: PacedBudget | undefined
  /** Null where it is not known. */
  readonly own?: OwnFigures | null
  /** Platforms still add purchases to some of the days. */
  readonly isMaturing: boolean
  /** How many people were reached is being asked for. */
  readonly askedReach?: readonly string[]
}

/** The cell of a column. */
export function printCell(column: Column, source: CellSource, printing: CellPrinting): CellModel {
  switch (column.kind) {
    case 'figure':
      return printFigure(column, source, printing)
    case 'status':
      return { kind: 'status', status: source.place ? printStatus(source.place) : null }
    case 'budget':
      return {
        kind: 'budget',
        budget: source.budget ? printBudget(source.budget, source.place, printing.format) : null,
      }
    case 'own':
      return { kind: 'figure', text: ownText(column, source, printing.format), change: null, isMaturing: false }
    case 'trend':
      return { kind: 'trend', course: packCourse((source.course ?? []).map(toNumber)) }
  }
}

/** Spend is what the ads answer says; the same as everywhere else in the row. */
function ownText({ key, unit }: OwnColumn, { own, values }: CellSource, format: FigureFormat): string {
  const value = own ? ownValue(key, own, values.adSpend) : null
  const shown = unit === 'count' && value !== null ? printFixed(roundFixed(value, 2), 2) : value
  return figureText(shown, unit, format)
}

/** The figure of one of the own columns; null where it would be divided by nothing. */
export function ownValue(key: string, own: OwnFigures, spend: MetricValue | undefined): string | null {
  const cost = spend === null || spend === undefined ? null : String(spend)
  switch (key) {
    case 'ownOrders':
      return own.orders
    case 'ownRevenue':
      return own.revenue
    case 'ownNewOrders':
      return own.newOrders
    case 'ownRoas':
      return cost === null ? null : divideDecimals(own.revenue, cost)
    case 'ownCpa':
      return cost === null ? null : divideDecimals(cost, own.orders)
    default:
      return null
  }
}

function printFigure(column: Column, source: CellSource, { answer, format, metricOf }: CellPrinting): CellModel {
  const metric = metricOf(column.key)
  if (!metric) return { kind: 'figure', text: missing, change: null, isMaturing: false }
  const isClaim = column.group === 'claimed'
  return {
    kind: 'figure',
    text: isAsked(column, source) ? 'being asked' : figureText(source.values[column.key], metric.unit, format),
    change: changeOf(metric, { source, answer, isJudged: !isClaim || isTelling(source), format }),
    isMaturing: isClaim && source.isMaturing,
  }
}

/** Not a dash: the figure comes by itself. */
function isAsked({ key }: Column, { values, askedReach = [] }: CellSource): boolean {
  return askedReach.includes(key) && values[key] === null
}

/** Days that are not finished are not better or worse than those that are; nor are a handful of purchases. */
function isTelling({ values, before, isMaturing }: CellSource): boolean {
  return !isMaturing && [values, before].every((figures) => (toNumber(figures?.claimedConversions) ?? 0) >= fewOrders)
}

interface Changing {
  readonly source: Pick<CellSource, 'values' | 'before'>
  readonly answer: Answer
  readonly isJudged: boolean
  readonly format: FigureFormat
}

/** Null without a comparison, and where one of the periods is not whole. */
export function changeOf(metric: AdMetric, { source, answer, isJudged, format }: Changing): Change | null {
  const { compare } = answer
  if (!compare || !source.before || isPartial(answer, metric.key) || isPartial(compare, metric.key)) return null
  return describeChange({
    now: toNumber(source.values[metric.key]),
    before: toNumber(source.before[metric.key]),
    better: isJudged ? metric.better : 'neither',
    isShare: metric.unit === 'percent',
    format,
  })
}

function isPartial({ partial, partialMetrics }: Pick<Answer, 'partial' | 'partialMetrics'>, key: string): boolean {
  return partial && (partialMetrics === undefined || partialMetrics.includes(key))
}

const statusTones = {
  active: 'good',
  paused: 'neutral',
  inactive: 'neutral',
  in_review: 'warn',
  rejected: 'bad',
  removed: 'neutral',
} as const

const statusWords = {
  active: 'Active',
  paused: 'Paused',
  inactive: 'Not running',
  in_review: 'In review',
  rejected: 'Rejected',
  removed: 'Removed',
} as const

/** Our word for a state, as filters name them. */
export const statusChoices = Object.entries(statusWords).map(([value, label]) => ({ value, label }))

/** In the words of the filter: platforms' own ones are names of constants. */
export function printStatus({ status }: PlaceFacts): StatusModel | null {
  if (status === undefined) return null
  return { text: statusWords[status], tone: statusTones[status] }
}

/** A budget with how far it is used, in the account’s currency. */
function printBudget(
  { budget, pacing, currency }: PacedBudget,
  place: PlaceFacts | undefined,
  display: FigureFormat,
): BudgetModel {
  const format = { ...display, currency }
  const money = (amount: string | null) => figureText(amount, 'money', format)
  const share = (part: string | null) => figureText(part, 'percent', format)
  const shared = budget.sharedBy === null ? '' : `Shared: “${budget.sharedBy}”.`
  if (pacing.per === 'lifetime') {
    const until = place?.endsOn ? ` until ${dayText(place.endsOn)}` : ''
    return {
      text: `${money(budget.amount)} in all`,
      note: shared ? 'shared budget' : `${share(pacing.share)} spent`,
      share: toNumber(pacing.share),
      long: `${money(pacing.spent)} of ${money(budget.amount)}${until} spent. ${shared}`.trim(),
    }
  }
  return {
    text: `${money(budget.amount)} a day`,
    note: shared ? 'shared budget' : `${share(pacing.share)} today, avg. ${share(pacing.averageShare)}`,
    share: toNumber(pacing.share),
    long: `${money(pacing.spent)} spent today, ${money(pacing.average)} a day on average of the last 7 days; the budget is ${money(budget.amount)} a day. ${shared}`.trim(),
  }
}
