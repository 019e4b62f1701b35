import { eligibleSql } from '@tillsight/attribution'
import { moneyText, orderValues } from '@tillsight/metrics'
import { z } from 'zod'
import type { ShopContext } from '../../context/index.ts'
import { looksAtViews, type RequestedConfig, toCreditConfig } from '../../credit/index.ts'
import { journeySource, leftOutSql, type SourceAsk } from '../../journeys/index.ts'
import type { Booked } from './booked.ts'
import { type ContributionSet, closeContribution } from './contribution.ts'
import { type Credited } from './figures.ts'
import type { Closing } from './outputs.ts'
import { readKnown } from './read-known.ts'
import type { GivenBack } from './refund-source.ts'

/** The orders placed in some days, independent of the model. Amounts in millionths of the result's currency. */
export interface OrderFacts {
  /** Orders that count, and their total value. */
  readonly orders: number
  readonly value: bigint
  readonly cancelled: bigint
  /** Orders that count and have an eligible touch. */
  readonly trackedOrders: number
  readonly trackedValue: bigint
  /** Orders without any touch for lack of consent. */
  readonly gapOrders: number
  readonly gapValue: bigint
  /** Orders of people seen on too many devices. */
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

/** Counts and sums the orders of some days. */
export async function readOrderFacts(ctx: ShopContext, ask: SourceAsk, options: RequestedConfig): Promise<OrderFacts> {
  const source = journeySource({ ...ask, withCancelled: true })
  const can = eligibleSql(toCreditConfig(options), looksAtViews(options) ? 'all' : 'clicks')
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

/** Inputs of the reconciliation with booked revenue. */
export interface ClosingParts {
  readonly metric: Closing['metric']
  readonly booked: Booked
  readonly facts: OrderFacts
  readonly credited: Credited
  readonly notTracked: Credited
  /** Present where refunds are booked on their own day. */
  readonly givenBack: GivenBack | undefined
  /** Present where it is asked for. */
  readonly contribution: ContributionSet | undefined
}

/** Splits booked revenue into its parts, which always add up to it. */
export function toClosing(parts: ClosingParts): Closing {
  const { metric, booked, facts, givenBack, contribution } = parts
  const [credited, notTracked] = [parts.credited.gross, parts.notTracked.gross]
  return {
    metric,
    booked: moneyText(booked.booked),
    credited: moneyText(credited),
    not_tracked: moneyText(notTracked),
    cancelled: moneyText(facts.cancelled),
    other_days: moneyText(booked.booked - booked.placed),
    other_touch_days: moneyText(facts.value - credited - notTracked),
    pending: moneyText(booked.placed - facts.value - facts.cancelled),
    ...(contribution?.facts && {
      contribution: closeContribution(contribution.facts, contribution),
    }),
    ...(givenBack === undefined ? {} : { refunds: toRefunds(parts, givenBack) }),
  }
}

/** Splits refunds by what they reduced. */
function toRefunds({ metric, credited, notTracked }: ClosingParts, given: GivenBack): NonNullable<Closing['refunds']> {
  const [earned, lost] = [credited.gross - credited.net, notTracked.gross - notTracked.net]
  return {
    metric: orderValues[metric].returns.metric,
    booked: moneyText(given.booked),
    credited: moneyText(earned),
    not_tracked: moneyText(lost),
    cancelled: moneyText(given.cancelled),
    beyond_value: moneyText(given.booked - earned - lost - given.cancelled - given.pending),
    pending: moneyText(given.pending),
  }
}
