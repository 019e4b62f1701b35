import { AppError } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import { z } from 'zod'
import type { ConnectionContext } from '../connections/index.ts'
import { assertAllowed, defineVerb } from '../context/index.ts'
import { DayComparison } from './model.ts'
import { findReportConnection, type Reconciled, type ReconcileOrder, reconcileShop } from './reconcile-shop.ts'

/** The comparison for somebody who waits for it and sees how far it is. Throws `forbidden`, and as {@link reconcileShop}. */
export async function reconcileNow(ctx: ConnectionContext, order: ReconcileOrder): Promise<Reconciled> {
  assertAllowed(ctx.actor, 'sync:run', 'reconciliation.run_now')
  return reconcileShop(ctx, order)
}

/** Asks for a comparison as soon as a worker is free; its progress shows among the jobs. */
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

/** Compares the shop's figures with its store's own report, now, and stores what was found. */
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

/** A year of a large shop over a slow host. */
const patienceMs = 3 * 3_600_000
