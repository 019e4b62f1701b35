import { type DayRange, endOfDay, startOfDay } from '@tillsight/core/days'
import { z } from 'zod'
import { assertAllowed, type ShopContext } from '../context/index.ts'

/** One row of an export: money and quantities as decimal text, instants as ISO 8601 in UTC. */
export const ExportRow = z.record(z.string(), z.union([z.string(), z.number()]).nullable())
/** One row of an export: money and quantities as decimal text, instants as ISO 8601 in UTC. */
export type ExportRow = Readonly<z.infer<typeof ExportRow>>

/** What the cells of a column are: `decimals` says the most digits behind the point of decimal text. */
export const ColumnKind = z.union([z.enum(['text', 'day', 'instant', 'whole']), z.object({ decimals: z.number() })])
/** What the cells of a column are. */
export type ColumnKind = Readonly<z.infer<typeof ColumnKind>>

/** An export: its columns in order, and rows that have exactly these. */
export interface ExportTable<Rows = AsyncIterable<ExportRow>> {
  readonly columns: Readonly<Record<string, ColumnKind>>
  readonly rows: Rows
}

/** Amounts and quantities as the ledger holds them. */
export const ledgerAmount = { decimals: 6 } as const
export const ledgerQuantity = { decimals: 4 } as const

interface Selection {
  readonly sql: string
  readonly columns: ExportTable['columns']
}

/** Streams the rows of a SELECT over the range's instants, bound as `{from:DateTime}` and `{until:DateTime}`. */
export function streamRows(ctx: ShopContext, range: DayRange, { sql, columns }: Selection): ExportTable {
  assertAllowed(ctx.actor, 'orders:read', 'export.rows')
  const params = {
    from: toWarehouseText(startOfDay(range.from, ctx.shop.zone)),
    until: toWarehouseText(endOfDay(range.to, ctx.shop.zone)),
    currency: ctx.shop.currency,
  }
  return { columns, rows: ctx.warehouse.stream({ sql, params }, ExportRow, { timeoutSeconds: 600 }) }
}

function toWarehouseText(instant: Date): string {
  return instant.toISOString().slice(0, 19).replace('T', ' ')
}
