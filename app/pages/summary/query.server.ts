import type { MetricResult } from '@tillsight/metrics'
import { type FigureFormat, figureText } from '../../format/index.ts'
import { textFor } from '../../language/text-for.server.ts'
import type { ResolvedPeriod, SearchState } from '../../search/index.ts'
import type { CatalogueView, MetricView, Result, ShopServices, ShopView } from '../../services.ts'
import type { TermModel, WidgetLoad } from './model.ts'

/** A page's query: shop, period and address. */
export interface SummaryQuery {
  readonly services: Pick<ShopServices, 'shop' | 'may' | 'catalogue' | 'run'>
  readonly state: SearchState
  readonly period: ResolvedPeriod
  /** The present instant. */
  readonly now: string
}

/** A metric of the catalogue; undefined for an unknown key. */
export function metricOf(catalogue: CatalogueView, key: string): MetricView | undefined {
  return catalogue.metrics.find((metric) => metric.key === key)
}

/** Whether days of the range, or of the comparison, are not loaded for this metric. */
export function isPartial(
  { partial, partialMetrics }: Pick<Result, 'partial' | 'partialMetrics'>,
  key: string,
): boolean {
  return partialMetrics ? partialMetrics.includes(key) : partial
}

/** The platform that reports the metric; undefined for the shop's own. */
export function platformOf({ platforms }: CatalogueView, key: string): CatalogueView['platforms'][number] | undefined {
  return platforms.find(({ id }) => key.startsWith(`${id}.`))
}

/** Whether a warning concerns reach only: it is shown at that figure. */
export function isAboutReach(warning: string): boolean {
  return warning.startsWith('Reach ')
}

/** Start of the days on which a reported metric may still grow; undefined for other metrics, and when all is settled. */
export function maturingSince(
  { maturing }: Pick<Result, 'maturing'>,
  { key, counting }: MetricView,
): string | undefined {
  if (!maturing || !counting.includes('claimed')) return undefined
  const [platform = ''] = key.split('.')
  return key.includes('.') ? maturing.since[platform] : maturing.from
}

/** A metric's formula with the values of a result. */
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
      ? [
          {
            key,
            label: term.label,
            operator,
            text: figureText(answer.totals[key], term.unit, formatOf(answer, shop, key)),
          },
        ]
      : []
  })
}

/** Number format of a result; of one of its totals, with the sign of what is not exact. */
export function formatOf(
  { currency, quality }: Pick<MetricResult, 'currency' | 'quality'>,
  shop: ShopView,
  total?: string,
): FigureFormat {
  const bound = total === undefined ? undefined : quality?.[total]?.bound
  return { ...shop.display, currency, ...(bound && { bound }) }
}

/** Widget state when its configured metric cannot be shown. */
export function noSuchFigure(
  { display }: ShopView,
  reason: 'figure.none' | 'figure.none_broken_down' = 'figure.none',
): WidgetLoad {
  return { state: 'failed', message: textFor(display.language)(reason) }
}
