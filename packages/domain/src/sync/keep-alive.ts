import type { ConnectionId } from '@tillsight/core'
import { findConnection, updateConnection } from '@tillsight/database'
import { isConnectorError } from '@tillsight/platforms/connectors'
import { type Connection, callPlatform, nextProblem, openConnection, storedAccount } from '../connections/index.ts'
import { mayRetry } from './due.ts'
import type { SyncServices } from './services.ts'

/** Whether a paused connection would expire without action. */
export function isKeepAliveDue({ connector, settings, paused, verified, problem }: Connection, now: Date): boolean {
  return paused && verified && mayRetry(problem, now) && connector.keepAlive?.isDue(settings, now) === true
}

/** Renews access that a paused connection would lose unused. A failure is stored with it, not thrown. */
export async function keepAlive({ db, clock, connections }: SyncServices, id: ConnectionId): Promise<void> {
  const row = await findConnection(db.kysely, id)
  const connection = row && openConnection(row, connections)
  if (!connection || !isKeepAliveDue(connection, clock.now())) return
  const account = storedAccount(connection, { db, services: connections })
  try {
    await callPlatform(connections, { account, clock }, async (ctx) => connection.connector.keepAlive?.renew(ctx))
    if (connection.problem) await updateConnection(db.kysely, id, { statusDetail: null })
  } catch (error) {
    if (!isConnectorError(error)) throw error
    const problem = nextProblem(error.failure, { earlier: connection.problem, now: clock.now() })
    await updateConnection(db.kysely, id, { statusDetail: { ...problem } })
  }
}
