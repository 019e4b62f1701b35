import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '@tillsight/supervisor'
import type { Job, PgBoss } from 'pg-boss'
import type { JobDefinition, JobHandler } from './definition.ts'
import { cancelReason, runJob, shutdownReason, type Workplace } from './run-job.ts'
import type { JobStore } from './store.ts'
import { openWorkerSession, type WorkerSession } from './worker-session.ts'

const usualConcurrency = 2

/** How often each worker looks by itself, should nothing wake it: a look for all queues together does. */
const ownLookSeconds = 600

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
   * Wakes the workers whose queues have a job that is due: one statement for all of them, where each asking for itself
   * would be fifty a second. New jobs are announced; those that waited for a retry, their time or their key are not.
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
      // Workers end first: one that still fetched would take up again what is put back.
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
