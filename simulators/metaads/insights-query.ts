import { addDays, addMonths, type Day, type DayRange, dayOf, parseDay } from '@tillsight/core/days'
import type { FakeAdAccount } from '../ads/world.ts'
import { badParameter, GraphError } from './responses.ts'

/** Fields of insights in the simulated version. */
const knownFields: ReadonlySet<string> = new Set([
  'account_id',
  'account_name',
  'account_currency',
  'campaign_id',
  'campaign_name',
  'adset_id',
  'adset_name',
  'ad_id',
  'ad_name',
  'objective',
  'optimization_goal',
  'attribution_setting',
  'buying_type',
  'date_start',
  'date_stop',
  'spend',
  'impressions',
  'clicks',
  'inline_link_clicks',
  'outbound_clicks',
  'reach',
  'frequency',
  'actions',
  'action_values',
  'purchase_roas',
  'website_purchase_roas',
  'video_play_actions',
  'video_thruplay_watched_actions',
  'created_time',
  'updated_time',
])

/** The level of a row. */
export type Level = 'account' | 'campaign' | 'adset' | 'ad'

/** One condition; statuses and ids are lists, metrics are compared. */
export interface Filter {
  readonly field: string
  readonly operator: string
  readonly value: unknown
}

/** A parsed query for insights. */
export interface Query {
  readonly level: Level
  readonly fields: readonly string[]
  readonly range: DayRange
  /** Days of one row; null: one row for the whole range. */
  readonly increment: number | null
  readonly windows: readonly string[]
  readonly reportTime: 'impression' | 'conversion' | 'mixed'
  readonly hourly: boolean
  readonly filters: readonly Filter[]
  /** The queried campaign, ad set or ad, if not the account. */
  readonly place: { readonly level: Level; readonly id: string } | null
}

const levels: readonly Level[] = ['account', 'campaign', 'adset', 'ad']
const hourlyBreakdown = 'hourly_stats_aggregated_by_advertiser_time_zone'
const windows = ['1d_click', '7d_click', '28d_click', '1d_view', '7d_view', '28d_view', '1d_ev', 'default', 'dda']
const reportTimes = ['impression', 'conversion', 'mixed', 'lifetime']

/** Parses the parameters; throws Meta's errors for invalid ones. */
export function toQuery(
  params: URLSearchParams,
  account: FakeAdAccount,
  at: { readonly now: Date; readonly place: Query['place'] },
): Query {
  const range = rangeOf(params, dayOf(at.now, account.zone))
  const hourly = hasHours(params)
  const fields = listOf(params.get('fields') ?? 'account_id,spend,impressions')
  for (const field of fields) {
    if (!knownFields.has(field)) throw noField(field)
    if (hourly && ['reach', 'frequency', 'cpp'].includes(field)) {
      throw badParameter(`${field} cannot be used with the breakdown ${hourlyBreakdown}`)
    }
  }
  checkAge(range, dayOf(at.now, account.zone), hourly)
  return {
    level: oneOf('level', params.get('level') ?? at.place?.level ?? 'account', levels),
    fields,
    range,
    increment: incrementOf(params.get('time_increment')),
    windows: listParam(params, 'action_attribution_windows').map((one) =>
      oneOf('action_attribution_windows', one, windows),
    ),
    reportTime: toReportTime(oneOf('action_report_time', params.get('action_report_time') ?? 'mixed', reportTimes)),
    hourly,
    filters: filtersOf(params),
    place: at.place,
  }
}

/** The error for a field that the version does not have. */
export function noField(field: string): GraphError {
  return new GraphError(100, {
    message: `(#100) Tried accessing nonexisting field (${field}) on node type (AdsInsights)`,
  })
}

/** A JSON list or a comma list. */
export function listParam(params: URLSearchParams, name: string): string[] {
  const text = params.get(name)
  if (text === null || text === '') return []
  if (!text.startsWith('[')) return listOf(text)
  const read = readJson(name, text)
  return Array.isArray(read) ? read.map(String) : []
}

/** The conditions of `filtering`. */
export function filtersOf(params: URLSearchParams): Filter[] {
  const text = params.get('filtering')
  if (text === null) return []
  const read = readJson('filtering', text)
  if (!Array.isArray(read)) throw badParameter('param filtering must be an array.')
  return read.map((one: unknown) => {
    if (typeof one !== 'object' || one === null || !('field' in one) || !('operator' in one) || !('value' in one)) {
      throw badParameter('param filtering[0] must have field, operator and value.')
    }
    return { field: String(one.field), operator: String(one.operator), value: one.value }
  })
}

function rangeOf(params: URLSearchParams, today: Day): DayRange {
  const text = params.get('time_range')
  if (text === null) return presetOf(params.get('date_preset') ?? 'last_30d', today)
  const read = readJson('time_range', text)
  if (typeof read !== 'object' || read === null || !('since' in read) || !('until' in read)) {
    throw badParameter('param time_range must be an object with since and until.')
  }
  try {
    const range = { from: parseDay(String(read.since)), to: parseDay(String(read.until)) }
    if (range.from > range.to) throw badParameter('since must not be after until', 1_487_056)
    return range
  } catch (error) {
    if (error instanceof GraphError) throw error
    throw badParameter('Must be a valid date in format YYYY-MM-DD')
  }
}

function presetOf(preset: string, today: Day): DayRange {
  const yesterday = addDays(today, -1)
  if (preset === 'today') return { from: today, to: today }
  if (preset === 'yesterday') return { from: yesterday, to: yesterday }
  if (preset === 'maximum') return { from: addMonths(today, -36), to: today }
  const days = /^last_(\d+)d$/.exec(preset)?.[1]
  if (days === undefined) throw badParameter('param date_preset must be one of the known presets.')
  return { from: addDays(today, -Number(days)), to: yesterday }
}

function checkAge({ from }: DayRange, today: Day, hourly: boolean): void {
  if (from < addMonths(today, -37)) {
    throw new GraphError(3_018, {
      message: '(#3018) The start date of the time range cannot be beyond 37 months from the current date',
    })
  }
  if (hourly && from < addMonths(today, -13)) {
    throw badParameter('Hourly breakdowns are available for the last 13 months only.')
  }
}

function hasHours(params: URLSearchParams): boolean {
  const breakdowns = listParam(params, 'breakdowns')
  for (const one of breakdowns) {
    if (one !== hourlyBreakdown) throw badParameter(`breakdowns[0] must be one of the known breakdowns, not ${one}`)
  }
  return breakdowns.length > 0
}

function incrementOf(text: string | null): number | null {
  if (text === null || text === 'all_days') return null
  const days = Number(text)
  if (!Number.isInteger(days) || days < 1 || days > 90) throw badParameter('param time_increment must be 1 to 90.')
  return days
}

function toReportTime(text: string): Query['reportTime'] {
  return text === 'impression' || text === 'conversion' ? text : 'mixed'
}

function oneOf<T extends string>(name: string, text: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === text)
  if (found === undefined)
    throw badParameter(`param ${name} must be one of the following values: ${allowed.join(', ')}`)
  return found
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

function readJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badParameter(`param ${name} must be valid JSON.`)
  }
}
