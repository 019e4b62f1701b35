import type { ShopView } from '../../services.ts'
import { addFigures, type ShownMetric, toFigures } from './figures.ts'
import type { ShopReading } from './load-reading.server.ts'
import type { HubRow, HubTotal } from './model.ts'
import { healthOf, reasonLeftOut, statusOf } from './standing.ts'

/** Result of reading a shop: `late` was not ready within the page's time limit. */
export type Outcome = ShopReading | 'failed' | 'late'

const reasons = {
  failed: 'its figures could not be loaded.',
  late: 'its figures take longer than usual. Try again in a moment.',
} as const

/** Settings common to the whole page. */
export interface Showing {
  readonly currency: string
  readonly metrics: readonly ShownMetric[]
}

const noFigures = { figures: [], caveat: undefined }

/** The card of a shop. */
export function toRow(reading: Outcome, { currency, metrics }: Showing): HubRow {
  if (typeof reading === 'string') {
    return { standing: reading, ...noFigures, isPartial: false, health: [], leftOut: reasons[reading] }
  }
  const standing = statusOf(reading)
  return {
    standing,
    ...(standing === 'figures' ? toFigures(reading.figures, metrics) : noFigures),
    isPartial: reading.isPartial,
    health: healthOf(reading),
    leftOut: reasonLeftOut(reading, currency),
  }
}

/** The total of all shops that can be added up, and in words which ones cannot. */
export function toTotal(
  readings: readonly { readonly shop: Pick<ShopView, 'name'>; readonly reading: Outcome }[],
  { currency, metrics }: Showing,
): HubTotal {
  const judged = readings.map(({ shop, reading }) => ({
    shop,
    reading,
    reason: typeof reading === 'string' ? reasons[reading] : reasonLeftOut(reading, currency),
  }))
  const counted = judged.flatMap(({ reading, reason }) =>
    typeof reading === 'string' || reason !== null ? [] : [reading],
  )
  const partial = counted.filter(({ isPartial }) => isPartial).map(({ shop }) => shop.name)
  return {
    ...toFigures(addFigures(counted.map(({ figures }) => figures)), metrics),
    counted: counted.length,
    leftOut: [...Map.groupBy(judged, ({ reason }) => reason)].flatMap(([reason, alike]) =>
      reason === null ? [] : [`Without ${namesText(alike.map(({ shop }) => shop.name))}: ${reason}`],
    ),
    notes: [
      ...(partial.length === 0 ? [] : [`Partial: not all days are loaded yet of ${namesText(partial)}.`]),
      ...(new Set(counted.map(({ days }) => days)).size < 2
        ? []
        : ['Each shop has its own days in it, as named below.']),
      ...(counted.length < 2 ? [] : ['Somebody who buys in two shops is a customer of each.']),
    ],
  }
}

const mostNamed = 3

/** `Nord`, `Nord, Süd`, `Nord, Süd, West and 4 more`. */
function namesText(names: readonly string[]): string {
  const named = names.slice(0, mostNamed)
  const more = names.length - named.length
  return [named.join(', '), ...(more > 0 ? [`${more} more`] : [])].join(' and ')
}
