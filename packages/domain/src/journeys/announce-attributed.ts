import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { WriteContext } from '../context/index.ts'
import { emitEvents, isEventWanted, type OutgoingEvent } from '../outbox/index.ts'

/** What brought older orders changes as part of their history, which nobody is told of one by one. */
const recentMs = 7 * 86_400_000

const Row = z.object({
  order_id: z.string(),
  order_name: z.string(),
  placed_ms: z.coerce.number(),
  touch_ids: z.array(z.string()),
  channels: z.array(z.string()),
})

const freshSql = `SELECT order_id, order_name, toInt64(toUnixTimestamp(placed_at)) * 1000 AS placed_ms, touch_ids, channels
  FROM journeys WHERE shop_id = {shop:UUID} AND order_id IN {orders:Array(String)} AND version = {version:UInt64}
    AND cancelled = 0 AND notEmpty(touch_ids) AND placed_at >= toDateTime({from:UInt32}, 'UTC')`

/** Tells what brought recent orders, of those whose journeys were just written. The same touches are told once. */
export async function announceAttributed(
  ctx: WriteContext,
  { orders, version }: { readonly orders: readonly string[]; readonly version: bigint },
): Promise<void> {
  const { db, shop, warehouse, clock } = ctx
  if (!(await isEventWanted(db.kysely, shop.id, 'order.attributed'))) return
  const at = clock.now()
  const params = { orders, version: version.toString(), from: Math.floor((at.getTime() - recentMs) / 1000) }
  const rows = await warehouse.read({ sql: freshSql, params }, Row, { lookup: true })
  const events = rows.map((row): OutgoingEvent => {
    const { order_id: order, order_name: name, touch_ids: touches, channels } = row
    const happenedAt = new Date(row.placed_ms)
    const [first = null] = channels
    const last = channels.at(-1) ?? null
    const data = { order, name, placedAt: happenedAt.toISOString(), touches: touches.length, first, last }
    const evidence = createHash('sha256')
      .update([...touches, ...channels].join('\n'))
      .digest('hex')
    return { type: 'order.attributed', data, at, key: `${order} ${evidence}`, happenedAt }
  })
  await emitEvents(db.kysely, shop.id, events)
}
