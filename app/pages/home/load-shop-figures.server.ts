import type { MetricResult } from '@tillsight/metrics'
import { describeChange } from '../../charts/index.ts'
import { figureText, toNumber } from '../../format/index.ts'
import { parseSearch } from '../../search/index.ts'
import { resolvePeriod } from '../../search/resolve-period.server.ts'
import type { CatalogueView, ShopServices, ShopView } from '../../services.ts'
import type { ShopFigure, ShopFigures } from './shop-card.tsx'

const shownMetrics = ['sales', 'orders']

/** Yesterday and the last 30 days, with the same comparison as on the shop's own page. */
export async function loadShopFigures(services: ShopServices): Promise<ShopFigures | 'not_connected'> {
  const { shop } = services
  // Without data there are no figures: zeros would be invented.
  if (shop.firstDay === null && (await services.run('connection.list')).length === 0) return 'not_connected'
  const yesterday = resolvePeriod(parseSearch('?range=yesterday'), shop)
  const lastMonth = resolvePeriod(parseSearch(''), shop)
  const currency = shop.display.currency === shop.currency ? {} : { currency: shop.display.currency }
  const [day, month] = await Promise.all([
    services.run('metrics.query', {
      metrics: shownMetrics,
      ...yesterday.range,
      ...(yesterday.compare ? { compare: yesterday.compare } : {}),
      ...currency,
    }),
    services.run('metrics.query', {
      metrics: shownMetrics,
      ...lastMonth.range,
      interval: 'day',
      ...(lastMonth.compare ? { compare: lastMonth.compare } : {}),
      ...currency,
    }),
  ])
  const print = (result: MetricResult) =>
    shownMetrics.flatMap((key) => printFigure(key, result, { catalogue: services.catalogue(), shop }))
  return {
    yesterday: print(day),
    month: print(month),
    spark: (month.series ?? []).map(({ values }) => toNumber(values.sales)),
  }
}

function printFigure(
  key: string,
  result: MetricResult,
  { catalogue, shop }: { readonly catalogue: CatalogueView; readonly shop: ShopView },
): ShopFigure[] {
  const metric = catalogue.metrics.find((candidate) => candidate.key === key)
  if (!metric) return []
  const format = { ...shop.display, currency: result.currency }
  const before = result.compare?.totals[key]
  return [
    {
      key,
      label: metric.label,
      text: figureText(result.totals[key], metric.unit, format),
      change: result.compare
        ? describeChange({ now: toNumber(result.totals[key]), before: toNumber(before), better: metric.better, format })
        : null,
    },
  ]
}
