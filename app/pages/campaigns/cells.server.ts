import { addDecimals, divideDecimals } from '@tillsight/core'
import type { PlaceFacts } from '@tillsight/domain'
import type { MetricValue, MetricValues } from '@tillsight/metrics'
import { type Column, claimCount, leadMetric } from '../../blocks/breakdown-table/columns.ts'
import type { BudgetFacts, BudgetModel, Cells } from '../../blocks/breakdown-table/model.ts'
import { packSeries } from '../../charts/packed.ts'
import {
  type Amount,
  dayText,
  type FigureFormat,
  fewOrders,
  type Measure,
  packFigures,
  printFigure,
  toNumber,
} from '../../format/index.ts'
import type { Say } from '../../language/messages.ts'
import type { Result } from '../../services.ts'
import type { OwnFigures } from './own-credit.server.ts'
import { type AdsQuery, metricOf } from './query.server.ts'
import { sayIn } from './words.server.ts'

/** A row of the result, or its totals, with facts about its entity. */
export interface CellSource {
  readonly values: MetricValues
  readonly before: MetricValues | undefined
  readonly course: readonly MetricValue[] | undefined
  readonly place: PlaceFacts | undefined
  readonly budget: BudgetFacts | undefined
  /** Own attribution; null where unknown. */
  readonly own?: OwnFigures | null
  /** On some of the days platforms still add conversions. */
  readonly isMaturing: boolean
  /** Reach metrics that are still being loaded. */
  readonly askedReach?: readonly string[]
}

/** Cells of the visible columns. */
export function cellsOf(query: Pick<AdsQuery, 'columns' | 'services'>, source: CellSource, result: Result): Cells {
  const { columns, services } = query
  const format = { ...services.shop.display, currency: result.currency }
  const shows = (kind: Column['kind']) => columns.some((column) => column.kind === kind)
  return {
    figures: packFigures(columns.map((column) => amountOf(column, source, result))),
    ...(shows('status') ? { status: source.place?.status } : {}),
    ...(shows('budget') ? { budget: source.budget && describeBudget(source.budget, format, sayIn(query)) } : {}),
    ...(shows('trend') ? { course: packSeries((source.course ?? []).map(toNumber)) } : {}),
  }
}

/** The measure of a column; null for one without a metric. */
export function measureOf(column: Column, query: Pick<AdsQuery, 'services'>): Measure | null {
  if (column.kind === 'own') return { unit: column.unit, ...(column.unit === 'count' ? { digits: 2 } : {}) }
  if (column.kind !== 'figure') return null
  const { unit, better } = metricOf(query, column.key) ?? { unit: 'count' }
  return { unit, better }
}

function amountOf(column: Column, source: CellSource, result: Result): Amount | null {
  // Spend comes from the ads result, so that it is the same in the whole row.
  if (column.kind === 'own') {
    const { own } = source
    if (!own) return { value: null }
    const value = ownValue(column.key, own, source.values[leadMetric])
    return column.isOfProfit ? { value, bound: own.contribution.bound } : { value }
  }
  if (column.kind !== 'figure') return null
  const isClaim = column.group === 'claimed'
  return {
    value: source.values[column.key],
    before: beforeOf(column.key, source, result),
    isMaturing: isClaim && source.isMaturing,
    isUnjudged: isClaim && !isTelling(source),
    isAsked: isParams(column, source),
  }
}

/** A figure of our own attribution; null for a division by zero. */
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
      return profitValue(key, own.contribution.amount, cost)
  }
}

/** A figure of what credited orders contribute; null where it or the spend is unknown. */
function profitValue(key: string, contribution: string | null, cost: string | null): string | null {
  if (key === 'ownContribution' || contribution === null) return contribution
  if (cost === null) return null
  switch (key) {
    case 'ownProfit':
      return addDecimals([contribution, cost.startsWith('-') ? cost.slice(1) : `-${cost}`])
    case 'ownPoas':
      return divideDecimals(contribution, cost)
    default:
      return null
  }
}

/** Shows a placeholder instead of a dash: the figure is still loading. */
function isParams({ key }: Column, { values, askedReach = [] }: CellSource): boolean {
  return askedReach.includes(key) && values[key] === null
}

/** Whether a change is meaningful: not on days that may still grow, and not for a handful of conversions. */
function isTelling({ values, before, isMaturing }: CellSource): boolean {
  return !isMaturing && [values, before].every((figures) => (toNumber(figures?.[claimCount]) ?? 0) >= fewOrders)
}

/** Undefined without a comparison, and where one of the periods is not whole. */
export function beforeOf(key: string, { before }: Pick<CellSource, 'before'>, result: Result): MetricValue | undefined {
  const { compare } = result
  if (!compare || !before || isPartial(result, key) || isPartial(compare, key)) return undefined
  return before[key] ?? null
}

function isPartial({ partial, partialMetrics }: Pick<Result, 'partial' | 'partialMetrics'>, key: string): boolean {
  return partial && (partialMetrics === undefined || partialMetrics.includes(key))
}

/** A budget in words: its amount, its utilisation, and a full sentence. */
function describeBudget(budget: BudgetFacts, format: FigureFormat, say: Say<BudgetWord>): BudgetModel {
  const { currency, per, sharedBy, endsOn } = budget
  const money = (value: string | null | undefined) => printFigure({ value, unit: 'money', currency }, format)
  const percent = (value: string | null | undefined) => printFigure({ value, unit: 'percent' }, format)
  const shared = sharedBy === null ? '' : say('printed.budget.shared_by', { name: sharedBy })
  const [amount, spent, share] = [money(budget.amount), money(budget.spent), percent(budget.share)]
  if (per === 'lifetime') {
    const day = endsOn && dayText(endsOn, format.language)
    const whole = day
      ? say('printed.budget.long_until', { spent, amount, day })
      : say('printed.budget.long_lifetime', { spent, amount })
    return {
      text: say('printed.budget.lifetime', { amount }),
      note: shared ? say('printed.budget.shared') : say('printed.budget.spent', { share }),
      share: toNumber(budget.share),
      long: `${whole} ${shared}`.trim(),
    }
  }
  const average = percent(budget.averageShare)
  return {
    text: say('printed.budget.daily', { amount }),
    note: shared ? say('printed.budget.shared') : say('printed.budget.today', { share, average }),
    share: toNumber(budget.share),
    long: `${say('printed.budget.long_daily', { spent, average: money(budget.average), amount })} ${shared}`.trim(),
  }
}

type BudgetWord = `printed.budget.${'daily' | 'lifetime' | 'shared' | 'spent' | 'today' | 'shared_by'}` | BudgetSentence
type BudgetSentence = `printed.budget.long_${'daily' | 'lifetime' | 'until'}`
