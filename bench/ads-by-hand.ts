// What the table of campaigns shows, as one query that an engineer would write for it.
import type { ClickHouseClient } from '@clickhouse/client'
import type { Day } from '@tillsight/core/days'

/** Rows that the page begins with. */
export const rowsShown = 25

/** Days of a question and of what it is compared with, which ends where the question begins. */
export interface AdsRanges {
  readonly from: Day
  readonly to: Day
  readonly before: Day
  /** Budgets are measured on this day and the week before it. */
  readonly today: Day
}

/** A row of the answer as far as it is compared; decimal texts. The total has an empty key. */
export interface AdRow {
  readonly key: string
  readonly spend: string
  readonly purchases: string
  readonly spendBefore: string
}

interface Asked {
  readonly shop: string
  readonly level: 'ad' | 'campaign'
  readonly ranges: AdsRanges
}

/** Asks for the first rows and the total. */
export async function askAdsByHand(engine: ClickHouseClient, { shop, level, ranges }: Asked): Promise<AdRow[]> {
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
function byHandSql(level: Asked['level']): string {
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
