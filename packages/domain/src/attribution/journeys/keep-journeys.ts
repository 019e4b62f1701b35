import { announceFacts, clearJourneyMarks, type JourneyMark, markJourneys, nextWriteVersion } from '@tillsight/database'
import { asOnlyWriter, type WriteContext } from '../../ledger/write-context.ts'
import { agedBy } from './concerned.ts'
import { deriveJourneys } from './derive.ts'
import { listWaiting, type Waiting } from './marks.ts'
import { rereadOrderTouches, writeOrderEvidence } from './write-order-evidence.ts'

/** What a write of orders changes that journeys depend on. */
export interface TouchedOrders {
  /** Orders whose records or ledger rows change. */
  readonly orders: readonly string[]
  /** Their customers, before and after. */
  readonly customers: readonly string[]
  /** Identifiers that belong to somebody else from now on. */
  readonly identifiers: readonly string[]
  /** Those of the orders that are told of anew: what they say of themselves may be different. */
  readonly told: readonly string[]
}

/** Whose journeys are to be derived again. */
interface Pending extends TouchedOrders {
  readonly visitors: readonly string[]
}

/** A write of orders that is under way, and what it has marked. */
export interface ExpectedJourneys extends Pending {
  readonly marks: readonly JourneyMark[]
}

/** Beyond this many, deriving everything anew is no more work. */
const mostAtOnce = 20_000

/** Marks the journeys that a write of orders is about to make old. To be called before it, by whoever holds the shop. */
export async function expectJourneys(ctx: WriteContext, touched: TouchedOrders): Promise<ExpectedJourneys> {
  const { orders, customers, identifiers } = touched
  const token = await nextWriteVersion(ctx.db.kysely)
  const keyed = (kind: JourneyMark['kind'], keys: readonly string[]) => keys.map((key) => ({ kind, key, token }))
  const listed = [...keyed('order', orders), ...keyed('person', customers), ...keyed('name', identifiers)]
  const marks = listed.length > mostAtOnce ? keyed('all', ['']) : listed
  await markJourneys(ctx.db.kysely, ctx.shop.id, marks)
  return { ...touched, marks, visitors: [] }
}

/** Derives those journeys once the write is done. */
export async function settleJourneys(ctx: WriteContext, expected: ExpectedJourneys): Promise<void> {
  await derivePending(ctx, expected)
  await clearJourneyMarks(ctx.db.kysely, ctx.shop.id, expected.marks)
}

/** Derives all journeys of the shop: the end of a history that was read with them left for later. */
export async function settleHistory(ctx: WriteContext): Promise<void> {
  const { marks, orders } = await listWaiting(ctx)
  await writeOrderEvidence(ctx, orders)
  await deriveJourneys(ctx, 'all')
  await clearJourneyMarks(ctx.db.kysely, ctx.shop.id, marks)
}

/** Derives what is marked, piece by piece, so that the shop's other writers never wait for long. */
export async function drainJourneys(ctx: WriteContext): Promise<void> {
  let mayHaveMore = true
  while (mayHaveMore) mayHaveMore = await asOnlyWriter(ctx, drainPiece)
}

async function drainPiece(ctx: WriteContext): Promise<boolean> {
  const { db, shop } = ctx
  const waiting = await listWaiting(ctx)
  // What is left for the end of a history waits for that.
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
  { orders, because }: Pick<Waiting, 'orders' | 'because'>,
): Promise<number> {
  await writeOrderEvidence(ctx, orders)
  await rereadOrderTouches(ctx)
  return deriveJourneys(ctx, 'all', because)
}

async function derivePending(ctx: WriteContext, { told, visitors, ...changed }: Pending): Promise<number> {
  const found = await writeOrderEvidence(ctx, told)
  const aged = await agedBy(ctx.warehouse, { ...changed, visitors: [...visitors, ...found] })
  return deriveJourneys(ctx, aged.orders.length > mostAtOnce ? 'all' : aged)
}
