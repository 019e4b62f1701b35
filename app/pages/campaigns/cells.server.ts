import { divideDecimals } from '@tillsight/core'
import type { PlaceFacts } from '@tillsight/domain'
import type { MetricValue, MetricValues } from '@tillsight/metrics'
import { type Column, claimCount, leadMetric } from '../../blocks/breakdown-table/columns.ts'
import type { BudgetFacts, Cells } from '../../blocks/breakdown-table/model.ts'
import { packCourse } from '../../charts/packed.ts'
import { type Amount, fewOrders, type Measure, packFigures, toNumber } from '../../format/index.ts'
import type { Answer } from '../../services.ts'
import type { OwnFigures } from './own-credit.server.ts'
import { type AdsQuestion, metricOf } from './question.server.ts'

/** A row of the answer, or its totals, with what is known of it. */
export interface CellSource {
  readonly values: MetricValues
  readonly before: MetricValues | undefined
  readonly course: readonly MetricValue[] | undefined
  readonly place: PlaceFacts | undefined
  readonly budget: BudgetFacts | undefined
  /** Null where it is not known. */
  readonly own?: OwnFigures | null
  /** Platforms still add purchases to some of the days. */
  readonly isMaturing: boolean
  /** Figures of how many people were reached that are being asked for. */
  readonly askedReach?: readonly string[]
}

/** What the columns say, as far as they are shown. */
export function cellsOf({ columns }: Pick<AdsQuestion, 'columns'>, source: CellSource, answer: Answer): Cells {
  const shows = (kind: Column['kind']) => columns.some((column) => column.kind === kind)
  return {
    figures: packFigures(columns.map((column) => amountOf(column, source, answer))),
    ...(shows('status') ? { status: source.place?.status } : {}),
    ...(shows('budget') ? { budget: source.budget } : {}),
    ...(shows('trend') ? { course: packCourse((source.course ?? []).map(toNumber)) } : {}),
  }
}

/** What the figures of a column are; null for a column of something else. */
export function measureOf(column: Column, question: Pick<AdsQuestion, 'services'>): Measure | null {
  if (column.kind === 'own') return { unit: column.unit, ...(column.unit === 'count' ? { digits: 2 } : {}) }
  if (column.kind !== 'figure') return null
  const { unit, better } = metricOf(question, column.key) ?? { unit: 'count' }
  return { unit, better }
}

function amountOf(column: Column, source: CellSource, answer: Answer): Amount | null {
  // Spend is what the ads answer says; the same as everywhere else in the row.
  if (column.kind === 'own')
    return { value: source.own ? ownValue(column.key, source.own, source.values[leadMetric]) : null }
  if (column.kind !== 'figure') return null
  const isClaim = column.group === 'claimed'
  return {
    value: source.values[column.key],
    before: beforeOf(column.key, source, answer),
    isMaturing: isClaim && source.isMaturing,
    isUnjudged: isClaim && !isTelling(source),
    isAsked: isAsked(column, source),
  }
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

/** Not a dash: the figure comes by itself. */
function isAsked({ key }: Column, { values, askedReach = [] }: CellSource): boolean {
  return askedReach.includes(key) && values[key] === null
}

/** Days that are not finished are not better or worse than those that are; nor are a handful of purchases. */
function isTelling({ values, before, isMaturing }: CellSource): boolean {
  return !isMaturing && [values, before].every((figures) => (toNumber(figures?.[claimCount]) ?? 0) >= fewOrders)
}

/** Undefined without a comparison, and where one of the periods is not whole. */
export function beforeOf(key: string, { before }: Pick<CellSource, 'before'>, answer: Answer): MetricValue | undefined {
  const { compare } = answer
  if (!compare || !before || isPartial(answer, key) || isPartial(compare, key)) return undefined
  return before[key] ?? null
}

function isPartial({ partial, partialMetrics }: Pick<Answer, 'partial' | 'partialMetrics'>, key: string): boolean {
  return partial && (partialMetrics === undefined || partialMetrics.includes(key))
}
