import type { Clock } from '@tillsight/core'
import {
  type Database,
  deleteEmptyChain,
  type JobDefinition,
  type Jobs,
  listAuditChains,
  pruneAuditEntries,
  pruneInstallationState,
} from '@tillsight/database'
import { z } from 'zod'
import { tellFailedSignIns } from './failed-sign-ins.ts'
import { usualAuditDays } from './retention.ts'

const pruneJob: JobDefinition<Record<string, never>> = {
  name: 'audit.prune',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 60, backoff: true },
  expireInSeconds: 600,
  exclusiveBy: () => 'all',
  label: () => 'Forgetting old entries of the audit log',
}

const failuresJob: JobDefinition<Record<string, never>> = {
  name: 'audit.failed_sign_ins',
  payload: z.strictObject({}),
  // The next round comes five minutes later anyway.
  retry: { limit: 0, delaySeconds: 1, backoff: true },
  expireInSeconds: 600,
  exclusiveBy: () => 'all',
  label: () => 'Writing down sign-ins that failed',
}

const dayMs = 86_400_000
/** How long mails and requests to platforms are known to administrators. */
const countedDays = 30

/** What pruning works with. */
interface PruneServices {
  readonly db: Database
  readonly clock: Clock
}

/** Deletes entries that are older than their organisation keeps them, every night. */
export async function handleAuditJobs(services: PruneServices & { readonly jobs: Jobs }): Promise<void> {
  await services.jobs.handle(pruneJob, () => pruneAudit(services))
  await services.jobs.schedule(pruneJob, {}, { cron: '27 3 * * *', zone: 'UTC' })
  await services.jobs.handle(failuresJob, () => tellFailedSignIns(services))
  await services.jobs.schedule(failuresJob, {}, { cron: '*/5 * * * *', zone: 'UTC' })
}

/** See {@link handleAuditJobs}. The chain of those that stay can still be verified. */
export async function pruneAudit({ db, clock }: PruneServices): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs)
  for (const { organisationId: id, auditDays } of await listAuditChains(db.kysely)) {
    const before = daysAgo(auditDays ?? usualAuditDays)
    await db.transaction(async (tx) => {
      await pruneAuditEntries(tx, id, before)
      await deleteEmptyChain(tx, id)
    })
  }
  await pruneInstallationState(db.kysely, daysAgo(countedDays))
}
