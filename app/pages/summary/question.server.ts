import type { MetricResult } from '@tillsight/metrics'
import { figureText } from '../../format/index.ts'
import { textFor } from '../../language/text-for.server.ts'
import type { ResolvedPeriod, SearchState } from '../../search/index.ts'
import type { Answer, CatalogueView, MetricView, ShopServices, ShopView } from '../../services.ts'
import type { TermModel, WidgetLoad } from './model.ts'

/** The question of a page: which shop, which days, what the URL says. */
export interface SummaryQuestion {
  readonly services: Pick<ShopServices, 'shop' | 'may' | 'catalogue' | 'run'>
  readonly state: SearchState
  readonly period: ResolvedPeriod
  /** The present instant. */
  readonly now: string
}

/** Undefined for keys that the catalogue does not know. */
export function metricOf(catalogue: CatalogueView, key: string): MetricView | undefined {
  return catalogue.metrics.find((metric) => metric.key === key)
}

/** Whether the figure of the range, or of what it is compared with, covers days that are not loaded. */
export function isPartial(
  { partial, partialMetrics }: Pick<Answer, 'partial' | 'partialMetrics'>,
  key: string,
): boolean {
  return partialMetrics ? partialMetrics.includes(key) : partial
}

/** The platform whose own figure it is; undefined for the shop's. */
export function platformOf({ platforms }: CatalogueView, key: string): CatalogueView['platforms'][number] | undefined {
  return platforms.find(({ id }) => key.startsWith(`${id}.`))
}

/** Whether a warning is about people reached alone: it is said at that figure. */
export function isAboutReach(warning: string): boolean {
  return warning.startsWith('Reach ')
}

/** Since when what a metric claims is still growing; undefined where it claims nothing, or all of it has settled. */
export function maturingSince({ maturing }: Answer, { key, counting }: MetricView): string | undefined {
  if (!maturing || !counting.includes('claimed')) return undefined
  const [platform = ''] = key.split('.')
  return key.includes('.') ? maturing.since[platform] : maturing.from
}

/** The formula of a metric with the figures of an answer filled in. */
export function printTerms(
  metric: MetricView,
  {
    catalogue,
    answer,
    shop,
  }: { readonly catalogue: CatalogueView; readonly shop: ShopView; readonly answer: MetricResult },
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
  return { ...shop.display, currency: answer.currency }
}

/** Stands where a widget cannot show what it was meant to. */
export function noSuchFigure(
  { display }: ShopView,
  reason: 'figure.none' | 'figure.none_broken_down' = 'figure.none',
): WidgetLoad {
  return { state: 'failed', message: textFor(display.language)(reason) }
}
