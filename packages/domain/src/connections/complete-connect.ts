import type { ConnectCallback } from '@tillsight/connectors'
import { AppError, type Clock, type ConnectionId } from '@tillsight/core'
import { type Database, takePendingConnect } from '@tillsight/database'
import { toAppError } from './failures.ts'
import { PendingValues, pendingContext } from './pending-connect.ts'
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
  if (!redirect) throw unknownState()
  const result = await Promise.resolve(redirect.complete(callback)).catch((error: unknown) => {
    throw toAppError(error)
  })
  const connection = await db.transaction(async (tx) => {
    const pending = await takePendingConnect(tx, result.state, clock.now())
    if (!pending || pending.connector !== connector.id) throw unknownState()
    const opened = services.secrets.open(pending.valuesEncrypted, pendingContext(result.state))
    const { values, connection: renewed } = PendingValues.parse(JSON.parse(opened))
    const row = await saveConnection(
      tx,
      {
        shopId: pending.shopId,
        connector,
        settings: { ...values, ...result.settings },
        access: pending.access === 'read_write' ? 'read_write' : 'read',
        connection: renewed,
      },
      services,
    )
    return row.id
  })
  await services.requests.check(connection)
  return { connection }
}

function unknownState(): AppError {
  return new AppError(
    'forbidden',
    'This connection attempt is unknown, was used already or is older than 15 minutes. Start it again.',
  )
}
