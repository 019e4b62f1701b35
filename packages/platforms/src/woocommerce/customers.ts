import type { ConnectorContext, Page, Stream } from '../contract.ts'
import type { CustomerRecord, InstantText } from '../records.ts'
import { customerFields, toCustomerRecord } from './catalogue-records.ts'
import { mapEach, unreadable } from './mapping.ts'
import { numberedWalk } from './numbered.ts'
import { openStore } from './store.ts'
import { isRow, shiftInstant, toInstant, toInstantText } from './values.ts'
import { WireCustomer } from './wire.ts'

const overlapSeconds = 7 * 86_400

/** Newest first: many versions cannot sort customers by their last change. */
const customerQuery = {
  path: 'customers',
  parameters: { role: 'all', _fields: customerFields, orderby: 'registered_date', order: 'desc' },
}

export const customersStream: Stream<CustomerRecord> = {
  id: 'customers',
  label: 'Customers',
  settlesAfterDays: 7,
  everyMinutes: { withWebhooks: 360, without: 360 },
  async *backfill(ctx, from) {
    if (from?.finished === true) return
    yield* newestFirst(ctx, { offset: Number(from?.offset ?? 0), until: null })
  },
  async *increment(ctx, from) {
    const last = typeof from?.synced === 'string' ? from.synced : toInstantText(new Date(ctx.since))
    yield* newestFirst(ctx, { offset: 0, until: shiftInstant(last, -overlapSeconds) })
  },
}

async function* newestFirst(
  ctx: ConnectorContext,
  stretchOf: { readonly offset: number; readonly until: InstantText | null },
): AsyncGenerator<Page<CustomerRecord>> {
  const { offset, until } = stretchOf
  const store = await openStore(ctx)
  const synced = store.now()
  for await (const stretch of numberedWalk(store, customerQuery, offset)) {
    const ended = stretch.ended || (until !== null && stretch.items.some((item) => isRegisteredBefore(item, until)))
    const { records, warnings } = mapEach(stretch.items, (item) => {
      const customer = WireCustomer.safeParse(item)
      return customer.success ? toCustomerRecord(customer.data) : unreadable('Customer', item)
    })
    const checkpoint = until === null ? { offset: stretch.nextOffset } : { synced: shiftInstant(until, overlapSeconds) }
    yield {
      records,
      checkpoint: ended ? { synced, finished: true } : checkpoint,
      progress: { done: Math.min(stretch.nextOffset, stretch.total ?? stretch.nextOffset), total: stretch.total },
      ...(ended ? { syncedThrough: synced } : {}),
      warnings: [...stretch.warnings, ...warnings],
    }
    if (ended) return
  }
}

function isRegisteredBefore(item: unknown, until: InstantText): boolean {
  const registered = isRow(item) ? toInstant(item.date_created_gmt) : null
  return registered !== null && registered < until
}
