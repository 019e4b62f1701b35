import type { Log } from '@tillsight/supervisor'
import type { Job, PgBoss } from 'pg-boss'
import type { JobDefinition, JobHandler } from './definition.ts'
import { cancelReason, runJob, shutdownReason, type Workplace } from './run-job.ts'
import type { JobStore } from './store.ts'
import { openWorkerSession, type WorkerSession } from './worker-session.ts'

const usualConcurrency = 2

/** What a worker needs of its surroundings. */
export interface WorkerOptions {
  readonly url: string
  readonly log: Log
  readonly boss: PgBoss
  readonly store: JobStore
  readonly pollSeconds: number
}

/** The side of the jobs that does them. */
export interface JobWorker {
  /** Takes jobs of this kind from now on; the queue must exist. */
  work<P extends object>(definition: JobDefinition<P>, handler: JobHandler<P>): Promise<void>
  /** Takes no more jobs and aborts the running ones, which put themselves back. */
  abortAll(): Promise<void>
  /** Ends the session; after the running jobs have ended. */
  close(): Promise<void>
}

/** Builds the working side; its session opens with the first handler. */
export function createJobWorker({ url, log, boss, store, pollSeconds }: WorkerOptions): JobWorker {
  const running = new Map<string, AbortController>()
  const stopping = new AbortController()
  const queues = new Set<string>()
  let session: Promise<WorkerSession> | undefined

  async function recover(): Promise<void> {
    const count = await store.putBackAll()
    if (count > 0) log.info({ count }, 'jobs of a killed worker continue')
  }

  const cancelled = (jobId: string) => running.get(jobId)?.abort(cancelReason)

  return {
    async work(definition, handler) {
      session ??= openWorkerSession({ url, log, recover, cancelled })
      const place: Workplace = { store, session: await session, log, running, stopping: stopping.signal }
      queues.add(definition.name)
      const options = {
        pollingIntervalSeconds: pollSeconds,
        // Waiting for a retry's or a key's turn sends no notification.
        notifyPollingIntervalSeconds: pollSeconds,
        localConcurrency: definition.concurrency ?? usualConcurrency,
        ...(definition.exclusiveBy ? { groupConcurrency: 1 } : {}),
      }
      const worker = await boss.work(definition.name, options, async (jobs: Job<unknown>[]) => {
        for (const job of jobs) await runJob({ definition, handler, job }, place)
        // The next job, perhaps one that waited for this one's key, need not wait for the poll.
        boss.notifyWorker(worker)
      })
    },
    async abortAll() {
      // Workers end first: one that still fetched would take up again what is put back.
      stopping.abort(shutdownReason)
      for (const queue of queues) await boss.offWork(queue, { wait: false })
      for (const controller of running.values()) controller.abort(shutdownReason)
    },
    async close() {
      await (await session)?.close()
    },
  }
}
