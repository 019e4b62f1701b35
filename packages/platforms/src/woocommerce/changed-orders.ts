import type { ConnectorContext, Page } from '../contract.ts'
import { isConnectorError } from '../failures.ts'
import type { InstantText } from '../records.ts'
import { keysetWalk } from './keyset.ts'
import { walkOldVersion } from './old-orders.ts'
import { orderFields } from './order-record.ts'
import { type MapListed, type OrderOrRefund, withCheckedRefunds } from './order-refunds.ts'
import type { ListQuery } from './paging.ts'
import type { Store } from './store.ts'
import { earlier, later, shiftInstant } from './values.ts'

/** How far an increment reaches back before the last delivered change. */
export const overlapSeconds = 600

/** All orders but the bin. Six decimals show amounts as the store keeps them, unrounded. */
export const orderQuery: ListQuery = { path: 'orders', parameters: { status: 'any', dp: 6, _fields: orderFields } }

/**
 * Orders that changed since an instant, oldest change first, including added and removed refunds; older versions need other
 * queries.
 */
export async function* changedSince(
  store: Store,
  since: InstantText,
  heldRefunds: ConnectorContext['heldRefunds'],
): AsyncGenerator<Page<OrderOrRefund>> {
  const toRecords = withCheckedRefunds(store, heldRefunds, { fetchesNew: true })
  if (!store.learnt.noModifiedOrder) {
    try {
      yield* walkByModification(store, since, toRecords)
      return
    } catch (error) {
      // The first query was refused, so nothing has been delivered yet.
      if (!isUnknownParameter(error)) throw error
      store.learnt.noModifiedOrder = true
    }
  }
  yield* walkOldVersion(store, { orders: orderQuery, toRecords }, since)
}

/** Whether a version does not know a parameter or one of its values. */
export function isUnknownParameter(error: unknown): boolean {
  return isConnectorError(error) && error.failure.platformCode === 'rest_invalid_param'
}

async function* walkByModification(
  store: Store,
  since: InstantText,
  toRecords: MapListed,
): AsyncGenerator<Page<OrderOrRefund>> {
  const walk = keysetWalk(store, orderQuery, 'modified, oldest first')
  let pending = walk.step({ bound: since, offset: 0 })
  let done = 0
  let total: number | null = null
  // The cursor follows the orders themselves: a `Date` header that is ahead must not carry it past later changes.
  let modified = shiftInstant(since, overlapSeconds)
  for (;;) {
    const step = await pending
    if (step.next !== null) pending = prefetch(walk.step(step.next))
    const { records, warnings } = await toRecords(step.items)
    done += step.items.length
    total ??= step.total
    modified = later(modified, earlier(step.reached ?? modified, step.now))
    yield {
      records,
      checkpoint: { modified },
      progress: { done, total: total === null ? null : Math.max(total, done) },
      syncedThrough: step.next === null ? step.now : modified,
      warnings: [...step.warnings, ...warnings],
    }
    if (step.next === null) return
  }
}

function prefetch<T>(promise: Promise<T>): Promise<T> {
  // A consumer that stops reading never awaits it; the next loop still sees the failure.
  promise.catch(() => undefined)
  return promise
}
