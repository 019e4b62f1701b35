import { compileRows, hasCosts, parseQuery, RequestedClaims, RowsResultRow, shapeRows } from '@tillsight/metrics'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { isDisputeRow } from '../ledger/index.ts'
import { claimsOf } from './claim-rules.ts'
import { FigureResult } from './outputs.ts'
import { assertShown } from './profit-rights.ts'
import { askFigures } from './run-query.ts'
import { loadStatus } from './scope.ts'

/** Query for the rows behind one figure; range, filters and currency as in a metric query. */
export const ListRowsInput = z.object({
  metric: z.string().min(1),
  from: z.string(),
  to: z.string(),
  filters: z
    .array(z.object({ dimension: z.string(), operator: z.enum(['is', 'is_not']), values: z.array(z.string()) }))
    .optional(),
  currency: z.string().optional(),
  claims: RequestedClaims.optional(),
  limit: z.int().min(1).max(1000).optional(),
  cursor: z.string().max(1000).optional(),
})
export type ListRowsInput = z.infer<typeof ListRowsInput>

/** Lists the rows behind a figure, with each one's contribution. */
export const listRows = defineVerb({
  name: 'metrics.rows',
  needs: 'orders:read',
  access: 'read',
  input: ListRowsInput,
  output: FigureResult,
  async run(ctx, { metric, limit, cursor, ...asked }): Promise<FigureResult> {
    const query = parseQuery({ ...asked, metrics: [metric] })
    assertShown(ctx, query.metrics)
    const claims = claimsOf(query)
    const status = await loadStatus(ctx, query)
    const { scope } = status
    const question = {
      metric,
      query,
      scope,
      ...(limit === undefined ? {} : { limit }),
      ...(cursor === undefined ? {} : { cursor }),
    }
    const rows = shapeRows(question, await ctx.warehouse.read(compileRows(question), RowsResultRow))
    // A figure of which no cost is known has no value, though its rows contribute 0.
    const value = hasCosts(metric) ? ((await askFigures(ctx, query, status)).totals[metric] ?? null) : rows.value
    const named = rows.rows.map((row) => (isDisputeRow(row.rowId) ? { ...row, kind: 'dispute' } : row))
    return { ...rows, rows: named, value, ...(claims ? { claims } : {}) }
  },
})
