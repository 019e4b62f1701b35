import { type Day, parseDay } from '@tillsight/core/days'
import { clearDirtyDays, listDirtyDays, markDaysDirty } from '@tillsight/database'
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
}

/**
 * Carries a write out in steps that are each safe to be the last: days are marked before facts change; the ledger goes
 * first and the records it is derived from last, so that a repeated write finds its records still unknown.
 */
export async function commitWrite(ctx: WriteContext, { version, source, plan, records, hidden }: Write): Promise<void> {
  const { db, shop, warehouse } = ctx
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
  if (plan.rows.length > 0) await clearDirtyDays(db.kysely, shop.id, [{ day: writeInProgress, token: version }])
}

/**
 * Carries out what puts an interrupted write right. The interrupted write stays marked, and what finds its traces again,
 * the ledger, changes last.
 */
export async function commitHealing(
  ctx: WriteContext,
  { version, plan }: Pick<Write, 'version' | 'plan'>,
): Promise<void> {
  await markDaysDirty(ctx.db.kysely, ctx.shop.id, { days: plan.days, token: version })
  await insertIdentities(ctx, plan, version)
  if (plan.rows.length > 0) await ctx.warehouse.insert('ledger', plan.rows)
  await noteIssues(ctx, plan)
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
