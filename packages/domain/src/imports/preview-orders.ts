import { type Amount, addAmounts, amountText, subtractAmounts, zeroAmount } from '@tillsight/core'
import { dayOf } from '@tillsight/core/days'
import type { PlatformRecord } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import type { ShopContext } from '../context/index.ts'
import { type BookedOrder, type BookedRow, type Booking, previewBookings } from '../ledger/index.ts'
import { buildRecords } from './build-records.ts'
import type { CheckedFile } from './check-file.ts'

/** An order as it would be booked, exact decimals in shop currency. */
export const PreviewedOrder = z.object({
  name: z.string(),
  /** ISO 8601 in UTC. */
  placedAt: z.string(),
  /** Product revenue before discount. */
  gross: z.string(),
  discounts: z.string(),
  shipping: z.string(),
  tax: z.string(),
  total: z.string(),
  /** Returns, 0 or negative. */
  returns: z.string(),
  /** Why it does not count; null if it does. */
  uncounted: z.string().nullable(),
})
export type PreviewedOrder = z.infer<typeof PreviewedOrder>

/** The preview of importing a file. */
export const ImportPreview = z.object({
  /** The first orders of the file. */
  orders: z.array(PreviewedOrder),
  /** By month of the shop (`2026-03`), the earliest first. */
  months: z.array(z.object({ month: z.string(), orders: z.number(), sales: z.string(), returns: z.string() })),
  counted: z.number(),
  uncounted: z.number(),
  /** Orders already imported earlier. */
  known: z.number(),
})
export type ImportPreview = z.infer<typeof ImportPreview>

const shownOrders = 10
const idsPerQuery = 5000

interface Month {
  orders: number
  sales: Amount
  returns: Amount
}

/** Books every valid order of a checked file without storing any of it. */
export async function previewOrders(
  ctx: ShopContext,
  checked: CheckedFile,
  onRows?: (rows: number) => Promise<void> | void,
): Promise<ImportPreview> {
  const orders: PreviewedOrder[] = []
  const months = new Map<string, Month>()
  let [counted, uncounted] = [0, 0]
  for await (const { records, rowsDone } of buildRecords(checked)) {
    const bookings = await previewBookings(ctx, records)
    for (const record of records) {
      const booking = record.type === 'order' ? bookings.get(record.id) : undefined
      if (record.type !== 'order' || !booking) continue
      if (booking.counted) counted += 1
      else uncounted += 1
      if (booking.counted) addToMonths(months, booking, ctx.shop.zone)
      if (orders.length < shownOrders) orders.push(printOrder(record, booking))
    }
    await onRows?.(rowsDone)
  }
  return {
    orders,
    months: [...months]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([month, { orders: count, sales, returns }]) => ({
        month,
        orders: count,
        sales: amountText(sales),
        returns: amountText(returns),
      })),
    counted,
    uncounted,
    known: await countKnown(ctx, [...checked.groups.keys()]),
  }
}

function addToMonths(months: Map<string, Month>, booking: BookedOrder, zone: string): void {
  for (const row of booking.rows) {
    const month = dayOf(new Date(row.bookedAt * 1000), zone).slice(0, 7)
    const sums = months.get(month) ?? { orders: 0, sales: zeroAmount, returns: zeroAmount }
    months.set(month, sums)
    if (row.rowId === booking.headRowId) sums.orders += 1
    if (row.side === 'sale') sums.sales = addAmounts(sums.sales, totalOf(row))
    else sums.returns = addAmounts(sums.returns, totalOf(row))
  }
}

function totalOf({ gross, discount, tax }: BookedRow): Amount {
  return addAmounts(subtractAmounts(gross, discount), tax)
}

function printOrder(order: Extract<PlatformRecord, { type: 'order' }>, booking: Booking): PreviewedOrder {
  const rows = booking.counted ? booking.rows : []
  const sold = rows.filter(({ side }) => side === 'sale')
  const goods = sold.filter(({ lineType }) => lineType !== 'shipping')
  const sum = (some: readonly BookedRow[], amount: (row: BookedRow) => Amount) =>
    amountText(some.reduce((total, row) => addAmounts(total, amount(row)), zeroAmount))
  return {
    name: order.name,
    placedAt: order.placedAt,
    gross: sum(goods, ({ gross }) => gross),
    discounts: sum(goods, ({ discount }) => discount),
    shipping: sum(
      sold.filter(({ lineType }) => lineType === 'shipping'),
      ({ gross, discount }) => subtractAmounts(gross, discount),
    ),
    tax: sum(sold, ({ tax }) => tax),
    total: sum(sold, totalOf),
    returns: sum(
      rows.filter(({ side }) => side === 'return'),
      totalOf,
    ),
    uncounted: booking.counted ? null : booking.reason,
  }
}

const Found = z.object({ found: z.coerce.number() })

async function countKnown({ warehouse }: ShopContext, ids: readonly string[]): Promise<number> {
  let known = 0
  for (let start = 0; start < ids.length; start += idsPerQuery) {
    const [row] = await warehouse.read(
      {
        sql: `SELECT count() AS found FROM records
          WHERE shop_id = {shop:UUID} AND type = 'order' AND parent_id = '' AND id IN {ids:Array(String)}`,
        params: { ids: ids.slice(start, start + idsPerQuery) },
      },
      Found,
      { lookup: true },
    )
    known += row?.found ?? 0
  }
  return known
}
