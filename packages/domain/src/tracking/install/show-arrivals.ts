import { z } from 'zod'
import { defineVerb, type ShopContext } from '../../context/index.ts'

/** How many days back to look; a script silent for longer counts as removed. */
const daysBack = 30
const dayMs = 24 * 60 * 60 * 1000

/** Whether events of a shop's script arrive. Bots are not counted. */
const Arrivals = z.object({
  /** When the last event of the last 30 days arrived; null if none did. */
  lastAt: z.string().nullable(),
  /** In the last 24 hours. */
  events: z.number(),
  /** Recognised visitors among these. */
  visitors: z.number(),
  /** Orders among these, as reported by a thank-you page. */
  orders: z.number(),
  /** Events among these from visitors with consent. */
  agreed: z.number(),
})
/** See {@link showArrivals}. */
export type Arrivals = z.infer<typeof Arrivals>

const Row = z.object({
  last_ms: z.coerce.number(),
  events: z.coerce.number(),
  visitors: z.coerce.number(),
  orders: z.coerce.number(),
  agreed: z.coerce.number(),
})

const sql = `SELECT max(toUnixTimestamp64Milli(received_at)) AS last_ms,
  countIf(is_recent) AS events,
  uniqExactIf(visitor_id, is_recent AND visitor_id != '') AS visitors,
  uniqExactIf(order_id, is_recent AND order_id != '') AS orders,
  countIf(is_recent AND consent = 'granted') AS agreed
FROM (SELECT *, toUnixTimestamp64Milli(received_at) >= {since:Int64} AS is_recent FROM events
  WHERE shop_id = {shop:UUID} AND day >= toDate({day:String}) AND source IN ('pixel', 'extension', 'picture') AND bot != 'bot')`

/** Reports whether events of the shop's pages arrive, for people who have just installed the script. */
export const showArrivals = defineVerb({
  name: 'tracking.arrivals',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({}),
  output: Arrivals,
  async run(ctx: ShopContext): Promise<Arrivals> {
    const now = ctx.clock.now().getTime()
    const day = new Date(now - daysBack * dayMs).toISOString().slice(0, 10)
    const [row] = await ctx.warehouse.read({ sql, params: { since: now - dayMs, day } }, Row)
    const { last_ms = 0, events = 0, visitors = 0, orders = 0, agreed = 0 } = row ?? {}
    return { lastAt: last_ms > 0 ? new Date(last_ms).toISOString() : null, events, visitors, orders, agreed }
  },
})
