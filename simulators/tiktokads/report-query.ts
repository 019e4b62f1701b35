import { countDays, type Day, parseDay } from '@tillsight/core/days'
import { readJson } from '../web/exchange.ts'
import { type DataLevel, isRefusedInAudience, metricAt } from './metrics.ts'
import type { AccountState } from './options.ts'
import { Refusal, textList } from './responses.ts'

/** A validated report query. */
export interface ReportQuery {
  readonly advertiserId: string
  readonly level: DataLevel
  readonly isReservation: boolean
  readonly dimensions: readonly string[]
  readonly metrics: readonly string[]
  readonly time: 'stat_time_day' | 'stat_time_hour' | null
  readonly audience: string | null
  readonly from: Day
  readonly to: Day
  /** The ids that rows must have, by filter name. */
  readonly only: ReadonlyMap<string, ReadonlySet<string>>
  readonly withDeleted: boolean
  readonly orderBy: { readonly metric: string; readonly descending: boolean } | null
}

/** Fields by name, lists and objects as JSON in text. */
export type ReportFields = (name: string) => string | null

const idDimension: Readonly<Record<DataLevel, string>> = {
  AUCTION_ADVERTISER: 'advertiser_id',
  AUCTION_CAMPAIGN: 'campaign_id',
  AUCTION_ADGROUP: 'adgroup_id',
  AUCTION_AD: 'ad_id',
}

/** Status filters of a level and of the levels above. */
const statusFilters: Readonly<Record<DataLevel, readonly string[]>> = {
  AUCTION_ADVERTISER: [],
  AUCTION_CAMPAIGN: ['campaign_status'],
  AUCTION_ADGROUP: ['campaign_status', 'adgroup_status'],
  AUCTION_AD: ['campaign_status', 'adgroup_status', 'ad_status'],
}

const audienceDimensions = ['age', 'gender', 'country_code', 'province_id', 'platform', 'ac', 'language', 'placement']
const idFilters = ['campaign_ids', 'adgroup_ids', 'ad_ids']
const filterTypes = ['IN', 'MATCH', 'GREATER_EQUAL', 'GREATER_THAN', 'LOWER_EQUAL', 'LOWER_THAN', 'BETWEEN']

/** Validates a query as strictly as TikTok does; throws a `Refusal`. */
export function readReportQuery(
  fields: ReportFields,
  { state, today, firstDay }: { readonly state: AccountState; readonly today: Day; readonly firstDay: Day },
): ReportQuery {
  const serviceType = oneOf('service_type', fields('service_type') ?? 'AUCTION', ['AUCTION', 'RESERVATION'])
  const reportType = oneOf('report_type', fields('report_type'), ['BASIC', 'AUDIENCE'])
  const level = levelOf(fields('data_level'), serviceType)
  const dimensions = textList('dimensions', fields('dimensions'))
  const { time, audience } = readDimensions(dimensions, level, reportType)
  const metrics = textList('metrics', fields('metrics'))
  refuseMetrics({ metrics, level, state, isAudience: reportType === 'AUDIENCE' })
  const lifetime = oneOf('query_lifetime', fields('query_lifetime') ?? 'false', ['true', 'false']) === 'true'
  if (lifetime && time !== null) throw new Refusal(40002, 'query_lifetime cannot be used with a time dimension.')
  const range = lifetime ? { from: firstDay, to: today } : readRange(fields, time)
  const order = fields('order_field')
  if (order !== null && !metrics.includes(order)) throw new Refusal(40002, `order_field: ${order} is not supported.`)
  return {
    advertiserId: fields('advertiser_id') ?? '',
    level,
    isReservation: serviceType === 'RESERVATION',
    dimensions,
    metrics,
    time,
    audience,
    ...range,
    ...readFilters(fields('filtering'), level),
    orderBy: order === null ? null : { metric: order, descending: fields('order_type') !== 'ASC' },
  }
}

function oneOf(name: string, value: string | null, allowed: readonly string[]): string {
  if (value !== null && allowed.includes(value)) return value
  throw new Refusal(40002, `${name}: Field must be one of ${allowed.join(', ')}.`)
}

function levelOf(value: string | null, serviceType: string): DataLevel {
  for (const level of ['AUCTION_ADVERTISER', 'AUCTION_CAMPAIGN', 'AUCTION_ADGROUP', 'AUCTION_AD'] as const) {
    if (value === level.replace('AUCTION', serviceType)) return level
  }
  throw new Refusal(40002, `data_level: ${value} does not go with service_type ${serviceType}.`)
}

function readDimensions(
  dimensions: readonly string[],
  level: DataLevel,
  reportType: string,
): Pick<ReportQuery, 'time' | 'audience'> {
  const [id, ...others] = dimensions.filter((name) => Object.values(idDimension).includes(name))
  if (id !== idDimension[level] || others.length > 0) {
    throw new Refusal(40002, `dimensions: data level ${level} goes with exactly one of its id, ${idDimension[level]}.`)
  }
  const times = dimensions.filter((name) => name.startsWith('stat_time_'))
  const rest = dimensions.filter((name) => name !== id && !times.includes(name))
  const allowed = reportType === 'AUDIENCE' ? audienceDimensions : ['country_code']
  const wrong = rest.find((name) => !allowed.includes(name))
  if (wrong !== undefined || times.length > 1 || rest.length > 2) {
    throw new Refusal(40002, `dimensions: ${wrong ?? 'this combination'} is not supported.`)
  }
  return { time: timeOf(times[0]), audience: rest[0] ?? null }
}

function timeOf(name: string | undefined): ReportQuery['time'] {
  if (name === undefined) return null
  if (name === 'stat_time_day' || name === 'stat_time_hour') return name
  throw new Refusal(40002, `dimensions: ${name} is not supported.`)
}

function refuseMetrics(asked: {
  readonly metrics: readonly string[]
  readonly level: DataLevel
  readonly state: AccountState
  readonly isAudience: boolean
}): void {
  const { metrics, level, state, isAudience } = asked
  const invalid = metrics.filter(
    (name) =>
      metricAt(level, name) === undefined ||
      state.unknownMetrics.has(name) ||
      (isAudience && isRefusedInAudience(name)),
  )
  if (invalid.length === 0) return
  throw new Refusal(40002, `Invalid metric fields: [${invalid.map((name) => `'${name}'`).join(', ')}]`)
}

function readRange(fields: ReportFields, time: ReportQuery['time']): { readonly from: Day; readonly to: Day } {
  const [from, to] = [readDay('start_date', fields('start_date')), readDay('end_date', fields('end_date'))]
  if (from < '2012-01-01') throw new Refusal(40002, 'start_date cannot be earlier than 2012-01-01.')
  if (from > to) throw new Refusal(40002, 'start_date cannot be later than end_date.')
  const most = time === 'stat_time_hour' ? 1 : time === 'stat_time_day' ? 30 : 365
  if (countDays({ from, to }) > most) {
    throw new Refusal(40002, `The date range cannot be greater than ${most} ${most === 1 ? 'day' : 'days'}`)
  }
  return { from, to }
}

function readDay(name: string, value: string | null): Day {
  try {
    return parseDay(value ?? '')
  } catch {
    throw new Refusal(40002, `${name}: Field must be a date as YYYY-MM-DD.`)
  }
}

function readFilters(text: string | null, level: DataLevel) {
  const only = new Map<string, ReadonlySet<string>>()
  let withDeleted = false
  for (const { field, value } of listFilters(text)) {
    if (statusFilters[level].includes(field)) withDeleted ||= value.includes('STATUS_ALL')
    else if (idFilters.includes(field)) only.set(field, new Set(value))
    else throw new Refusal(40002, `filtering: ${field} is not supported at ${level}.`)
  }
  return { only, withDeleted }
}

/** A list of filters whose values are themselves JSON-encoded. */
function listFilters(text: string | null): { readonly field: string; readonly value: readonly string[] }[] {
  if (text === null || text === '') return []
  const read = readJson(text)
  if (!Array.isArray(read)) throw new Refusal(40002, 'filtering: Field must be a JSON list.')
  return read.map((filter: Record<string, unknown>) => {
    const { field_name: field, filter_type: type, filter_value: value } = filter
    if (typeof field !== 'string' || typeof type !== 'string' || !filterTypes.includes(type)) {
      throw new Refusal(40002, 'filtering: field_name and filter_type are required.')
    }
    if (typeof value !== 'string') throw new Refusal(40002, 'filtering: filter_value must be a string holding JSON.')
    return { field, value: textList('filter_value', value) }
  })
}
