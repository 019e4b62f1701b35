import { addDays, countDays, type DayRange } from '@tillsight/core/days'
import type { AdAccount } from '../ad-records.ts'
import type { Api } from './api.ts'
import { handlingOfError, metricsNamedIn, moving } from './failures.ts'
import { type Filter, idDimension, leastMetrics, type ReportLevel, withDeleted } from './levels.ts'
import { readByTask } from './tasks.ts'
import { countOf, isRow, rowsOf, textOf } from './values.ts'

/** A paged list to read completely. */
interface PagesQuery<T> {
  readonly what: string
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  readonly account: Pick<AdAccount, 'id' | 'name'>
  /** Rows per page. */
  readonly size: number
  readonly read: (row: Readonly<Record<string, unknown>>) => T
  /** Identical for a row that comes twice. */
  readonly keyOf: (row: T) => string
  /** An alternative way to read that many pages; undefined if there is none. */
  readonly instead?: (pages: number) => Promise<readonly T[] | undefined>
}

const mostReadings = 4

/**
 * All rows of a list, each once. Pages shift while figures arrive: if the number of rows changes meanwhile, or rows are
 * missing because a page repeats some of another, everything is read again. Throws `transient` for a list that keeps
 * changing.
 */
export async function readWholePages<T>(api: Api, question: PagesQuery<T>): Promise<readonly T[]> {
  for (let reading = 0; reading < mostReadings; reading += 1) {
    const rows = await readOnce(api, question)
    if (rows !== undefined) return rows
  }
  throw moving(question.account.name)
}

async function readOnce<T>(api: Api, question: PagesQuery<T>): Promise<readonly T[] | undefined> {
  const { what, path, query, account, size, read, keyOf, instead } = question
  // The same row may be on two pages; the later one counts.
  const rows = new Map<string, T>()
  let total: number | undefined
  for (let page = 1, last = 1; page <= last; page += 1) {
    const data = await api.ask({
      what,
      path,
      query: { ...query, page: String(page), page_size: String(size) },
      advertiser: account,
    })
    const counted = countsOf(data)
    if (total !== undefined && counted.rows !== total) return undefined
    total = counted.rows
    last = counted.pages
    const others = page === 1 ? await instead?.(last) : undefined
    const whole = others && new Map(others.map((row) => [keyOf(row), row]))
    // A file with missing rows is not trusted: pages are read instead.
    if (whole && whole.size >= total) return [...whole.values()]
    for (const row of rowsOf(data.list).map(read)) rows.set(keyOf(row), row)
  }
  return rows.size < (total ?? 0) ? undefined : [...rows.values()]
}

function countsOf({ page_info }: Readonly<Record<string, unknown>>): { readonly rows: number; readonly pages: number } {
  const info = isRow(page_info) ? page_info : {}
  return { rows: countOf(info['total_number']), pages: countOf(info['total_page']) }
}

/** One report query. */
export interface ReportQuery {
  readonly account: Pick<AdAccount, 'id' | 'name'>
  readonly level: ReportLevel
  readonly metrics: readonly string[]
  /** At most 30 days for daily rows, one for hourly rows; `lifetime` only without a time dimension. */
  readonly range: DayRange | 'lifetime'
  readonly time: 'stat_time_day' | 'stat_time_hour' | null
  readonly filters?: readonly Filter[]
}

/** One row with its unparsed values. */
export interface ReportRow {
  readonly id: string
  /** `2026-10-03`; empty without a time. */
  readonly day: string
  readonly hour: number
  readonly metrics: Readonly<Record<string, unknown>>
}

/** A completely read report, and the metrics that this account does not have at this level. */
interface Report {
  readonly rows: readonly ReportRow[]
  readonly dropped: readonly string[]
}

const mostMetricRounds = 4
const mostPages = 20
const largestPage = 1_000
const smallPage = 200
/** Reads a complete report, or throws. Unknown metrics are left out and reported. */
export async function readReport(api: Api, question: ReportQuery): Promise<Report> {
  const dropped = new Set<string>()
  for (let round = 0; ; round += 1) {
    const metrics = question.metrics.filter((name) => !dropped.has(name))
    try {
      return { rows: await readRange(api, { ...question, metrics }, largestPage), dropped: [...dropped] }
    } catch (error) {
      const named = metricsNamedIn(error).filter((name) => metrics.includes(name))
      const isLeast = named.some((name) => leastMetrics.some((least) => least === name))
      if (named.length === 0 || isLeast || round >= mostMetricRounds) throw error
      for (const name of named) dropped.add(name)
    }
  }
}

/** If a query fails, smaller ranges are tried: 30 days, then 7, then single days in small pages. */
async function readRange(api: Api, question: ReportQuery, size: number): Promise<readonly ReportRow[]> {
  try {
    return await readPages(api, question, size)
  } catch (error) {
    const { range, time } = question
    const handling = handlingOfError(error)
    const isLess = handling === 'smaller' || handling === 'range'
    if (!isLess || range === 'lifetime' || time !== 'stat_time_day') throw error
    const parts = smallerRanges(range)
    if (parts.length > 1) {
      const rows: ReportRow[] = []
      for (const part of parts) rows.push(...(await readRange(api, { ...question, range: part }, size)))
      return rows
    }
    if (size === smallPage || handling === 'range') throw error
    return await readRange(api, question, smallPage)
  }
}

/** Splits a range into parts of seven days, a week into single days; a single day is not split. */
export function smallerRanges({ from, to }: DayRange): DayRange[] {
  const days = countDays({ from, to })
  const step = days > 7 ? 7 : 1
  return Array.from({ length: Math.ceil(days / step) }, (_, index) => {
    const first = addDays(from, index * step)
    const last = addDays(first, step - 1)
    return { from: first, to: last < to ? last : to }
  })
}

async function readPages(api: Api, question: ReportQuery, size: number): Promise<readonly ReportRow[]> {
  const { account, range } = question
  const fields = fieldsOf(question)
  return await readWholePages(api, {
    what: 'figures',
    path: 'report/integrated/get/',
    query: fields,
    account,
    size,
    read: (row) => toRow(question, row),
    keyOf: ({ id, day, hour }) => `${id} ${day} ${hour}`,
    async instead(pages) {
      if (pages <= mostPages || range === 'lifetime') return undefined
      const made = await readByTask(api, { account, fields })
      return made?.map((row) => toRow(question, { dimensions: row, metrics: row }))
    },
  })
}

function fieldsOf(question: ReportQuery): Readonly<Record<string, unknown>> {
  const { account, level, metrics, range, time, filters = [] } = question
  const filtering = [...withDeleted(level), ...filters]
  return {
    advertiser_id: account.id,
    service_type: 'AUCTION',
    report_type: 'BASIC',
    data_level: level,
    dimensions: [idDimension[level], ...(time === null ? [] : [time])],
    metrics,
    ...(range === 'lifetime' ? { query_lifetime: 'true' } : { start_date: range.from, end_date: range.to }),
    ...(filtering.length === 0 ? {} : { filtering }),
  }
}

function toRow({ level, time }: ReportQuery, row: Readonly<Record<string, unknown>>): ReportRow {
  const dimensions = isRow(row.dimensions) ? row.dimensions : {}
  const at = time === null ? '' : textOf(dimensions[time])
  return {
    id: textOf(dimensions[idDimension[level]]),
    day: at.slice(0, 10),
    hour: time === 'stat_time_hour' ? Number(at.slice(11, 13)) : 0,
    metrics: isRow(row.metrics) ? row.metrics : {},
  }
}
