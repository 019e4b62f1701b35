import type { MetricQuery, MetricResult, SeriesPoint } from '@tillsight/metrics'
import { type Caveat, type Change, createAxis, describeChange, type TimePoint } from '../../charts/index.ts'
import { ageText, axisText, bucketLabel, figureText, instantText, missing, toNumber } from '../../format/index.ts'
import type { SearchState } from '../../search/index.ts'
import type { ResolvedPeriod } from '../../search/resolve-period.server.ts'
import type { Answer, CatalogueView, MetricView, ShopServices, ShopView } from '../../services.ts'
import type { ChartModel, FreshnessModel, SummaryModel, TermModel, TileModel } from './model.ts'
import { tileMetrics } from './sections.ts'

/** The question of a page: which shop, which days, what the URL says. */
export interface SummaryQuestion {
  readonly services: ShopServices
  readonly state: SearchState
  readonly period: ResolvedPeriod
  /** The present instant. */
  readonly now: string
}

/** Below this number of orders on either side a change is not coloured. */
export const fewOrders = 30

/** A source without a complete sync for this long is called late. */
const lateAfterMs = 3_600_000

interface Printing {
  readonly shop: ShopView
  readonly catalogue: CatalogueView
  readonly answer: Answer
  readonly period: ResolvedPeriod
}

/** Asks for all tiles, their terms and their course in one question, and prints the answer. */
export async function loadSummary({ services, state, period, now }: SummaryQuestion): Promise<SummaryModel> {
  const catalogue = services.catalogue()
  const shown = tileMetrics.flatMap((key) => metricOf(catalogue, key) ?? [])
  const chosen = metricOf(catalogue, state.metric) ?? shown[0]
  if (!chosen) throw new Error('The catalogue offers none of the metrics of a summary.')
  const needed = [...shown, chosen].flatMap((metric) => [metric.key, ...metric.terms.map((term) => term.metric)])
  const answer = await services.query(summaryQuery([...new Set(needed)], services.shop, { state, period }))
  const printing: Printing = { shop: services.shop, catalogue, answer, period }
  return {
    tiles: shown.map((metric) => toTile(metric, printing)),
    chart: toChart(chosen, printing),
    isEmpty: shown.every(({ key }) => !toNumber(answer.totals[key]) && !toNumber(answer.compare?.totals[key])),
    isPartial: answer.partial,
    warnings: answer.warnings,
    freshness: toFreshness(answer, services.shop.zone, now),
  }
}

/** The part of a question that every list of the page shares. */
export function summaryQuery(
  metrics: readonly string[],
  shop: ShopView,
  { state, period }: Pick<SummaryQuestion, 'state' | 'period'>,
): MetricQuery {
  return {
    metrics,
    from: period.range.from,
    to: period.range.to,
    interval: period.interval,
    ...(period.compare ? { compare: period.compare } : {}),
    ...(state.filters.length > 0 ? { filters: state.filters } : {}),
    ...(shop.display.currency === shop.currency ? {} : { currency: shop.display.currency }),
  }
}

/** Undefined for keys that the catalogue does not know. */
export function metricOf(catalogue: CatalogueView, key: string): MetricView | undefined {
  return catalogue.metrics.find((metric) => metric.key === key)
}

/** The formula of a metric with the figures of an answer filled in. */
export function printTerms(
  metric: MetricView,
  { catalogue, answer, shop }: Pick<Printing, 'catalogue' | 'shop'> & { readonly answer: MetricResult },
): TermModel[] {
  return metric.terms.flatMap(({ metric: key, operator }) => {
    const term = metricOf(catalogue, key)
    return term
      ? [{ key, label: term.label, operator, text: figureText(answer.totals[key], term.unit, formatOf(answer, shop)) }]
      : []
  })
}

/** How the figures of an answer are printed. */
export function formatOf(answer: MetricResult, shop: ShopView) {
  return { currency: answer.currency, decimals: shop.display.decimals }
}

function toTile(metric: MetricView, printing: Printing): TileModel {
  const { answer, shop } = printing
  return {
    key: metric.key,
    label: metric.label,
    description: metric.description,
    text: figureText(answer.totals[metric.key], metric.unit, formatOf(answer, shop)),
    ...printChange(metric, printing),
    formula: metric.formula,
    spark: (answer.series ?? []).map(({ values }) => shorten(toNumber(values[metric.key]))),
    terms: printTerms(metric, printing),
  }
}

function printChange(
  metric: MetricView,
  { answer, shop, period }: Printing,
): { readonly change: Change | null; readonly before: string | null } {
  if (!answer.compare) return { change: null, before: null }
  const before = answer.compare.totals[metric.key]
  const isComparable = !answer.partial && !answer.compare.partial
  const change = describeChange({
    now: toNumber(answer.totals[metric.key]),
    before: isComparable ? toNumber(before) : null,
    better: metric.better,
    isShare: metric.unit === 'percent',
    caveat: caveatOf(answer, period),
  })
  return { change, before: figureText(before, metric.unit, formatOf(answer, shop)) }
}

const dayNotOver = { short: 'so far', long: 'The day is not over, and is compared with whole ones.' }
const tooFew = { short: 'few orders', long: `Fewer than ${fewOrders} orders: too few to read much into it.` }

function caveatOf({ totals, compare }: Answer, { running, range }: ResolvedPeriod): Caveat | undefined {
  if (running && range.from === range.to) return dayNotOver
  const orders = [totals.orders, compare?.totals.orders].map(toNumber)
  return orders.some((count) => count !== null && count < fewOrders) ? tooFew : undefined
}

function toChart(metric: MetricView, printing: Printing): ChartModel {
  const { answer, shop } = printing
  const format = formatOf(answer, shop)
  const points = toPoints(answer.series, metric, printing)
  const compare = answer.compare?.series && toPoints(answer.compare.series, metric, printing)
  const values = [...points, ...(compare ?? [])].map((point) => point.value)
  const text = figureText(answer.totals[metric.key], metric.unit, format)
  const changed = printChange(metric, printing)
  return {
    key: metric.key,
    label: metric.label,
    text,
    ...changed,
    points,
    compare,
    axis: createAxis(values, (value) => axisText(value, metric.unit, format)),
    summary: summarise(`${metric.label} ${text}`, changed.change, points),
  }
}

function toPoints(series: readonly SeriesPoint[] | undefined, metric: MetricView, printing: Printing): TimePoint[] {
  const format = formatOf(printing.answer, printing.shop)
  return (series ?? []).map(({ at, values }) => ({
    value: toNumber(values[metric.key]),
    text: figureText(values[metric.key], metric.unit, format),
    ...bucketLabel(at, printing.period.interval, printing.shop.zone),
  }))
}

function summarise(figure: string, change: Change | null, points: readonly TimePoint[]): string {
  const known = points.filter((point) => point.value !== null)
  const peak = known.reduce<TimePoint | undefined>(
    (best, point) => ((best?.value ?? -Infinity) < (point.value ?? 0) ? point : best),
    undefined,
  )
  const moves = change && change.text !== missing ? `, ${change.text} against the comparison` : ''
  return peak?.value ? `${figure}${moves}; highest on ${peak.long} with ${peak.text}.` : `${figure}${moves}.`
}

function toFreshness(answer: Answer, zone: string, now: string): FreshnessModel {
  const sources = Object.entries(answer.freshness)
  const oldest = sources
    .map(([, at]) => at)
    .reduce<string | null>((old, at) => (at && (!old || at < old) ? at : old), null)
  return {
    text: oldest && `Updated ${ageText(oldest, now)}`,
    title: oldest ? `Complete up to ${instantText(oldest, zone)}` : 'No complete sync yet',
    late: sources.flatMap(([source, at]) => (at && Date.parse(now) - Date.parse(at) > lateAfterMs ? [source] : [])),
  }
}

/** Four digits are more than a sparkline can show. */
function shorten(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(4))
}
