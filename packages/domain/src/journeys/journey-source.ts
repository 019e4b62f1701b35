import type { SqlText } from '@tillsight/attribution'
import { rateDecimals, roundFixed } from '@tillsight/core'
import type { DayRange } from '@tillsight/core/days'
import { type Conversion, ledgerSum, orderValues, spanOf } from '@tillsight/metrics'
import type { RequestedConfig } from '../credit/index.ts'

/** Which orders to read, and the currency of their money. */
export interface SourceAsk {
  /** Days on which orders were placed. */
  readonly range: DayRange
  readonly zone: string
  readonly asked: Pick<RequestedConfig, 'value' | 'customers'>
  /** Exchange rates, if the result is in another currency than the shop's. */
  readonly rates?: Conversion | undefined
  /** Whether to include cancelled orders, with `cancelled`. */
  readonly withCancelled?: boolean
  /** Restricts to these orders. */
  readonly orders?: readonly string[]
  /** Whether refunds are booked on their own day, so that `net` is the order's value before any refund. */
  readonly isUntouched?: boolean
}

/** Condition for journeys of customers seen on more devices than one person can have: they have no owner. */
export const leftOutSql = `person = '' AND customer_class IN ('new', 'returning')`

/** Columns of journeys that hold lists of touches. */
export const touchLists =
  'touch_ids, touch_ms, kinds, channels, platforms, paid, account_ids, campaign_ids, ad_set_ids, ad_ids'
const noRate = 10n ** BigInt(rateDecimals)

/**
 * Journeys of the orders of some days for credit queries: `value` and `net` in millionths of the result's currency,
 * `order_ms`, `order_day` (days since 1970 on the shop's clock), the lists of touches, and the order's owner. `whole` equals
 * `value`. Net is what remains after refunds, never negative.
 */
export function journeySource(ask: SourceAsk): SqlText {
  const { column } = orderValues[ask.asked.value]
  const value = `reinterpretAsInt64(${column})`
  const left = `greatest(${value}${ask.isUntouched ? '' : ` - reinterpretAsInt64(${column}_back)`}, toInt64(0))`
  const told = `order_id, order_name, placed_at, customer_class, cancelled, consent_gap, person,
    ${inCurrency(ask, value)} AS value, ${inCurrency(ask, left)} AS net, ${inCurrency(ask, value)} AS whole, order_second * 1000 AS order_ms,
    previous_ms, milestone_ms, survey_channel, order_day, ${touchLists}`
  const conditions = ask.withCancelled ? [] : ['cancelled = 0']
  return placedSql(ask, { told, conditions, from: 'journeys WHERE shop_id = {shop:UUID}' })
}

/** The catalogue's metric of what orders contribute before marketing. */
export const contributionMetric = 'cm2'

/**
 * The same journeys with what each order contributes after delivery instead of its value: `value` where it is above zero,
 * `net` where it is below, so that both can be divided to the millionth; everything booked of an order so far, on whatever
 * day. `doubt` is 1 where a cost of it is assumed and 2 where one is unknown; `costed` and `uncosted`, whether it has goods
 * with and without a cost.
 */
export function contributionSource(ask: SourceAsk): SqlText {
  const states = ['goods_state', 'fees_state', 'shipping_state']
  const has = (state: string) => `max(${states.map((column) => `${column} = '${state}'`).join(' OR ')})`
  const parts = [
    'order_id AS booked_order',
    `CAST(${ledgerSum(contributionMetric)}, 'Decimal(18, 6)') AS contributed`,
    `multiIf(${has('unknown')}, 2, ${has('assumed')}, 1, 0) AS doubt`,
    `${ledgerSum('goodsExact')} != 0 OR ${ledgerSum('goodsAssumed')} != 0 AS costed`,
    `${ledgerSum('goodsUnknown')} != 0 AS uncosted`,
  ]
  const [from, until] = ["toDateTime({placed_from:UInt32}, 'UTC')", "toDateTime({placed_until:UInt32}, 'UTC')"]
  const booked = `SELECT ${parts.join(', ')} FROM ledger
    WHERE shop_id = {shop:UUID} AND ledger.placed_at >= ${from} AND ledger.placed_at < ${until} GROUP BY order_id`
  const placed = `SELECT * FROM journeys WHERE shop_id = {shop:UUID} AND placed_at >= ${from} AND placed_at < ${until}`
  const told = `customer_class, cancelled, ${inCurrency(ask, 'reinterpretAsInt64(contributed)')} AS whole,
    greatest(whole, toInt64(0)) AS value, greatest(-whole, toInt64(0)) AS net, doubt, costed, uncosted,
    order_second * 1000 AS order_ms, previous_ms, milestone_ms, survey_channel, order_day, ${touchLists}`
  const conditions = ask.withCancelled ? [] : ['cancelled = 0']
  const table = `(${placed}) AS placed INNER JOIN (${booked}) AS booked ON placed.order_id = booked.booked_order`
  return placedSql(ask, { told, conditions, from: table })
}

/** The money of orders of some days, from a table of `order_id`, `placed_at`, `customer_class`, `amount`. */
export function moneySource(ask: SourceAsk, table: string): SqlText {
  return placedSql(ask, {
    told: `${inCurrency(ask, 'reinterpretAsInt64(amount)')} AS value`,
    conditions: [],
    from: table,
  })
}

interface Placed {
  readonly told: string
  readonly conditions: readonly string[]
  readonly from: string
}

function placedSql(
  { range, zone, asked, rates, orders }: SourceAsk,
  { told, conditions, from: table }: Placed,
): SqlText {
  const span = spanOf(range, zone)
  const wanted = [
    "placed_at >= toDateTime({placed_from:UInt32}, 'UTC')",
    "placed_at < toDateTime({placed_until:UInt32}, 'UTC')",
    ...conditions,
    ...(asked.customers === 'all' ? [] : [`customer_class = '${asked.customers}'`]),
    ...(orders === undefined ? [] : ['order_id IN {orders:Array(String)}']),
    ...(rates === undefined ? [] : ['day_rate > 0']),
  ]
  return {
    sql: `(SELECT ${told}
  FROM (SELECT *, toInt64(toUnixTimestamp(placed_at)) AS order_second,
    toInt32(intDiv(order_second + ${offsetSql('toUInt32(order_second)')}, 86400)) AS order_day${rates === undefined ? '' : `, ${rateSql} AS day_rate`}
    FROM ${table})
  WHERE ${wanted.join(' AND ')})`,
    params: {
      placed_from: span.from,
      placed_until: span.until,
      zone_since: span.offsets.map((offset) => String(offset.since)),
      zone_seconds: span.offsets.map((offset) => String(offset.seconds)),
      ...(rates === undefined ? {} : { day_rates: scaled(rates), rates_from: rates.firstDay }),
      ...(orders === undefined ? {} : { orders }),
    },
  }
}

/** Converts millionths of the shop's currency into the result's, by `day_rate`. */
export function inCurrency({ rates }: Pick<SourceAsk, 'rates'>, millionths: string): string {
  return rates === undefined ? millionths : convertSql(millionths)
}

const offsets = 'arrayMap(x -> toInt32(x), {zone_seconds:Array(String)})'
const since = 'arrayMap(x -> toUInt32(x), {zone_since:Array(String)})'

/** The shop clock's offset from UTC, in seconds, at an instant in seconds. */
function offsetSql(second: string): string {
  return `transform(roundDown(${second}, ${since}), ${since}, ${offsets}, toInt32(0))`
}

/** The day on the shop's clock, since 1970, of an instant in milliseconds within the range. */
export function localDaySql(ms: string): string {
  const second = `intDiv(${ms}, 1000)`
  return `toInt32(intDiv(${second} + ${offsetSql(`toUInt32(${second})`)}, 86400))`
}

/** The exchange rate of `order_day`. */
export const rateSql =
  "arrayElement(arrayMap(x -> toInt64(x), splitByChar(',', {day_rates:String})), order_day - {rates_from:Int32} + 1)"

/** Rounded half away from zero at the sixth decimal. */
function convertSql(millionths: string): string {
  const product = `toInt128(${millionths}) * day_rate`
  return `toInt64(intDiv(${product} + if(${millionths} < 0, -${noRate / 2n}, ${noRate / 2n}), toInt128(${noRate})))`
}

/** Exchange rates scaled to whole numbers, which keep amounts exact; 0 where there is none. */
function scaled({ rates }: Conversion): string {
  return rates.map((rate) => roundFixed(rate, rateDecimals)).join(',')
}
