import type { Bound, MetricResult } from '@tillsight/metrics'

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
