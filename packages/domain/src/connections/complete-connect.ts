import type { ConnectCallback, ConnectionSettings, Connector } from '@tillsight/connectors'
import { AppError, type Clock, type ConnectionId } from '@tillsight/core'
import { type Database, takePendingConnect } from '@tillsight/database'
import { toAppError } from './failures.ts'
import { openPending } from './pending-connect.ts'
import { saveConnection } from './save-connection.ts'
import { type ConnectionServices, connectorOf } from './services.ts'

/** What answering a platform's callback needs; nobody is signed in and the state is the only authority. */
export interface CallbackContext {
  readonly db: Database
  readonly clock: Clock
  readonly services: ConnectionServices
}

/**
 * Takes the keys that a platform posts. Only stores them: the platform waits for our answer, and a store with one worker
 * would wait for itself if it were asked anything now. Throws `forbidden` for a state that is unknown, used or expired.
 */
export async function completeConnect(
  { db, clock, services }: CallbackContext,
  { connector: id, callback }: { connector: string; callback: ConnectCallback },
): Promise<{ readonly connection: ConnectionId }> {
  const connector = connectorOf(services, id)
  const { redirect } = connector.connect
  if (!redirect?.complete) throw unknownState()
  const result = await Promise.resolve(redirect.complete(callback)).catch((error: unknown) => {
    throw toAppError(error)
  })
  const connection = await storeGrant(
    { db, clock, services },
    { connector, state: result.state, granted: result.settings },
  )
  await services.requests.check(connection)
  return { connection }
}

/** Uses up the flow and stores what the platform granted in it. Throws `forbidden` for a state that cannot be used. */
export async function storeGrant(
  { db, clock, services }: CallbackContext,
  { connector, state, granted }: { connector: Connector; state: string; granted: ConnectionSettings },
): Promise<ConnectionId> {
  return await db.transaction(async (tx) => {
    const pending = await takePendingConnect(tx, state, clock.now())
    if (!pending || pending.connector !== connector.id) throw unknownState()
    const { values, connection } = openPending(pending, services)
    const row = await saveConnection(
      tx,
      {
        shopId: pending.shopId,
        connector,
        settings: { ...values, ...granted },
        access: pending.access === 'read_write' ? 'read_write' : 'read',
        connection,
      },
      services,
    )
    return row.id
  })
}

function unknownState(): AppError {
  return new AppError(
    'forbidden',
    'This connection attempt is unknown, was used already or is older than 15 minutes. Start it again.',
  )
}
