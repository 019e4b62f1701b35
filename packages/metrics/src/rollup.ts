import { type Day, listOffsets } from '@tillsight/core/days'
import type { CompiledQuery } from '@tillsight/warehouse/tables'
import { fromDayNumber, type Span, spanOf, toDayNumber } from './calendar.ts'
import { type BaseMetric, datasets, dimensions, metrics } from './catalogue/index.ts'
import { fingerprint } from './fingerprint.ts'
import { basesOf } from './formula.ts'
import { aggregateSql, orderRows } from './ledger-sql.ts'
import { isFollowed, isOnDaily, isOnParts } from './plan.ts'
import { type Binder, createBinder } from './statement.ts'

/** Raise when the meaning of the roll-up's rows changes although no measure does. */
const layout = 1
const wholeOrders = { line: false, lines: [] }
const { table, rollup } = datasets.ledger

const bases = basesOf(metrics).filter(isOnDaily)
const ofParts = bases.filter(isOnParts)
const parts = dimensions.filter(({ isRolledUp }) => isRolledUp)

/** Where the amount of a measure stands in a row of a part, from 1. */
export function placeOnParts({ id }: BaseMetric): number {
  const place = ofParts.findIndex((base) => base.id === id)
  if (place === -1) throw new Error(`${id} is not rolled up by parts`)
  return place + 1
}

/** Changes whenever the roll-up must be rebuilt because its contents are computed differently. */
export function dailyFingerprint(): string {
  return currentFingerprint
}

const currentFingerprint = fingerprint(
  JSON.stringify([layout, bases.map(({ id, value }) => [id, value]), parts.map(({ id, on }) => [id, on.ledger])]),
)

/** Days of a shop to roll up, and the version of the new rows. */
export interface DailyTask {
  readonly days: readonly Day[]
  readonly zone: string
  readonly version: bigint
}

/** What both statements over the ledger need: its rows of the days, their days, and the days themselves. */
interface Reading {
  readonly binder: Binder
  readonly where: string
  readonly local: (column: string) => string
  /** A SELECT of the day numbers to replace. */
  readonly wanted: string
  readonly version: string
}

function readingOf({ days, zone, version }: DailyTask): Reading {
  const binder = createBinder()
  const runs = runsOf(days)
  const spans = joinSpans(
    runs.map(([first, last]) => spanOf({ from: fromDayNumber(first), to: fromDayNumber(last) }, zone)),
  )
  const times = spans.map(
    ({ from, until }) =>
      `booked_at >= toDateTime(${binder.bind('from', 'UInt32', from)}, 'UTC') AND booked_at < toDateTime(${binder.bind('until', 'UInt32', until)}, 'UTC')`,
  )
  const where = `shop_id = {shop:UUID} AND (${times.length > 0 ? times.map((time) => `(${time})`).join(' OR ') : '0'})`
  const local = localDays(zone, spans.at(-1)?.until ?? 0, binder)
  const firsts = binder.bind('first_days', 'Array(UInt16)', runs.map(([first]) => first)) // biome-ignore format: pairs
  const lasts = binder.bind('last_days', 'Array(UInt16)', runs.map(([, last]) => last)) // biome-ignore format: pairs
  const wanted = `SELECT toUInt16(arrayJoin(arrayFlatten(arrayMap((first, last) -> range(first, last + 1), ${firsts}, ${lasts})))) AS day_number`
  return { binder, where, local, wanted, version: binder.bind('version', 'UInt64', version.toString()) }
}

/** The SELECT whose rows replace the roll-up of the given days: every measure of every day, zeros included. */
export function compileDaily(task: DailyTask): CompiledQuery & { readonly into: 'daily' } {
  const { binder, where, local, wanted, version } = readingOf(task)
  const columns = bases.flatMap((base, index) => [
    `toDecimal128(${aggregateSql(base, wholeOrders, false)}, 6) AS base_${index}`,
    ...followers(base, local).map((map) => `${map} AS followers_${index}`),
  ])
  const booked = `SELECT ${local('booked_at')} AS day_number, ${columns.join(', ')} FROM ${table} FINAL WHERE ${where} GROUP BY day_number`
  const figures = bases.map(figureSql).join(', ')
  const list = `{shop:UUID} AS shop_id, figure.1 AS measure, toDate(day_number) AS day, figure.2 AS value, figure.3 AS previous_days, figure.4 AS previous_counts, ${version} AS version, toUInt8(0) AS is_deleted`
  return {
    into: rollup.whole,
    sql: `SELECT ${list} FROM (SELECT * FROM (${wanted}) AS wanted LEFT JOIN (${booked}) AS booked USING (day_number)) ARRAY JOIN [${figures}] AS figure`,
    params: binder.params,
  }
}

/** The same for the parts: one row for each that has ledger rows on the day, and a tombstone for each that has none any more. */
export function compileDailyParts(task: DailyTask): CompiledQuery & { readonly into: 'daily_parts' } {
  const { binder, where, local, wanted, version } = readingOf(task)
  const values = parts.map(({ on }, index) => `${on.ledger} AS value_${index}`)
  const chosen = (what: (index: number) => string): string =>
    `multiIf(${parts.map((_, index) => `grouping(value_${index}) = 0, ${what(index)}`).join(', ')}, '')`
  const amounts = ofParts.map((base) => `toDecimal128(${aggregateSql(base, wholeOrders, false)}, 6)`)
  const booked = `WITH ${values.join(', ')} SELECT ${chosen((index) => `'${parts[index]?.id}'`)} AS dimension, ${local('booked_at')} AS day_number, ${chosen((index) => `toString(value_${index})`)} AS value, [${amounts.join(', ')}] AS booked FROM ${table} FINAL WHERE ${where} GROUP BY GROUPING SETS (${parts.map((_, index) => `(day_number, value_${index})`).join(', ')})`
  const known = `SELECT toString(dimension) AS dimension, toUInt16(day) AS day_number, value, CAST([], 'Array(Decimal(38, 6))') AS booked FROM ${rollup.parts} FINAL WHERE shop_id = {shop:UUID} AND day IN (SELECT toDate(day_number) FROM (${wanted}))`
  return {
    into: rollup.parts,
    sql: `SELECT {shop:UUID} AS shop_id, dimension, toDate(day_number) AS day, value, arrayFlatten(groupArray(booked)) AS measures, ${version} AS version, toUInt8(empty(measures)) AS is_deleted FROM (${booked} UNION ALL ${known}) WHERE day_number IN (${wanted}) GROUP BY dimension, day_number, value`,
    params: binder.params,
  }
}

function figureSql(base: BaseMetric, index: number): string {
  const [days, counts] = isFollowed(base)
    ? [`arrayMap(day -> toDate(day), followers_${index}.1)`, `followers_${index}.2`]
    : ['[]', '[]']
  return `tuple('${base.id}', base_${index}, CAST(${days}, 'Array(Date)'), CAST(${counts}, 'Array(UInt32)'))`
}

/** Number of a day's orders by the day of the same person's previous order; day 0 for none. */
function followers({ value }: BaseMetric, local: (column: string) => string): string[] {
  if (value.aggregate !== 'uniq' || value.acrossDays === 'each_once') return []
  const earlier = `if(toUnixTimestamp(${value.acrossDays}) = 0, toUInt16(0), ${local(value.acrossDays)})`
  return [`sumMapIf([${earlier}], [toUInt32(1)], ${orderRows(value.where, wholeOrders)})`]
}

/** The shop day of an instant as day number, for all of history: previous orders can be years back. */
function localDays(zone: string, until: number, binder: Binder): (column: string) => string {
  const history = listOffsets(zone, new Date(0), new Date(until * 1000))
  const since = binder.bind('since', 'Array(UInt32)', history.map((offset) => offset.since.getTime() / 1000)) // biome-ignore format: pairs
  const seconds = binder.bind('offsets', 'Array(Int32)', history.map((offset) => offset.seconds)) // biome-ignore format: pairs
  return (column) =>
    `toUInt16(intDiv(toInt64(toUnixTimestamp(${column})) + transform(roundDown(toUnixTimestamp(${column}), ${since}), ${since}, ${seconds}, 0), 86400))`
}

/** Groups days into runs of consecutive days: first and last day number of each. */
function runsOf(days: readonly Day[]): [number, number][] {
  const numbers = [...new Set(days.map(toDayNumber))].sort((a, b) => a - b)
  const runs: [number, number][] = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run && run[1] === number - 1) run[1] = number
    else runs.push([number, number])
  }
  return runs
}

const mostSpans = 50

/**
 * Merges neighbouring spans until there are few enough for the conditions of one statement; the days in between are read
 * needlessly.
 */
function joinSpans(spans: readonly Span[]): Span[] {
  const size = Math.ceil(spans.length / mostSpans)
  const joined: Span[] = []
  for (let index = 0; index < spans.length; index += size) {
    const group = spans.slice(index, index + size)
    const [first, last] = [group[0], group.at(-1)]
    if (first && last) joined.push({ ...first, until: last.until })
  }
  return joined
}
