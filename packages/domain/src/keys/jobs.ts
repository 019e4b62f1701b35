import type { Clock } from '@tillsight/core'
import { type Database, type JobDefinition, type Jobs, pruneApiAnswers } from '@tillsight/database'
import { z } from 'zod'

/** For how long a repeated request of the API gets the first one's answer. */
const repeatableForMs = 24 * 3_600_000

const pruneJob: JobDefinition<Record<string, never>> = {
  name: 'keys.prune',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 60, backoff: true },
  expireInSeconds: 300,
  exclusiveBy: () => 'all',
  label: () => 'Forgetting old answers of the API',
}

/** What the job works with. */
interface KeyJobServices {
  readonly db: Database
  readonly jobs: Jobs
  readonly clock: Clock
}

/** Deletes stored answers of the API that are no longer given, every hour. */
export async function handleKeyJobs({ db, jobs, clock }: KeyJobServices): Promise<void> {
  await jobs.handle(pruneJob, () => pruneApiAnswers(db.kysely, new Date(clock.now().getTime() - repeatableForMs)))
  await jobs.schedule(pruneJob, {}, { cron: '41 * * * *', zone: 'UTC' })
}
