import { amountDecimals, roundFixed } from '@tillsight/core'
import { type OrderValue, orderValues, type valueReturnIds } from '@tillsight/metrics'
import { z } from 'zod'
import { run, type ShopContext } from '../../context/index.ts'
import { type contributionMetric, moneySource, type SourceAsk } from '../../journeys/index.ts'
import { runQuery } from '../../reports/index.ts'
import { readKnown } from './read-known.ts'

/** Ledger totals of some days: booked on them, and booked at any time for orders placed on them. */
export interface Booked {
  readonly booked: bigint
  readonly placed: bigint
}

/** Whose money to read, in which currency. */
export interface BookedAsk extends SourceAsk {
  readonly currency: string | undefined
}

/** Reads the catalogue's metric, and the same money by the day orders were placed. */
export async function readBooked(ctx: ShopContext, { range, asked, currency, rates }: BookedAsk): Promise<Booked> {
  const { of, where } = orderValues[asked.value]
  const [whole, placed] = await Promise.all([
    readCatalogue(ctx, asked.value, { range, asked, currency }),
    readPlaced(ctx, { range, asked, zone: ctx.shop.zone, rates }, `sumIf(${of}, ${where})`),
  ])
  return { booked: whole ?? 0n, placed }
}

/** Reads a catalogue metric for the days and customers of a query, in millionths; null where the catalogue does not know it. */
export async function readCatalogue(
  ctx: ShopContext,
  metric: OrderValue | (typeof valueReturnIds)[number] | typeof contributionMetric,
  { range, asked, currency }: Pick<BookedAsk, 'range' | 'asked' | 'currency'>,
): Promise<bigint | null> {
  const { totals } = await run(runQuery, ctx, {
    metrics: [metric],
    from: range.from,
    to: range.to,
    ...(currency === undefined ? {} : { currency }),
    ...(asked.customers === 'all'
      ? {}
      : { filters: [{ dimension: 'customer_class', operator: 'is' as const, values: [asked.customers] }] }),
  })
  const total = totals[metric] ?? null
  return total === null ? null : roundFixed(String(total), amountDecimals)
}

/** The total money of the orders placed in some days, including what is booked of them on any day, by an aggregate of the ledger. */
export async function readPlaced(ctx: ShopContext, ask: SourceAsk, sum: string): Promise<bigint> {
  const source = moneySource(
    ask,
    `(SELECT order_id, any(ledger.placed_at) AS placed_at, any(ledger.customer_class) AS customer_class,
      CAST(${sum}, 'Decimal(18, 6)') AS amount
    FROM ledger WHERE shop_id = {shop:UUID} AND ledger.placed_at >= toDateTime({placed_from:UInt32}, 'UTC')
      AND ledger.placed_at < toDateTime({placed_until:UInt32}, 'UTC') GROUP BY order_id)`,
  )
  const Whole = z.object({ whole: z.coerce.bigint() })
  const [row] = await readKnown(
    ctx,
    { sql: `SELECT sum(value) AS whole FROM ${source.sql}`, params: source.params },
    Whole,
  )
  return row?.whole ?? 0n
}
