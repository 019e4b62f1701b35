import { listConnections as listRows } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { ConnectionView, viewConnection } from './connection-view.ts'
import type { ConnectionContext } from './services.ts'

/** Every connected account of the shop with how it stands, the oldest first. */
export const listConnections = defineVerb({
  name: 'connection.list',
  needs: 'connections:read',
  access: 'read',
  input: z.object({}),
  output: z.array(ConnectionView),
  async run({ services, queries, shop, clock }: ConnectionContext) {
    const views: ConnectionView[] = []
    for (const row of await listRows(queries, shop.id)) {
      views.push(await viewConnection(queries, row, { services, now: clock.now() }))
    }
    return views
  },
})
