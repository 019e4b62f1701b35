import type { ConnectionId } from '@tillsight/core'
import { type Db, listSyncStates, type SyncStateRow } from '@tillsight/database'
import type { SyncProgress } from './sync-run.ts'

/** Another process that reads a connection, observed from here. */
export interface OtherReading {
  /** Its progress, if it has advanced since the last call. */
  look(): Promise<SyncProgress | undefined>
  /** Records that it has read since it was first observed. */
  read(): number
}

/** Observes another process reading a connection by what it stores after each batch. */
export async function followReading(db: Db, connection: ConnectionId): Promise<OtherReading> {
  let known = await states(db, connection)
  let read = 0
  return {
    async look() {
      const now = await states(db, connection)
      const moved = [...now].flatMap(([key, state]) => {
        const before = known.get(key)
        return before?.updatedAt.getTime() === state.updatedAt.getTime() ? [] : [{ state, before }]
      })
      known = now
      for (const { state, before } of moved) read += gained(state, before)
      const furthest = moved.map(({ state }) => state).toSorted(byTotal)[0]
      return furthest && { ...countsOf(furthest), message: `${furthest.stream}: read by the running server` }
    },
    read: () => read,
  }
}

async function states(db: Db, connection: ConnectionId): Promise<Map<string, SyncStateRow>> {
  return new Map((await listSyncStates(db, connection)).map((row) => [`${row.stream} ${row.mode}`, row]))
}

/** A restarted history, and each read of changes, counts from 0. */
function gained({ done }: SyncStateRow, before: SyncStateRow | undefined): number {
  const had = before?.done ?? 0
  return done < had ? done : done - had
}

function countsOf({ done, total }: SyncStateRow): { done: number; total: number | null } {
  return { done, total }
}

/** The largest stream first: it is the one people wait for. */
function byTotal(one: SyncStateRow, other: SyncStateRow): number {
  return (other.total ?? other.done) - (one.total ?? one.done)
}
