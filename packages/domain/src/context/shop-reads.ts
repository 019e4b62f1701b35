import type { ConnectionId, ShopId } from '@tillsight/core'
import type { DayRange } from '@tillsight/core/days'
import {
  type ConnectionRow,
  type DailyStateRow,
  type Db,
  type DirtyDay,
  type FactsState,
  findDailyState,
  findFactsStates,
  listConnections,
  listDirtyDays,
  listSyncStatesOf,
  type SyncStateRow,
} from '@tillsight/database'

/** Reads that many queries about a shop begin with. Within one request each is read once, until something is written. */
export interface ShopReads {
  connections(): Promise<readonly ConnectionRow[]>
  /** Sync progress of the streams of every connection. */
  syncStates(): Promise<ReadonlyMap<ConnectionId, readonly SyncStateRow[]>>
  dailyState(): Promise<DailyStateRow | undefined>
  dirtyDays(range: DayRange): Promise<readonly DirtyDay[]>
  factsState(): Promise<FactsState>
  /** Discards what was read; the next caller reads again. */
  forget(): void
}

const unknownFacts: FactsState = { version: 0n, isSettled: false }

/** The reads of one shop, on demand. Callers that open many shops load their facts’ states together. */
export function createShopReads(db: Db, shop: ShopId, firstState?: () => Promise<FactsState>): ShopReads {
  const dirty = new Map<string, Promise<readonly DirtyDay[]>>()
  let connections: Promise<readonly ConnectionRow[]> | undefined
  let states: ReturnType<ShopReads['syncStates']> | undefined
  let daily: Promise<DailyStateRow | undefined> | undefined
  let facts: Promise<FactsState> | undefined
  const readState = async (): Promise<FactsState> => (await findFactsStates(db, [shop])).get(shop) ?? unknownFacts
  let nextState = firstState ?? readState
  const listRows = (): Promise<readonly ConnectionRow[]> => {
    connections ??= listConnections(db, shop)
    return connections
  }
  return {
    connections: listRows,
    syncStates() {
      states ??= listRows().then((rows) => readStates(db, rows))
      return states
    },
    dailyState() {
      daily ??= findDailyState(db, shop)
      return daily
    },
    dirtyDays(range) {
      const key = `${range.from} ${range.to}`
      const days = dirty.get(key) ?? listDirtyDays(db, shop, range)
      dirty.set(key, days)
      return days
    },
    factsState() {
      facts ??= nextState()
      return facts
    },
    forget() {
      dirty.clear()
      connections = undefined
      states = undefined
      daily = undefined
      facts = undefined
      nextState = readState
    },
  }
}

async function readStates(
  db: Db,
  connections: readonly ConnectionRow[],
): Promise<ReadonlyMap<ConnectionId, readonly SyncStateRow[]>> {
  const states = await listSyncStatesOf(
    db,
    connections.map(({ id }) => id),
  )
  return Map.groupBy(states, ({ connectionId }) => connectionId)
}
