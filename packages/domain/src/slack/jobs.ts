import type { JobDefinition, Jobs } from '@tillsight/database'
import { z } from 'zod'
import { postWaitingMessages, type SlackServices } from './send.ts'

const roundJob: JobDefinition<Record<string, never>> = {
  name: 'slack.round',
  payload: z.strictObject({}),
  // The next round comes a minute later anyway, and goes on where this one stopped.
  retry: { limit: 0, delaySeconds: 1, backoff: true },
  expireInSeconds: 900,
  exclusiveBy: () => 'all',
  label: () => 'Posting messages to Slack',
}

/** Posts to Slack from this process, every minute. Needs started jobs. */
export async function handleSlackJobs(services: SlackServices & { readonly jobs: Jobs }): Promise<void> {
  const { jobs } = services
  await jobs.handle(roundJob, async (_nothing, { signal }) => {
    await postWaitingMessages(services, signal)
  })
  await jobs.schedule(roundJob, {}, { cron: '* * * * *', zone: 'UTC' })
}
