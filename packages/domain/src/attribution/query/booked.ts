import { amountDecimals, roundFixed } from '@tillsight/core'
import { type OrderValue, orderValues, type valueReturnIds } from '@tillsight/metrics'
import { z } from 'zod'
import { run, type ShopContext } from '../../context/index.ts'
import { moneySource, type SourceAsk } from '../../journeys/index.ts'
import { runQuery } from '../../reports/index.ts'
import { readKnown } from './read-known.ts'

/** Ledger totals of some days: booked on them, and booked at any time for orders placed on them. */
export interface Booked {
  readonly booked: bigint
  readonly placed: bigint
}

interface BookedAsk extends SourceAsk {
  readonly currency: string | undefined
}

/** Reads the catalogue's metric, and the same money by the day orders were placed. */
export async function readBooked(ctx: ShopContext, { range, asked, currency, rates }: BookedAsk): Promise<Booked> {
  const [whole, placed] = await Promise.all([
    readCatalogue(ctx, asked.value, { range, asked, currency }),
    readPlaced(ctx, { range, asked, zone: ctx.shop.zone, rates }),
  ])
  return { booked: whole, placed }
}

/** Reads a catalogue metric for the days and customers of a query, in millionths. */
export async function readCatalogue(
  ctx: ShopContext,
  metric: OrderValue | (typeof valueReturnIds)[number],
  { range, asked, currency }: Pick<BookedAsk, 'range' | 'asked' | 'currency'>,
): Promise<bigint> {
  const { totals } = await run(runQuery, ctx, {
    metrics: [metric],
    from: range.from,
    to: range.to,
    ...(currency === undefined ? {} : { currency }),
    ...(asked.customers === 'all'
      ? {}
      : { filters: [{ dimension: 'customer_class', operator: 'is' as const, values: [asked.customers] }] }),
  })
  return roundFixed(String(totals[metric] ?? '0'), amountDecimals)
}

/** The total money of the orders placed in some days, including edits on any day. */
async function readPlaced(ctx: ShopContext, ask: SourceAsk): Promise<bigint> {
  const { of, where } = orderValues[ask.asked.value]
  const source = moneySource(
    ask,
    `(SELECT order_id, any(ledger.placed_at) AS placed_at, any(ledger.customer_class) AS customer_class,
      CAST(sumIf(${of}, ${where}), 'Decimal(18, 6)') AS amount
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
