import { AppError } from '@tillsight/core'
import { PgBoss } from 'pg-boss'
import type { Jobs, JobsOptions, JobTiming } from './definition.ts'
import { createJobQueue, type JobQueue } from './queue.ts'
import { createJobStore } from './store.ts'
import { createJobWorker, type JobWorker } from './worker.ts'

const usualTiming: JobTiming = { heartbeatSeconds: 30, checkSeconds: 20, pollSeconds: 2, stopTimeoutSeconds: 15 }
const poolSize = 4
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

  async function openQueue(): Promise<JobQueue> {
    if (!connected || stopped) throw new AppError('unavailable', 'The job queue is not running. Try again in a moment.')
    return connected.queue
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
    enqueue: async (definition, payload, when) => (await openQueue()).enqueue(definition, payload, when),
    schedule: async (definition, payload, times) => (await openQueue()).schedule(definition, payload, times),
    unschedule: async (definition, payload) => (await openQueue()).unschedule(definition, payload),
    cancel: async (jobId) => (await openQueue()).cancel(jobId),
    find: async (jobId) => (await openQueue()).find(jobId),
    list: async () => (await openQueue()).list(),
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
  boss.on('error', (error) => log.error({ err: error }, 'the job queue reported an error'))
  boss.on('warning', ({ message, data }) => log.warn({ data }, message))
  await boss.start()
  const store = createJobStore(boss.getDb(), clock)
  await store.prune()
  const worker = createJobWorker({ url, log, boss, store, pollSeconds: pace.pollSeconds })
  return { boss, queue: createJobQueue(boss, store, pace), worker }
}
