import type { Database, Db } from '@tillsight/database'
import { listAdAccounts, listConnections } from '@tillsight/database'
import { ConnectorError } from '@tillsight/platforms/connectors'
import {
  accountsToRead,
  type ConnectionServices,
  openConnection,
  type PlatformAccount,
  storedAccount,
} from '../connections/index.ts'
import type { Target } from './setup.ts'

/** The shop’s account at the platform; without a connection one that has no access of its own. */
export async function platformAccess(
  { db, queries, services }: { readonly db: Database; readonly queries: Db; readonly services: ConnectionServices },
  { shop, platform, connector }: Pick<Target, 'shop' | 'platform' | 'connector'>,
): Promise<PlatformAccount> {
  const row = (await listConnections(queries, shop)).find((one) => one.connector === platform && !one.paused)
  if (!row) {
    return {
      connector,
      settings: {},
      renew: () => {
        const message = `There is no connected account of ${connector.label} whose access could be renewed. Connect one.`
        return Promise.reject(new ConnectorError({ kind: 'reauth', message, platformCode: 'no_connection' }))
      },
      accounts: [],
    }
  }
  const connection = openConnection(row, services)
  const accounts = accountsToRead(await listAdAccounts(queries, row.id))
  return { ...storedAccount(connection, { db, services }), accounts }
}
