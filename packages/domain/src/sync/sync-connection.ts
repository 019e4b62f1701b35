import type { ConnectionId } from '@tillsight/core'
import { findConnection, listAdAccounts, type SyncMode, updateConnection } from '@tillsight/database'
import { type AnyStream, type ConnectorContext, isConnectorError } from '@tillsight/platforms/connectors'
import {
  accountsToRead,
  applyChoice,
  appOf,
  type Connection,
  isChoiceOpen,
  lockConnection,
  nextProblem,
  openConnection,
  type Problem,
  restartHistory,
  storedAccount,
  tryLockConnection,
  verifyConnection,
  webhooksWork,
  whileOthersWait,
} from '../connections/index.ts'
import type { ShopContext } from '../context/index.ts'
import { isBackfillDue, isCompareDue, isIncrementDue, lookBackOf, mayRetry } from './due.ts'
import { followReading } from './follow-reading.ts'
import { heldRecords } from './held-records.ts'
import type { SyncServices } from './services.ts'
import { hasReadHistory, loadStates } from './stream-states.ts'
import { runBackfill, runCompare, runIncrement, type SyncProgress, type SyncRun } from './sync-run.ts'

/** Options of a sync. Without any it does what is due. */
export interface SyncOrder {
  readonly connection: ConnectionId
  /** Do everything possible now, due or not, even after problems that require a person. */
  readonly now?: boolean
  /** Read the whole history again. Stored data is only replaced by newer versions. */
  readonly full?: boolean
  /** With `now`: read everything changed since this instant once more, ISO 8601. */
  readonly since?: string
  /** Also find what was deleted at the platform, if that is due or `now` is set. */
  readonly compare?: boolean
  readonly signal: AbortSignal
  /**
   * Whether to wait for a platform that asks for a pause of minutes, because nobody else is waiting. Otherwise the run ends
   * and is continued on schedule.
   */
  readonly isPatient?: boolean
  /** Records between two checkpoints; the default suits a machine with memory for a wholesale shop's orders. */
  readonly recordsPerBatch?: number
  readonly onProgress?: (progress: SyncProgress) => Promise<void>
}

/** The outcome of a sync. */
export interface SyncOutcome {
  /**
   * `busy`: another process is syncing, reported only to callers that do not wait. `idle`: removed, paused, or waiting for a
   * person. `stopped`: see the problem.
   */
  readonly ended: 'done' | 'busy' | 'idle' | 'stopped'
  readonly records: number
  /** The last problem. */
  readonly problem: Problem | null
}

const betweenMs = 30_000
const dayMs = 86_400_000
/** How many days back the comparison looks: refunds are sometimes deleted late, orders rarely. */
const compareDays = 90

/**
 * Brings one connection up to date. Changes come first, then the history, newest first: from its first day on, changes are
 * read at their interval, between two batches of a back-fill that may take hours. Only one process at a time works on a
 * connection, and it can stop after any batch without losing or duplicating anything.
 */
export async function syncConnection(services: SyncServices, order: SyncOrder): Promise<SyncOutcome> {
  const outcome = await tryLockConnection(services.db, order.connection, () => syncLocked(services, order))
  return outcome ?? { ended: 'busy', records: 0, problem: null }
}

const stillRead =
  'The connection is being read right now by a running Tillsight, which has got no further for a minute. Try again when it is done.'

/** The outcome for a caller that waited for another process, including what that one read. */
export interface PatientOutcome extends SyncOutcome {
  /** Records that the other process read meanwhile. */
  readonly followed: number
}

/**
 * Like {@link syncConnection}, but waits for another process: up to a minute without progress, reporting its counts as
 * progress. Throws `conflict` if it is still busy then.
 */
export async function syncAfterOthers(
  services: SyncServices,
  order: SyncOrder & { readonly waitMs?: number },
): Promise<PatientOutcome> {
  const { connection, signal, waitMs } = order
  const other = await followReading(services.db.kysely, connection)
  const isGettingOn = async () => {
    const seen = await other.look()
    if (seen) await order.onProgress?.(seen)
    return seen !== undefined
  }
  const wait = { connection, refusal: stillRead, signal, isGettingOn, ...(waitMs === undefined ? {} : { waitMs }) }
  return await lockConnection(services.db, wait, async () => {
    await other.look()
    return { ...(await syncLocked(services, order)), followed: other.read() }
  })
}

function checking({ db, clock, connections }: SyncServices) {
  return { db, clock, services: connections }
}

/** Suppresses further sync requests by the check before a sync. */
function quietly(services: SyncServices) {
  const { requests } = services.connections
  const calm = { ...services.connections, requests: { ...requests, sync: async () => undefined } }
  return checking({ ...services, connections: calm })
}

const idle: SyncOutcome = { ended: 'idle', records: 0, problem: null }

async function syncLocked(services: SyncServices, order: SyncOrder): Promise<SyncOutcome> {
  const row = await findConnection(services.db.kysely, order.connection)
  if (!row) return idle
  if (order.full) await restartHistory(services.db.kysely, { connection: row.id, now: services.clock.now() })
  let connection = openConnection(row, services.connections)
  if (connection.paused || !(order.now || mayRetry(connection.problem, services.clock.now()))) {
    return { ...idle, problem: connection.problem }
  }
  const earlier = connection.problem
  if (!connection.verified || connection.problem) {
    connection = openConnection(await verifyConnection(quietly(services), connection.id), services.connections)
    if (!connection.verified || connection.problem) return { ...idle, ended: 'stopped', problem: connection.problem }
  }
  const shop = await services.openShop(connection.shopId)
  const chosen = await chooseAccounts(shop, connection)
  if (chosen?.accounts.length === 0) return idle
  return await readStreams(services, order, { shop, connection, earlier, chosen })
}

interface Reading {
  readonly shop: ShopContext
  readonly connection: Connection
  readonly earlier: Problem | null
  readonly chosen: Pick<ConnectorContext, 'accounts'> | undefined
}

async function readStreams(
  services: SyncServices,
  order: SyncOrder,
  { shop, connection, earlier, chosen }: Reading,
): Promise<SyncOutcome> {
  const http = services.connections.openHttp(connection.connector, order.isPatient ? {} : whileOthersWait)
  try {
    const { streams } = connection.connector
    const run: SyncRun = {
      services,
      shop,
      connection,
      earlier,
      states: await loadStates(services.db.kysely, connection.id, { streams, now: services.clock.now() }),
      signal: order.signal,
      platform: {
        settings: connection.settings,
        app: appOf(services.connections, connection.connector),
        renew: storedAccount(connection, { db: services.db, services: services.connections }).renew,
        http,
        pauses: services.connections.pausesOf(connection.connector),
        clock: services.clock,
        ...chosen,
      },
      written: 0,
      recordsPerBatch: order.recordsPerBatch,
      onProgress: order.onProgress ?? (async () => {}),
    }
    return await runStreams(run, order)
  } finally {
    http.close()
  }
}

/** The ad accounts to read, after applying the choice; undefined if there are none to choose from. */
async function chooseAccounts(shop: ShopContext, { id, connector }: Connection) {
  if (connector.kind !== 'ads') return undefined
  return { accounts: accountsToRead(await applyChoice(shop, { connection: id, platform: connector.id })) }
}

/** Ends the run early; the problem, if it is one, has been stored. */
class Stopped extends Error {
  readonly problem: Problem | null

  constructor(problem: Problem | null) {
    super(problem?.message ?? 'paused')
    this.problem = problem
  }
}

type Part = SyncMode | 'compare'
type Attempt = (stream: AnyStream, part: Part, work: () => Promise<void>) => Promise<void>

async function runStreams(run: SyncRun, order: SyncOrder): Promise<SyncOutcome> {
  const { states, services, connection } = run
  let problem: Problem | null = null
  const attempt: Attempt = async (stream, part, work) => {
    problem = (await attemptStream(run, { stream, part }, work)) ?? problem
  }
  try {
    await runIncrements(run, order, attempt)
    for (const stream of connection.connector.streams) {
      const state = states.of(stream.id, 'backfill')
      const due = order.now ? state.lastSuccessAt === null : isBackfillDue(state, services.clock.now())
      const pause = pauseForChanges(run, attempt)
      const between = async () => {
        await pause()
        await keepUp(run, { stream, pause, attempt })
      }
      if (due) await attempt(stream, 'backfill', () => runBackfill(run, stream, { between }))
    }
    if (order.compare) await compareStreams(run, order, attempt)
    return { ended: 'done', records: run.written, problem }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    return { ended: error.problem ? 'stopped' : 'idle', records: run.written, problem: error.problem }
  }
}

async function runIncrements(run: SyncRun, order: Pick<SyncOrder, 'now' | 'since'>, attempt: Attempt): Promise<void> {
  for (const stream of run.connection.connector.streams) {
    const now = run.services.clock.now()
    const timing = { now, webhooksWork: webhooksWork(run.connection, now) }
    if (!order.now && !isIncrementDue(stream, run.states.of(stream.id, 'increment'), timing)) continue
    await attempt(stream, 'increment', () => runIncrement(run, stream, order.since))
  }
}

interface Leading {
  readonly stream: AnyStream
  readonly pause: () => Promise<void>
  readonly attempt: Attempt
}

/** Reads the streams that accompany this one as far back as it has been read. */
async function keepUp(run: SyncRun, { stream, pause, attempt }: Leading): Promise<void> {
  const { states, services, connection } = run
  const until = states.of(stream.id, 'backfill').completeSince
  if (until === null) return
  for (const follower of connection.connector.streams.filter(({ keepsUpWith }) => keepsUpWith === stream.id)) {
    const state = states.of(follower.id, 'backfill')
    if (!isBackfillDue(state, services.clock.now())) continue
    if (state.completeSince !== null && state.completeSince <= until) continue
    await attempt(follower, 'backfill', () => runBackfill(run, follower, { between: pause, until }))
  }
}

/**
 * Called between two batches of a back-fill: ends it if the connection was paused, removed or has other accounts to read, and
 * occasionally fetches due changes.
 */
function pauseForChanges(run: SyncRun, attempt: Attempt): () => Promise<void> {
  const { services, connection } = run
  let lookedAt = services.clock.now().getTime()
  return async () => {
    const row = await findConnection(services.db.kysely, connection.id)
    if (!row || row.paused) throw new Stopped(null)
    if (run.platform.accounts && isChoiceOpen(await listAdAccounts(services.db.kysely, connection.id))) {
      throw new Stopped(null)
    }
    const now = services.clock.now().getTime()
    if (now - lookedAt < betweenMs) return
    lookedAt = now
    await runIncrements(run, {}, attempt)
  }
}

async function compareStreams(run: SyncRun, { now: asked = false }: SyncOrder, attempt: Attempt): Promise<void> {
  const { services, shop, connection, states } = run
  const source = connection.connector.id
  // What an incomplete history has not delivered yet is not missing.
  const isWhole = await hasReadHistory(services.db.kysely, connection.id)
  for (const stream of connection.connector.streams) {
    const state = states.of(stream.id, 'increment')
    const now = services.clock.now()
    if (!stream.compare || !(asked || isCompareDue(state, now))) continue
    const since = new Date(now.getTime() - compareDays * dayMs).toISOString()
    const last = new Date(state.comparedAt ?? state.began)
    const lookBack = isWhole ? lookBackOf({ last, now, asked }) : undefined
    const window = heldRecords(shop.warehouse, { source, since, lookBack })
    await attempt(stream, 'compare', () => runCompare(run, stream, window))
  }
}

/**
 * Runs one stream and stores its problem. A failure of the account or the whole platform ends the run; one of this stream
 * only lets the others continue.
 */
async function attemptStream(
  run: SyncRun,
  { stream, part }: { stream: AnyStream; part: Part },
  work: () => Promise<void>,
): Promise<Problem | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (!isConnectorError(error)) throw error
    const { services, connection, states } = run
    const { kind } = error.failure
    services.log.warn({ connection: connection.id, stream: stream.id, part, kind, err: error }, 'a stream failed')
    const now = services.clock.now()
    if (kind === 'account_state') {
      // The check before this run succeeded, because it does not cover what fails here.
      const problem = nextProblem(error.failure, { earlier: run.earlier, now })
      await updateConnection(services.db.kysely, connection.id, { statusDetail: { ...problem } })
      throw new Stopped(problem)
    }
    const mode = part === 'compare' ? 'increment' : part
    const before = states.of(stream.id, mode)
    // A failed comparison must neither block increments, nor be forgotten when one of them succeeds.
    const onlyCompare = part === 'compare' && kind !== 'reauth'
    const problem = nextProblem(error.failure, { earlier: onlyCompare ? before.compareProblem : before.problem, now })
    await states.save(stream.id, mode, onlyCompare ? { compareProblem: problem } : { problem })
    if (kind === 'reauth') throw new Stopped(await askAgain(run, { stream, mode, problem }))
    if (kind === 'throttled' || kind === 'transient') throw new Stopped(problem)
    return problem
  }
}

/**
 * A refused sign-in may only mean that the store now requires another authentication style: the check tries all of them. If
 * one works, the stream is retried with the next sync; otherwise the merchant has to reconnect.
 */
async function askAgain(
  { services, connection, states }: SyncRun,
  { stream, mode, problem }: { stream: AnyStream; mode: SyncMode; problem: Problem },
): Promise<Problem> {
  const checked = openConnection(await verifyConnection(checking(services), connection.id), services.connections)
  if (checked.problem) return checked.problem
  const changed = JSON.stringify(checked.settings) !== JSON.stringify(connection.settings)
  if (changed) await states.save(stream.id, mode, { problem: null })
  return problem
}
