import type { Language, Say } from '../../language/index.ts'
import type { ShopView } from '../../services.ts'
import { addFigures, type ShownMetric, toFigures } from './figures.ts'
import type { ShopReading } from './load-reading.server.ts'
import type { HubRow, HubTotal } from './model.ts'
import { healthOf, reasonLeftOut, statusOf } from './standing.ts'
import type { WordKey } from './words.ts'

/** Result of reading a shop: `late` was not ready within the page's time limit. */
export type Outcome = ShopReading | 'failed' | 'late'

const reasons = {
  failed: 'reason.failed',
  late: 'reason.late',
} as const

/** Settings common to the whole page. */
export interface Showing {
  readonly currency: string
  readonly metrics: readonly ShownMetric[]
  readonly language: Language
  readonly say: Say<WordKey>
}

const noFigures = { figures: [], caveat: undefined }

/** The card of a shop. */
export function toRow(reading: Outcome, showing: Showing): HubRow {
  if (typeof reading === 'string') {
    return { standing: reading, ...noFigures, isPartial: false, health: [], leftOut: showing.say(reasons[reading]) }
  }
  const standing = statusOf(reading)
  return {
    standing,
    ...(standing === 'figures' ? toFigures(reading.figures, showing) : noFigures),
    isPartial: reading.isPartial,
    health: healthOf(reading, showing),
    leftOut: reasonLeftOut(reading, showing),
  }
}

/** The total of all shops that can be added up, and in words which ones cannot. */
export function toTotal(
  readings: readonly { readonly shop: Pick<ShopView, 'name'>; readonly reading: Outcome }[],
  showing: Showing,
): HubTotal {
  const { say } = showing
  const names = (list: readonly string[]) => namesText(list, showing)
  const judged = readings.map(({ shop, reading }) => ({
    shop,
    reading,
    reason: typeof reading === 'string' ? say(reasons[reading]) : reasonLeftOut(reading, showing),
  }))
  const counted = judged.flatMap(({ reading, reason }) =>
    typeof reading === 'string' || reason !== null ? [] : [reading],
  )
  const partial = counted.filter(({ isPartial }) => isPartial).map(({ shop }) => shop.name)
  return {
    ...toFigures(addFigures(counted.map(({ figures }) => figures)), showing),
    counted: counted.length,
    leftOut: [...Map.groupBy(judged, ({ reason }) => reason)].flatMap(([reason, alike]) =>
      reason === null ? [] : [say('total.without', { names: names(alike.map(({ shop }) => shop.name)), reason })],
    ),
    notes: [
      ...(partial.length === 0 ? [] : [say('total.partial', { names: names(partial) })]),
      ...(new Set(counted.map(({ days }) => days)).size < 2 ? [] : [say('total.days')]),
      ...(counted.length < 2 ? [] : [say('total.customers')]),
    ],
  }
}

const mostNamed = 3

/** `Nord`, `Nord and Süd`, `Nord, Süd, West, and 4 more`. */
function namesText(names: readonly string[], { say, language }: Showing): string {
  const named = names.slice(0, mostNamed)
  const more = names.length - named.length
  const parts = [...named, ...(more > 0 ? [say('total.names', { count: more })] : [])]
  return new Intl.ListFormat(language).format(parts)
}
