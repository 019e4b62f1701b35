import { addDays } from '@tillsight/core/days'
import type { MetricResult } from '@tillsight/metrics'
import { describeChange } from '../../charts/index.ts'
import { figureText, toNumber } from '../../format/index.ts'
import type { CatalogueView, ShopServices, ShopView } from '../../services.ts'
import type { ShopFigure, ShopFigures } from './shop-card.tsx'

const shownMetrics = ['sales', 'orders']

/** Yesterday against the same weekday before, and the last 30 days against the 30 before. */
export async function loadShopFigures(services: ShopServices): Promise<ShopFigures> {
  const { shop } = services
  const yesterday = addDays(shop.today, -1)
  const lastWeek = addDays(yesterday, -7)
  const currency = shop.display.currency === shop.currency ? {} : { currency: shop.display.currency }
  const [day, month] = await Promise.all([
    services.query({
      metrics: shownMetrics,
      from: yesterday,
      to: yesterday,
      compare: { from: lastWeek, to: lastWeek },
      ...currency,
    }),
    services.query({
      metrics: shownMetrics,
      from: addDays(shop.today, -30),
      to: yesterday,
      interval: 'day',
      compare: 'previous_period',
      ...currency,
    }),
  ])
  const print = (answer: MetricResult) =>
    shownMetrics.flatMap((key) => printFigure(key, answer, { catalogue: services.catalogue(), shop }))
  return {
    yesterday: print(day),
    month: print(month),
    spark: (month.series ?? []).map(({ values }) => toNumber(values.sales)),
  }
}

function printFigure(
  key: string,
  answer: MetricResult,
  { catalogue, shop }: { readonly catalogue: CatalogueView; readonly shop: ShopView },
): ShopFigure[] {
  const metric = catalogue.metrics.find((candidate) => candidate.key === key)
  if (!metric) return []
  const format = { currency: answer.currency, decimals: shop.display.decimals }
  const before = answer.compare?.totals[key]
  return [
    {
      key,
      label: metric.label,
      text: figureText(answer.totals[key], metric.unit, format),
      change: answer.compare
        ? describeChange({ now: toNumber(answer.totals[key]), before: toNumber(before), better: metric.better })
        : null,
    },
  ]
}
