import {
  dropWebhookMessages,
  forgetEarlierSecrets,
  type JobDefinition,
  type Jobs,
  pruneWebhookMessages,
  switchOffFailing,
} from '@tillsight/database'
import { z } from 'zod'
import type { WebhookServices } from './send.ts'
import { tellOfSwitchedOff } from './tell-people.ts'

const tidyJob: JobDefinition<Record<string, never>> = {
  name: 'webhooks.tidy',
  payload: z.strictObject({}),
  retry: { limit: 0, delaySeconds: 1, backoff: true },
  expireInSeconds: 600,
  exclusiveBy: () => 'all',
  label: () => 'Switching off webhooks that nobody takes, and forgetting old messages',
}

const dayMs = 86_400_000
const offAfterMs = 5 * dayMs
const keptMs = 14 * dayMs
/** Of one address; more than this in a day or two is nothing that anybody catches up with. */
const mostWaiting = 20_000

/** Looks after webhooks from this process, four times an hour. Needs started jobs. */
export async function handleWebhookJobs(services: WebhookServices & { readonly jobs: Jobs }): Promise<void> {
  const { jobs } = services
  await jobs.handle(tidyJob, () => tidyWebhooks(services))
  await jobs.schedule(tidyJob, {}, { cron: '4,19,34,49 * * * *', zone: 'UTC' })
}

/** Switches off what nothing has reached for five days, and keeps the table of messages small. */
export async function tidyWebhooks(
  { db, clock, log, composeMail }: Pick<WebhookServices, 'db' | 'clock' | 'log' | 'composeMail'>,
  most: number = mostWaiting,
): Promise<void> {
  const at = clock.now()
  await db.transaction(async (tx) => {
    for (const endpoint of await switchOffFailing(tx, new Date(at.getTime() - offAfterMs), at)) {
      await tellOfSwitchedOff({ queries: tx, clock }, endpoint, composeMail)
    }
  })
  const dropped = await dropWebhookMessages(db.kysely, most, at)
  if (dropped > 0) log.warn({ dropped }, 'messages to webhooks were dropped: too many waited')
  await pruneWebhookMessages(db.kysely, new Date(at.getTime() - keptMs))
  await forgetEarlierSecrets(db.kysely, at)
}
