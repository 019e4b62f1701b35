import type { Clock } from '@tillsight/core'
import { claimNotices, type Database, type JobDefinition, type Jobs } from '@tillsight/database'
import { z } from 'zod'
import type { Log } from '../context/index.ts'
import { type MemberLetters, tellMembers } from './letters.ts'

const remindJob: JobDefinition<Record<string, never>> = {
  name: 'organisations.remind',
  payload: z.strictObject({}),
  // The next round comes an hour later anyway.
  retry: { limit: 0, delaySeconds: 1, backoff: true },
  expireInSeconds: 600,
  exclusiveBy: () => 'all',
  label: () => 'Reminding members of what comes in two days',
}

const aheadMs = 2 * 24 * 3_600_000

/** What reminding works with. */
export interface ReminderServices {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly letters: Pick<MemberLetters, 'sendLetter'>
}

/** Looks every hour whom to remind. Needs started jobs. */
export async function handleReminderJobs(services: ReminderServices & { readonly jobs: Jobs }): Promise<void> {
  await services.jobs.handle(remindJob, () => remindMembers(services))
  await services.jobs.schedule(remindJob, {}, { cron: '37 * * * *', zone: 'UTC' })
}

/**
 * Two days before, mails members who have no second factor that they need one, and owners that their organisation is deleted. Once at
 * most: that it was done is noted first.
 */
export async function remindMembers({ db, clock, log, letters }: ReminderServices): Promise<void> {
  const now = clock.now()
  const days = { now, until: new Date(now.getTime() + aheadMs) }
  const send = async (...[mailing, letter, isMeant]: Parameters<typeof tellMembers>): Promise<void> => {
    try {
      await tellMembers(mailing, letter, isMeant)
    } catch (error) {
      log.error({ organisation: mailing.organisation, err: error }, 'members could not be reminded by mail')
    }
  }
  const queries = db.kysely
  for (const { id: organisation, factorFrom } of await claimNotices(queries, 'factor', days)) {
    const letter = { kind: 'factor_soon', at: factorFrom ?? now, person: '' } as const
    await send({ queries, organisation, letters }, letter, ({ hasFactor }) => !hasFactor)
  }
  for (const { id: organisation, deleteAt } of await claimNotices(queries, 'deletion', days)) {
    const letter = { kind: 'deletion_soon', at: deleteAt ?? now, person: '' } as const
    await send({ queries, organisation, letters }, letter, ({ role }) => role === 'owner')
  }
}
