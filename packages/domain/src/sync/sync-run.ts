import {
  type AnyRecord,
  type AnyStream,
  type CompareWindow,
  type ConnectorContext,
  isAdRecord,
  type Page,
} from '@tillsight/platforms/connectors'
import { heldAdDays, writeAdRecords } from '../ad-facts/index.ts'
import type { Connection, Problem } from '../connections/index.ts'
import type { ShopContext } from '../context/index.ts'
import { noteSkippedRecords } from '../health/index.ts'
import { recomputeCustomers, writeRecords } from '../ledger/index.ts'
import { heldRefunds } from './held-records.ts'
import { pullPages } from './pull-pages.ts'
import type { SyncServices } from './services.ts'
import { hasReadHistory, type StreamStates } from './stream-states.ts'

/** Progress of a sync for people: counts of the stream that is being read. */
export interface SyncProgress {
  readonly done: number
  readonly total: number | null
  readonly message: string
}

/** One sync of one connection in progress. */
export interface SyncRun {
  readonly services: SyncServices
  readonly shop: ShopContext
  readonly connection: Connection
  /** The connection's problem when the run began; a successful check has cleared it meanwhile. */
  readonly earlier: Problem | null
  readonly states: StreamStates
  readonly signal: AbortSignal
  /** For calls to the platform. */
  readonly platform: Omit<ConnectorContext, 'since' | 'signal'>
  readonly recordsPerBatch: number | undefined
  /** Records written so far. */
  written: number
  onProgress(progress: SyncProgress): Promise<void>
}

const dayMs = 86_400_000

/** How to read the history of a stream. */
export interface BackfillPlan {
  /** Runs after every batch. */
  readonly between: () => Promise<void>
  /** How far back to read for now; by default to the end. */
  readonly until?: Date
}

/** Reads the rest of a stream's history, newest first. */
export async function runBackfill(run: SyncRun, stream: AnyStream, { between, until }: BackfillPlan): Promise<void> {
  const { states, services } = run
  const { again, began, from } = states.of(stream.id, 'backfill')
  // On the first read nothing stored can have been deleted yet, except in what the nightly comparison covers.
  const known = again ? whatIsHeld(run) : {}
  const isRead = await pullPages({
    open: (signal) => stream.backfill({ ...run.platform, ...known, signal, since: began }, from),
    async write(records) {
      // Stored first: a process that dies in between must not forget the deferred work.
      if (records.some(isAboutOrders) && !states.of(stream.id, 'backfill').deferred) {
        await states.save(stream.id, 'backfill', { deferred: true })
      }
      await write(run, records, true)
    },
    async save({ last, warnings, isProgress }) {
      const { checkpoint, progress, completeSince, oldestAvailable } = last
      const reached = completeSince === undefined ? {} : { completeSince: new Date(completeSince) }
      const oldest = { oldestAvailable: oldestAvailable === undefined ? null : new Date(oldestAvailable) }
      // A problem that has ended must not be shown any more.
      const well = isProgress ? { problem: null } : {}
      await states.save(stream.id, 'backfill', {
        from: checkpoint,
        ...countsOf(progress),
        ...reached,
        ...oldest,
        ...well,
      })
      await noteWarnings(run, stream, warnings)
      await run.onProgress({ ...progress, message: `${stream.label}: reading the history` })
    },
    between,
    isEnough: ({ completeSince }) =>
      until !== undefined && completeSince !== undefined && Date.parse(completeSince) <= until.getTime(),
    signal: run.signal,
    recordsPerBatch: run.recordsPerBatch,
  })
  if (!isRead) return
  // Which customers are new only shows in the whole history, so it is computed once, before the back-fill counts as done.
  const { deferred, done, total } = states.of(stream.id, 'backfill')
  if (deferred) await recomputeCustomers(run.shop)
  const { db, connections } = services
  const wasWhole = await hasReadHistory(db.kysely, run.connection.id)
  await states.save(stream.id, 'backfill', {
    // The platform's count from the beginning is outdated by now; the number read is the total.
    ...(total === null ? {} : { total: done }),
    deferred: false,
    again: false,
    lastSuccessAt: services.clock.now(),
    problem: null,
  })
  if (wasWhole || !run.connection.connector.report || !(await hasReadHistory(db.kysely, run.connection.id))) return
  // A newly read history is reconciled with the store first of all.
  await connections.requests.reconcile({ shop: run.shop.shop.id })
}

/** Reads changes of a stream since its last increment, or since the given instant. */
export async function runIncrement(run: SyncRun, stream: AnyStream, since?: string): Promise<void> {
  const { states, services } = run
  const { began, from } = states.of(stream.id, 'increment')
  const startedAt = services.clock.now()
  await pullPages({
    open: (signal) =>
      stream.increment(
        { ...run.platform, ...whatIsHeld(run), signal, since: since ?? began },
        since === undefined ? from : null,
      ),
    write: (records) => write(run, records),
    async save({ last, warnings, isProgress }) {
      const { checkpoint, progress, syncedThrough } = last
      const through = syncedThrough === undefined ? {} : { syncedThrough: new Date(syncedThrough) }
      const well = isProgress ? { problem: null } : {}
      await states.save(stream.id, 'increment', { from: checkpoint, ...countsOf(progress), ...through, ...well })
      await noteWarnings(run, stream, warnings)
      await run.onProgress({ ...progress, message: `${stream.label}: looking for changes` })
    },
    signal: run.signal,
    recordsPerBatch: run.recordsPerBatch,
  })
  await states.save(stream.id, 'increment', {
    lastSuccessAt: services.clock.now(),
    restateFrom: new Date(startedAt.getTime() - stream.settlesAfterDays * dayMs),
    problem: null,
  })
}

/** Compares the platform's records with the stored ones, to find deletions and late restatements. */
export async function runCompare(run: SyncRun, stream: AnyStream, window: CompareWindow): Promise<void> {
  const { states, services } = run
  const { began, compareFrom } = states.of(stream.id, 'increment')
  const { completeSince } = states.of(stream.id, 'backfill')
  const adDays =
    completeSince && heldAdDays(run.shop.warehouse, { platform: run.connection.connector.id, completeSince })
  const compared = { ...window, from: compareFrom, ...(adDays ? { adDays } : {}) }
  await pullPages({
    open: (signal) =>
      stream.compare?.({ ...run.platform, ...whatIsHeld(run), signal, since: began }, compared) ?? nothing(),
    write: (records) => write(run, records),
    async save({ last, warnings }) {
      await states.save(stream.id, 'increment', { compareFrom: last.checkpoint })
      await noteWarnings(run, stream, warnings)
      await run.onProgress({ ...last.progress, message: `${stream.label}: comparing with the platform` })
    },
    signal: run.signal,
    recordsPerBatch: run.recordsPerBatch,
  })
  await states.save(stream.id, 'increment', {
    comparedAt: services.clock.now().toISOString(),
    compareProblem: null,
  })
}

function whatIsHeld({ shop }: SyncRun): Pick<ConnectorContext, 'heldRefunds'> {
  return { heldRefunds: heldRefunds(shop.warehouse) }
}

function isAboutOrders({ type }: AnyRecord): boolean {
  return type === 'order' || type === 'refund' || type === 'refund_set' || type === 'deletion'
}

async function* nothing(): AsyncGenerator<never> {}

function countsOf({ done, total }: Page['progress']): { done: number; total: number | null } {
  return { done, total }
}

async function write(run: SyncRun, records: readonly AnyRecord[], deferCustomers = false): Promise<void> {
  const { connection, services } = run
  const source = connection.connector.id
  const ads = records.filter(isAdRecord)
  if (ads.length > 0) await writeAdRecords(run.shop, { source, records: ads, connection: connection.id })
  const facts = records.filter((record) => !isAdRecord(record))
  if (facts.length > 0) {
    const live = !deferCustomers && (await hasReadHistory(services.db.kysely, connection.id))
    await writeRecords(run.shop, { source, records: facts, deferCustomers, live })
  }
  run.written += records.length
}

async function noteWarnings(run: SyncRun, stream: AnyStream, warnings: readonly string[]): Promise<void> {
  const { connection, services, shop } = run
  if (warnings.length === 0) return
  await noteSkippedRecords(services.db.kysely, {
    shop: shop.shop.id,
    connection: connection.id,
    stream: stream.label,
    warnings,
    at: services.clock.now(),
  })
}
