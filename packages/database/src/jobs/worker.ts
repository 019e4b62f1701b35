import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError, type ErrorCode, isAppError } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import pg from 'pg'
import type { Job } from 'pg-boss'
import { mayPass } from '../connect.ts'
import type { JobContext, JobDefinition, JobHandler } from './definition.ts'
import { cancelChannel, type JobStore } from './store.ts'

const workersLock = 'tillsight job workers'
const reconnectMs = 1000

/** What a worker does with its session. */
interface WorkerSessionOptions {
  readonly url: string
  readonly log: Log
  /** No other worker is alive: jobs marked as running belong to killed ones. */
  readonly recover: () => Promise<void>
  readonly cancelled: (jobId: string) => void
}

/** A connection that lives as long as the worker: the server knows by it that the worker is alive. */
export interface WorkerSession {
  /** Takes a key for this worker, unless another job here or elsewhere has it. */
  tryHold(key: string): Promise<boolean>
  letGo(key: string): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the session. All workers share one lock for as long as they live; a worker that gets it exclusively at its start
 * knows that no other is alive, so jobs of killed workers continue immediately instead of after the heartbeat time.
 */
export async function openWorkerSession(options: WorkerSessionOptions): Promise<WorkerSession> {
  const held = new Set<string>()
  const closing = new AbortController()
  let client = await connect(options, lost)
  await announceWorker(client, options)
  let last: Promise<unknown> = Promise.resolve()

  /** Runs one statement at a time, as the connection requires. */
  function inTurn<T>(step: (client: pg.Client) => Promise<T>): Promise<T> {
    const turn = last.then(() => step(client))
    last = turn.catch(() => undefined)
    return turn
  }

  function lost(error: Error): void {
    if (closing.signal.aborted) return
    options.log.warn({ err: error }, 'the connection of the job worker broke; opening another')
    last = reconnect()
  }

  async function reconnect(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        const next = await connect(options, lost)
        await changeLock(next, 'pg_advisory_lock_shared', workersLock)
        for (const key of held) await tryLock(next, lockName(key))
        client = next
        return
      } catch (error) {
        options.log.debug({ err: error }, 'the job worker cannot connect yet')
        await delay(reconnectMs, undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
  }

  return {
    async tryHold(key) {
      if (held.has(key)) return false
      held.add(key)
      const free = await inTurn((current) => tryLock(current, lockName(key))).catch(() => false)
      if (!free) held.delete(key)
      return free
    },
    async letGo(key) {
      held.delete(key)
      // Without the connection the lock is gone as well.
      await inTurn((current) => changeLock(current, 'pg_advisory_unlock', lockName(key))).catch(() => undefined)
    },
    async close() {
      closing.abort()
      await last
      await client.end().catch(() => undefined)
    },
  }
}

async function connect(options: WorkerSessionOptions, lost: (error: Error) => void): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: 'tillsight job worker',
    keepAlive: true,
  })
  client.once('error', lost)
  client.on('error', () => undefined)
  client.on('notification', ({ payload }) => {
    if (payload !== undefined) options.cancelled(payload)
  })
  await client.connect()
  await client.query(`LISTEN ${cancelChannel}`)
  return client
}

async function announceWorker(client: pg.Client, { recover }: WorkerSessionOptions): Promise<void> {
  const alone = await tryLock(client, workersLock)
  if (alone) await recover()
  await changeLock(client, 'pg_advisory_lock_shared', workersLock)
  if (alone) await changeLock(client, 'pg_advisory_unlock', workersLock)
}

async function changeLock(
  client: pg.Client,
  how: 'pg_advisory_lock_shared' | 'pg_advisory_unlock',
  name: string,
): Promise<void> {
  await client.query(`SELECT ${how}(hashtextextended($1, 0))`, [name])
}

async function tryLock(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>(
    'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS free',
    [name],
  )
  return rows[0]?.free === true
}

function lockName(key: string): string {
  return `tillsight job ${key}`
}

const busyPauseSeconds = 1
const longestPauseSeconds = 60
/** Some ten minutes: a longer outage should be visible to people as a failure. */
const mostOutages = 15
const untilAnsweredMs = 1000

/** Failures that no retry fixes. */
const finalCodes: ReadonlySet<ErrorCode> = new Set([
  'invalid_input',
  'unauthenticated',
  'forbidden',
  'not_found',
  'not_connected',
])

/** State that running jobs share. */
export interface Workplace {
  readonly store: JobStore
  readonly session: WorkerSession
  readonly log: Log
  /** The abort controllers of running jobs, by id. */
  readonly running: Map<string, AbortController>
  /** How often in a row each job found one of our own stores unavailable. */
  readonly outages: Map<string, number>
  /** Aborted when this process begins to shut down. */
  readonly stopping: AbortSignal
}

/** The reasons for aborting a running job. */
export const shutdownReason = new AppError('unavailable', 'Tillsight is shutting down; the job continues afterwards.')
/** See {@link shutdownReason}. */
export const cancelReason = new AppError('conflict', 'The job was cancelled.')

/**
 * Runs one job of a queue. If it returns, pg-boss completes the job; if it throws, pg-boss retries or fails it. Neither has
 * an effect on a job that was cancelled or put back meanwhile.
 */
export async function runJob<P extends object>(
  work: { definition: JobDefinition<P>; handler: JobHandler<P>; job: Job<unknown> },
  place: Workplace,
): Promise<void> {
  const { definition, handler, job } = work
  const parsed = definition.payload.safeParse(job.data)
  if (!parsed.success) {
    await place.store.begin({ jobId: job.id, queue: job.name, key: null, label: job.name })
    throw await finalFailure(
      new AppError(
        'invalid_input',
        `This job cannot be understood, probably because another version queued it: ${parsed.error.message}`,
      ),
      job.id,
      place,
    )
  }
  const payload = parsed.data
  const key = definition.exclusiveBy?.(payload) ?? null
  const lock = `${definition.name}/${key}`
  if (key !== null && !(await place.session.tryHold(lock))) {
    await putBack(job.id, busyPauseSeconds, place)
    return
  }
  const controller = new AbortController()
  place.running.set(job.id, controller)
  if (place.stopping.aborted) controller.abort(shutdownReason)
  try {
    controller.signal.throwIfAborted()
    await place.store.begin({ jobId: job.id, queue: job.name, key, label: definition.label(payload) })
    await handler(payload, contextOf(job, controller, place.store))
    place.outages.delete(job.id)
  } catch (error) {
    if (controller.signal.reason === cancelReason) return
    if (controller.signal.reason === shutdownReason) await place.store.putBack(job.id, 0)
    else if (isShortOutage(error, job.id, place)) await waitForStores(error, job, place)
    else throw await failure(error, job, place)
  } finally {
    place.running.delete(job.id)
    if (key !== null) await place.session.letGo(lock)
  }
}

/** Whether one of our own stores is away, and not for long yet. */
function isShortOutage(error: unknown, jobId: string, { outages }: Workplace): boolean {
  const isOutage = isAppError(error) ? error.code === 'unavailable' : mayPass(error)
  if (isOutage && (outages.get(jobId) ?? 0) < mostOutages) return true
  outages.delete(jobId)
  return false
}

/** An outage says nothing about the job: it continues soon, with all of its attempts left. */
async function waitForStores(error: unknown, job: Job<unknown>, place: Workplace): Promise<void> {
  const count = place.outages.get(job.id) ?? 0
  place.outages.set(job.id, count + 1)
  place.log.warn(
    { err: error, job: job.id, queue: job.name },
    'a job waits until the database and the warehouse answer',
  )
  await putBack(job.id, Math.min(2 ** count, longestPauseSeconds), place)
}

/** Waits for an unresponsive database: a job left running would count as dead, which costs it an attempt. */
async function putBack(jobId: string, afterSeconds: number, { store, stopping }: Workplace): Promise<void> {
  for (;;) {
    try {
      return await store.putBack(jobId, afterSeconds)
    } catch (error) {
      if (stopping.aborted || !mayPass(error)) throw error
      await delay(untilAnsweredMs, undefined, { signal: stopping }).catch(() => undefined)
    }
  }
}

function contextOf(job: Job<unknown>, controller: AbortController, store: JobStore): JobContext {
  const signal = AbortSignal.any([controller.signal, job.signal])
  return {
    jobId: job.id,
    signal,
    async progress(progress) {
      signal.throwIfAborted()
      const state = await store.progress(job.id, progress)
      if (state === 'cancelled') controller.abort(cancelReason)
      signal.throwIfAborted()
    },
  }
}

async function failure(error: unknown, job: Job<unknown>, place: Workplace): Promise<unknown> {
  if (isAppError(error) && finalCodes.has(error.code)) return finalFailure(error, job.id, place)
  await place.store.note(job.id, messageFor(error, job, place.log))
  return error
}

async function finalFailure(error: AppError, jobId: string, { store }: Workplace): Promise<AppError> {
  await store.note(jobId, error.message)
  await store.forbidRetry(jobId)
  return error
}

/** Errors written for people show their message; others an id to find in the log. */
function messageFor(error: unknown, job: Job<unknown>, log: Log): string {
  if (isAppError(error) || (error instanceof Error && 'failure' in error)) {
    log.warn({ err: error, job: job.id, queue: job.name }, 'a job failed')
    return error.message
  }
  const id = randomUUID()
  log.error({ err: error, job: job.id, queue: job.name, errorId: id }, 'a job failed unexpectedly')
  return `Unexpected error ${id}; the log has the details.`
}
