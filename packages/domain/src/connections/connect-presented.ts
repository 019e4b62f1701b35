import { AppError } from '@tillsight/core'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { toAppError } from './failures.ts'
import { assertFitsShop } from './fits-shop.ts'
import { saveConnection } from './save-connection.ts'
import { appOf, type ConnectionContext, connectorOf, whileOthersWait } from './services.ts'

/**
 * Connects with what a platform brought along when it opened us inside its own screens; the merchant is sent nowhere.
 * Throws `invalid_input` when it brought nothing, and what the platform failed with.
 */
export const connectPresented = defineVerb({
  name: 'connection.present',
  needs: 'connections:write',
  access: 'work',
  input: z.object({ connector: z.string(), query: z.record(z.string(), z.string()) }),
  output: z.object({ connection: z.string() }),
  async run({ services, shop, clock, db }: ConnectionContext, { connector: id, query }) {
    const connector = connectorOf(services, id)
    assertFitsShop(connector, { shop, services })
    const embedded = connector.connect.redirect?.embedded
    if (!embedded?.isPresented(query)) throw nothingPresented(connector.label)
    const http = services.openHttp(connector, whileOthersWait)
    try {
      const settings = await embedded.exchange({ query, app: appOf(services, connector), http, clock })
      const grant = { shopId: shop.id, connector, settings, access: 'read_write' } as const
      const { id: connection } = await db.transaction((tx) => saveConnection(tx, grant, services))
      await services.requests.check(connection)
      return { connection }
    } catch (error) {
      throw toAppError(error)
    } finally {
      http.close()
    }
  },
})

function nothingPresented(label: string): AppError {
  return new AppError('invalid_input', `${label} sent nothing along that could be exchanged. Start connecting again.`)
}
