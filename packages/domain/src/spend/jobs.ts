import { addDays, type Day, dayOf } from '@tillsight/core/days'
import { type JobDefinition, listShopsWithUnwrittenSpend } from '@tillsight/database'
import { z } from 'zod'
import type { SyncJobServices } from '../sync/index.ts'
import { writeSpendDays } from './write-days.ts'

const goOnJob: JobDefinition<Record<string, never>> = {
  name: 'spend.go-on',
  payload: z.strictObject({}),
  retry: { limit: 2, delaySeconds: 300, backoff: true },
  expireInSeconds: 1800,
  exclusiveBy: () => 'all',
  label: () => 'Adding the next day of recurring spend',
}

type SpendJobServices = Pick<SyncJobServices, 'db' | 'jobs' | 'log' | 'clock' | 'openShop'>

/** Lets this process keep recurring spend going, at once and then every hour: every shop has a midnight of its own. */
export async function handleSpendJobs(services: SpendJobServices): Promise<void> {
  const { jobs } = services
  await jobs.handle(goOnJob, () => goOnWithSpend(services))
  await jobs.schedule(goOnJob, {}, { cron: '4 * * * *', zone: 'UTC' })
  await jobs.enqueue(goOnJob, {}, { unlessWaiting: true })
}

/** Writes what is missing in every shop, through its tomorrow. One that fails does not keep the others waiting. */
export async function goOnWithSpend({ db, clock, log, openShop }: Omit<SpendJobServices, 'jobs'>): Promise<void> {
  for (const shop of await listShopsWithUnwrittenSpend(db.kysely, latestTomorrow(clock.now()))) {
    try {
      await writeSpendDays(await openShop(shop))
    } catch (error) {
      log.error({ shop, err: error }, 'recurring spend of a shop could not be written')
    }
  }
}

/** Tomorrow where the day begins first. */
function latestTomorrow(now: Date): Day {
  return addDays(dayOf(now, '+14:00'), 1)
}
