import {
  addConversionEvents,
  changeConversionEvents,
  findConversionEvents,
  saveConversionTarget,
} from '@tillsight/database'
import { z } from 'zod'
import type { ShopContext } from '../context/index.ts'
import { readCurrentOrders } from './purchases.ts'
import type { Target } from './setup.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Orders that reach us later than this are not told: platforms would refuse them, or find no click any more. */
const lateDays = 8
/** What the visit tells arrives a little after the order. */
const settleMs = 5 * minuteMs
const correctEveryMs = 60 * minuteMs
/** Refunds and edits that are booked further back than this are not told. */
const correctDays = 14

const OrderRow = z.object({ order_id: z.string(), order_name: z.string(), placed: z.coerce.number() })

/** Queues every counted order that was placed since the platform was switched on, each once. Answers how many were new. */
export async function collectOrders(ctx: ShopContext, target: Target): Promise<number> {
  const now = ctx.clock.now()
  if (target.since === null) return 0
  const from = Math.max(target.since.getTime(), now.getTime() - lateDays * dayMs)
  const rows = await ctx.warehouse.read(
    {
      sql: `SELECT order_id, order_name, toUnixTimestamp(placed_at) AS placed FROM ledger
        WHERE shop_id = {shop:UUID} AND head = 1 AND paid = 1
          AND booked_at >= toDateTime({from:UInt32}, 'UTC') AND placed_at >= toDateTime({from:UInt32}, 'UTC')`,
      // Instants of the ledger are whole seconds: one of the second of switching on is earlier or later, nobody knows.
      params: { from: String(Math.ceil(from / 1_000)) },
    },
    OrderRow,
    { lookup: true },
  )
  return await addConversionEvents(
    ctx.db.kysely,
    target,
    rows.map((row) => {
      const placedAt = new Date(row.placed * 1_000)
      const dueAt = new Date(Math.max(now.getTime(), placedAt.getTime() + settleMs))
      return { orderId: row.order_id, orderName: row.order_name, placedAt, createdAt: now, dueAt }
    }),
  )
}

const ChangedRow = z.object({ order_id: z.string() })

/** Queues orders again whose value is another one than was sent, where the platform takes that. At most once an hour. */
export async function queueCorrections(ctx: ShopContext, target: Target): Promise<void> {
  if (target.spec.corrections === 'none') return
  const now = ctx.clock.now()
  if (target.correctedAt && now.getTime() - target.correctedAt.getTime() < correctEveryMs) return
  const rows = await ctx.warehouse.read(
    {
      sql: `SELECT DISTINCT order_id FROM ledger WHERE shop_id = {shop:UUID} AND kind != 'order'
        AND booked_at >= toDateTime({from:UInt32}, 'UTC')`,
      params: { from: String(Math.floor((now.getTime() - correctDays * dayMs) / 1_000)) },
    },
    ChangedRow,
    { lookup: true },
  )
  const { kysely } = ctx.db
  const ids = rows.map(({ order_id: id }) => id)
  const sent = (await findConversionEvents(kysely, target, ids)).filter(({ state }) => state === 'sent')
  const orders = await readCurrentOrders(
    ctx.warehouse,
    target.setup,
    sent.map(({ orderId }) => orderId),
  )
  const changed = sent.filter(({ orderId, value, placedAt }) => {
    const isYoung = now.getTime() - placedAt.getTime() < target.spec.mostDays * dayMs
    const current = orders.get(orderId)
    return isYoung && current !== undefined && current.value !== value
  })
  const orderIds = changed.map(({ orderId }) => orderId)
  const again = { state: 'waiting', reason: 'Its value has changed.', dueAt: now, attempts: 0, firstTriedAt: null }
  await changeConversionEvents(kysely, { ...target, orderIds }, again)
  await saveConversionTarget(kysely, target, { correctedAt: now })
}
