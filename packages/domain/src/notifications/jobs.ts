import {
  delayDigest,
  eachMinute,
  type JobDefinition,
  type Jobs,
  listDueDigests,
  pruneDeliveries,
  pruneEpisodes,
} from '@tillsight/database'
import { z } from 'zod'
import { type DigestServices, makeDigest } from './make-digest.ts'
import { sendWaitingMails } from './send-mails.ts'
import { type Channels, findDue, sendDeliveries } from './send-waiting.ts'

const Nothing = z.strictObject({})

const roundJob: JobDefinition<Record<string, never>> = {
  name: 'notifications.round',
  payload: Nothing,
  // The next round comes a minute later, if anything is left, and goes on where this one stopped.
  retry: { limit: 0, delaySeconds: 1, backoff: true },
  expireInSeconds: 3600,
  exclusiveBy: () => 'all',
  label: () => 'Making digests and sending what waits',
}

const pruneJob: JobDefinition<Record<string, never>> = {
  name: 'notifications.prune',
  payload: Nothing,
  retry: { limit: 3, delaySeconds: 60, backoff: true },
  expireInSeconds: 300,
  exclusiveBy: () => 'all',
  label: () => 'Emptying inboxes of what is older than 90 days, and forgetting alerts that fired before',
}

const dayMs = 86_400_000
const inboxDays = 90
const atOnce = 2
const aPart = 50
const afterFailureMs = 10 * 60_000

/** Services of the rounds. */
export interface NotificationServices extends DigestServices {
  readonly jobs: Jobs
  /** Ways to people besides mail. */
  readonly channels: Omit<Channels, 'mail'>
}

/** Makes digests and sends messages from this process; whether anything is due is looked for every minute. Needs started jobs. */
export async function handleNotificationJobs(services: NotificationServices): Promise<void> {
  const { jobs, db, clock } = services
  const channels: Channels = { ...services.channels, mail: (signal) => sendWaitingMails(services, signal) }
  await jobs.handle(roundJob, async (_nothing, { signal }) => {
    await makeDueDigests(services, signal)
    await sendDeliveries(services, channels, signal)
    signal.throwIfAborted()
  })
  await eachMinute(jobs, async () => {
    const { digests, stale, channels: due } = await findDue(services)
    if (digests || stale || due.length > 0) await requestRound(jobs)
  })
  await jobs.handle(pruneJob, async () => {
    const before = new Date(clock.now().getTime() - inboxDays * dayMs)
    await pruneDeliveries(db.kysely, before)
    await pruneEpisodes(db.kysely, before)
  })
  await jobs.schedule(pruneJob, {}, { cron: '41 4 * * *', zone: 'UTC' })
}

/** Begins a round soon: something waits to be sent. */
export async function requestRound(jobs: Pick<Jobs, 'enqueue'>): Promise<void> {
  await jobs.enqueue(roundJob, {}, { unlessWaiting: true })
}

/** Makes all digests whose time has come, some at a time; one that fails is tried again later and stops no other. */
export async function makeDueDigests(services: DigestServices, signal?: AbortSignal): Promise<number> {
  const { db, clock, log } = services
  const until = clock.now()
  let looked = 0
  for (;;) {
    const due = await listDueDigests(db.kysely, until, aPart)
    if (due.length === 0) return looked
    for (let start = 0; start < due.length; start += atOnce) {
      if (signal?.aborted === true) return looked
      await Promise.all(
        due.slice(start, start + atOnce).map(async (row) => {
          try {
            await makeDigest(services, row)
          } catch (error) {
            log.error({ digest: row.id, err: error }, 'a digest could not be made')
            await delayDigest(db.kysely, row.id, new Date(until.getTime() + afterFailureMs))
          }
        }),
      )
    }
    looked += due.length
  }
}
