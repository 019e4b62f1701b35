import type { Clock } from '@tillsight/core'
import {
  addBillingEvent,
  type Database,
  endBillingEvents,
  findBillingAccountOf,
  isEndedCustomer,
  type JobDefinition,
  type Jobs,
  listBillingAccounts,
  listWaitingBillingEvents,
  pruneBillingEvents,
} from '@tillsight/database'
import { z } from 'zod'
import type { FollowServices } from './context.ts'
import type { Billing, BillingEvent } from './contract.ts'
import { followCustomer } from './follow-customer.ts'

const dayMs = 86_400_000
/** The payment service keeps events for 30 days. */
const undeliveredMs = 29 * dayMs
const keptMs = 90 * dayMs

/** Asks about the customers of all waiting events. */
const followJob: JobDefinition<Record<string, never>> = {
  name: 'billing.follow',
  payload: z.strictObject({}),
  retry: { limit: 10, delaySeconds: 30, backoff: true },
  expireInSeconds: 600,
  exclusiveBy: () => 'all',
  label: () => 'Asking what organisations pay for',
  concurrency: 1,
}

const compareJob: JobDefinition<Record<string, never>> = {
  name: 'billing.compare',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 300, backoff: true },
  expireInSeconds: 4 * 3600,
  exclusiveBy: () => 'all',
  label: () => 'Comparing what organisations pay for',
  concurrency: 1,
}

/** What receiving an event takes. */
export interface ReceiveServices {
  readonly db: Database
  readonly clock: Clock
  readonly billing: Billing
  readonly jobs: Pick<Jobs, 'enqueue'>
}

/**
 * Takes an event and has its customer asked about, which happens afterwards. Once it returns, the event is not lost. Throws
 * `invalid_input` and keeps nothing, unless it was signed for here a short while ago.
 */
export async function receiveBillingEvent(
  services: ReceiveServices,
  { body, signature }: { readonly body: string; readonly signature: string },
): Promise<void> {
  await keepEvent(services, await services.billing.readEvent(body, signature))
}

async function keepEvent({ db, clock, jobs }: ReceiveServices, event: BillingEvent): Promise<void> {
  const { id, type, createdAt, customer, isFollowed } = event
  const state = await addBillingEvent(db.kysely, {
    id,
    type,
    createdAt,
    receivedAt: clock.now(),
    customerId: customer,
    state: isFollowed && customer !== null ? 'waiting' : 'seen',
  })
  // Also when it comes again: whoever died after the first time had asked for nothing.
  if (state === 'waiting') await jobs.enqueue(followJob, {}, { unlessWaiting: true })
}

/** Works on events from this process, and compares everything each night. Needs started jobs. */
export async function handleBillingEvents(services: FollowServices & { readonly jobs: Jobs }): Promise<void> {
  const { jobs } = services
  await jobs.handle(followJob, () => followEvents(services))
  await jobs.handle(compareJob, () => compareBilling(services))
  if (services.billing.sells) await jobs.schedule(compareJob, {}, { cron: '23 3 * * *', zone: 'UTC' })
  else await jobs.unschedule(compareJob, {})
}

/** Asks about each customer of waiting events once, however many events there are and in which order they came. */
export async function followEvents(services: FollowServices): Promise<void> {
  const { db, log } = services
  const waiting = await listWaitingBillingEvents(db.kysely)
  const failures: unknown[] = []
  for (const [customer, events] of Map.groupBy(waiting, ({ customerId }) => customerId ?? '')) {
    const ids = events.map(({ id }) => id)
    try {
      const account = await findBillingAccountOf(db.kysely, customer)
      if (account) await followCustomer(services, account.organisationId)
      const isKnown = account !== undefined || (await isEndedCustomer(db.kysely, customer))
      if (!isKnown) log.warn({ customer, events: ids }, 'an event is about a customer that nobody here knows')
      await endBillingEvents(db.kysely, ids, isKnown ? 'done' : 'stranger')
    } catch (error) {
      // One customer must not hold up the others.
      log.error({ customer, err: error }, 'what a customer pays for could not be asked')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** Asks about every customer, takes events that never arrived, and forgets old ones. */
export async function compareBilling(
  services: FollowServices & { readonly jobs: Pick<Jobs, 'enqueue'> },
): Promise<void> {
  const { db, billing, clock, log } = services
  if (!billing.sells) return
  const now = clock.now()
  for (const event of await billing.undelivered(new Date(now.getTime() - undeliveredMs))) {
    log.warn({ event: event.id, type: event.type }, 'an event had not been delivered')
    await keepEvent(services, event)
  }
  const failures: unknown[] = []
  for (const { organisationId } of await listBillingAccounts(db.kysely)) {
    try {
      await followCustomer(services, organisationId)
    } catch (error) {
      log.error({ organisation: organisationId, err: error }, 'what an organisation pays for could not be compared')
      failures.push(error)
    }
  }
  await pruneBillingEvents(db.kysely, new Date(now.getTime() - keptMs))
  if (failures.length > 0) throw failures[0]
}
