import { countDays } from '@tillsight/core/days'
import type { DashboardFigures, OwnMetricView, Widget, WidgetFigures } from '@tillsight/domain'
import type { MetricValue } from '@tillsight/metrics'
import { href } from 'react-router'
import { labelOf } from '../../blocks/figures-page/dimension-labels.server.ts'
import { createAxis } from '../../charts/axis.ts'
import { describeChange } from '../../charts/change.ts'
import { packPoints, packSeries } from '../../charts/packed.ts'
import type { TimePoint } from '../../charts/series.ts'
import { axisText, bucketLabel, type FigureFormat, figureText, rangeText, toNumber } from '../../format/index.ts'
import { sayServer } from '../../language/server-words.server.ts'
import { textFor } from '../../language/text-for.server.ts'
import { type ResolvedPeriod, type SearchState, withSearch } from '../../search/index.ts'
import type { CatalogueView, ShopView } from '../../services.ts'
import type { ChartTile, FigureTile, GoalTile, TableTile, TileModel } from './model.ts'
import { printText } from './print-text.server.ts'
import type { BoardWords } from './words.server.ts'

/** What figures are printed with. */
export interface BoardPrinting {
  readonly shop: ShopView
  readonly state: SearchState
  readonly period: ResolvedPeriod
  readonly catalogue: CatalogueView
  readonly own: readonly OwnMetricView[]
  readonly words: BoardWords
}

type Of<Kind extends WidgetFigures['kind']> = Extract<WidgetFigures, { readonly kind: Kind }>
type Total = Of<'stat'>['total']

/** Prints the widgets of a dashboard, in their order. */
export function printWidgets(
  { dashboard, widgets, ...answer }: DashboardFigures,
  printing: BoardPrinting,
): TileModel[] {
  const about = { ...printing, answer }
  return widgets.flatMap((figures, index) => {
    const widget = dashboard.widgets[index]
    return widget ? [printOne(figures, { ...widget, id: figures.id }, about)] : []
  })
}

interface Printing extends BoardPrinting {
  readonly answer: Pick<DashboardFigures, 'currency' | 'interval' | 'compare'>
}

function printOne(figures: WidgetFigures, widget: Widget, printing: Printing): TileModel {
  const { words } = printing
  const { id } = figures
  switch (figures.kind) {
    case 'text':
      return { id, kind: 'text', title: widget.title, blocks: printText(figures.text) }
    case 'missing': {
      const broken = sayServer(figures.message, printing.shop.display.language)
      const message = { hidden: words.hiddenText, gone: words.goneText, broken: broken.text }[figures.why]
      return {
        id,
        kind: 'missing',
        title: widget.title || words[figures.why],
        message,
        isEnglish: figures.why === 'broken' && broken.isEnglish,
      }
    }
    case 'stat': {
      const figure = printFigure(figures.total, printing, isCompared(widget, printing))
      const spark = packSeries(figures.points.map(({ value }) => toNumber(value)))
      return { id, kind: 'stat', title: widget.title || figure.label, figure, spark }
    }
    case 'chart':
      return printChart(figures, widget, printing)
    case 'table':
      return printTable(figures, widget.title, printing)
    case 'goal':
      return printGoal(figures, widget.title, printing)
  }
}

function isCompared(widget: Widget, { answer }: Printing): boolean {
  return answer.compare !== null && 'compare' in widget && widget.compare
}

function formatOf({ shop, answer }: Printing, bound?: Total['bound']): FigureFormat {
  return { ...shop.display, currency: answer.currency, ...(bound ? { bound } : {}) }
}

/** The name of a figure: the catalogue's in the language of the page, an own one's as it was given. */
export function nameFigure(key: string, { catalogue, own }: Pick<BoardPrinting, 'catalogue' | 'own'>): string {
  const known = catalogue.metrics.find((metric) => metric.key === key)
  return known?.label ?? own.find((metric) => metric.key === key)?.name ?? key
}

function printFigure(total: Total, printing: Printing, hasComparison: boolean): FigureTile {
  const { catalogue, own, words } = printing
  const { key, unit, value, before, bound } = total
  const known = catalogue.metrics.find((metric) => metric.key === key)
  const formula = known?.formula ?? own.find((metric) => metric.key === key)?.formula ?? ''
  return {
    label: nameFigure(key, printing),
    text: figureText(value, unit, formatOf(printing, bound)),
    // As on the summary: nothing stands beside a figure that has no value, and had none.
    ...(hasComparison && toNumber(value ?? before) !== null
      ? printChange(total, printing)
      : { change: null, before: null }),
    notes: notesOf(total, words),
    description: known?.description ?? '',
    formula,
    opens: waysDown(known ? [key] : (formula.match(/[A-Za-z]\w*(?:\.\w+)?/g) ?? []), printing),
  }
}

function notesOf({ isPartial, bound, value }: Total, words: BoardWords): string[] {
  return [...(isPartial ? [words.partial] : []), ...(bound !== 'exact' && value !== null ? [words.bound] : [])]
}

/** Where the summary opens what is behind figures of the catalogue. */
function waysDown(names: readonly string[], { catalogue, shop, state }: Printing): FigureTile['opens'] {
  const home = href('/shop/:domain', { domain: shop.domain })
  return [...new Set(names)].flatMap((name) => {
    const metric = catalogue.metrics.find((each) => each.key === name)
    return metric ? [{ label: metric.label, to: `${home}${withSearch(state, { open: name })}` }] : []
  })
}

/** In longer ranges the missing rest of the day hardly matters. */
const mostRunningDays = 7

function printChange(total: Total, printing: Printing): Pick<FigureTile, 'change' | 'before'> {
  const { shop, period } = printing
  const { value, before, unit, better, isPartial } = total
  const t = textFor(shop.display.language)
  const isSoFar = period.running && countDays(period.range) <= mostRunningDays
  const change = describeChange({
    now: toNumber(value),
    before: isPartial ? null : toNumber(before),
    better,
    isShare: unit === 'percent',
    caveat: isSoFar ? { short: t('figure.so_far'), long: t('figure.so_far_long') } : undefined,
    format: shop.display,
  })
  return { change, before: figureText(before, unit, formatOf(printing)) }
}

function printChart({ id, total, points, before }: Of<'chart'>, widget: Widget, printing: Printing): ChartTile {
  const figure = printFigure(total, printing, isCompared(widget, printing))
  const toPoints = (series: typeof points): TimePoint[] => series.map((point) => toPoint(point, total.unit, printing))
  const [now, earlier] = [toPoints(points), before ? toPoints(before) : undefined]
  const values = [...now, ...(earlier ?? [])].map(({ value }) => value)
  const format = formatOf(printing)
  return {
    id,
    kind: 'chart',
    title: widget.title || figure.label,
    figure,
    points: packPoints(now),
    compare: earlier && packPoints(earlier),
    axis: createAxis(values, (value) => axisText(value, total.unit, format)),
    isRunning: printing.period.running,
  }
}

function toPoint(
  { at, value }: { readonly at: string; readonly value: MetricValue },
  unit: Total['unit'],
  printing: Printing,
): TimePoint {
  const { zone, display } = printing.shop
  const { interval } = printing.answer
  return {
    value: toNumber(value),
    text: figureText(value, unit, formatOf(printing)),
    ...bucketLabel({ at, interval, zone, language: display.language }),
  }
}

function printTable(
  { id, by, columns, rows, totals, hasMore }: Of<'table'>,
  title: string,
  printing: Printing,
): TableTile {
  const { catalogue, shop, state, words } = printing
  const { language } = shop.display
  const format = formatOf(printing)
  const cells = (values: readonly MetricValue[]) =>
    values.map((value, index) => figureText(value, columns[index]?.unit ?? 'count', format))
  const dimension = catalogue.dimensions.find(({ key }) => key === by)?.label ?? by
  const [first] = columns
  const others = state.filters.filter((filter) => filter.dimension !== by)
  return {
    id,
    kind: 'table',
    title: title || `${first ? nameFigure(first.key, printing) : ''} · ${dimension}`,
    by: dimension,
    columns: columns.map(({ key }) => ({ key, label: nameFigure(key, printing) })),
    totals: cells(totals),
    rows: rows.map(({ value, name, values }) => ({
      value,
      label: labelOf({ dimension: by, value, given: name ?? undefined, language }),
      cells: cells(values),
      to: withSearch(state, { filters: [...others, { dimension: by, operator: 'is', values: [value] }] }),
    })),
    note: hasMore ? words.more.replace('{count}', `${rows.length}`) : null,
  }
}

function printGoal({ id, total, target, standing }: Of<'goal'>, title: string, printing: Printing): GoalTile {
  const { words, shop } = printing
  const figure = printFigure(total, printing, false)
  const format = formatOf(printing)
  const print = (amount: string | null) => (amount === null ? null : figureText(amount, total.unit, format))
  const isLimit = total.better === 'lower'
  const goal = print(target)
  const reachedText = standing.reached === null ? null : figureText(standing.reached, 'percent', format)
  const state = isLimit && standing.state !== 'over' && standing.state !== 'unknown' ? 'within' : standing.state
  const facts = [
    [words.expected, print(standing.expected)],
    [words.perDay, isLimit ? null : print(standing.perDay)],
    [words.daysLeft, figureText(standing.daysLeft, 'count', format)],
  ] as const
  return {
    id,
    kind: 'goal',
    title: title || figure.label,
    figure,
    target: goal === null ? null : (isLimit ? words.goalLimit : words.goalOf).replace('{goal}', goal),
    days: rangeText(standing.range, shop.display.language),
    state: standing.state,
    stateText: words[state],
    reached: toNumber(standing.reached),
    reachedText,
    progress: words.progress
      .replace('{text}', figure.text)
      .replace('{goal}', goal ?? '–')
      .replace('{reached}', reachedText ?? words.unknown),
    facts: facts.flatMap(([name, text]) => (text === null || target === null ? [] : [{ name, text }])),
  }
}
