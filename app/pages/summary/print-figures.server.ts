import { countDays, dayOf } from '@tillsight/core/days'
import type { Annotation } from '@tillsight/domain'
import type { SeriesPoint } from '@tillsight/metrics'
import { ruleNotes } from '../../blocks/claims/claim-choices.ts'
import { createAxis } from '../../charts/axis.ts'
import { type Caveat, type Change, describeChange, fewOrdersCaveat } from '../../charts/change.ts'
import { packPoints, packSeries } from '../../charts/packed.ts'
import type { TimePoint } from '../../charts/series.ts'
import { axisText, bucketLabel, dayText, fewOrders, figureText, missing, toNumber } from '../../format/index.ts'
import type { Text } from '../../language/text.ts'
import { textFor } from '../../language/text-for.server.ts'
import type { ResolvedPeriod } from '../../search/resolve-period.server.ts'
import type { CatalogueView, MetricView, Result, ShopView } from '../../services.ts'
import { placeMarks } from './annotations/place-marks.ts'
import { packTerms } from './formula-terms.ts'
import type { FigureModel, FigureNote, SeriesModel, WidgetLoad } from './model.ts'
import {
  formatOf,
  isAboutReach,
  isPartial,
  maturingSince,
  metricOf,
  platformOf,
  printTerms,
  type SummaryQuery,
} from './query.server.ts'
import { contentId, type WidgetFrame } from './widget-frame.ts'

/** A result: how fresh it is is said elsewhere, and changes without the figures. */
type Figures = Omit<Result, 'freshness'>

/** Inputs to printing a result. */
interface Printing {
  readonly shop: ShopView
  readonly catalogue: CatalogueView
  readonly answer: Figures
  readonly question: Pick<SummaryQuery, 'period' | 'now'>
  /** Annotations in the range. */
  readonly notes: readonly Annotation[]
}

type Contents = readonly (readonly [id: string, load: WidgetLoad])[]

interface Printed extends Pick<Printing, 'catalogue'> {
  readonly totals: Figures['totals']
  readonly compare: Figures['compare'] | undefined
  readonly contents: Contents
}

/** By the course of the figures, as long as the engine remembers it, and by everything else that is printed or decides how. */
const printed = new WeakMap<object, Map<string, Printed>>()
/** Ways to show one result: people differ in layout, language and rights. */
const mostWays = 4

/** Prints the figures and time series of a result, by content id. One that the engine remembers is printed once. */
export function printFigures(frames: readonly WidgetFrame[], printing: Printing): Contents {
  const { catalogue, answer, shop, notes, question } = printing
  const { totals, series, compare, rows: _rows, ...rest } = answer
  // One that is put together of several is made anew each time.
  if (!Object.isFrozen(series) || series === undefined) return printAll(frames, printing)
  const { period, now } = question
  const moment = period.interval === 'hour' ? now : ''
  const way = JSON.stringify([frames.map(contentId), rest, shop, period, moment, notes])
  const ways = printed.get(series) ?? new Map<string, Printed>()
  const known = ways.get(way)
  if (known?.catalogue === catalogue && known.totals === totals && known.compare === compare) return known.contents
  const contents = printAll(frames, printing)
  ways.delete(way)
  printed.set(series, ways.set(way, { catalogue, totals, compare, contents }))
  if (ways.size > mostWays) ways.delete(ways.keys().next().value ?? '')
  return contents
}

function printAll(frames: readonly WidgetFrame[], printing: Printing): Contents {
  const notLoaded: WidgetLoad = { state: 'not_loaded', message: textOf(printing)('figure.not_loaded') }
  return frames.flatMap((frame) => {
    const metric = metricOf(printing.catalogue, frame.metric)
    if (!metric) return []
    const isMissing = isNothingLoaded(printing.answer, metric)
    return [[contentId(frame), isMissing ? notLoaded : printOne(frame, metric, printing)] as const]
  })
}

function textOf({ shop }: Pick<Printing, 'shop'>): Text {
  return textFor(shop.display.language)
}

/** Whether the whole range lies outside the loaded days: there is nothing to add up. */
function isNothingLoaded(result: Figures, { key, about }: MetricView): boolean {
  const { series = [] } = result
  // A ratio can be empty on every day; orders cannot.
  const told = about === 'ads' ? key : 'orders'
  return isPartial(result, key) && series.length > 0 && series.every(({ values }) => values[told] === null)
}

function printOne(frame: WidgetFrame, metric: MetricView, printing: Printing): WidgetLoad {
  const isWithout = !frame.hasComparison
  const asked = isWithout ? { ...printing, answer: withoutComparison(printing.answer) } : printing
  if (frame.kind === 'number') return { state: 'ready', kind: 'number', content: toFigure(metric, asked) }
  return { state: 'ready', kind: 'course', content: toSeries(metric, asked) }
}

function withoutComparison({ compare: _compare, ...answer }: Figures): Figures {
  return answer
}

function toFigure(metric: MetricView, printing: Printing): FigureModel {
  const series = knownPart(printing.answer.series, printing)
  return { ...toHead(metric, printing), spark: packSeries(series.map(({ values }) => toNumber(values[metric.key]))) }
}

/** A figure without its time series. */
function toHead(metric: MetricView, printing: Printing): Omit<FigureModel, 'spark'> {
  const { answer, shop } = printing
  const value = answer.totals[metric.key] ?? null
  return {
    text: figureText(value, metric.unit, formatOf(answer, shop, metric.key)),
    value,
    ...printChange(metric, printing),
    description: describe(metric, answer),
    formula: metric.terms.length > 0 ? '' : metric.formula,
    terms: packTerms(printTerms(metric, printing)),
    notes: notesOf(metric, printing),
  }
}

/** Description of a metric, with the warnings that concern it. */
function describe({ key, description }: MetricView, { warnings }: Figures): string {
  return key.endsWith('.reach') ? [description, ...warnings.filter(isAboutReach)].join(' ') : description
}

function notesOf(metric: MetricView, printing: Printing): FigureNote[] {
  const { range, running } = printing.question.period
  const t = textOf(printing)
  const notes: FigureNote[] = []
  if (isPartial(printing.answer, metric.key)) {
    notes.push({ kind: 'partial', short: t('figure.partial'), long: t('figure.partial_long') })
  }
  const bound = printing.answer.quality?.[metric.key]?.bound ?? 'exact'
  if (toNumber(printing.answer.totals[metric.key]) === null) return notes
  if (bound !== 'exact') {
    notes.push({ kind: 'bound', short: t(`figure.${bound}`), long: t(`figure.${bound}_long`) })
  }
  notes.push(...claimNotes(metric, printing))
  if (running && range.from === range.to) {
    notes.push({ kind: 'running', short: t('figure.running'), long: t('figure.running_long') })
  }
  return notes
}

/** Notes for platform-reported figures: who reports them, and whether they may still grow. */
function claimNotes(metric: MetricView, printing: Printing): FigureNote[] {
  if (!metric.counting.includes('claimed')) return []
  const { catalogue, answer, shop } = printing
  const t = textOf(printing)
  const platform = platformOf(catalogue, metric.key)
  const name = platform?.name
  const rules = ruleNotes({ claims: claimsOf(answer, platform?.id) }, catalogue)
  const rule = platform && answer.claims?.[platform.id]?.label
  const since = isSaidOfChange(answer, printing.question.period) ? undefined : maturingSince(answer, metric)
  return [
    name === undefined
      ? { kind: 'claimed', short: t('figure.claimed'), long: [t('figure.claimed_long'), ...rules].join(' ') }
      : {
          kind: 'claimed',
          short: t('figure.claimed_by', { name }),
          long: t('figure.claimed_by_long', { name }),
        },
    ...(rule ? [{ kind: 'rule' as const, short: rule, long: rules.join(' ') }] : []),
    ...(since === undefined
      ? []
      : [
          {
            kind: 'maturing' as const,
            short: t('figure.maturing'),
            long: t('figure.maturing_long', { day: dayText(since, shop.display.language) }),
          },
        ]),
  ]
}

/** The rules of one platform, or of all. */
function claimsOf({ claims = {} }: Figures, platform: string | undefined): NonNullable<Result['claims']> {
  return platform === undefined ? claims : Object.fromEntries(Object.entries(claims).filter(([id]) => id === platform))
}

/** In short ranges the note is shown beside the change instead. */
function isSaidOfChange({ compare }: Figures, { range }: ResolvedPeriod): boolean {
  return compare !== undefined && countDays(range) <= mostRunningDays
}

function printChange(
  metric: MetricView,
  { answer, shop, question }: Printing,
): { readonly change: Change | null; readonly before: string | null } {
  const before = answer.compare?.totals[metric.key]
  // Nothing stands beside a figure that has no value, and had none.
  if (!answer.compare || toNumber(answer.totals[metric.key] ?? before) === null) return { change: null, before: null }
  const isComparable = !isPartial(answer, metric.key) && !isPartial(answer.compare, metric.key)
  const change = describeChange({
    now: toNumber(answer.totals[metric.key]),
    before: isComparable ? toNumber(before) : null,
    better: metric.better,
    isShare: metric.unit === 'percent',
    caveat: caveatOf(answer, metric, { period: question.period, t: textFor(shop.display.language) }),
    format: shop.display,
  })
  const { currency } = answer
  const format = formatOf({ ...answer.compare, currency }, shop, metric.key)
  return { change, before: figureText(before, metric.unit, format) }
}

/** In longer ranges the missing rest of the current day hardly matters. */
const mostRunningDays = 7

interface Judging {
  readonly period: ResolvedPeriod
  readonly t: Text
}

function caveatOf(result: Figures, metric: MetricView, { period, t }: Judging): Caveat | undefined {
  const { totals, compare } = result
  const { running, range } = period
  // A change of figures that may still grow is not coloured.
  if (maturingSince(result, metric) !== undefined && countDays(range) <= mostRunningDays) {
    return { short: t('figure.maturing'), long: t('figure.claimed_long') }
  }
  if (running && countDays(range) <= mostRunningDays)
    return { short: t('figure.so_far'), long: t('figure.so_far_long') }
  if (metric.about === 'ads') return undefined
  const orders = [totals.orders, compare?.totals.orders].map(toNumber)
  const isFew = orders.some((count) => count !== null && count < fewOrders)
  return isFew ? fewOrdersCaveat(t) : undefined
}

function toSeries(metric: MetricView, printing: Printing): SeriesModel {
  const { answer, shop } = printing
  const format = formatOf(answer, shop)
  const series = knownPart(answer.series, printing)
  const points = toPoints(series, metric, printing)
  const compare = answer.compare?.series && toPoints(answer.compare.series, metric, printing)
  const values = [...points, ...(compare ?? [])].map((point) => point.value)
  const head = toHead(metric, printing)
  const buckets = series.map(({ at }) => at)
  const {
    zone,
    display: { language },
  } = shop
  return {
    ...head,
    points: packPoints(points),
    buckets: buckets.join(' '),
    compare: compare && packPoints(compare),
    axis: createAxis(values, (value) => axisText(value, metric.unit, format)),
    marks: placeMarks(printing.notes, { buckets, dayOf: (instant) => dayOf(new Date(instant), zone), language }),
    summary: summarise({ figure: `${metric.label} ${head.text}`, change: head.change, points }, textOf(printing)),
  }
}

/** Hours in the future have no figure, although their day is loaded. */
function knownPart(series: readonly SeriesPoint[] | undefined, { question }: Printing): readonly SeriesPoint[] {
  const { period, now } = question
  if (period.interval !== 'hour' || !period.running) return series ?? []
  return (series ?? []).map((point) => (Date.parse(point.at) > Date.parse(now) ? { at: point.at, values: {} } : point))
}

function toPoints(series: readonly SeriesPoint[], metric: MetricView, printing: Printing): TimePoint[] {
  const { shop, question } = printing
  const format = formatOf(printing.answer, shop)
  const { zone, display } = shop
  return series.map(({ at, values, bounds }) => ({
    value: toNumber(values[metric.key]),
    text: figureText(values[metric.key], metric.unit, { ...format, bound: bounds?.[metric.key] }),
    ...bucketLabel({ at, interval: question.period.interval, zone, language: display.language }),
  }))
}

interface Summarised {
  /** Label and figure. */
  readonly figure: string
  readonly change: Change | null
  readonly points: readonly TimePoint[]
}

function summarise({ figure, change, points }: Summarised, t: Text): string {
  const known = points.filter((point) => point.value !== null)
  const peak = known.reduce<TimePoint | undefined>(
    (best, point) => ((best?.value ?? -Infinity) < (point.value ?? 0) ? point : best),
    undefined,
  )
  const told = change && change.text !== missing ? t('figure.against', { figure, change: change.text }) : figure
  return peak?.value ? t('figure.peak', { figure: told, day: peak.long, value: peak.text }) : `${told}.`
}
