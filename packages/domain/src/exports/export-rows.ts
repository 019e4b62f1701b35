import { type DayRange, endOfDay, startOfDay } from '@tillsight/core/days'
import { z } from 'zod'
import { assertAllowed, type ShopContext } from '../context/index.ts'

/** One row of an export: money and quantities as decimal text, instants as ISO 8601 in UTC. */
export type ExportRow = Readonly<Record<string, string | number | null>>

const Row = z.record(z.string(), z.union([z.string(), z.number()]).nullable())

/** Streams the rows of a SELECT over the range's instants, bound as `{from:DateTime}` and `{until:DateTime}`. */
export function streamRows(ctx: ShopContext, range: DayRange, sql: string): AsyncIterable<ExportRow> {
  assertAllowed(ctx.actor, 'orders:read', 'export.rows')
  const params = {
    from: toWarehouseText(startOfDay(range.from, ctx.shop.zone)),
    until: toWarehouseText(endOfDay(range.to, ctx.shop.zone)),
    currency: ctx.shop.currency,
  }
  return ctx.warehouse.stream({ sql, params }, Row, { timeoutSeconds: 600 })
}

function toWarehouseText(instant: Date): string {
  return instant.toISOString().slice(0, 19).replace('T', ' ')
}
