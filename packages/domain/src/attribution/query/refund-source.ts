import type { SqlText } from '@tillsight/attribution'
import { endOfDay, startOfDay } from '@tillsight/core/days'
import { orderValues } from '@tillsight/metrics'
import { z } from 'zod'
import type { ShopContext } from '../../context/index.ts'
import { inCurrency, journeySource, localDaySql, rateSql, type SourceAsk, touchLists } from '../../journeys/index.ts'
import { readCatalogue } from './booked.ts'
import { readKnown } from './read-known.ts'

const millionths = (sql: string) => `reinterpretAsInt64(CAST(${sql}, 'Decimal(18, 6)'))`

/**
 * Refunds in some days, one row for each order and day: `given_order`, `given_placed`, `given_class`, `order_day` (days since
 * 1970 on the shop's clock), and `back_before` and `back_until`, the amounts refunded before that day and up to its end, in
 * millionths of the shop's currency. Uses the parameters of `journeySource` for the same days, besides its own.
 */
function givenSql({ asked }: Pick<SourceAsk, 'asked'>): string {
  const { of: back, where } = orderValues[asked.value].returns
  const second = 'toInt64(toUnixTimestamp(ledger.booked_at))'
  const [from, until] = ["toDateTime({given_from:UInt32}, 'UTC')", "toDateTime({given_until:UInt32}, 'UTC')"]
  const returns = `ledger WHERE shop_id = {shop:UUID} AND ${where} AND ledger.booked_at < ${until}`
  // Earlier refunds are summed up, so their day does not matter.
  const day = `if(ledger.booked_at < ${from}, toInt32(-1), ${localDaySql(`${second} * 1000`)})`
  return `(SELECT given_order, given_placed, given_class, given_day AS order_day, back_until - back_of_day AS back_before, back_until
    FROM (SELECT given_order, given_placed, given_class, given_day, back_of_day,
        sum(back_of_day) OVER (PARTITION BY given_order ORDER BY given_day ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS back_until
      FROM (SELECT order_id AS given_order, any(ledger.placed_at) AS given_placed, toString(any(ledger.customer_class)) AS given_class,
          ${day} AS given_day, ${millionths(`sum(${back})`)} AS back_of_day
        FROM ${returns} AND order_id IN (SELECT order_id FROM ${returns} AND ledger.booked_at >= ${from})
        GROUP BY given_order, given_day))
    WHERE given_day >= 0)`
}

/** Parameters of {@link givenSql} that `journeySource` does not supply. */
function givenParams({ range, zone }: SourceAsk): SqlText['params'] {
  return {
    given_from: startOfDay(range.from, zone).getTime() / 1000,
    given_until: endOfDay(range.to, zone).getTime() / 1000,
  }
}

/**
 * Journeys of orders with refunds in some days, whenever they were placed, in the columns of `journeySource`, one row per
 * order and refund day: `value` is the order's remaining value before that day, `net` after it, `whole` its full value,
 * `order_day` the day itself. Refunds beyond the order's value are ignored. Amounts are converted at the rate of the refund
 * day.
 */
export function refundSource(ask: SourceAsk): SqlText {
  const { asked, rates } = ask
  const worth = `reinterpretAsInt64(${orderValues[asked.value].column})`
  const left = (back: string) => inCurrency(ask, `greatest(${worth} - ${back}, toInt64(0))`)
  const given = givenSql(ask)
  const conditions = [
    'cancelled = 0',
    'value != net',
    ...(asked.customers === 'all' ? [] : [`customer_class = '${asked.customers}'`]),
    ...(rates === undefined ? [] : ['day_rate > 0']),
  ]
  return {
    sql: `(SELECT order_id, order_name, placed_at, customer_class, person, ${left('back_before')} AS value, ${left('back_until')} AS net,
    ${inCurrency(ask, worth)} AS whole, toInt64(toUnixTimestamp(placed_at)) * 1000 AS order_ms, previous_ms, milestone_ms,
    survey_channel, order_day, ${touchLists}
  FROM (SELECT *${rates === undefined ? '' : `, ${rateSql} AS day_rate`}
    FROM (SELECT * FROM journeys WHERE shop_id = {shop:UUID} AND (placed_at, order_id) IN (SELECT given_placed, given_order FROM ${given})) AS placed
    INNER JOIN ${given} AS given ON placed.order_id = given.given_order)
  WHERE ${conditions.join(' AND ')})`,
    params: givenParams(ask),
  }
}

/** Refunds in some days as the catalogue counts them, and the parts that belong to no order with credit. Millionths. */
export interface GivenBack {
  readonly booked: bigint
  /** Refunds of orders cancelled later. */
  readonly cancelled: bigint
  /** Refunds of orders whose journey is still being computed. */
  readonly pending: bigint
}

const GivenRow = z.object({ gone: z.coerce.bigint(), waiting: z.coerce.bigint() })

interface GivenAsk extends SourceAsk {
  readonly currency: string | undefined
}

/** Reads the refunds in some days. */
export async function readGivenBack(ctx: ShopContext, ask: GivenAsk): Promise<GivenBack> {
  const [booked, [row]] = await Promise.all([
    readCatalogue(ctx, orderValues[ask.asked.value].returns.metric, ask),
    readKnown(ctx, { sql: outsideSql(ask), params: { ...journeySource(ask).params, ...givenParams(ask) } }, GivenRow),
  ])
  return { booked: booked ?? 0n, cancelled: row?.gone ?? 0n, pending: row?.waiting ?? 0n }
}

function outsideSql(ask: SourceAsk): string {
  const { asked, rates } = ask
  const given = givenSql(ask)
  const conditions = [
    ...(asked.customers === 'all' ? [] : [`given_class = '${asked.customers}'`]),
    ...(rates === undefined ? [] : ['day_rate > 0']),
  ]
  return `SELECT sumIf(back, is_known = 1 AND is_gone = 1) AS gone, sumIf(back, is_known = 0) AS waiting
  FROM (SELECT ${inCurrency(ask, '(back_until - back_before)')} AS back, is_known, is_gone
    FROM (SELECT *${rates === undefined ? '' : `, ${rateSql} AS day_rate`} FROM ${given}) AS given
    LEFT JOIN (SELECT order_id AS known_order, 1 AS is_known, cancelled AS is_gone FROM journeys
      WHERE shop_id = {shop:UUID} AND (placed_at, order_id) IN (SELECT given_placed, given_order FROM ${given})) AS known
    ON given.given_order = known.known_order
    ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`})`
}
