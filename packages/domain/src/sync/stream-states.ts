import type { ConnectionId, ShopId } from '@tillsight/core'
import {
  type Db,
  listConnections,
  listSyncStates,
  listSyncStatesOf,
  type SyncMode,
  type SyncStateChange,
  type SyncStateRow,
  saveSyncState,
} from '@tillsight/database'
import type { Checkpoint, Stream } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { isReadAgain, Problem } from '../connections/index.ts'

const Instant = z.iso.datetime()
const Mark = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** What is kept in the checkpoint column: the stream's own mark and what belongs to the run of it. */
const Kept = z.object({
  /** When the connection's back-fill began: increments reach back to here. */
  began: Instant,
  /** Opaque to everybody but the stream. */
  from: Mark.nullable(),
  /** When the nightly comparison ended last. */
  comparedAt: Instant.nullable().default(null),
  /** What stopped the last comparison; increments go on. */
  compareProblem: Problem.nullable().default(null),
  /** The stream's own mark of where the last comparison ended. */
  compareFrom: Mark.nullable().default(null),
  /** Whether orders came in whose customers are still to be worked out. */
  deferred: z.boolean().default(false),
  /** Whether a history that was complete before is being read once more. */
  again: z.boolean().default(false),
  /** Which generation of facts the history is read by. */
  generation: z.int().default(1),
})
type Kept = z.infer<typeof Kept>

/** How far one stream has come in one direction. */
export interface StreamState {
  readonly stream: string
  readonly mode: SyncMode
  readonly began: string
  readonly from: Checkpoint | null
  readonly comparedAt: string | null
  readonly compareProblem: Problem | null
  readonly compareFrom: Checkpoint | null
  readonly deferred: boolean
  readonly again: boolean
  readonly generation: number
  readonly done: number
  /** As counted by the platform when the reading began; null where it does not say. */
  readonly total: number | null
  /** How far back a history is in. */
  readonly completeSince: Date | null
  readonly lastSuccessAt: Date | null
  readonly problem: Problem | null
}

/** What changes with a batch, at the end of a run, or after a failure; what is left out stays. */
export interface StateChange
  extends Pick<
    SyncStateChange,
    'done' | 'total' | 'syncedThrough' | 'completeSince' | 'oldestAvailable' | 'restateFrom' | 'lastSuccessAt'
  > {
  readonly from?: Checkpoint
  readonly comparedAt?: string
  readonly compareProblem?: Problem | null
  readonly compareFrom?: Checkpoint
  readonly deferred?: boolean
  readonly again?: boolean
  readonly problem?: Problem | null
}

/** The states of a connection by stream and mode, as last stored. */
export interface StreamStates {
  of(stream: string, mode: SyncMode): StreamState
  save(stream: string, mode: SyncMode, change: StateChange): Promise<void>
}

const figureStreams = ['orders', 'refunds']

/** Whether everything that figures are made of was read once: what comes for past days from then on has come late. */
export async function hasReadHistory(db: Db, connection: ConnectionId): Promise<boolean> {
  const rows = await listSyncStates(db, connection)
  const backfills = rows.filter(({ stream, mode }) => mode === 'backfill' && figureStreams.includes(stream))
  return (
    backfills.length > 0 &&
    backfills.every(({ lastSuccessAt, checkpoint }) => lastSuccessAt !== null || isReadAgain(checkpoint))
  )
}

/** Whether a connection of the shop will go on with a history, at whose end it works out what waits for that. */
export async function isReadingHistory(db: Db, shop: ShopId): Promise<boolean> {
  const active = (await listConnections(db, shop)).filter(({ paused }) => !paused)
  const rows = await listSyncStatesOf(
    db,
    active.map(({ id }) => id),
  )
  return rows.some((row) => row.mode === 'backfill' && toState(row).deferred)
}

/**
 * Reads the states; a stream without any begins now. All streams of a connection begin together. A history that was read by
 * an earlier generation of its stream begins again, and counts as complete meanwhile if it was.
 */
export async function loadStates(
  db: Db,
  connection: ConnectionId,
  { streams, now }: { streams: readonly Pick<Stream, 'id' | 'generation'>[]; now: Date },
): Promise<StreamStates> {
  const rows = await listSyncStates(db, connection)
  const states = new Map(rows.map((row) => [stateKey(row.stream, row.mode), toState(row)]))
  const store = async (stream: string, mode: SyncMode, { kept, ...plain }: SyncStateChange & { kept: Kept }) => {
    const row = await saveSyncState(db, { connectionId: connection, stream, mode }, { ...plain, checkpoint: kept })
    states.set(stateKey(stream, mode), toState(row))
  }
  const of = (stream: string, mode: SyncMode) => {
    const state = states.get(stateKey(stream, mode))
    if (!state) throw new Error(`the state of stream ${stream} was created when the states were loaded`)
    return state
  }
  const renewHistory = async ({ stream, checkpoint, lastSuccessAt }: SyncStateRow, generation: number) => {
    const kept = Kept.parse(checkpoint)
    if (kept.generation >= generation) return
    const again = kept.again || lastSuccessAt !== null
    const anew = { kept: { ...kept, from: null, again, generation }, done: 0, total: null, lastSuccessAt: null }
    await store(stream, 'backfill', anew)
  }
  for (const { id, generation = 1 } of streams) {
    for (const mode of ['backfill', 'increment'] as const) {
      const known = rows.find((row) => row.stream === id && row.mode === mode)
      if (known !== undefined) {
        if (mode === 'backfill') await renewHistory(known, generation)
        continue
      }
      const kept = {
        began: now.toISOString(),
        from: null,
        comparedAt: null,
        compareProblem: null,
        compareFrom: null,
        deferred: false,
        again: false,
        generation,
      }
      await store(id, mode, { kept })
    }
  }
  return {
    of,
    save(stream, mode, { from, comparedAt, compareProblem, compareFrom, deferred, again, problem, ...plain }) {
      const state = of(stream, mode)
      const kept = {
        began: state.began,
        from: from ?? state.from,
        comparedAt: comparedAt ?? state.comparedAt,
        compareProblem: compareProblem === undefined ? state.compareProblem : compareProblem,
        compareFrom: compareFrom ?? state.compareFrom,
        deferred: deferred ?? state.deferred,
        again: again ?? state.again,
        generation: state.generation,
      }
      return store(stream, mode, { ...plain, kept, ...(problem === undefined ? {} : { lastError: problem }) })
    },
  }
}

function toState(row: SyncStateRow): StreamState {
  const kept = Kept.parse(row.checkpoint)
  const { began, from, comparedAt, compareProblem, compareFrom, deferred, again, generation } = kept
  return {
    stream: row.stream,
    mode: row.mode,
    began,
    from,
    comparedAt,
    compareProblem,
    compareFrom,
    deferred,
    again,
    generation,
    done: row.done,
    total: row.total,
    completeSince: row.completeSince,
    lastSuccessAt: row.lastSuccessAt,
    problem: row.lastError === null ? null : Problem.parse(row.lastError),
  }
}

function stateKey(stream: string, mode: SyncMode): string {
  return `${mode} ${stream}`
}
