import { eligibleSql } from '@tillsight/attribution'
import { amountDecimals, roundFixed } from '@tillsight/core'
import { sold } from '@tillsight/metrics'
import { z } from 'zod'
import { run, type ShopContext } from '../../context/index.ts'
import { runQuery } from '../../reports/run-query.ts'
import { type AskedConfig, looksAtViews, toCreditConfig } from './config.ts'
import { moneyText } from './figures.ts'
import { journeySource, leftOutSql, moneySource, type SourceAsk } from './journey-source.ts'
import type { Closing } from './outputs.ts'
import { readKnown } from './read-known.ts'

/** The orders placed in some days, whatever the model. Amounts in millionths of the answer's currency. */
export interface OrderFacts {
  /** Orders that count, and what they came to. */
  readonly orders: number
  readonly value: bigint
  readonly cancelled: bigint
  /** Of those that count: with a touch that can earn. */
  readonly trackedOrders: number
  readonly trackedValue: bigint
  /** Without any touch because of consent. */
  readonly gapOrders: number
  readonly gapValue: bigint
  /** Of people who were seen on too many devices. */
  readonly leftOutOrders: number
  readonly leftOutValue: bigint
}

const FactsRow = z.object({
  orders: z.coerce.number(),
  whole: z.coerce.bigint(),
  cancelled_value: z.coerce.bigint(),
  tracked_orders: z.coerce.number(),
  tracked_value: z.coerce.bigint(),
  gap_orders: z.coerce.number(),
  gap_value: z.coerce.bigint(),
  left_out_orders: z.coerce.number(),
  left_out_value: z.coerce.bigint(),
})

/** Counts the orders of some days. */
export async function readOrderFacts(ctx: ShopContext, ask: SourceAsk, asked: AskedConfig): Promise<OrderFacts> {
  const source = journeySource({ ...ask, withCancelled: true })
  const can = eligibleSql(toCreditConfig(asked), looksAtViews(asked) ? 'all' : 'clicks')
  const sql = `SELECT countIf(NOT is_gone) AS orders, sumIf(value, NOT is_gone) AS whole, sumIf(value, is_gone) AS cancelled_value,
    countIf(NOT is_gone AND is_tracked) AS tracked_orders, sumIf(value, NOT is_gone AND is_tracked) AS tracked_value,
    countIf(NOT is_gone AND consent_gap = 1) AS gap_orders, sumIf(value, NOT is_gone AND consent_gap = 1) AS gap_value,
    countIf(NOT is_gone AND is_left_out) AS left_out_orders, sumIf(value, NOT is_gone AND is_left_out) AS left_out_value
  FROM (SELECT value, consent_gap, cancelled = 1 AS is_gone, ${leftOutSql} AS is_left_out,
    arrayExists((k, t) -> ${can}, kinds, touch_ms) AS is_tracked FROM ${source.sql})`
  const [row] = await readKnown(ctx, { sql, params: source.params }, FactsRow)
  if (!row) throw new Error('a sum has one row')
  return {
    orders: row.orders,
    value: row.whole,
    cancelled: row.cancelled_value,
    trackedOrders: row.tracked_orders,
    trackedValue: row.tracked_value,
    gapOrders: row.gap_orders,
    gapValue: row.gap_value,
    leftOutOrders: row.left_out_orders,
    leftOutValue: row.left_out_value,
  }
}

/** What the ledger says of some days: booked in them, and of the orders placed in them, whenever it was booked. */
export interface Booked {
  readonly booked: bigint
  readonly placed: bigint
}

interface BookedAsk extends SourceAsk {
  readonly currency: string | undefined
}

/** Reads the catalogue's metric, and the same money by when orders were placed. */
export async function readBooked(ctx: ShopContext, { range, asked, currency, rates }: BookedAsk): Promise<Booked> {
  const [answer, placed] = await Promise.all([
    run(runQuery, ctx, {
      metrics: [asked.value],
      from: range.from,
      to: range.to,
      ...(currency === undefined ? {} : { currency }),
      ...(asked.customers === 'all'
        ? {}
        : { filters: [{ dimension: 'customer_class', operator: 'is' as const, values: [asked.customers] }] }),
    }),
    readPlaced(ctx, { range, asked, zone: ctx.shop.zone, rates }),
  ])
  return { booked: roundFixed(String(answer.totals[asked.value] ?? '0'), amountDecimals), placed }
}

const amounts = {
  orderRevenue: { of: 'gross - discount + tax', where: sold.all },
  goods: { of: 'gross - discount', where: sold.goods },
} as const

/** The whole money of the orders placed in some days, edits of any day included. */
async function readPlaced(ctx: ShopContext, ask: SourceAsk): Promise<bigint> {
  const { of, where } = amounts[ask.asked.value]
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

/** What a closing is made of. */
export interface ClosingParts {
  readonly metric: Closing['metric']
  readonly booked: Booked
  readonly facts: OrderFacts
  readonly credited: bigint
  readonly notTracked: bigint
}

/** The parts of what was booked; whatever they are, they add up to it. */
export function toClosing({ metric, booked, facts, credited, notTracked }: ClosingParts): Closing {
  return {
    metric,
    booked: moneyText(booked.booked),
    credited: moneyText(credited),
    not_tracked: moneyText(notTracked),
    cancelled: moneyText(facts.cancelled),
    other_days: moneyText(booked.booked - booked.placed),
    other_touch_days: moneyText(facts.value - credited - notTracked),
    pending: moneyText(booked.placed - facts.value - facts.cancelled),
  }
}
