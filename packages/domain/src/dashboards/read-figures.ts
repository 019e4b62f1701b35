import { type DayRange, dayOf } from '@tillsight/core/days'
import {
  ComparisonInput,
  CurrencyInput,
  checkRange,
  DayInput,
  defaultInterval,
  FilterInput,
  RequestedClaims,
  type SeriesPoint,
} from '@tillsight/metrics'
import { z } from 'zod'
import { defineVerb, run, type ShopContext } from '../context/index.ts'
import { type MetricAnswer, runQuery } from '../reports/index.ts'
import { readDashboard } from './change-dashboards.ts'
import { type Answer, boundOf, type Figure, findFigure, isFigurePartial } from './figure.ts'
import { DashboardFigures, type Total, type WidgetFigures } from './figures-view.ts'
import { goalRange, goneDays, standingOf } from './goal.ts'
import { openOwnMetrics } from './own-metrics.ts'
import type { Widget } from './widgets.ts'

/** The most metrics of one question. */
const mostMetrics = 60

const FiguresInput = z
  .object({
    dashboard: z.uuid(),
    from: DayInput,
    to: DayInput,
    interval: z.enum(['hour', 'day', 'week', 'month']).optional(),
    compare: ComparisonInput.optional(),
    filters: z.array(FilterInput).max(10).optional(),
    currency: CurrencyInput.optional(),
    claims: RequestedClaims.optional(),
  })
  .superRefine(checkRange)

type Asked = Omit<z.infer<typeof FiguresInput>, 'dashboard'>

/**
 * The figures of a dashboard, asked for as the summary asks for its own: one question for all figures, one for each table.
 * What cannot be shown to the actor, or is gone, says so in its place.
 */
export const readFigures = defineVerb({
  name: 'dashboard.figures',
  needs: 'metrics:read',
  access: 'read',
  input: FiguresInput,
  output: DashboardFigures,
  async run(ctx: ShopContext, { dashboard: id, ...asked }) {
    const dashboard = await readDashboard(ctx, id)
    const own = await openOwnMetrics(ctx)
    const interval = asked.interval ?? defaultInterval(asked)
    const shown = dashboard.widgets.map((stored) => {
      const widget: Widget = { ...stored, id: stored.id ?? '' }
      const found = figureKeys(widget).map((key) => findFigure(ctx, key, own))
      const missing = found.find((each) => 'missing' in each)
      return { widget, missing, figures: found.flatMap((each) => ('figure' in each ? [each.figure] : [])) }
    })
    const ready = shown.filter(({ missing }) => missing === undefined)
    const totals = ready.filter(({ widget }) => widget.kind === 'stat' || widget.kind === 'chart')
    const answer = await askAll(
      ctx,
      { ...asked, interval },
      totals.flatMap(({ figures }) => figures),
    )
    const warnings = new Set(answer.warnings)
    const reading: Reading = { ctx, asked, answer, warnings, months: new Map() }
    const widgets = await Promise.all(
      shown.map(async ({ widget, missing, figures }): Promise<WidgetFigures> => {
        if (!missing || !('missing' in missing)) return toFigures(reading, widget, figures)
        return { id: widget.id, kind: 'missing', why: missing.missing, message: missing.message }
      }),
    )
    const { range, timezone, currency, compare } = answer
    return {
      dashboard,
      range,
      compare: compare?.range ?? null,
      interval,
      timezone,
      currency,
      widgets,
      warnings: [...warnings],
    }
  },
})

function figureKeys(widget: Widget): readonly string[] {
  if (widget.kind === 'text') return []
  return widget.kind === 'table' ? widget.metrics : [widget.metric]
}

interface Reading {
  readonly ctx: ShopContext
  readonly asked: Asked
  readonly answer: MetricAnswer
  readonly warnings: Set<string>
  /** Goals of the same days share a question. */
  readonly months: Map<string, Promise<MetricAnswer>>
}

/** At least one figure is asked for: what a page says of its days comes with it. */
async function askAll(ctx: ShopContext, asked: Asked, figures: readonly Figure[]): Promise<MetricAnswer> {
  const metrics = [...new Set(['orders', ...figures.flatMap(({ asks }) => asks)])]
  const parts = Array.from({ length: Math.ceil(metrics.length / mostMetrics) }, (_, part) =>
    metrics.slice(part * mostMetrics, (part + 1) * mostMetrics),
  )
  const answers = await Promise.all(parts.map((part) => run(runQuery, ctx, { ...plain(asked), metrics: part })))
  return answers.reduce(unite)
}

/** Entries that are undefined are left out: the question's type tells them from absent ones. */
function plain(asked: Asked) {
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as Omit<Asked, never>
}

function unite(one: MetricAnswer, other: MetricAnswer): MetricAnswer {
  const { compare } = one
  return {
    ...one,
    ...unitePart(one, other),
    ...(compare && other.compare
      ? {
          compare: {
            ...compare,
            ...unitePart(compare, other.compare),
            changes: { ...compare.changes, ...other.compare.changes },
          },
        }
      : {}),
    ...(other.restating ? { restating: true as const } : {}),
    warnings: [...new Set([...one.warnings, ...other.warnings])],
  }
}

type Part = Pick<MetricAnswer, 'totals' | 'partial' | 'partialMetrics' | 'quality' | 'series'>

function unitePart(one: Part, other: Part): Part {
  const metrics = [...(one.partialMetrics ?? []), ...(other.partialMetrics ?? [])]
  const quality = { ...one.quality, ...other.quality }
  return {
    totals: { ...one.totals, ...other.totals },
    partial: one.partial || other.partial,
    ...(metrics.length > 0 ? { partialMetrics: metrics } : {}),
    ...(Object.keys(quality).length > 0 ? { quality } : {}),
    ...(one.series
      ? {
          series: one.series.map(({ at, values }, index) => ({
            at,
            values: { ...values, ...other.series?.[index]?.values },
          })),
        }
      : {}),
  }
}

async function toFigures(reading: Reading, widget: Widget, figures: readonly Figure[]): Promise<WidgetFigures> {
  if (widget.kind === 'text') return { id: widget.id, kind: 'text', text: widget.text }
  if (widget.kind === 'table') return readTable(reading, widget, figures)
  const [figure] = figures
  if (!figure) throw new Error('A widget of one figure has one')
  if (widget.kind === 'goal') return readGoal(reading, widget, figure)
  const { answer } = reading
  const shown = widget.compare ? answer : withoutComparison(answer)
  const total = totalOf(figure, shown)
  const points = pointsOf(figure, answer.series)
  if (widget.kind === 'stat') return { id: widget.id, kind: 'stat', total, points }
  const before = shown.compare?.series
  return { id: widget.id, kind: 'chart', total, points, before: before ? pointsOf(figure, before) : null }
}

function withoutComparison({ compare: _compare, ...answer }: Answer): Answer {
  return answer
}

function pointsOf(figure: Figure, series: readonly SeriesPoint[] = []) {
  return series.map(({ at, values }) => ({ at, value: figure.read(values) }))
}

function totalOf(figure: Figure, answer: Answer): Total {
  const { key, unit, better } = figure
  const { compare, totals } = answer
  return {
    key,
    unit,
    better,
    value: figure.read(totals),
    before: compare ? figure.read(compare.totals) : null,
    ...figure.changeOf(answer),
    bound: boundOf(figure, answer),
    isPartial: isFigurePartial(figure, answer) || (compare !== undefined && isFigurePartial(figure, compare)),
  }
}

async function readTable(
  { ctx, asked, warnings }: Reading,
  { id, by, limit }: Extract<Widget, { kind: 'table' }>,
  figures: readonly Figure[],
): Promise<WidgetFigures> {
  const { interval: _interval, compare: _compare, ...days } = plain(asked)
  const metrics = [...new Set(figures.flatMap(({ asks }) => asks))]
  const [first] = metrics
  const answer = await run(runQuery, ctx, {
    ...days,
    metrics,
    dimensions: [by],
    limit,
    ...(first ? { order: { by: first, direction: 'descending' as const } } : {}),
  })
  for (const warning of answer.warnings) warnings.add(warning)
  return {
    id,
    kind: 'table',
    by,
    columns: figures.map(({ key, unit }) => ({ key, unit })),
    rows: (answer.rows ?? []).map(({ dimensions, names, values }) => ({
      value: dimensions[by] ?? '',
      name: names?.[by] ?? null,
      values: figures.map((figure) => figure.read(values)),
    })),
    totals: figures.map((figure) => figure.read(answer.totals)),
    hasMore: answer.cursor !== undefined,
  }
}

async function readGoal(
  reading: Reading,
  { id, target, per }: Extract<Widget, { kind: 'goal' }>,
  figure: Figure,
): Promise<WidgetFigures> {
  const { ctx, asked } = reading
  const { better, additive } = figure
  const today = dayOf(ctx.clock.now(), ctx.shop.zone)
  const range = goalRange(per, asked, today)
  const gone = goneDays(range, today)
  const answer = gone && (await askGone(reading, gone, figure))
  const total = answer ? totalOf(figure, answer) : nothing(figure)
  // A pace of some of the days would be invented.
  const actual = total.isPartial ? null : total.value
  return {
    id,
    kind: 'goal',
    total,
    target,
    standing: standingOf({ actual, target, range, today, better, additive }),
  }
}

function askGone({ ctx, asked, months }: Reading, gone: DayRange, { asks }: Figure): Promise<MetricAnswer> {
  const { interval: _interval, compare: _compare, ...base } = plain(asked)
  const key = `${gone.from} ${gone.to} ${asks.join()}`
  const known = months.get(key) ?? run(runQuery, ctx, { ...base, ...gone, metrics: [...asks] })
  months.set(key, known)
  return known
}

function nothing({ key, unit, better }: Figure): Total {
  return {
    key,
    unit,
    better,
    value: null,
    before: null,
    relative: null,
    isNew: false,
    bound: 'exact',
    isPartial: false,
  }
}
