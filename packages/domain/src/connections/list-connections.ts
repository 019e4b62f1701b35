import { listAdAccountsOfShop } from '@tillsight/database'
import { z } from 'zod'
import { createShopReads, defineVerb } from '../context/index.ts'
import { ConnectionView, describeConnection } from './connection-view.ts'
import { type ConnectionContext, connectorOf } from './platform-call.ts'

/** Every connected account of the shop with how it stands, the oldest first. */
export const listConnections = defineVerb({
  name: 'connection.list',
  needs: 'connections:read',
  access: 'read',
  input: z.object({}),
  output: z.array(ConnectionView),
  async run({ services, queries, shop, clock, reads = createShopReads(queries, shop.id) }: ConnectionContext) {
    const [rows, states] = await Promise.all([reads.connections(), reads.syncStates()])
    const now = clock.now()
    const isAds = rows.some((row) => connectorOf(services, row.connector).kind === 'ads')
    const accounts = Map.groupBy(isAds ? await listAdAccountsOfShop(queries, shop.id) : [], (row) => row.connectionId)
    return rows.map((row) =>
      describeConnection(row, {
        services,
        now,
        states: states.get(row.id) ?? [],
        adAccounts: accounts.get(row.id) ?? [],
      }),
    )
  },
})
