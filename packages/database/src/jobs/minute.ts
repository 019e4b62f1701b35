import { z } from 'zod'
import type { JobDefinition, Jobs } from './definition.ts'

/** Finds and queues what is due; the work itself belongs into jobs. */
export type Look = () => Promise<void>

/** One job for everything that is looked for every minute: a job costs a dozen statements even if it finds nothing. */
const minuteJob: JobDefinition<Record<string, never>> = {
  name: 'minute',
  payload: z.strictObject({}),
  // The next minute comes anyway.
  retry: { limit: 0, delaySeconds: 1, backoff: true },
  expireInSeconds: 300,
  exclusiveBy: () => 'all',
  label: () => 'Looking for what is due',
  concurrency: 1,
}

const looks = new WeakMap<Pick<Jobs, 'handle'>, Look[]>()

/** Looks for something every minute, from one of the processes that do jobs. Needs started jobs. */
export async function eachMinute(jobs: Pick<Jobs, 'handle' | 'schedule'>, look: Look): Promise<void> {
  const known = looks.get(jobs)
  if (known) return void known.push(look)
  const all = [look]
  looks.set(jobs, all)
  await jobs.handle(minuteJob, async (_nothing, { signal }) => {
    const failures: unknown[] = []
    for (const each of all) {
      signal.throwIfAborted()
      // What cannot be found out must not stop the others.
      await each().catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  })
  await jobs.schedule(minuteJob, {}, { cron: '* * * * *', zone: 'UTC' })
}
