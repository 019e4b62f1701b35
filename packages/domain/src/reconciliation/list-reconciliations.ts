import { parseDay } from '@tillsight/core/days'
import { findReconciliationRun, listReconciliations as listRows, type ReconciliationRunRow } from '@tillsight/database'
import { z } from 'zod'
import type { ConnectionContext } from '../connections/index.ts'
import { defineVerb } from '../context/index.ts'
import { DayComparison } from './model.ts'
import { findReportLabel } from './reconcile-shop.ts'

/** The last comparison: its days, and how it ended. */
const RunView = z.object({
  from: z.string(),
  to: z.string(),
  beganAt: z.string(),
  /** Null while it is running. */
  endedAt: z.string().nullable(),
  /** Why it ended early, for the merchant. */
  problem: z.string().nullable(),
  notes: z.array(z.string()),
})

/** A day without its orders. */
const DayView = DayComparison.omit({ orders: true, moreOrders: true }).extend({
  day: z.string(),
  /** Number of orders that differ. */
  differing: z.int(),
  comparedAt: z.string(),
})

/** The result of comparing with the store's own report. */
export const ReconciliationView = z.object({
  currency: z.string(),
  /** Name of the store's report with the same figures; null without a store that has a report. */
  label: z.string().nullable(),
  last: RunView.nullable(),
  days: z.array(DayView),
})
export type ReconciliationView = z.infer<typeof ReconciliationView>

/** Days as last compared, oldest first; days never compared are missing. */
export const listReconciliations = defineVerb({
  name: 'reconciliation.list',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({ from: z.string().transform(parseDay), to: z.string().transform(parseDay) }),
  output: ReconciliationView,
  async run(ctx: ConnectionContext, range): Promise<ReconciliationView> {
    const { queries, shop } = ctx
    const [rows, last, label] = await Promise.all([
      listRows(queries, shop.id, range),
      findReconciliationRun(queries, shop.id),
      findReportLabel(ctx),
    ])
    return {
      currency: shop.currency,
      label,
      last: last ? viewRun(last) : null,
      days: rows.map(({ comparison, comparedAt }) => {
        const { orders, moreOrders, ...day } = DayComparison.parse(comparison)
        return { ...day, differing: orders.length + moreOrders, comparedAt: comparedAt.toISOString() }
      }),
    }
  },
})

/** One day with the orders that differ. Null for a day that was never compared. */
export const getReconciliation = defineVerb({
  name: 'reconciliation.get',
  needs: 'orders:read',
  access: 'read',
  input: z.object({ day: z.string().transform(parseDay) }),
  output: DayComparison.extend({ day: z.string(), comparedAt: z.string() }).nullable(),
  async run({ queries, shop }: ConnectionContext, { day }) {
    const [row] = await listRows(queries, shop.id, { from: day, to: day })
    return row ? { ...DayComparison.parse(row.comparison), comparedAt: row.comparedAt.toISOString() } : null
  },
})

function viewRun({ fromDay, toDay, beganAt, endedAt, problem, notes }: ReconciliationRunRow): z.infer<typeof RunView> {
  return {
    from: fromDay,
    to: toDay,
    beganAt: beganAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    problem,
    notes: [...notes],
  }
}
