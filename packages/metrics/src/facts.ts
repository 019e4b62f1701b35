import { adsFacts } from './ads-sql.ts'
import { toDayNumber } from './calendar.ts'
import type { DatasetId, Dimension } from './catalogue/definition.ts'
import type { Facts, FactsOptions } from './dataset-facts.ts'
import { ledgerFacts } from './ledger-sql.ts'
import type { Period } from './plan.ts'
import type { Interval } from './query.ts'

const readers: Readonly<Record<DatasetId, (options: FactsOptions) => Facts>> = {
  ledger: ledgerFacts,
  ads: adsFacts,
  reach: reachFacts,
}

/** The SQL pieces for reading the requested rows of a dataset. */
export function factsOf(dataset: DatasetId, options: FactsOptions): Facts {
  return readers[dataset](options)
}

/**
 * Reach: each row is an account, or a campaign in queries about campaigns, in a bucket or the whole range, with what its
 * platform reported for exactly these days and whether it reported anything. Never added up over days.
 */
function reachFacts({ plan, period, dimensions, interval, binder }: FactsOptions): Facts {
  const spans = spansOf(period, interval)
  const starts = binder.bind('reach_from', 'Array(UInt16)', spans.map(({ first }) => first)) // biome-ignore format: pairs
  const ends = binder.bind('reach_to', 'Array(UInt16)', spans.map(({ last }) => last)) // biome-ignore format: pairs
  const from = binder.bind('first_day', 'UInt16', toDayNumber(period.range.from))
  const to = binder.bind('last_day', 'UInt16', toDayNumber(period.range.to))
  const named = [
    ...new Set(plan.facts.reach.flatMap(({ value }) => ('platform' in value ? (value.platform ?? []) : []))),
  ]
  const mine = `platform IN (${named.map((id) => `'${id}'`).join(', ')})`
  const level = levelOf([...dimensions, ...plan.filters.map(({ on }) => on)])
  const campaign = level === 'campaign' ? 'campaign_id' : "'' AS campaign_id"
  const told = `SELECT platform, account_id, ${campaign}, toUInt16(first_day) AS start, toInt64(reach) AS people, 1 AS was_told, 0 AS was_shown FROM ad_reach FINAL WHERE shop_id = {shop:UUID} AND ${mine} AND level = '${level}' AND first_day >= toDate(${from}) AND last_day <= toDate(${to}) AND indexOf(${starts}, toUInt16(first_day)) > 0 AND arrayElement(${ends}, indexOf(${starts}, toUInt16(first_day))) = toUInt16(last_day)`
  const shown = `SELECT platform, account_id, ${campaign}, toUInt16(roundDown(toUInt16(day), ${starts})) AS start, toInt64(0) AS people, 0 AS was_told, 1 AS was_shown FROM ad_days FINAL WHERE shop_id = {shop:UUID} AND ${mine} AND day >= toDate(${from}) AND day <= toDate(${to}) GROUP BY platform, account_id, campaign_id, start HAVING sum(impressions) > 0`
  const rows = `SELECT platform, account_id, campaign_id, start, max(people) AS reach, max(was_told) AS is_told, max(was_shown) AS is_shown FROM (${told} UNION ALL ${shown}) GROUP BY platform, account_id, campaign_id, start`
  const filters = plan.filters.map(({ on, operator, values }) => {
    const matches = `${expressionOf(on)} IN ${binder.bind('filter', 'Array(String)', values)}`
    return operator === 'is' ? matches : `NOT (${matches})`
  })
  return {
    clock: '',
    source: `FROM (${rows}) WHERE ${['1', ...filters].join(' AND ')}`,
    bucket: 'start',
    groupBy: [...new Set(dimensions.flatMap(({ place }) => place?.columns ?? ['platform']))],
    key: expressionOf,
    name: () => "''",
    newest: 'toUInt32(0)',
    amount: ({ value }) => `sumIf(reach, ${value.where})`,
    gaps: ({ value }) => `countIf(${value.where} AND is_shown = 1 AND is_told = 0)`,
  }
}

/** Platforms report reach separately for accounts and for campaigns; neither can be derived from the other. */
function levelOf(asked: readonly Dimension[]): 'account' | 'campaign' {
  return asked.some(({ place }) => place?.level === 'campaign') ? 'campaign' : 'account'
}

function expressionOf({ id, on }: Dimension): string {
  if (on.reach === undefined) throw new Error(`${id} is no dimension of reach`)
  return on.reach
}

function spansOf({ range, buckets }: Period, interval: Interval | undefined): { first: number; last: number }[] {
  const last = toDayNumber(range.to)
  if (interval === undefined) return [{ first: toDayNumber(range.from), last }]
  return buckets.map((first, place) => ({ first, last: (buckets[place + 1] ?? last + 1) - 1 }))
}
