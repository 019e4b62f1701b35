import type { JobDefinition, Jobs } from '@tillsight/database'
import { z } from 'zod'
import { type PushServices, pushWaitingMessages } from './send.ts'

const roundJob: JobDefinition<Record<string, never>> = {
  name: 'push.round',
  payload: z.strictObject({}),
  // The next round comes a minute later anyway, and goes on where this one stopped.
  retry: { limit: 0, delaySeconds: 1, backoff: true },
  expireInSeconds: 900,
  exclusiveBy: () => 'all',
  label: () => 'Pushing messages to devices',
}

/** Pushes messages from this process, every minute. Needs started jobs. */
export async function handlePushJobs(services: PushServices & { readonly jobs: Jobs }): Promise<void> {
  const { jobs } = services
  await jobs.handle(roundJob, async (_nothing, { signal }) => {
    await pushWaitingMessages(services, signal)
  })
  await jobs.schedule(roundJob, {}, { cron: '* * * * *', zone: 'UTC' })
}

/** Begins a round soon: something waits to be pushed. */
export async function requestPushRound(jobs: Pick<Jobs, 'enqueue'>): Promise<void> {
  await jobs.enqueue(roundJob, {}, { unlessWaiting: true })
}
