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

/** The contents of the checkpoint column: the stream's own mark and state of its run. */
const Kept = z.object({
  /** When the connection's back-fill began: increments reach back to this instant. */
  began: Instant,
  /** Opaque to everything but the stream. */
  from: Mark.nullable(),
  /** When the last nightly comparison ended. */
  comparedAt: Instant.nullable().default(null),
  /** What stopped the last comparison; increments continue. */
  compareProblem: Problem.nullable().default(null),
  /** The stream's own mark of where the last comparison stopped. */
  compareFrom: Mark.nullable().default(null),
  /** Whether orders were read whose customers have yet to be computed. */
  deferred: z.boolean().default(false),
  /** Whether a previously complete history is being read again. */
  again: z.boolean().default(false),
  /** The facts generation that the history is read with. */
  generation: z.int().default(1),
})
type Kept = z.infer<typeof Kept>

/** The progress of one stream in one direction. */
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
  /** As counted by the platform when reading began; null if unknown. */
  readonly total: number | null
  /** How far back the history has been read. */
  readonly completeSince: Date | null
  readonly lastSuccessAt: Date | null
  readonly problem: Problem | null
}

/** Changes after a batch, at the end of a run, or after a failure; absent fields stay. */
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

/** The last stored states of a connection, by stream and mode. */
export interface StreamStates {
  of(stream: string, mode: SyncMode): StreamState
  save(stream: string, mode: SyncMode, change: StateChange): Promise<void>
}

const figureStreams = ['orders', 'refunds']

/** Whether everything behind the figures was read once: later additions to past days are restatements. */
export async function hasReadHistory(db: Db, connection: ConnectionId): Promise<boolean> {
  const rows = await listSyncStates(db, connection)
  const backfills = rows.filter(({ stream, mode }) => mode === 'backfill' && figureStreams.includes(stream))
  return (
    backfills.length > 0 &&
    backfills.every(({ lastSuccessAt, checkpoint }) => lastSuccessAt !== null || isReadAgain(checkpoint))
  )
}

/** Whether a connection of the shop will continue a history, which computes deferred data at its end. */
export async function isReadingHistory(db: Db, shop: ShopId): Promise<boolean> {
  const active = (await listConnections(db, shop)).filter(({ paused }) => !paused)
  const rows = await listSyncStatesOf(
    db,
    active.map(({ id }) => id),
  )
  return rows.some((row) => row.mode === 'backfill' && toState(row).deferred)
}

/**
 * Loads the states; a stream without one begins now. All streams of a connection begin together. A history read with an
 * earlier facts generation begins again, and still counts as complete meanwhile if it was.
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
