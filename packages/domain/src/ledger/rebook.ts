import { listOpenHealthIssues, nextWriteVersion } from '@tillsight/database'
import { z } from 'zod'
import { asOnlyWriter, type WriteContext } from '../context/index.ts'
import { announceNewFigures, markAllDays, rebuildDays } from './daily.ts'
import { inPieces } from './facts-store.ts'
import { healInterruptedWrite, rebookOrders } from './heal.ts'
import { recomputeCustomers } from './recompute-customers.ts'

const OrderRow = z.object({ id: z.string() })
const ordersPerWrite = 5000

/** How far a rebooking has come. */
export interface RebookProgress {
  readonly done: number
  readonly total: number
}

/**
 * Derives the whole ledger from the stored records: after a change of what counts. Past days that change are noted. The
 * shop's other writers wait one slice at a time, not for the whole run.
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

/** What connects people depends on the settings too, so it is found out again. */
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

/** Books the orders that waited for an exchange rate and have one now; returns how many waited. */
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
