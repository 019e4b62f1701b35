import { AppError, type ShopId, toShopId } from '@tillsight/core'
import { addDays, type Day, type DayRange, dayOf, parseDay } from '@tillsight/core/days'
import { findReconciliationRun, type JobDefinition, type Jobs, listActiveConnections } from '@tillsight/database'
import { failureRules, isConnectorError } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { type ConnectionContext, listConnections } from '../connections/index.ts'
import { assertAllowed, defineVerb, run } from '../context/index.ts'
import { hasReadHistory, type SyncJobServices } from '../sync/index.ts'
import { DayComparison } from './model.ts'
import {
  findReportConnection,
  lacksRefunds,
  type Reconciled,
  type ReconcileOrder,
  reconcileShop,
} from './reconcile-shop.ts'

const OneShop = z.object({
  shop: z.string().transform(toShopId),
  /** Absent for the days compared nightly. */
  from: z.string().optional(),
  to: z.string().optional(),
})
type OneShop = z.infer<typeof OneShop>

/** Number of days whose refunds and edits are compared nightly; older days on request. */
const nightlyDays = 35
/** At this hour, in shop time, a store is least busy and the previous day has settled. */
const nightlyHour = 3
const hourMs = 3_600_000
/** Failures of an unavailable or throttling store, which may end soon. */
const passing: ReadonlySet<string> = new Set(['backoff', 'platform'])

/** Compares a shop with its store's own report. */
export const reconcileJob: JobDefinition<OneShop> = {
  name: 'reconcile',
  payload: OneShop,
  // A short failure of a store must not delay its owner for long; an unavailable store is retried for two hours.
  retry: { limit: 7, delaySeconds: 60, backoff: true },
  expireInSeconds: 4 * 3600,
  exclusiveBy: ({ shop }) => shop,
  // Waiting for an unresponsive store must not block comparisons of other shops.
  concurrency: 6,
  label: () => 'Comparing with the store’s own report',
}

const nightJob: JobDefinition<Record<string, never>> = {
  name: 'reconcile-due',
  payload: z.strictObject({}),
  retry: { limit: 0, delaySeconds: 1, backoff: true },
  expireInSeconds: 300,
  exclusiveBy: () => 'all',
  label: () => 'Looking for shops to compare with their stores',
}

/** Compares shops with their stores from this process, every night in shop time. Needs started jobs. */
export async function handleReconciliationJobs(services: SyncJobServices): Promise<void> {
  const { jobs } = services
  await jobs.handle(reconcileJob, async ({ shop, from, to }, { signal, progress }) => {
    const ctx = await openContext(services, shop)
    const found = await findReportConnection(ctx)
    // Once the remaining refunds have been read, a comparison is queued for them.
    if (!found || (await lacksRefunds(ctx, found.connection))) return
    const yesterday = addDays(dayOf(services.clock.now(), ctx.shop.zone), -1)
    const range = { from: readDay(from) ?? addDays(yesterday, 1 - nightlyDays), to: readDay(to) ?? yesterday }
    try {
      await reconcileShop(ctx, { range, signal, onProgress: progress })
    } catch (error) {
      // Problems that a person has to fix are shown with the comparison; retrying would not help.
      if (!isConnectorError(error) || passing.has(failureRules[error.failure.kind].retry)) throw error
    }
  })
  await jobs.handle(nightJob, () => queueDueReconciliations(services))
  await jobs.schedule(nightJob, {}, { cron: '*/10 * * * *', zone: 'UTC' })
}

/**
 * Queues shops whose nightly comparison is due, and those whose history is complete but was never compared. Both are derived
 * from stored state, so no crash loses one.
 */
export async function queueDueReconciliations(services: SyncJobServices): Promise<void> {
  const { db, jobs, log } = services
  const shops = new Set((await listActiveConnections(db.kysely)).map(({ shopId }) => shopId))
  for (const shop of shops) {
    try {
      if (await isDue(services, shop)) await jobs.enqueue(reconcileJob, { shop }, { unlessWaiting: true })
    } catch (error) {
      // A shop that cannot be read must not block the others.
      log.error({ shop, err: error }, 'whether a shop is to be compared could not be found out')
    }
  }
}

async function isDue(services: SyncJobServices, shop: ShopId): Promise<boolean> {
  const ctx = await openContext(services, shop)
  const night = nightOf(services.clock.now(), ctx.shop.zone)
  const last = await findReconciliationRun(services.db.kysely, shop)
  if (last && nightOf(last.beganAt, ctx.shop.zone) === night && isWhole(last, night)) return false
  const found = await findReportConnection(ctx)
  if (!found) return false
  // A store connected since then was read today, and is compared once all of it has been read.
  const isNew = nightOf(found.connection.createdAt, ctx.shop.zone) === night
  if (isNew && (last || !(await hasReadHistory(services.db.kysely, found.connection.id)))) return false
  // A connection with a problem is compared when it has recovered.
  const views = await run(listConnections, ctx, {})
  const view = views.find(({ id }) => id === found.connection.id)
  return view?.status === 'healthy' && view.streams.every(({ problem }) => problem === null)
}

/** Whether a comparison covers what a nightly one does; one on request may have covered other days. */
function isWhole({ fromDay, toDay }: { fromDay: Day; toDay: Day }, night: Day): boolean {
  return toDay >= addDays(night, -1) && fromDay <= addDays(night, -nightlyDays)
}

/** The shop day whose nightly comparison is due: before the hour, the previous day. */
function nightOf(at: Date, zone: string): Day {
  return dayOf(new Date(at.getTime() - nightlyHour * hourMs), zone)
}

async function openContext(services: SyncJobServices, shop: ShopId): Promise<ConnectionContext> {
  return { ...(await services.openShop(shop)), services: services.connections }
}

function readDay(text: string | undefined): Day | undefined {
  return text === undefined ? undefined : parseDay(text)
}

/** Requests a comparison of these days, or of those compared nightly; one of the shop that is already waiting goes first. */
export async function requestComparison(
  jobs: Pick<Jobs, 'enqueue'>,
  options: Partial<DayRange> & { readonly shop: ShopId },
): Promise<void> {
  await jobs.enqueue(reconcileJob, options)
}

/** Compares while a person waits, with progress. Throws `forbidden`, and like {@link reconcileShop}. */
export async function reconcileNow(ctx: ConnectionContext, order: ReconcileOrder): Promise<Reconciled> {
  assertAllowed(ctx.actor, 'sync:run', 'reconciliation.run_now')
  return reconcileShop(ctx, order)
}

/** Requests a comparison by the next free worker; its progress is shown among the jobs. */
export const requestReconciliation = defineVerb({
  name: 'reconciliation.request',
  needs: 'sync:run',
  access: 'write',
  input: z
    .object({ from: z.string().transform(parseDay), to: z.string().transform(parseDay) })
    .refine(({ from, to }) => from <= to, { message: 'The first day is after the last one.' }),
  output: z.object({}),
  async run(ctx: ConnectionContext, range) {
    if (!(await findReportConnection(ctx))) {
      throw new AppError('conflict', 'No connected store reports its own figures. Connect or resume the store first.')
    }
    await ctx.services.requests.reconcile({ ...range, shop: ctx.shop.id })
    return {}
  },
})

/** Days in shop time, both ends included. */
const Range = z
  .object({ from: z.string().transform(parseDay), to: z.string().transform(parseDay) })
  .refine(({ from, to }) => from <= to, { message: 'The first day is after the last one. Give the earlier day first.' })

/** Compares the shop's figures with its store's own report now, and stores the result. */
export const runReconciliation = defineVerb({
  name: 'reconciliation.run',
  needs: 'sync:run',
  access: 'work',
  input: Range,
  output: z.object({ label: z.string(), notes: z.array(z.string()), days: z.array(DayComparison) }),
  async run(ctx: ConnectionContext, range) {
    const { label, notes, days } = await reconcileShop(ctx, { range, signal: AbortSignal.timeout(patienceMs) })
    return { label, notes: [...notes], days: [...days] }
  },
})

/** Enough for a year of a large shop on a slow host. */
const patienceMs = 3 * 3_600_000
