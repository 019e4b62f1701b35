import { nextWriteVersion } from '@tillsight/database'
import type { WriteContext } from '../context/index.ts'
import { commitHealing, commitWrite, endInterruptedWrite, findInterruptedWrite } from './commit-plan.ts'
import { type Dossier, dossierOf, type Files, loadChildren, loadOrders } from './facts-store.ts'
import { findOrdersOfVersion } from './ledger-store.ts'
import { type LedgerPlan, type PlanRequest, planOrders } from './plan-orders.ts'

/**
 * Puts right what a killed writer left behind: every order that it touched is derived again from the stored records, as
 * if the write had never begun. The days stay marked until their summary is rebuilt.
 */
export async function healInterruptedWrite(ctx: WriteContext): Promise<boolean> {
  const interrupted = await findInterruptedWrite(ctx)
  if (interrupted === undefined) return false
  const orders = await findOrdersOfVersion(ctx.warehouse, interrupted)
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
  const files: Files = { dossiers: new Map<string, Dossier>(), versions: new Map() }
  for (const orderId of orderIds) dossierOf(files.dossiers, orderId)
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
