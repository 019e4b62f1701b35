import { adRateSql, hasGaps, type RateTable, ratesFor } from './ad-rates.ts'
import { toDayNumber } from './calendar.ts'
import { byPlatforms, spends } from './catalogue/ads.ts'
import type { Dimension } from './catalogue/definition.ts'
import { type BaseMetric, datasets } from './catalogue/index.ts'
import type { Facts, FactsOptions } from './dataset-facts.ts'
import type { Period, Plan, PlannedFilter } from './plan.ts'
import { platforms } from './platforms.ts'
import type { Interval } from './query.ts'
import type { Binder } from './statement.ts'

const { table, tenant, time } = datasets.ads

/** Facts of ad accounts by day: dated by the account, in its own currency. */
export function adsFacts({ plan, period, compared, dimensions, interval, binder }: FactsOptions): Facts {
  const rates = rateNames(plan, binder)
  const asked = [...dimensions, ...plan.filters.map(({ on }) => on)]
  const isNow = compared && 'period_index = 0'
  const names = [
    'toUInt16(day) AS day_number',
    ...(compared ? [`toInt8(${within(compared, binder)}) AS period_index`] : []),
    ...rates.names,
    ...campaignNames(asked),
  ]
  const conditions = [
    `${tenant} = {shop:UUID}`,
    compared ? `(${within(period, binder)} OR ${within(compared, binder)})` : within(period, binder),
    ...onlyPlatforms(plan),
    ...withoutExpenses(plan),
    ...plan.filters.map((filter) => adFilterSql(filter, binder)),
  ]
  return {
    clock: `WITH ${names.join(', ')}`,
    source: `FROM ${table} FINAL WHERE ${conditions.join(' AND ')}`,
    bucket: dayBucketSql(interval, { buckets: [...period.buckets, ...(compared?.buckets ?? [])] }, binder),
    groupBy: [...(compared ? ['period_index'] : []), ...new Set(dimensions.flatMap(columnsOf))],
    key: (dimension) => expressionOf(dimension),
    name: (dimension) => (dimension.id === 'channel' ? platformName(expressionOf(dimension)) : "''"),
    // Names do not depend on time: a platform's never changes, and those of campaigns are stored elsewhere.
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
        amounts: sumSql(each, [adAmountSql(base, rates), place], both(isNow, conditionOf(base, plan))),
        gaps: gap && `countIf${each}(${both(isNow, gap)}, ${place})`,
      }
    },
  }
}

/** The condition on a figure's rows; undefined for all, which is faster: most shops have no custom spend. */
function conditionOf({ value: { where } }: BaseMetric, { adRates: { currencies } }: Plan): string | undefined {
  const isReported = currencies.length > 0 && currencies.every(({ platform }) => platform !== 'custom')
  return isReported && (where === spends || where === byPlatforms) ? undefined : where
}

function sumSql(suffix: string, [amount = '', ...rest]: readonly string[], where: string | undefined): string {
  return where === undefined
    ? `sum${suffix}(${[amount, ...rest].join(', ')})`
    : `sumIf${suffix}(${[amount, where, ...rest].join(', ')})`
}

function both(one: string | undefined, other: string | undefined): string | undefined {
  return one && other ? `${one} AND ${other}` : (one ?? other)
}

function within({ range }: Period, binder: Binder): string {
  const first = binder.bind('first_day', 'UInt16', toDayNumber(range.from))
  const last = binder.bind('last_day', 'UInt16', toDayNumber(range.to))
  return `(${time} >= toDate(${first}) AND ${time} <= toDate(${last}))`
}

/** Limits rows to the platforms that the figures are about, so that campaigns of others are not listed. */
function onlyPlatforms({ facts }: Plan): string[] {
  const named = facts.ads.map(({ value }) => ('platform' in value ? value.platform : undefined))
  if (named.includes(undefined)) return []
  return [`platform IN (${[...new Set(named)].map((id) => `'${id}'`).join(', ')})`]
}

/** Entered expenses that are no marketing concern one figure only; for all others they would be rows without a value. */
function withoutExpenses({ bases, adRates: { currencies } }: Plan): string[] {
  const isAsked = bases.some(({ id }) => id === 'expenses')
  return isAsked || !currencies.some(({ platform }) => platform === 'custom') ? [] : ["counts_as != 'expense'"]
}

/** The first day of a row's bucket, as day number. */
export function dayBucketSql(
  interval: Interval | undefined,
  { buckets }: Pick<Period, 'buckets'>,
  binder: Binder,
): string {
  if (interval === undefined || interval === 'day') return 'day_number'
  return `roundDown(day_number, ${binder.bind('buckets', 'Array(UInt16)', buckets)})`
}

/** Index of the bucket that a row's day is in, from 0: computed, because a look-up per row takes longer. */
function bucketPlaceSql(interval: Interval, { range, buckets }: Period, binder: Binder): string {
  const first = toDayNumber(range.from)
  if (interval === 'month') {
    return `toRelativeMonthNum(day) - toRelativeMonthNum(toDate(${binder.bind('first_day', 'UInt16', first)}))`
  }
  if (interval === 'day') return `day_number - ${binder.bind('first_day', 'UInt16', first)}`
  // The first week can be a partial one.
  const start = (buckets[1] ?? first + 7) - 7
  return `intDiv(day_number - ${binder.bind('first_week', 'UInt16', start)}, 7)`
}

interface Rate {
  readonly name: string
  readonly table: RateTable
}

/** The exchange rates that a plan's figures need, by their names in a select. */
export interface RateNames {
  readonly names: readonly string[]
  of(base: BaseMetric): Rate | undefined
}

/** Defines `answer_rate` and `own_rate` where they are needed. */
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

/** Condition for rows whose amount cannot be converted; undefined where every amount can. */
function gapSql(base: BaseMetric, rates: RateNames): string | undefined {
  const rate = rates.of(base)
  if (!rate || !hasGaps(rate.table) || base.value.aggregate !== 'sum') return undefined
  return `${base.value.where} AND ${rate.name} = 0 AND ${base.value.of} != 0`
}

const campaign = "concat(platform, '/', account_id, '/', campaign_id)"

/** A campaign's current attributes are stored with the campaign, not with its days. */
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

/** Groups by columns rather than by a key concatenated from them, which would take far longer per row. */
function columnsOf(dimension: Dimension): readonly string[] {
  if (dimension.place) return dimension.place.columns
  if (dimension.id === 'ad_status' || dimension.id === 'ad_kind') return ['platform', 'account_id', 'campaign_id']
  return dimension.id === 'channel' ? ['channel'] : ['day_number']
}

function expressionOf({ id, on }: Dimension): string {
  if (on.ads === undefined) throw new Error(`${id} is no dimension of ads`)
  return on.ads
}

/** A filter on ad rows. */
export function adFilterSql({ on, operator, values }: PlannedFilter, binder: Binder): string {
  const wanted =
    on.type === 'number'
      ? binder.bind('filter', 'Array(UInt8)', values.map(Number))
      : binder.bind('filter', 'Array(String)', values)
  const matches = `${expressionOf(on)} IN ${wanted}`
  if (operator === 'is_not') return `NOT (${matches})`
  return [...deepestIds(on, values, binder), matches].join(' AND ')
}

/** The same filter by the deepest id alone, which is fast and leaves few rows. */
export function deepestIds({ place }: Dimension, values: readonly string[], binder: Binder): string[] {
  if (!place) return []
  const parts = values.map((value) => value.split('/'))
  const deepest = place.columns.at(-1)
  if (!deepest || parts.some(({ length }) => length !== place.columns.length)) return []
  const ids = [...new Set(parts.map((each) => each.at(-1) ?? ''))]
  return [`${deepest} IN ${binder.bind('deepest', 'Array(String)', ids)}`]
}

/** The display name of a channel: the platform's name, or the shop's own label. */
function platformName(key: string): string {
  const known = platforms.filter(({ type }) => type === 'ads')
  const list = (texts: readonly string[]) => `[${texts.map((text) => `'${text}'`).join(', ')}]`
  return `transform(${key}, ${list(known.map(({ id }) => id))}, ${list(known.map(({ name }) => name))}, ${key})`
}
