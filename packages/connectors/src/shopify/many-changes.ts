import type { ConnectorContext } from '../contract.ts'
import type { InstantText } from '../records.ts'
import { awaitBulk, startBulk } from './bulk.ts'
import { fetchWhole, largestFile, toWholeOrders } from './bulk-orders.ts'
import { bulkOrders } from './documents/orders.ts'
import { type MappedOrders, mapWhole } from './order-pages.ts'
import { shownParts } from './order-parts.ts'
import { countOrders, middleOf, ordersPerRun, type Stretch, updatedWithin } from './order-runs.ts'
import type { Shop } from './shop.ts'
import type { WireOrder } from './wire.ts'

/** From here on one bulk reading is quicker and cheaper than pages. */
const worthwhile = 600
const ordersPerPage = 250

/** Changed orders of one portion; everything before `through` is delivered with its last one. */
export interface ChangedPortion extends MappedOrders {
  readonly orders: readonly WireOrder[]
  readonly through: InstantText | null
}

/**
 * After a long pause, changes come in bulk: stretch by stretch, oldest first, until what is left is little. Ends early, and
 * without a loss, when Shopify does not bring one whole: pages take over from there.
 */
export async function* readManyChanges(
  ctx: ConnectorContext,
  shop: Shop,
  since: InstantText,
): AsyncGenerator<ChangedPortion> {
  const until = shop.now()
  let from = since
  while (from < until) {
    const stretch = await nextStretch(shop, { from, to: until })
    if (stretch === undefined) return
    const whole = await readStretch(ctx, shop, stretch)
    if (whole === undefined) return
    for (let start = 0; start < Math.max(whole.length, 1); start += ordersPerPage) {
      const { whole: some, warnings } = toWholeOrders(whole.slice(start, start + ordersPerPage))
      const mapped = await mapWhole(shop, some)
      const isLast = start + ordersPerPage >= whole.length
      yield {
        orders: some.map(({ order }) => order),
        records: mapped.records,
        warnings: [...warnings, ...mapped.warnings],
        through: isLast ? stretch.to : null,
      }
    }
    from = stretch.to
  }
}

/** The next stretch that one file can hold; undefined when little is left. */
async function nextStretch(shop: Shop, whole: Stretch): Promise<(Stretch & { readonly expected: number }) | undefined> {
  let { to } = whole
  let expected = await countOrders(shop, whole, updatedWithin)
  if (expected < worthwhile) return undefined
  while (expected > ordersPerRun) {
    const middle = middleOf({ from: whole.from, to })
    if (middle === undefined) return undefined
    to = middle
    expected = await countOrders(shop, { from: whole.from, to }, updatedWithin)
  }
  return { from: whole.from, to, expected }
}

/** Orders that change meanwhile leave the stretch for a later one, so only what still is in it must be in the file. */
async function readStretch(ctx: ConnectorContext, shop: Shop, stretch: Stretch & { readonly expected: number }) {
  const started = await startBulk(shop, bulkOrders(updatedWithin(stretch), shownParts(shop)))
  if (started.kind !== 'started') return undefined
  const end = await awaitBulk(shop, started.id)
  if (end.kind !== 'completed' || end.result.bytes > largestFile) return undefined
  const file = await fetchWhole(ctx, shop, end.result)
  if (file === undefined) return undefined
  const isWhole = file.length >= stretch.expected || file.length >= (await countOrders(shop, stretch, updatedWithin))
  return isWhole ? file : undefined
}
