import { type Day, parseDay } from '@tillsight/core/days'
import { clearDirtyDays, listDirtyDays, markDaysDirty, nextWriteVersion } from '@tillsight/database'
import type { OrderRecord } from '@tillsight/platforms/connectors'
import type { ChangedOrders, WriteContext } from '../context/index.ts'
import { emitEvents, toFigureEvents } from '../outbox/index.ts'
import { idOfChange, noteNumberChanges, updateIssues } from './app-state.ts'
import { type Files, loadChildren, loadOrders, type OrderState, orderStateOf } from './facts-store.ts'
import { findOrdersSince } from './ledger-store.ts'
import { type LedgerPlan, type PlanRequest, planOrders } from './plan-orders.ts'
import { type EncodedRecord, type StorableRecord, toRecordRow } from './record-rows.ts'

/** An impossible day that is marked while a write has begun and not ended. Its token is the write's first version. */
export const writeInProgress: Day = parseDay('0001-01-01')

/** A fully planned write, or a part of one. */
export interface Write {
  readonly version: bigint
  readonly source: string
  readonly plan: LedgerPlan
  readonly records: readonly EncodedRecord[]
  /** Records to hide. */
  readonly hidden: readonly StorableRecord[]
  /** Of `records`, the orders that were never stored before. */
  readonly fresh?: readonly OrderRecord[]
  /** Whether everything derived from orders, such as customers, is computed only after many writes. */
  readonly defer?: boolean
}

/** A write in progress, of one part or several that concern different orders. */
export interface OpenWrite {
  /**
   * Writes what a part does to the ledger and to customers, one part after the other. The returned function stores its records
   * and notifies whoever follows orders; it may run beside the next part.
   */
  book(part: Write): Promise<() => Promise<void>>
  /** Ends the write once everything is stored. Never called for a write that failed: it stays marked and is repaired. */
  end(): Promise<void>
}

/**
 * Begins a write whose steps may each safely be the last: days are marked before facts change; the ledger goes first and the
 * records it is derived from last, so that a repeated write finds its records still unknown.
 */
export function openWrite(ctx: WriteContext): OpenWrite {
  const { db, shop, warehouse, follower } = ctx
  /** The version of the first part that changes the ledger; no part has an older one. */
  let mark: bigint | undefined
  return {
    async book(part) {
      const { version, plan } = part
      const changed = changedBy(part)
      const follow = await (part.defer === true ? follower.expectPart(ctx, changed) : follower.expect(ctx, changed))
      if (plan.rows.length > 0) {
        const own = mark === undefined ? [writeInProgress] : []
        mark ??= version
        await markDaysDirty(db.kysely, shop.id, { days: [...plan.days, ...own], token: version })
        await noteNumberChanges(db.kysely, shop.id, { changes: plan.changes, at: ctx.clock.now() })
        await warehouse.insert('ledger', plan.rows)
      }
      await insertIdentities(ctx, plan, version)
      return async () => {
        await emitBooked(ctx, plan)
        if (isAtHand(part, changed)) return await bothOf(insertRecords(ctx, part), follow())
        await insertRecords(ctx, part)
        await follow()
      }
    },
    async end() {
      if (mark !== undefined) await endInterruptedWrite(ctx, mark)
    },
  }
}

/** Executes a write of one part. */
export async function commitWrite(ctx: WriteContext, write: Write): Promise<void> {
  const open = openWrite(ctx)
  const finish = await open.book(write)
  await finish()
  await open.end()
}

/**
 * Tells of what is booked now: once it can be read, and before the records are stored, so that whoever repeats an interrupted write
 * tells it again as the same messages.
 */
async function emitBooked({ db, shop, clock }: WriteContext, { booked, changes }: LedgerPlan): Promise<void> {
  const { currency } = shop
  const moved = changes.map((change) => ({ ...change, id: idOfChange(shop.id, change), currency }))
  await emitEvents(db.kysely, shop.id, [...booked, ...toFigureEvents(moved, clock.now())])
}

/** Whether a part of a history tells of nothing but new orders: who follows them reads no record, nor waits for any. */
function isAtHand({ defer, fresh = [] }: Write, { told }: ChangedOrders): boolean {
  const ids = new Set(fresh.map(({ id }) => id))
  return defer === true && told.every((id) => ids.has(id))
}

/** Ends when both have, also where one fails: nothing of a failed write may go on. */
async function bothOf(one: Promise<void>, other: Promise<void>): Promise<void> {
  await Promise.allSettled([one, other])
  await Promise.all([one, other])
}

async function insertRecords(ctx: WriteContext, { version, source, plan, records, hidden }: Write): Promise<void> {
  const stored = { source, version: version.toString() }
  const rows = records.map((record) => toRecordRow(record, stored))
  for (const record of hidden) rows.push(toRecordRow(record, { ...stored, hidden: true }))
  if (rows.length > 0) await ctx.warehouse.insert('records', rows)
  await noteIssues(ctx, plan)
}

/** The orders, customers and identifiers that a write changes, for dependent data. */
function changedBy({ plan, records, hidden, fresh }: Pick<Write, 'plan'> & Partial<Write>): ChangedOrders {
  const told = [...(records ?? []), ...(hidden ?? [])].flatMap(({ type, id }) =>
    type === 'order' || type === 'order_visit' ? [id] : [],
  )
  return {
    orders: [...new Set([...plan.rows.map(({ order_id }) => order_id), ...told])],
    customers: [...plan.customers],
    identifiers: [...plan.identities.keys()],
    told: [...new Set(told)],
    ...(fresh === undefined ? {} : { fresh }),
  }
}

/**
 * Executes the repair of an interrupted write. That write stays marked, and the ledger, by which its traces are found again,
 * changes last.
 */
async function commitHealing(
  ctx: WriteContext,
  { version, plan, orders }: Pick<Write, 'version' | 'plan'> & { readonly orders: readonly string[] },
): Promise<void> {
  await markDaysDirty(ctx.db.kysely, ctx.shop.id, { days: plan.days, token: version })
  // The interrupted write may have changed dependent data of orders that need no further change themselves.
  const changed = changedBy({ plan })
  const all = [...new Set([...changed.orders, ...orders])]
  const follow = await ctx.follower.expect(ctx, { ...changed, orders: all, told: all })
  await insertIdentities(ctx, plan, version)
  if (plan.rows.length > 0) await ctx.warehouse.insert('ledger', plan.rows)
  await noteIssues(ctx, plan)
  await follow()
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

/** The first version of an interrupted write, if there is one. */
async function findInterruptedWrite(ctx: WriteContext): Promise<bigint | undefined> {
  const [found] = await listDirtyDays(ctx.db.kysely, ctx.shop.id, { from: writeInProgress, to: writeInProgress })
  return found?.token
}

/** Clears the mark of an interrupted write. */
async function endInterruptedWrite(ctx: WriteContext, version: bigint): Promise<void> {
  await clearDirtyDays(ctx.db.kysely, ctx.shop.id, [{ day: writeInProgress, token: version }])
}

/**
 * Repairs what a killed writer left behind: every affected order is derived again from the stored records, as if the write
 * had never begun. The days stay marked until their summary is rebuilt.
 */
export async function healInterruptedWrite(ctx: WriteContext): Promise<boolean> {
  const interrupted = await findInterruptedWrite(ctx)
  if (interrupted === undefined) return false
  const orders = await findOrdersSince(ctx.warehouse, interrupted)
  ctx.log.warn({ shop: ctx.shop.id, orders: orders.length }, 'an interrupted write is put right')
  const { plan, version } = await planAgain(ctx, orders, { identities: 'suspect', defer: false })
  await commitHealing(ctx, { plan, version, orders })
  await endInterruptedWrite(ctx, interrupted)
  return true
}

/** Derives orders again from their records. */
export async function rebookOrders(
  ctx: WriteContext,
  orderIds: readonly string[],
  how: Pick<PlanRequest, 'identities' | 'defer' | 'cause' | 'live'>,
): Promise<void> {
  const { plan, version } = await planAgain(ctx, orderIds, how)
  await commitWrite(ctx, { version, source: '', plan, records: [], hidden: [], defer: how.defer })
}

async function planAgain(
  ctx: WriteContext,
  orderIds: readonly string[],
  how: Pick<PlanRequest, 'identities' | 'defer' | 'cause' | 'live'>,
): Promise<{ plan: LedgerPlan; version: bigint }> {
  const files: Files = { dossiers: new Map<string, OrderState>(), versions: new Map() }
  for (const orderId of orderIds) orderStateOf(files.dossiers, orderId)
  await Promise.all([loadOrders(ctx.warehouse, orderIds, files), loadChildren(ctx.warehouse, orderIds, files)])
  const version = await nextWriteVersion(ctx.db.kysely)
  const before = new Map()
  const plan = await planOrders(ctx, {
    ...how,
    dossiers: files.dossiers,
    before,
    known: orderIds,
    version: version.toString(),
  })
  return { plan, version }
}
