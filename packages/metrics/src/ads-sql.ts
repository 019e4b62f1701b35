import { adRateSql, hasGaps, type RateTable, ratesFor } from './ad-rates.ts'
import { toDayNumber } from './calendar.ts'
import { byPlatforms, spends } from './catalogue/ads.ts'
import type { Dimension } from './catalogue/definition.ts'
import { type BaseMetric, datasets } from './catalogue/index.ts'
import type { Facts, FactsWish } from './dataset-facts.ts'
import type { Period, Plan, PlannedFilter } from './plan.ts'
import { platforms } from './platforms.ts'
import type { Interval } from './query.ts'
import type { Binder } from './statement.ts'

const { table, tenant, time } = datasets.ads

/** Days of ad accounts: dated by the account, in its own currency. */
export function adsFacts({ plan, period, dimensions, interval, binder }: FactsWish): Facts {
  const rates = rateNames(plan, binder)
  const asked = [...dimensions, ...plan.filters.map(({ on }) => on)]
  const names = ['toUInt16(day) AS day_number', ...rates.names, ...campaignNames(asked)]
  const conditions = [
    ...daysOf(period, binder),
    ...onlyPlatforms(plan),
    ...plan.filters.map((filter) => adFilterSql(filter, binder)),
  ]
  return {
    clock: `WITH ${names.join(', ')}`,
    source: `FROM ${table} FINAL WHERE ${conditions.join(' AND ')}`,
    bucket: dayBucketSql(interval, period, binder),
    groupBy: [...new Set(dimensions.flatMap(columnsOf))],
    key: (dimension) => expressionOf(dimension),
    name: (dimension) => (dimension.id === 'channel' ? platformName(expressionOf(dimension)) : "''"),
    // Names are no matter of time: a platform's are always the same, those of places stand elsewhere.
    newest: 'toUInt32(0)',
    amount: (base) => sumSql('', [adAmountSql(base, rates)], conditionOf(base, plan)),
    gaps(base) {
      const gap = gapSql(base, rates)
      return gap && `countIf(${gap})`
    },
    byBucket(base, of) {
      const each = `Resample(0, ${period.buckets.length}, 1)`
      const place = bucketPlaceSql(of, period, binder)
      const gap = gapSql(base, rates)
      return {
        amounts: sumSql(each, [adAmountSql(base, rates), place], conditionOf(base, plan)),
        gaps: gap && `countIf${each}(${gap}, ${place})`,
      }
    },
  }
}

/** Which rows a figure is of; undefined for all of them, which is quicker: as a rule no costs are entered. */
function conditionOf({ value: { where } }: BaseMetric, { adRates: { currencies } }: Plan): string | undefined {
  const isTold = currencies.length > 0 && currencies.every(({ platform }) => platform !== 'custom')
  return isTold && (where === spends || where === byPlatforms) ? undefined : where
}

function sumSql(suffix: string, [amount = '', ...rest]: readonly string[], where: string | undefined): string {
  return where === undefined
    ? `sum${suffix}(${[amount, ...rest].join(', ')})`
    : `sumIf${suffix}(${[amount, where, ...rest].join(', ')})`
}

function daysOf({ range }: Period, binder: Binder): string[] {
  return [
    `${tenant} = {shop:UUID}`,
    `${time} >= toDate(${binder.bind('first_day', 'UInt16', toDayNumber(range.from))})`,
    `${time} <= toDate(${binder.bind('last_day', 'UInt16', toDayNumber(range.to))})`,
  ]
}

/** Figures of some platforms say nothing about campaigns of others, which are not even listed. */
function onlyPlatforms({ facts }: Plan): string[] {
  const named = facts.ads.map(({ value }) => ('platform' in value ? value.platform : undefined))
  if (named.includes(undefined)) return []
  return [`platform IN (${[...new Set(named)].map((id) => `'${id}'`).join(', ')})`]
}

/** The start of a day's bucket as day number. */
export function dayBucketSql(interval: Interval | undefined, { buckets }: Period, binder: Binder): string {
  if (interval === undefined || interval === 'day') return 'day_number'
  return `roundDown(day_number, ${binder.bind('buckets', 'Array(UInt16)', buckets)})`
}

/** Which of the period's buckets a row's day is in, counted from 0: worked out, as looking it up for each row takes longer. */
function bucketPlaceSql(interval: Interval, { range, buckets }: Period, binder: Binder): string {
  const first = toDayNumber(range.from)
  if (interval === 'month') {
    return `toRelativeMonthNum(day) - toRelativeMonthNum(toDate(${binder.bind('first_day', 'UInt16', first)}))`
  }
  if (interval === 'day') return `day_number - ${binder.bind('first_day', 'UInt16', first)}`
  // The first week may be the rest of one.
  const start = (buckets[1] ?? first + 7) - 7
  return `intDiv(day_number - ${binder.bind('first_week', 'UInt16', start)}, 7)`
}

interface Rate {
  readonly name: string
  readonly table: RateTable
}

/** The rates that a plan's figures need, under the names that a select gives them. */
export interface RateNames {
  readonly names: readonly string[]
  of(base: BaseMetric): Rate | undefined
}

/** Names `answer_rate` and `own_rate` for as far as they are needed. */
export function rateNames({ adRates, facts }: Plan, binder: Binder): RateNames {
  const nameOf = (each: RateTable) => (each === adRates.answer ? 'answer_rate' : 'own_rate')
  const needed = new Set(facts.ads.flatMap((base) => ratesFor(base, adRates) ?? []))
  return {
    names: [...needed].map((each) => `${adRateSql(each, binder)} AS ${nameOf(each)}`),
    of(base) {
      const each = ratesFor(base, adRates)
      return each && { name: nameOf(each), table: each }
    },
  }
}

/** What one row adds to a sum. */
export function adAmountSql({ value, ...base }: BaseMetric, rates: Pick<RateNames, 'of'>): string {
  if (value.aggregate !== 'sum') throw new Error(`${base.id} is not a sum over ads`)
  const rate = rates.of({ ...base, value })
  return rate ? `${value.of} * ${rate.name}` : value.of
}

/** Whether a row has something to add that cannot be converted; undefined where that cannot be. */
function gapSql(base: BaseMetric, rates: RateNames): string | undefined {
  const rate = rates.of(base)
  if (!rate || !hasGaps(rate.table) || base.value.aggregate !== 'sum') return undefined
  return `${base.value.where} AND ${rate.name} = 0 AND ${base.value.of} != 0`
}

const campaign = "concat(platform, '/', account_id, '/', campaign_id)"

/** What a campaign is now stands with the campaign, not with its days. */
function campaignNames(asked: readonly Dimension[]): string[] {
  const read = (column: string): string =>
    `(SELECT groupArray(${column}) FROM (SELECT ${campaign} AS id, toString(status) AS state, toString(kind) AS sort FROM ad_entities FINAL WHERE shop_id = {shop:UUID} AND level = 'campaign' ORDER BY id))`
  const named = { ad_status: ['campaign_status', 'state'], ad_kind: ['campaign_kind', 'sort'] } as const
  return Object.entries(named).flatMap(([id, [name, column]]) =>
    asked.some((dimension) => dimension.id === id)
      ? [`transform(${campaign}, ${read('id')}, ${read(column)}, '') AS ${name}`]
      : [],
  )
}

/** Columns instead of what is made of them: grouping by text that is put together for each row takes far longer. */
function columnsOf(dimension: Dimension): readonly string[] {
  if (dimension.place) return dimension.place.columns
  if (dimension.id === 'ad_status' || dimension.id === 'ad_kind') return ['platform', 'account_id', 'campaign_id']
  return dimension.id === 'channel' ? ['channel'] : ['day_number']
}

function expressionOf({ id, on }: Dimension): string {
  if (on.ads === undefined) throw new Error(`${id} is no dimension of ads`)
  return on.ads
}

/** A filter over rows of ads. */
export function adFilterSql({ on, operator, values }: PlannedFilter, binder: Binder): string {
  const wanted =
    on.type === 'number'
      ? binder.bind('filter', 'Array(UInt8)', values.map(Number))
      : binder.bind('filter', 'Array(String)', values)
  const matches = `${expressionOf(on)} IN ${wanted}`
  if (operator === 'is_not') return `NOT (${matches})`
  return [...deepestIds(on, values, binder), matches].join(' AND ')
}

/** The same by the deepest id alone, which is quick to look at and leaves few rows. */
export function deepestIds({ place }: Dimension, values: readonly string[], binder: Binder): string[] {
  if (!place) return []
  const parts = values.map((value) => value.split('/'))
  const deepest = place.columns.at(-1)
  if (!deepest || parts.some(({ length }) => length !== place.columns.length)) return []
  const ids = [...new Set(parts.map((each) => each.at(-1) ?? ''))]
  return [`${deepest} IN ${binder.bind('deepest', 'Array(String)', ids)}`]
}

/** What people call a channel: the platform's name, or the shop's own word for it. */
function platformName(key: string): string {
  const known = platforms.filter(({ type }) => type === 'ads')
  const list = (texts: readonly string[]) => `[${texts.map((text) => `'${text}'`).join(', ')}]`
  return `transform(${key}, ${list(known.map(({ id }) => id))}, ${list(known.map(({ name }) => name))}, ${key})`
}
