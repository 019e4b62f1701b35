import {
  type Bound,
  describeCatalogue,
  type Exact,
  isOfProfit,
  type MetricChange,
  type MetricValue,
  type MetricValues,
  ownChange,
} from '@tillsight/metrics'
import type { ShopContext } from '../context/index.ts'
import { type MetricAnswer, seesProfit } from '../reports/index.ts'
import type { OpenedMetric } from './own-metrics.ts'

/** A figure that a widget shows: how it is asked for and read from what is answered. */
export interface Figure {
  readonly key: string
  readonly unit: 'money' | 'count' | 'percent' | 'ratio' | 'days'
  readonly better: 'higher' | 'lower' | 'neither'
  readonly additive: boolean
  /** Metrics of the catalogue. */
  readonly asks: readonly string[]
  read(values: MetricValues): MetricValue
  /** The change of its total. */
  changeOf(answer: Answer): MetricChange
}

/** What a question was answered, or several in one. */
export type Answer = Pick<
  MetricAnswer,
  'totals' | 'partial' | 'partialMetrics' | 'quality' | 'compare' | 'series' | 'restating'
>

/** A figure, or why it is not shown: it is gone, its formula does not hold, or the actor may not see it. */
export type FoundFigure =
  | { readonly figure: Figure }
  | { readonly missing: 'gone' | 'broken' | 'hidden'; readonly message: string }

const unchanged: MetricChange = { relative: null, isNew: false }

/** Finds a figure by its key, of the catalogue or the shop's own. */
export function findFigure(ctx: ShopContext, key: string, own: ReadonlyMap<string, OpenedMetric>): FoundFigure {
  const found = fromCatalogue(ctx, key) ?? fromOwn(own.get(key))
  if ('figure' in found && found.figure.asks.some(isOfProfit) && !seesProfit(ctx))
    return { missing: 'hidden', message: 'Costs and profit of this shop are not shown to your role.' }
  return found
}

function fromCatalogue({ shop }: ShopContext, key: string): FoundFigure | undefined {
  const metric = describeCatalogue(shop.settings.ratioBasis).metrics.find((each) => each.key === key)
  if (!metric) return undefined
  const { unit, better, additive } = metric
  return {
    figure: {
      key,
      unit,
      better,
      additive,
      asks: [key],
      read: (values) => values[key] ?? null,
      changeOf: ({ compare }) => compare?.changes[key] ?? unchanged,
    },
  }
}

function fromOwn(opened: OpenedMetric | undefined): FoundFigure {
  if (!opened)
    return { missing: 'gone', message: 'This metric does not exist any more. Choose another, or remove the widget.' }
  const { view, metric } = opened
  if (!metric) return { missing: 'broken', message: view.problem ?? '' }
  const read = (values: MetricValues): Exact | null => metric.valueIn(values)
  return {
    figure: {
      key: view.key,
      unit: view.unit === 'number' ? 'count' : view.unit,
      better: view.better,
      additive: metric.additive,
      asks: metric.asks,
      read: (values) => metric.print(read(values)),
      changeOf: ({ totals, compare }) =>
        // Compared with a part of the days, any change would look like growth.
        compare && !metric.asks.some((key) => isPartial(compare, key))
          ? ownChange(read(totals), read(compare.totals))
          : unchanged,
    },
  }
}

type PartialMark = Pick<Answer, 'partial' | 'partialMetrics'>

function isPartial({ partial, partialMetrics }: PartialMark, key: string): boolean {
  return partialMetrics ? partialMetrics.includes(key) : partial
}

/** Whether days of what was asked for are not loaded for the figure, or are being worked out again. */
export function isFigurePartial({ asks }: Figure, answer: Answer): boolean {
  return asks.some((key) => isPartial(answer, key)) || (answer.restating === true && asks.some(isOfProfit))
}

/** How far the costs in the figure are known: of one that is made of several, only whether they are. */
export function boundOf({ asks }: Figure, { quality }: Pick<Answer, 'quality'>): Bound {
  const bounds = asks.map((key) => quality?.[key]?.bound ?? 'exact')
  const [only = 'exact'] = bounds
  if (bounds.length === 1) return only
  return bounds.every((bound) => bound === 'exact') ? 'exact' : 'about'
}
