import type { ConnectionId } from '@tillsight/core'
import { countDeliveries } from '@tillsight/database'
import { z } from 'zod'
import { createShopReads, defineVerb } from '../context/index.ts'
import { type ConnectionContext, connectorOf } from './platform-call.ts'

const dayMs = 86_400_000

/** What is looked up about a connection only where somebody looks at it closely. */
export const ConnectionDetails = z.object({
  connection: z.string(),
  /** Of this source in the figures; null unless counting them was asked for. */
  orders: z.number().nullable(),
  /** Days of ad accounts in the figures; null unless counting them was asked for. */
  adDays: z.number().nullable(),
  deliveries: z.object({
    lastAt: z.iso.datetime().nullable(),
    /** Of the last 24 hours. */
    lately: z.number(),
    /** Arrived and not worked on yet. */
    waiting: z.number(),
  }),
})
export type ConnectionDetails = z.infer<typeof ConnectionDetails>

/** What arrives of every connection by webhook and, for those named, how many orders came from them. */
export const detailConnections = defineVerb({
  name: 'connection.details',
  needs: 'connections:read',
  access: 'read',
  input: z.object({ counting: z.array(z.string()).max(20).default([]) }),
  output: z.array(ConnectionDetails),
  async run(ctx: ConnectionContext, { counting }) {
    const { queries, shop, clock, reads = createShopReads(queries, shop.id) } = ctx
    const rows = await reads.connections()
    const since = new Date(clock.now().getTime() - dayMs)
    const deliveries = await readDeliveries(ctx, { connections: rows.map(({ id }) => id), since })
    return await Promise.all(
      rows.map(async ({ id, connector }) => ({
        connection: id,
        ...(counting.includes(id) ? await countFacts(ctx, connector) : { orders: null, adDays: null }),
        deliveries: deliveries.get(id) ?? { lastAt: null, lately: 0, waiting: 0 },
      })),
    )
  },
})

interface Asked {
  readonly connections: readonly ConnectionId[]
  readonly since: Date
}

async function readDeliveries(
  { queries }: ConnectionContext,
  { connections, since }: Asked,
): Promise<ReadonlyMap<ConnectionId, ConnectionDetails['deliveries']>> {
  const counted = await countDeliveries(queries, connections, since)
  return new Map(
    counted.map(({ connectionId, lastAt, lately, waiting }) => [
      connectionId,
      { lastAt: lastAt?.toISOString() ?? null, lately, waiting },
    ]),
  )
}

async function countFacts(ctx: ConnectionContext, connector: string) {
  const isAds = connectorOf(ctx.services, connector).kind === 'ads'
  return isAds
    ? { orders: null, adDays: await countAdDays(ctx, connector) }
    : { orders: await countOrders(ctx, connector), adDays: null }
}

const AdDays = z.object({ days: z.coerce.number() })

async function countAdDays({ warehouse }: ConnectionContext, platform: string): Promise<number> {
  const sql = `SELECT toString(uniqExact(day)) AS days FROM ad_days FINAL
    WHERE shop_id = {shop:UUID} AND platform = {platform:String}`
  const [counted] = await warehouse.read({ sql, params: { platform } }, AdDays)
  return counted?.days ?? 0
}

const Count = z.object({ orders: z.coerce.number() })

async function countOrders({ warehouse }: ConnectionContext, source: string): Promise<number> {
  const sql = `SELECT toString(uniqExact(id)) AS orders FROM records
    WHERE shop_id = {shop:UUID} AND source = {source:String} AND type = 'order'`
  const [counted] = await warehouse.read({ sql, params: { source } }, Count)
  return counted?.orders ?? 0
}
