import { type Clock, type ShopId, toShopId } from '@tillsight/core'
import {
  announceFacts,
  clearJourneyMarks,
  type Database,
  eachMinute,
  type JobDefinition,
  type Jobs,
  type JourneyMark,
  listShopsWithJourneyMarks,
  markJourneys,
  nextWriteVersion,
} from '@tillsight/database'
import { z } from 'zod'
import { asOnlyWriter, type ChangedOrders, type OrderFollower, type WriteContext } from '../context/index.ts'
import { listWaiting, markHistory, type Waiting } from '../journey-marks/index.ts'
import { agedBy } from './concerned.ts'
import { deriveJourneys } from './derive.ts'
import { rereadOrderTouches, writeOrderEvidence } from './write-order-evidence.ts'

/** The orders whose journeys are to be derived again. */
interface Pending extends ChangedOrders {
  readonly visitors: readonly string[]
}

/** A write of orders in progress, and the marks it has set. */
interface ExpectedJourneys extends Pending {
  readonly marks: readonly JourneyMark[]
}

/** Above this many, deriving all journeys is no more work. */
const mostAtOnce = 20_000

/** Keeps journeys up to date with the orders that they are of. */
export const followWithJourneys: OrderFollower = {
  async expect(ctx, changed) {
    const expected = await expectJourneys(ctx, changed)
    return () => settleOrLeave(ctx, expected)
  },
  async expectPart(ctx, changed) {
    // Without orders, the end of the history would derive nothing, and never clear the mark.
    if (!isNothing(changed)) await markHistory(ctx)
    return async () => void (await writeOrderEvidence(ctx, changed.told, changed.fresh))
  },
  expectAny: markHistory,
  followAll: settleHistory,
}

function isNothing({ orders, customers, identifiers }: ChangedOrders): boolean {
  return orders.length + customers.length + identifiers.length === 0
}

/** Marks the journeys that a write of orders is about to make stale. */
async function expectJourneys(ctx: WriteContext, changed: ChangedOrders): Promise<ExpectedJourneys> {
  const { orders, customers, identifiers } = changed
  const token = await nextWriteVersion(ctx.db.kysely)
  const keyed = (kind: JourneyMark['kind'], keys: readonly string[]) => keys.map((key) => ({ kind, key, token }))
  const listed = [...keyed('order', orders), ...keyed('person', customers), ...keyed('name', identifiers)]
  const marks = listed.length > mostAtOnce ? keyed('all', ['']) : listed
  await markJourneys(ctx.db.kysely, ctx.shop.id, marks)
  return { ...changed, marks, visitors: [] }
}

/** Derives those journeys after the write. If that fails they stay marked, and a job derives them later. */
async function settleOrLeave(ctx: WriteContext, expected: ExpectedJourneys): Promise<void> {
  try {
    await derivePending(ctx, expected)
    await clearJourneyMarks(ctx.db.kysely, ctx.shop.id, expected.marks)
  } catch (error) {
    ctx.log.warn({ err: error, shop: ctx.shop.id }, 'journeys could not be derived and stay marked')
  }
}

/** Derives all journeys of the shop, at the end of a history whose journeys were deferred. */
async function settleHistory(ctx: WriteContext): Promise<void> {
  const { marks, orders } = await listWaiting(ctx)
  await writeOrderEvidence(ctx, orders)
  await deriveJourneys(ctx, 'all')
  await clearJourneyMarks(ctx.db.kysely, ctx.shop.id, marks)
}

/** Derives marked journeys in small portions, so that the shop's other writers never wait for long. */
export async function drainJourneys(ctx: WriteContext): Promise<void> {
  let mayHaveMore = true
  while (mayHaveMore) mayHaveMore = await asOnlyWriter(ctx, drainPiece)
}

async function drainPiece(ctx: WriteContext): Promise<boolean> {
  const { db, shop } = ctx
  const waiting = await listWaiting(ctx)
  // Journeys deferred to the end of a history are left for then.
  const marks = waiting.marks.filter(({ kind }) => kind !== 'history')
  if (marks.length === 0) return false
  const rows = waiting.all
    ? await deriveAnew(ctx, waiting)
    : await derivePending(ctx, { ...waiting, told: waiting.orders })
  await clearJourneyMarks(db.kysely, shop.id, marks)
  if (rows > 0) await announceFacts(db.kysely, shop.id, await nextWriteVersion(db.kysely))
  return waiting.more
}

async function deriveAnew(
  ctx: WriteContext,
  { orders, rulesChanged }: Pick<Waiting, 'orders' | 'rulesChanged'>,
): Promise<number> {
  await writeOrderEvidence(ctx, orders)
  await rereadOrderTouches(ctx)
  return deriveJourneys(ctx, 'all', rulesChanged ? 'channels_changed' : 'late_touch')
}

async function derivePending(ctx: WriteContext, { told, visitors, ...changed }: Pending): Promise<number> {
  const found = await writeOrderEvidence(ctx, told)
  const aged = await agedBy(ctx.warehouse, { ...changed, visitors: [...visitors, ...found] })
  return deriveJourneys(ctx, aged.orders.length > mostAtOnce ? 'all' : aged)
}

const OneShop = z.object({ shop: z.string().transform(toShopId) })

const soonMs = 1_000

/** Derives a shop's marked journeys. */
const journeysJob: JobDefinition<z.infer<typeof OneShop>> = {
  name: 'attribution.journeys',
  payload: OneShop,
  retry: { limit: 5, delaySeconds: 30, backoff: true },
  expireInSeconds: 4 * 3600,
  exclusiveBy: ({ shop }) => shop,
  label: () => 'Following visits to orders',
}

/** What the jobs work with. */
export interface JourneyJobServices {
  readonly db: Database
  readonly jobs: Jobs
  readonly clock: Clock
  openShop(shop: ShopId): Promise<WriteContext>
}

/** Requests that marked journeys be derived soon, without waiting for the next run of the schedule. */
export async function requestJourneys(
  { jobs, clock }: Pick<JourneyJobServices, 'jobs' | 'clock'>,
  shop: ShopId,
): Promise<void> {
  const startAfter = new Date(clock.now().getTime() + soonMs)
  await jobs.enqueue(journeysJob, { shop }, { startAfter, unlessWaiting: true })
}

/** Runs the journey jobs in this process. Needs started jobs. */
export async function handleJourneyJobs(services: JourneyJobServices): Promise<void> {
  const { db, jobs } = services
  await jobs.handle(journeysJob, async ({ shop }) => drainJourneys(await services.openShop(shop)))
  await eachMinute(jobs, async () => {
    for (const shop of await listShopsWithJourneyMarks(db.kysely)) {
      await jobs.enqueue(journeysJob, { shop }, { unlessWaiting: true })
    }
  })
}
