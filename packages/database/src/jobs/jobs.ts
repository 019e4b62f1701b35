import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { AppError, type Clock } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import { type Job, PgBoss, type QueueResult } from 'pg-boss'
import { mayPass, sayUnavailable, usuallyKeptMs } from '../connect.ts'
import type { JobDefinition, JobHandler, Jobs, JobsOptions, JobTiming } from './definition.ts'
import { createJobStore, type JobStore } from './store.ts'
import {
  cancelReason,
  openWorkerSession,
  runJob,
  shutdownReason,
  type WorkerSession,
  type Workplace,
} from './worker.ts'

const keepEndedSeconds = 7 * 86_400
const listed = 200

/** The side of the jobs that queues, shows and cancels; open while pg-boss is. */
interface JobQueue extends Pick<Jobs, 'enqueue' | 'schedule' | 'unschedule' | 'cancel' | 'retry' | 'find' | 'list'> {
  /** Creates the definition's queue, or updates its settings, once. */
  ensureQueue<P extends object>(definition: JobDefinition<P>): Promise<void>
}

/** Creates the queue on a started pg-boss. */
async function createJobQueue(boss: PgBoss, store: JobStore, pace: JobTiming): Promise<JobQueue> {
  const known = new Map<string, Promise<void>>()
  const found = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))

  function ensureQueue<P extends object>(definition: JobDefinition<P>): Promise<void> {
    const provided =
      known.get(definition.name) ?? provideQueue(boss, { definition, pace, found: found.get(definition.name) })
    known.set(definition.name, provided)
    return provided
  }

  return {
    ensureQueue,
    async enqueue(definition, payload, { startAfter, unlessWaiting = false } = {}) {
      const data = parsePayload(definition, payload)
      await ensureQueue(definition)
      const key = definition.exclusiveBy?.(data) ?? null
      if (unlessWaiting && (await store.isWaiting(definition.name, key))) return null
      const delayed = startAfter === undefined ? {} : { startAfter }
      const jobId = await boss.send(definition.name, data, { ...keyOptions(key), ...delayed })
      if (jobId !== null) await store.add({ jobId, queue: definition.name, key, label: definition.label(data) })
      return jobId
    },
    async schedule(definition, payload, { cron, zone }) {
      const data = parsePayload(definition, payload)
      await ensureQueue(definition)
      const key = definition.exclusiveBy?.(data) ?? null
      const options = { ...keyOptions(key), tz: zone, key: scheduleKey(key) }
      await boss.schedule(definition.name, cron, data, options).catch((cause: unknown) => {
        throw badSchedule(cron, zone, cause)
      })
    },
    async unschedule(definition, payload) {
      const key = definition.exclusiveBy?.(parsePayload(definition, payload)) ?? null
      await boss.unschedule(definition.name, scheduleKey(key))
    },
    async cancel(jobId) {
      const queue = await store.findQueue(jobId)
      if (queue === undefined) throw new AppError('not_found', 'This job does not exist any more.')
      await boss.cancel(queue, jobId)
      const view = await store.find(jobId)
      if (view?.state === 'cancelled') await store.announceCancel(jobId)
    },
    async retry(jobId) {
      if (await store.retry(jobId)) return
      if (await store.find(jobId)) throw new AppError('conflict', 'This job has not ended, or it is done.')
      throw new AppError('not_found', 'This job does not exist any more.')
    },
    find: (jobId) => store.find(jobId),
    list: () => store.list(listed),
  }
}

interface QueuePlan<P extends object> {
  readonly definition: JobDefinition<P>
  readonly pace: JobTiming
  /** As it was when pg-boss was started: there are dozens, and seldom is one new or different. */
  readonly found: QueueResult | undefined
}

async function provideQueue<P extends object>(boss: PgBoss, { definition, pace, found }: QueuePlan<P>): Promise<void> {
  const options = {
    retryLimit: definition.retry.limit,
    retryDelay: definition.retry.delaySeconds,
    retryBackoff: definition.retry.backoff,
    expireInSeconds: definition.expireInSeconds,
    heartbeatSeconds: pace.heartbeatSeconds,
    deleteAfterSeconds: keepEndedSeconds,
    notify: true,
  }
  if (found === undefined) await boss.createQueue(definition.name, options)
  else if (!isDeepStrictEqual({ ...found, ...options }, found)) await boss.updateQueue(definition.name, options)
}

/** Jobs of one group run one at a time; the singleton key only shows and finds the key, the queue allows many. */
function keyOptions(key: string | null): { group?: { id: string }; singletonKey?: string } {
  return key === null ? {} : { group: { id: key }, singletonKey: key }
}

/** pg-boss restricts the characters in a schedule's key. */
function scheduleKey(key: string | null): string {
  if (key === null) return ''
  return /^[\w.\-/]+$/.test(key) ? key : createHash('sha256').update(key).digest('hex')
}

function parsePayload<P extends object>(definition: JobDefinition<P>, payload: P): P {
  const parsed = definition.payload.safeParse(payload)
  if (parsed.success) return parsed.data
  throw new AppError('invalid_input', `This is not what a job “${definition.name}” works on: ${parsed.error.message}`, {
    cause: parsed.error,
  })
}

function badSchedule(cron: string, zone: string, cause: unknown): AppError {
  const message = `“${cron}” in the zone ${zone} is not a schedule: expected a cron expression and an IANA zone.`
  return new AppError('invalid_input', message, { cause })
}

const usualConcurrency = 2

/** How often each worker checks by itself, in case nothing wakes it: one check for all queues normally does. */
const ownLookSeconds = 600

const usualTiming: JobTiming = { heartbeatSeconds: 30, checkSeconds: 20, pollSeconds: 2, stopTimeoutSeconds: 15 }
const outageReportedEveryMs = 60_000
/** Intervals of pg-boss's own checks, for features that are not used here or that the check for due jobs replaces. */
const idleRoundSeconds = { flowIntervalSeconds: 3600, cronWorkerIntervalSeconds: 45 }

interface Connected {
  readonly boss: PgBoss
  readonly queue: JobQueue
  readonly worker: JobWorker
}

/** Background jobs in PostgreSQL; needs the tables of `migrate`. Nothing is opened before `start`. */
export function createJobs(options: JobsOptions): Jobs {
  const pace = { ...usualTiming, ...options.timing }
  const early: ((connected: Connected) => Promise<void>)[] = []
  let connected: Connected | undefined
  let stopped: Promise<void> | undefined

  function ask<T>(work: (queue: JobQueue) => Promise<T>): Promise<T> {
    return sayUnavailable(async () => {
      if (connected && !stopped) return await work(connected.queue)
      throw new AppError('unavailable', 'The job queue is not running. Try again in a moment.')
    })
  }

  async function stopAll(): Promise<void> {
    await connected?.worker.abortAll()
    await connected?.boss.stop({ graceful: true, timeout: pace.stopTimeoutSeconds * 1000 })
    await connected?.worker.close()
  }

  return {
    async handle(definition, handler) {
      const begin = async ({ queue, worker }: Connected) => {
        await queue.ensureQueue(definition)
        await worker.work(definition, handler)
      }
      if (connected) await begin(connected)
      else early.push(begin)
    },
    enqueue: (definition, payload, when) => ask((queue) => queue.enqueue(definition, payload, when)),
    schedule: (definition, payload, times) => ask((queue) => queue.schedule(definition, payload, times)),
    unschedule: (definition, payload) => ask((queue) => queue.unschedule(definition, payload)),
    cancel: (jobId) => ask((queue) => queue.cancel(jobId)),
    retry: (jobId) => ask((queue) => queue.retry(jobId)),
    find: (jobId) => ask((queue) => queue.find(jobId)),
    list: () => ask((queue) => queue.list()),
    async start() {
      connected = await connect(options, pace)
      for (const begin of early.splice(0)) await begin(connected)
    },
    stop() {
      stopped ??= stopAll()
      return stopped
    },
  }
}

async function connect({ url, log, clock, keptMs }: JobsOptions, pace: JobTiming): Promise<Connected> {
  // The library hands them to its pool.
  const poolSettings = { max: 4, idleTimeoutMillis: keptMs ?? usuallyKeptMs }
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'tillsight jobs',
    ...poolSettings,
    useListenNotify: true,
    superviseIntervalSeconds: pace.checkSeconds,
    // A little less: a round that comes on the dot would be passed over as too early.
    monitorIntervalSeconds: Math.max(1, pace.checkSeconds - 1),
    ...idleRoundSeconds,
  })
  boss.on('error', reportTo(log, clock))
  boss.on('warning', ({ message, data }) => log.warn({ data }, message))
  await boss.start()
  const store = createJobStore(boss.getDb(), clock)
  await store.prune()
  const worker = createJobWorker({ url, log, boss, store, pollSeconds: pace.pollSeconds })
  return { boss, queue: await createJobQueue(boss, store, pace), worker }
}

/** A database outage is logged once a minute, not by everything that it affects. */
function reportTo(log: Log, clock: Clock): (error: unknown) => void {
  let reportedAt = Number.NEGATIVE_INFINITY
  return (error) => {
    if (!mayPass(error)) {
      log.error({ err: error }, 'the job queue reported an error')
      return
    }
    const now = clock.now().getTime()
    if (now - reportedAt < outageReportedEveryMs) return
    reportedAt = now
    const reason = error instanceof Error ? error.message : String(error)
    log.error({ reason }, 'the job queue waits for the database, which does not answer')
  }
}

/** Dependencies of a worker. */
interface WorkerOptions {
  readonly url: string
  readonly log: Log
  readonly boss: PgBoss
  readonly store: JobStore
  readonly pollSeconds: number
}

/** The side of the jobs that does them. */
interface JobWorker {
  /** Takes jobs of this kind from now on; the queue must exist. */
  work<P extends object>(definition: JobDefinition<P>, handler: JobHandler<P>): Promise<void>
  /** Takes no more jobs and aborts the running ones, which put themselves back. */
  abortAll(): Promise<void>
  /** Ends the session; after the running jobs have ended. */
  close(): Promise<void>
}

/** Builds the working side; its session opens with the first handler. */
function createJobWorker({ url, log, boss, store, pollSeconds }: WorkerOptions): JobWorker {
  const running = new Map<string, AbortController>()
  const outages = new Map<string, number>()
  const stopping = new AbortController()
  const queues = new Set<string>()
  let session: Promise<WorkerSession> | undefined
  let waking: Promise<void> | undefined

  async function recover(): Promise<void> {
    const count = await store.putBackAll()
    if (count > 0) log.info({ count }, 'jobs of a killed worker continue')
  }

  /**
   * Wakes the workers whose queues have a due job: one statement for all of them, where separate checks would be fifty a
   * second. New jobs are announced; those that waited for a retry, their start time or their key are not.
   */
  async function wakeWhenDue(): Promise<void> {
    while (!stopping.signal.aborted) {
      const due = await store.listDueQueues().catch((error: unknown) => {
        log.debug({ err: error }, 'due jobs cannot be looked for now')
        return new Set()
      })
      if (due.size > 0)
        for (const { id, name } of boss.getWipData({ includeInternal: true })) if (due.has(name)) boss.notifyWorker(id)
      await delay(pollSeconds * 1000, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  const cancelled = (jobId: string) => running.get(jobId)?.abort(cancelReason)

  return {
    async work(definition, handler) {
      session ??= openWorkerSession({ url, log, recover, cancelled })
      const place: Workplace = { store, session: await session, log, running, outages, stopping: stopping.signal }
      queues.add(definition.name)
      const options = {
        pollingIntervalSeconds: ownLookSeconds,
        notifyPollingIntervalSeconds: ownLookSeconds,
        localConcurrency: definition.concurrency ?? usualConcurrency,
        ...(definition.exclusiveBy ? { groupConcurrency: 1 } : {}),
      }
      const worker = await boss.work(definition.name, options, async (jobs: Job<unknown>[]) => {
        for (const job of jobs) await runJob({ definition, handler, job }, place)
        // The next job, perhaps one that waited for this one's key, need not wait for the poll.
        boss.notifyWorker(worker)
      })
      waking ??= wakeWhenDue()
    },
    async abortAll() {
      // Stop workers first: one that still fetches would pick up what is put back.
      stopping.abort(shutdownReason)
      for (const queue of queues) await boss.offWork(queue, { wait: false })
      for (const controller of running.values()) controller.abort(shutdownReason)
    },
    async close() {
      await waking
      await (await session)?.close()
    },
  }
}
