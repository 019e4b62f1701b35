import { type Database, lockConnectionRow, updateConnection } from '@tillsight/database'
import type { ConnectionSettings, Connector } from '@tillsight/platforms/connectors'
import type { ConnectionServices, PlatformAccount } from './platform-call.ts'
import { type Connection, openConnection, readSettings, sealValues } from './stored-connection.ts'

/** An account that is tried before it is stored: what is renewed meanwhile is in `current()`, to be stored with the rest. */
export function unstoredAccount(
  connector: Connector,
  settings: ConnectionSettings,
): PlatformAccount & { current(): ConnectionSettings } {
  let current = settings
  return {
    connector,
    settings,
    current: () => current,
    async renew(_spent, grant) {
      current = { ...current, ...(await grant(current)) }
      return current
    },
  }
}

/**
 * A stored account. The row is locked while the platform is asked, because some platforms take a spent token only once,
 * and what it answers is stored before anybody uses it.
 */
export function storedAccount(
  { id, connector, settings }: Connection,
  { db, services }: { db: Database; services: ConnectionServices },
): PlatformAccount {
  return {
    connector,
    settings,
    renew: (spent, grant) =>
      db.transaction(async (tx) => {
        const row = await lockConnectionRow(tx, id)
        const stored = openConnection(row, services)
        if (!isSame(spent, stored.settings)) return stored.settings
        const renewed = { ...stored.settings, ...(await grant(stored.settings)) }
        const { plain, secrets } = sealValues(stored, renewed, services)
        await updateConnection(tx, id, { settings: { ...readSettings(row), values: plain }, secrets })
        return renewed
      }),
  }
}

function isSame(spent: ConnectionSettings, stored: ConnectionSettings): boolean {
  return Object.entries(spent).every(([key, value]) => stored[key] === value)
}
