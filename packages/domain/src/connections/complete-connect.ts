import { AppError, type Clock, type ConnectionId } from '@tillsight/core'
import { type Database, keepGrantedKeys, type PendingConnectRow, takePendingConnect } from '@tillsight/database'
import {
  type ConnectCallback,
  type ConnectionSettings,
  type Connector,
  type ConnectResult,
  isConnectorError,
} from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { openPending } from './pending-connect.ts'
import { type ConnectionServices, connectorOf } from './platform-call.ts'
import { saveConnection } from './save-connection.ts'

/** What answering a platform's callback needs; nobody is signed in and the state is the only authority. */
export interface CallbackContext {
  readonly db: Database
  readonly clock: Clock
  readonly services: ConnectionServices
}

/**
 * Takes the keys that a platform posts. Nothing says whose they are but the state, which whoever began can have handed to
 * the owner of another store: so they wait, sealed, until the browser that began is back, and nothing is read with them
 * before. Where it is back already they are stored. Throws `forbidden` for a state that is unknown, used or expired,
 * `invalid_input` for what are no keys.
 */
export async function completeConnect(
  { db, clock, services }: CallbackContext,
  { connector: id, callback }: { connector: string; callback: ConnectCallback },
): Promise<void> {
  const connector = connectorOf(services, id)
  const result = await readCallback(connector, callback)
  const { state, settings } = result
  const keys = Buffer.from(services.secrets.seal(JSON.stringify(settings), keysContext(state)))
  const pending = await keepGrantedKeys(db.kysely, { state, keys, at: clock.now() })
  if (!pending || pending.connector !== connector.id) throw unknownState()
  if (pending.returnedAt === null) return
  await services.requests.check(await storeGrant({ db, clock, services }, { connector, state, granted: settings }))
}

/** The keys that wait in a flow. */
export function openKeys(
  { state, grantedEncrypted }: Pick<PendingConnectRow, 'state' | 'grantedEncrypted'>,
  { secrets }: Pick<ConnectionServices, 'secrets'>,
): ConnectionSettings | undefined {
  if (grantedEncrypted === null) return undefined
  return z.record(z.string(), z.string()).parse(JSON.parse(secrets.open(grantedEncrypted, keysContext(state))))
}

/** Keys open only with the state of their own flow. */
function keysContext(state: string): string {
  return `granted keys ${state}`
}

/** Anybody may post here: what cannot be read is the sender's mistake and no failure of the platform. */
async function readCallback({ connect }: Connector, callback: ConnectCallback): Promise<ConnectResult> {
  if (!connect.redirect?.complete) throw unknownState()
  try {
    return await connect.redirect.complete(callback)
  } catch (error) {
    if (!isConnectorError(error)) throw error
    throw new AppError('invalid_input', error.failure.message, { cause: error })
  }
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
