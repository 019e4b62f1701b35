import { type Day, parseDay } from '@tillsight/core/days'
import { clearDirtyDays, listDirtyDays, markDaysDirty } from '@tillsight/database'
import {
  type ExpectedJourneys,
  expectJourneys,
  settleJourneys,
  type TouchedOrders,
} from '../attribution/journeys/keep-journeys.ts'
import { markHistory } from '../attribution/journeys/marks.ts'
import { writeOrderEvidence } from '../attribution/journeys/write-order-evidence.ts'
import { noteNumberChanges, updateIssues } from './app-state.ts'
import type { LedgerPlan } from './plan-orders.ts'
import { type EncodedRecord, type StorableRecord, toRecordRow } from './record-rows.ts'
import type { WriteContext } from './write-context.ts'

/** A day that no shop has: while it is marked, a write has begun and not ended. Its token is the write's version. */
export const writeInProgress: Day = parseDay('0001-01-01')

/** A write ready to be carried out. */
export interface Write {
  readonly version: bigint
  readonly source: string
  readonly plan: LedgerPlan
  readonly records: readonly EncodedRecord[]
  /** Records to take out of sight. */
  readonly hidden: readonly StorableRecord[]
  /** Journeys, like customers, are worked out at the end of many writes. */
  readonly defer?: boolean
}

/**
 * Carries a write out in steps that are each safe to be the last: days are marked before facts change; the ledger goes
 * first and the records it is derived from last, so that a repeated write finds its records still unknown.
 */
export async function commitWrite(ctx: WriteContext, write: Write): Promise<void> {
  const { version, source, plan, records, hidden } = write
  const { db, shop, warehouse } = ctx
  const touched = touchedBy(write)
  // The end of a history that has no orders in it derives nothing, and would take no mark off.
  if (write.defer === true && !isUntouched(touched)) await markHistory(ctx)
  const expected = write.defer === true ? undefined : await expectJourneys(ctx, touched)
  if (plan.rows.length > 0) {
    await markDaysDirty(db.kysely, shop.id, { days: [...plan.days, writeInProgress], token: version })
    await noteNumberChanges(db.kysely, shop.id, { changes: plan.changes, at: ctx.clock.now() })
    await warehouse.insert('ledger', plan.rows)
  }
  await insertIdentities(ctx, plan, version)
  const rows = records.map((record) => toRecordRow(record, { source, version: version.toString() }))
  for (const record of hidden) rows.push(toRecordRow(record, { source, version: version.toString(), hidden: true }))
  if (rows.length > 0) await warehouse.insert('records', rows)
  await noteIssues(ctx, plan)
  if (expected) await settleOrLeave(ctx, expected)
  else await writeOrderEvidence(ctx, touched.told)
  if (plan.rows.length > 0) await clearDirtyDays(db.kysely, shop.id, [{ day: writeInProgress, token: version }])
}

function isUntouched({ orders, customers, identifiers }: TouchedOrders): boolean {
  return orders.length + customers.length + identifiers.length === 0
}

/** What journeys depend on of what a write changes. */
function touchedBy({ plan, records, hidden }: Pick<Write, 'plan'> & Partial<Write>): TouchedOrders {
  const told = [...(records ?? []), ...(hidden ?? [])].flatMap(({ type, id }) =>
    type === 'order' || type === 'order_visit' ? [id] : [],
  )
  return {
    orders: [...new Set([...plan.rows.map(({ order_id }) => order_id), ...told])],
    customers: [...plan.customers],
    identifiers: [...plan.identities.keys()],
    told: [...new Set(told)],
  }
}

/**
 * Carries out what puts an interrupted write right. The interrupted write stays marked, and what finds its traces again,
 * the ledger, changes last.
 */
export async function commitHealing(
  ctx: WriteContext,
  { version, plan, orders }: Pick<Write, 'version' | 'plan'> & { readonly orders: readonly string[] },
): Promise<void> {
  await markDaysDirty(ctx.db.kysely, ctx.shop.id, { days: plan.days, token: version })
  // The interrupted write may have changed journeys of orders that need no more change.
  const touched = touchedBy({ plan })
  const all = [...new Set([...touched.orders, ...orders])]
  const expected = await expectJourneys(ctx, { ...touched, orders: all, told: all })
  await insertIdentities(ctx, plan, version)
  if (plan.rows.length > 0) await ctx.warehouse.insert('ledger', plan.rows)
  await noteIssues(ctx, plan)
  await settleOrLeave(ctx, expected)
}

/** Figures do not wait for journeys: what cannot be derived now stays marked, and the job for it follows. */
async function settleOrLeave(ctx: WriteContext, expected: ExpectedJourneys): Promise<void> {
  try {
    await settleJourneys(ctx, expected)
  } catch (error) {
    ctx.log.warn({ err: error, shop: ctx.shop.id }, 'journeys could not be derived and stay marked')
  }
}

async function insertIdentities(ctx: WriteContext, plan: LedgerPlan, version: bigint): Promise<void> {
  if (plan.identities.size === 0) return
  const text = version.toString()
  const rows = [...plan.identities].map(([identifier, customer]) =>
    customer === undefined
      ? { identifier, version: text, is_deleted: 1 }
      : { identifier, customer_id: customer, version: text, is_deleted: 0 },
  )
  await ctx.warehouse.insert('identities', rows)
}

async function noteIssues({ db, shop, clock }: WriteContext, { issues, lookedFor }: LedgerPlan): Promise<void> {
  await updateIssues(db.kysely, shop.id, { found: issues, lookedFor, at: clock.now() })
}

/** The version of a write that was interrupted, if there is one. */
export async function findInterruptedWrite(ctx: WriteContext): Promise<bigint | undefined> {
  const [found] = await listDirtyDays(ctx.db.kysely, ctx.shop.id, { from: writeInProgress, to: writeInProgress })
  return found?.token
}

/** Declares an interrupted write dealt with. */
export async function endInterruptedWrite(ctx: WriteContext, version: bigint): Promise<void> {
  await clearDirtyDays(ctx.db.kysely, ctx.shop.id, [{ day: writeInProgress, token: version }])
}
