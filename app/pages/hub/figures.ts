import { addDecimals, divideDecimals } from '@tillsight/core'
import type { Bound } from '@tillsight/metrics'
import { type Caveat, fewOrdersCaveat } from '../../charts/change.ts'
import { fewOrders, toNumber } from '../../format/index.ts'
import type { Language } from '../../language/index.ts'
import { textFor } from '../../language/text-for.server.ts'
import type { MetricView } from '../../services.ts'
import type { HubFigures } from './model.ts'

/** Metrics that the hub shows for every shop, in order. */
export const shownMetrics = ['sales', 'orders', 'aov', 'newCustomers', 'returns', 'netProfit'] as const
/** Numerator and denominator of each ratio: the total is the ratio of the sums. */
const ratios: Readonly<Record<string, readonly [over: string, by: string]>> = { aov: ['orderRevenue', 'orders'] }
/** Metrics to query: those shown, and the parts of ratios. */
export const requestedMetrics = [...shownMetrics, 'orderRevenue'] as const

/** Values of an answer by metric; decimal text, numbers for counts, null where there is none. */
export type Values = Readonly<Record<string, string | number | null>>

/** The part of a shop's result that the hub needs. */
export interface RawFigures {
  readonly now: Values
  /** Undefined without a comparison; values are null where it is not complete. */
  readonly before: Values | undefined
  readonly series: readonly Values[]
  /** Which way values of now may differ, by metric. */
  readonly bounds?: Readonly<Record<string, Bound>>
  /** The period is today only, and is compared with a complete day. */
  readonly isSoFar: boolean
}

/** The properties of a metric that the page needs. */
export type ShownMetric = Pick<MetricView, 'key' | 'label' | 'unit' | 'better'>

/** Metrics as the page names them, in its language. */
interface Naming {
  readonly metrics: readonly ShownMetric[]
  readonly language: Language
}

/** The figures of one shop, or the total of several. */
export function toFigures(figures: RawFigures, { metrics, language }: Naming): HubFigures {
  const { now, before, series, bounds } = figures
  return {
    // Nothing is said of profit where no costs are known.
    figures: metrics
      .filter(({ key }) => key !== 'netProfit' || (now[key] ?? null) !== null)
      .map(({ key, label, unit, better }) => ({
        key,
        label,
        unit,
        better,
        value: now[key],
        before: before && (before[key] ?? null),
        ...(bounds?.[key] && { bound: bounds[key] }),
        spark: series.map((values) => shorten(toNumber(values[key]))),
      })),
    caveat: before && caveatOf(figures, language),
  }
}

/** Four digits are more than a sparkline can show. */
function shorten(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(4))
}

function caveatOf({ now, before, isSoFar }: RawFigures, language: Language): Caveat | undefined {
  const t = textFor(language)
  if (isSoFar) return { short: t('figure.so_far'), long: t('figure.so_far_long') }
  const counts = [now['orders'], before?.['orders']].map(toNumber)
  return counts.some((count) => count !== null && count < fewOrders) ? fewOrdersCaveat(t) : undefined
}

/**
 * Adds up shops, all in the same currency, exactly; a value that one shop lacks is missing from the total. There is a time
 * series only if all shops have the same number of days.
 */
export function addFigures(shops: readonly RawFigures[]): RawFigures {
  const lengths = new Set(shops.map(({ series }) => series.length))
  const length = lengths.size === 1 ? Math.max(...lengths) : 0
  return {
    now: addValues(shops.map(({ now }) => now)),
    before: shops.every(({ before }) => before !== undefined)
      ? addValues(shops.map(({ before }) => before ?? {}))
      : undefined,
    // Days of shops in different time zones are hours apart: they are added up by position.
    series: Array.from({ length }, (_, place) => addValues(shops.map(({ series }) => series[place] ?? {}))),
    isSoFar: shops.some(({ isSoFar }) => isSoFar),
    bounds: addBounds(shops),
  }
}

/** A sum is as uncertain as the most uncertain of its parts. */
function addBounds(shops: readonly RawFigures[]): Record<string, Bound> {
  const found = shops.map(({ bounds }) => bounds?.['netProfit'])
  const bound = (['at_most', 'about'] as const).find((each) => found.includes(each))
  return bound ? { netProfit: bound } : {}
}

function addValues(all: readonly Values[]): Values {
  const sums = Object.fromEntries(
    requestedMetrics.map((key) => [key, addOne(all.map((values) => values[key] ?? null))]),
  )
  const quotients = Object.entries(ratios).map(([key, [over, by]]) => [key, divide(sums[over], sums[by])] as const)
  return { ...sums, ...Object.fromEntries(quotients) }
}

function addOne(values: readonly (string | number | null)[]): string | null {
  const texts = values.flatMap((value) => (value === null ? [] : [String(value)]))
  return values.length === 0 || texts.length < values.length ? null : addDecimals(texts)
}

function divide(over: string | null | undefined, by: string | null | undefined): string | null {
  return typeof over === 'string' && typeof by === 'string' ? divideDecimals(over, by) : null
}
