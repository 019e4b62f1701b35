import { AppError, type Clock } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import { PgBoss } from 'pg-boss'
import { mayPass, sayUnavailable } from '../connect.ts'
import type { Jobs, JobsOptions, JobTiming } from './definition.ts'
import { createJobQueue, type JobQueue } from './queue.ts'
import { createJobStore } from './store.ts'
import { createJobWorker, type JobWorker } from './worker.ts'

const usualTiming: JobTiming = { heartbeatSeconds: 30, checkSeconds: 20, pollSeconds: 2, stopTimeoutSeconds: 15 }
const poolSize = 4
const outageToldEveryMs = 60_000
/** pg-boss's own rounds, for what is not used here or is found by the look for due jobs. */
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

async function connect({ url, log, clock }: JobsOptions, pace: JobTiming): Promise<Connected> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'tillsight jobs',
    max: poolSize,
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
  return { boss, queue: createJobQueue(boss, store, pace), worker }
}

/** An outage of the database is told once a minute, not by everything that meets it. */
function reportTo(log: Log, clock: Clock): (error: unknown) => void {
  let toldAt = Number.NEGATIVE_INFINITY
  return (error) => {
    if (!mayPass(error)) {
      log.error({ err: error }, 'the job queue reported an error')
      return
    }
    const now = clock.now().getTime()
    if (now - toldAt < outageToldEveryMs) return
    toldAt = now
    const reason = error instanceof Error ? error.message : String(error)
    log.error({ reason }, 'the job queue waits for the database, which does not answer')
  }
}
