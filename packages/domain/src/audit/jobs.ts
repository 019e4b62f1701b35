import type { Clock } from '@tillsight/core'
import { type Database, type JobDefinition, type Jobs, listAuditChains, pruneAuditEntries } from '@tillsight/database'
import { z } from 'zod'

const pruneJob: JobDefinition<Record<string, never>> = {
  name: 'audit.prune',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 60, backoff: true },
  expireInSeconds: 600,
  exclusiveBy: () => 'all',
  label: () => 'Forgetting old entries of the audit log',
}

const dayMs = 86_400_000
/** For how long entries are kept. */
const keptDays = 400

/** What pruning works with. */
interface PruneServices {
  readonly db: Database
  readonly clock: Clock
}

/** Deletes entries that are older than they are kept, every night. */
export async function handleAuditJobs(services: PruneServices & { readonly jobs: Jobs }): Promise<void> {
  await services.jobs.handle(pruneJob, () => pruneAudit(services))
  await services.jobs.schedule(pruneJob, {}, { cron: '27 3 * * *', zone: 'UTC' })
}

/** See {@link handleAuditJobs}. The chain of those that stay can still be verified. */
export async function pruneAudit({ db, clock }: PruneServices): Promise<void> {
  const before = new Date(clock.now().getTime() - keptDays * dayMs)
  for (const { organisationId: id } of await listAuditChains(db.kysely)) {
    await db.transaction((tx) => pruneAuditEntries(tx, id, before))
  }
}
