import type { Bound, MetricResult } from '@tillsight/metrics'
import type { Text } from '../language/index.ts'
import { type FigureFormat, shareText } from './figures.ts'

interface Judged {
  readonly quality?: MetricResult['quality'] | undefined
}

/** Which way totals may differ, by metric, as rows and points carry it; the comparison has its own. */
export function boundsOf({ quality = {} }: Judged): Readonly<Record<string, Bound>> {
  return Object.fromEntries(Object.entries(quality).map(([key, { bound }]) => [key, bound]))
}

/** Whether costs of goods are known at all: where nothing is sold, or all of it without a cost, nothing is said of profit. */
export function knowsCosts({ quality = {} }: Judged): boolean {
  const goods = Object.values(quality).find((each) => each.goods !== undefined)?.goods
  return goods !== undefined && goods !== null && Number(goods.unknown) < 1
}

interface Told {
  readonly t: Text
  readonly format: FigureFormat
}

/** How much of a figure has no cost or an assumed one, what is unknown first: `6.0% of net sales have no cost`. */
export function uncertainParts({ quality }: Judged, metric: string, { t, format }: Told): string[] {
  const known = quality?.[metric]
  return (['unknown', 'assumed'] as const).flatMap((state) =>
    (['goods', 'fees', 'shipping'] as const).flatMap((kind) => {
      const share = known?.[kind]?.[state]
      if (share === undefined || Number(share) === 0) return []
      return t(`known.${kind}_${state}`, { share: shareText(share, '1', format) })
    }),
  )
}
