import { type Clock, type ShopId, toShopId } from '@tillsight/core'
import { type JobDefinition, type Jobs, listOpenHealthIssues, nextWriteVersion } from '@tillsight/database'
import type { PlatformRecord } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { asOnlyWriter, defineVerb, type WriteContext } from '../context/index.ts'
import { Recalculation } from '../shops/index.ts'
import type { Booking } from './booked-order.ts'
import { healInterruptedWrite, rebookOrders } from './commit-plan.ts'
import { announceNewFigures, markAllDays, rebuildDaily, rebuildDays } from './daily.ts'
import { fileRecord, inPieces, type OrderState } from './facts-store.ts'
import { bookAll } from './plan-orders.ts'
import { recomputeCustomers } from './recompute-customers.ts'
import { importSource } from './record-rows.ts'
import { toBookingRules } from './rules.ts'

const OrderRow = z.object({ id: z.string() })
const ordersPerWrite = 5000

/** Progress of a rebooking. */
export interface RebookProgress {
  readonly done: number
  readonly total: number
}

/**
 * Derives the whole ledger from the stored records, after a change of the rules. Restatements of past days are recorded.
 * Other writers of the shop wait for one slice at a time, not for the whole run.
 */
export async function rebookShop(
  ctx: WriteContext,
  report: (progress: RebookProgress) => Promise<void> = async () => {},
): Promise<void> {
  await asOnlyWriter(ctx, async (fresh) => {
    await healInterruptedWrite(fresh)
    await markAllDays(fresh)
    await forgetIdentities(fresh)
  })
  const orders = await listOrders(ctx)
  let done = 0
  for (const piece of inPieces(orders, ordersPerWrite)) {
    await asOnlyWriter(ctx, async (fresh) => {
      await healInterruptedWrite(fresh)
      await rebookOrders(fresh, piece, { identities: 'reset', defer: true, cause: 'settings_changed', live: true })
      await announceNewFigures(fresh)
    })
    done += piece.length
    await report({ done, total: orders.length })
  }
  await recomputeCustomers(ctx)
}

/** Which people are the same depends on the settings too, so it is determined again. */
async function forgetIdentities(ctx: WriteContext): Promise<void> {
  const version = await nextWriteVersion(ctx.db.kysely)
  await ctx.warehouse.rewrite({
    into: 'identities',
    sql: `SELECT shop_id, identifier, customer_id, {version:UInt64} AS version, 1 AS is_deleted
      FROM (SELECT shop_id, identifier, customer_id FROM identities WHERE shop_id = {shop:UUID})`,
    params: { version: version.toString() },
  })
}

async function listOrders(ctx: WriteContext): Promise<string[]> {
  const rows = await ctx.warehouse.read(
    {
      sql: `SELECT id FROM records WHERE shop_id = {shop:UUID} AND type = 'order'
        UNION DISTINCT SELECT order_id AS id FROM ledger WHERE shop_id = {shop:UUID}`,
      params: {},
    },
    OrderRow,
  )
  return rows.map(({ id }) => id)
}

/** Books the orders that were waiting for an exchange rate and now have one; returns how many were waiting. */
export async function rebookUnrated(ctx: WriteContext): Promise<number> {
  return asOnlyWriter(ctx, async (fresh) => {
    await healInterruptedWrite(fresh)
    const open = await listOpenHealthIssues(fresh.db.kysely, fresh.shop.id)
    const waiting = open.flatMap(({ kind, key }) => (kind === 'missing_rate' ? [key] : []))
    for (const piece of inPieces(waiting, ordersPerWrite))
      await rebookOrders(fresh, piece, { identities: 'trusted', defer: false, cause: 'rate_found', live: true })
    await rebuildDays(fresh, 'dirty')
    return waiting.length
  })
}

/** Applies the shop's settings to past figures, as requested by `shop.update`. Takes long for a large shop. */
export const recalculate = defineVerb({
  name: 'shop.recalculate',
  needs: 'shops:write',
  access: 'work',
  input: z.object({ what: Recalculation }),
  output: z.object({ what: Recalculation }),
  async run(ctx, { what }) {
    if (what === 'ledger') await rebookShop(ctx)
    else if (what === 'days') await rebuildDaily(ctx)
    return { what }
  },
})

const OneShop = z.object({ shop: z.string().transform(toShopId) })
type OneShop = z.infer<typeof OneShop>

const hourSeconds = 3600
const afterCommitMs = 1_000

function perShop(name: string, label: string): JobDefinition<OneShop> {
  return {
    name,
    payload: OneShop,
    retry: { limit: 5, delaySeconds: 30, backoff: true },
    expireInSeconds: 24 * hourSeconds - 60,
    exclusiveBy: ({ shop }) => shop,
    label: () => label,
  }
}

/**
 * Jobs that apply the shop's settings to past figures, by what is computed again. A repeated job starts over and does no
 * harm; both use the current settings, so the last change wins.
 */
export const recalculationJobs = {
  ledger: perShop('shop.recalculate', 'Past figures are computed again'),
  days: perShop('shop.rebuild_days', 'Past days are counted again'),
} as const satisfies Record<Exclude<Recalculation, 'none'>, JobDefinition<OneShop>>

/** What the jobs work with. */
interface RecalculationServices {
  readonly jobs: Jobs
  readonly clock: Clock
  openShop(shop: ShopId): Promise<WriteContext>
}

/**
 * Queues the necessary job with a short delay, because the change may be stored only after this request. A waiting job of the
 * shop is not queued again, as it has yet to read the settings.
 */
export async function requestRecalculation(
  { jobs, clock }: Pick<RecalculationServices, 'jobs' | 'clock'>,
  { shop, what }: { readonly shop: ShopId; readonly what: Recalculation },
): Promise<void> {
  if (what === 'none') return
  const startAfter = new Date(clock.now().getTime() + afterCommitMs)
  await jobs.enqueue(recalculationJobs[what], { shop }, { startAfter, unlessWaiting: true })
}

/** Runs these jobs in this process. */
export async function handleRecalculationJobs(services: RecalculationServices): Promise<void> {
  const { jobs } = services
  await jobs.handle(recalculationJobs.ledger, async ({ shop }, { progress }) => {
    await rebookShop(await services.openShop(shop), ({ done, total }) =>
      progress({ done, total, ...(done < total ? {} : { message: 'Customers and days follow.' }) }),
    )
  })
  await jobs.handle(recalculationJobs.days, async ({ shop }, { progress }) => {
    await rebuildDaily(await services.openShop(shop), progress)
  })
}

/** How the orders of a file would be booked, by order, each with its refunds in the file. Stores nothing. */
export async function previewBookings(
  ctx: Pick<WriteContext, 'db' | 'shop'>,
  records: readonly PlatformRecord[],
): Promise<ReadonlyMap<string, Booking>> {
  const dossiers = new Map<string, OrderState>()
  for (const record of records) {
    if (record.type !== 'order' && record.type !== 'refund' && record.type !== 'refund_set') continue
    fileRecord(dossiers, record, { source: importSource, parent_id: '' })
  }
  const rules = toBookingRules(ctx.shop.settings, ctx.shop.currency)
  return (await bookAll(ctx, { request: { dossiers }, rules, stored: new Map(), own: new Map() })).bookings
}
