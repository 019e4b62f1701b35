import type { ClickHouseClient } from '@clickhouse/client'
import { type Day, endOfDay, startOfDay } from '@tillsight/core/days'
import type { MetricAnswer } from '@tillsight/domain'
import { zone } from './facts.ts'
import { storeStats, yearRanges } from './metrics-query.ts'

// The same question as a single hand-written query, and the check that both give the same figures.

type Row = Readonly<Record<string, string | number | null>>

/** One query over the ledger. */
export async function askLedgerByHand(engine: ClickHouseClient, shop: string): Promise<Row[]> {
  const { now, before } = yearRanges()
  const result = await engine.query({
    query: ledgerSql,
    query_params: {
      shop,
      zone,
      now: now.from,
      from: startOfDay(before.from, zone).getTime() / 1000,
      until: endOfDay(now.to, zone).getTime() / 1000,
    },
    format: 'JSONEachRow',
  })
  return result.json<Row>()
}

/** One query over the daily summary. */
export async function askDailyByHand(engine: ClickHouseClient, shop: string): Promise<Row[]> {
  const { now, before } = yearRanges()
  const result = await engine.query({
    query: dailySql,
    query_params: { shop, now: now.from, from: before.from, to: now.to },
    format: 'JSONEachRow',
  })
  return result.json<Row>()
}

const ledgerSql = `
SELECT
  toDate(booked_at, {zone:String}) AS day,
  day >= {now:Date} AS is_now,
  grouping(day) AS is_total,
  sumIf(gross - discount + tax, side = 'sale' AND line_type NOT IN ('gift_card', 'tip')) AS orderRevenue,
  -sumIf(gross - discount + tax, side = 'return' AND line_type NOT IN ('gift_card', 'tip')) AS returns,
  orderRevenue - returns AS sales,
  countIf(head = 1) AS orders,
  countIf(head = 1 AND paid = 1) AS paidOrders,
  toFloat64(orderRevenue) / nullIf(orders, 0) AS aov,
  toFloat64(sumIf(gross - discount, side = 'sale' AND line_type = 'product' AND paid = 1)) / nullIf(paidOrders, 0) AS trueaov,
  uniqExactIf(customer_id, head = 1 AND paid = 1 AND customer_class = 'new') AS newCustomers,
  uniqExactIf(customer_id, head = 1 AND paid = 1 AND customer_class = 'returning') AS returningCustomers,
  countIf(head = 1 AND paid = 1 AND customer_class = 'new') AS newCustomerOrders,
  sumIf(gross - discount + tax, side = 'sale' AND line_type NOT IN ('gift_card', 'tip') AND customer_class = 'new') AS newCustomerRevenue,
  sumIf(gross - discount + tax, side = 'sale' AND line_type NOT IN ('gift_card', 'tip') AND customer_class = 'returning') AS returningCustomerRevenue,
  sumIf(gross, side = 'sale' AND line_type = 'product') AS grossSales,
  sumIf(discount, side = 'sale' AND line_type = 'product') AS discounts,
  sumIf(quantity, side = 'sale' AND line_type = 'product') AS unitsSold,
  sumIf(tax, side = 'sale' AND line_type NOT IN ('gift_card', 'tip')) AS saleTaxes,
  sumIf(tax, line_type NOT IN ('gift_card', 'tip')) AS taxes
FROM ledger FINAL
WHERE shop_id = {shop:UUID} AND booked_at >= {from:UInt32} AND booked_at < {until:UInt32}
GROUP BY GROUPING SETS ((is_now), (is_now, day))`

const sumOf = (measure: string): string => `sumIf(value, measure = '${measure}')`

const dailySql = `
SELECT
  day, day >= {now:Date} AS is_now, grouping(day) AS is_total,
  if(is_total = 1, if(is_now, {now:Date}, {from:Date}), day) AS since,
  ${sumOf('grossSales')} AS grossSales, ${sumOf('discounts')} AS discounts, ${sumOf('saleTaxes')} AS saleTaxes, ${sumOf('unitsSold')} AS unitsSold,
  grossSales - discounts + ${sumOf('shipping')} + ${sumOf('otherCharges')} + saleTaxes AS orderRevenue,
  ${sumOf('returnsProducts')} + ${sumOf('returnsShipping')} + ${sumOf('returnsCharges')} + ${sumOf('returnsTax')} AS returns,
  orderRevenue - returns AS sales, saleTaxes - ${sumOf('returnsTax')} AS taxes,
  ${sumOf('orders')} AS orders, ${sumOf('paidOrders')} AS paidOrders,
  toFloat64(orderRevenue) / nullIf(toFloat64(orders), 0) AS aov, toFloat64(${sumOf('paidOrderGoods')}) / nullIf(toFloat64(paidOrders), 0) AS trueaov,
  ${sumOf('newCustomers')} AS newCustomers, ${sumOf('newCustomerOrders')} AS newCustomerOrders,
  ${sumOf('newCustomerRevenue')} AS newCustomerRevenue, ${sumOf('returningCustomerRevenue')} AS returningCustomerRevenue,
  if(is_total = 1,
    sumIf(arraySum((earlier, number) -> if(earlier < if(day >= {now:Date}, {now:Date}, {from:Date}), number, 0), previous_days, previous_counts), measure = 'returningCustomers'),
    sumIf(arraySum((earlier, number) -> if(earlier < day, number, 0), previous_days, previous_counts), measure = 'returningCustomers')) AS returningCustomers
FROM daily FINAL
WHERE shop_id = {shop:UUID} AND day >= {from:Date} AND day <= {to:Date}
GROUP BY GROUPING SETS ((is_now), (is_now, day))`

/** Throws when a figure of the product differs from the hand-written query. */
export function assertSame(response: MetricAnswer, byHand: readonly Row[]): void {
  const ours = figuresOf(response)
  if (byHand.length !== ours.size) throw new Error(`${ours.size} rows were expected, not ${byHand.length}`)
  for (const row of byHand) {
    const place = row['is_total'] === 1 ? totalOf(row['is_now'] === 1) : String(row['day'])
    const values = ours.get(place) ?? {}
    const wrong = storeStats.find((stat) => !isSame(values[stat], row[stat]))
    if (wrong === undefined) continue
    throw new Error(`${wrong} of ${place}: the product says ${values[wrong]}, the query by hand ${row[wrong]}`)
  }
}

/** Totals and days of both periods by name. */
function figuresOf({ totals, series = [], compare }: MetricAnswer): Map<string, Row> {
  const days = [...series, ...(compare?.series ?? [])]
  return new Map([
    [totalOf(true), totals],
    [totalOf(false), compare?.totals ?? {}],
    ...days.map(({ at, values }) => [at, values] as const),
  ])
}

function totalOf(isNow: boolean): string {
  return isNow ? 'the period' : 'the period before'
}

/** The hand-written query's ratios are floating-point numbers; everything else is exact on both sides. */
function isSame(ours: Row[string] | undefined, byHand: Row[string] | undefined): boolean {
  if (typeof ours === 'object' || typeof byHand === 'object') return ours === byHand
  return Math.abs(Number(ours) - Number(byHand)) <= 1e-9 * Math.max(1, Math.abs(Number(byHand)))
}

// The campaigns table as a single hand-written query.

/** Size of the first page. */
export const rowsShown = 25

/** Ranges of a query and its comparison, which ends where the query begins. */
export interface AdsRanges {
  readonly from: Day
  readonly to: Day
  readonly before: Day
  /** Budgets are measured on this day and the week before it. */
  readonly today: Day
}

/** The compared part of a result row; decimal text. The total has an empty key. */
export interface AdRow {
  readonly key: string
  readonly spend: string
  readonly purchases: string
  readonly spendBefore: string
}

interface Params {
  readonly shop: string
  readonly level: 'ad' | 'campaign'
  readonly ranges: AdsRanges
}

/** Queries the first rows and the total. */
export async function askAdsByHand(engine: ClickHouseClient, { shop, level, ranges }: Params): Promise<AdRow[]> {
  const result = await engine.query({
    query: byHandSql(level),
    query_params: { shop, ...ranges, limit: rowsShown + 1 },
    format: 'JSONEachRow',
  })
  return result.json<AdRow>()
}

const keys = {
  ad: ['platform', 'account_id', 'campaign_id', 'ad_set_id', 'ad_id'],
  campaign: ['platform', 'account_id', 'campaign_id'],
} as const

/**
 * One pass over the days. Totals are added up from the sums of the rows: grouping the days twice takes half as long again,
 * and so does a second pass for the courses.
 */
function byHandSql(level: Params['level']): string {
  const key = keys[level].join(', ')
  const measures = ['spend', 'link_clicks', 'purchases', 'purchase_value']
  const sums = measures.flatMap((name) => [
    `sumIf(${name}, is_now) AS now_${name}`,
    `sumIf(${name}, is_before) AS before_${name}`,
  ])
  const totals = measures.flatMap((name) => [`sum(now_${name}) AS ${name}`, `sum(before_${name}) AS ${name}_before`])
  return `
SELECT if(grouping(campaign_id) = 1, '', concat(${keys[level].join(", '/', ")})) AS key, any(label), any(status), any(budget),
  ${totals.join(', ')}, sum(today_spend), sum(week_spend), sumForEach(course), spend_before AS spendBefore
FROM (
  WITH day BETWEEN {from:Date} AND {to:Date} AS is_now, day < {from:Date} AS is_before
  SELECT ${key}, ${sums.join(', ')}, sumIf(spend, day = {today:Date}) AS today_spend,
    sumIf(spend, day BETWEEN {today:Date} - 7 AND {today:Date} - 1) AS week_spend,
    sumIfResample(0, 54, 1)(spend, is_now, intDiv(toUInt16(day) - toUInt16(toMonday({from:Date})), 7)) AS course
  FROM ad_days FINAL
  WHERE shop_id = {shop:UUID} AND day BETWEEN {before:Date} AND {today:Date}
  GROUP BY ${key}) AS days
LEFT JOIN (
  SELECT ${key}, name AS label, status, budget FROM ad_entities FINAL
  WHERE shop_id = {shop:UUID} AND level = '${level}') AS named USING (${key})
GROUP BY GROUPING SETS ((), (${key}))
ORDER BY spend DESC, key
LIMIT {limit:UInt32}`
}
