// A shop with ads for tests: queries are recorded, results are small and exact.

import { addDecimals } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import type { AdChoices, CreditedPlaceFigures, PlaceFacts } from '@tillsight/domain'
import type { MetricRow, MetricValues } from '@tillsight/metrics'
import { chosenColumns } from '../../blocks/breakdown-table/columns.ts'
import { usualChoice } from '../../blocks/credit/credit-choice.ts'
import { parseSearch } from '../../search/index.ts'
import { resolvePeriod } from '../../search/resolve-period.server.ts'
import type { Result } from '../../services.ts'
import { type FigureQuery, shopVerbsOf, testShop } from '../../testing.ts'
import type { AdMetric, AdsQuery, CampaignsSource } from './query.server.ts'

export const shop = testShop()

const units: Readonly<Record<string, AdMetric['unit']>> = {
  adClicks: 'count',
  claimedConversions: 'count',
  claimedRoas: 'ratio',
}

function metricNamed(key: string): AdMetric {
  return {
    key,
    label: key.startsWith('claimed') ? `Claimed ${key.slice(7)}` : key,
    description: key,
    unit: units[key] ?? 'money',
    better: key === 'adSpend' ? 'lower' : 'higher',
  }
}

const known = ['adSpend', 'adClicks', 'claimedConversions', 'claimedRevenue', 'claimedRoas'].map(metricNamed)

const platforms = [
  { id: 'metaads', name: 'Meta Ads' },
  { id: 'googleads', name: 'Google Ads' },
  { id: 'tiktokads', name: 'TikTok Ads' },
]

export const account = {
  key: 'metaads/1',
  platform: 'metaads',
  name: 'Nord Meta',
  currency: 'EUR',
  zone: 'Europe/Berlin',
  clickWindowDays: 7,
  countsGoals: false,
} as const satisfies AdChoices['accounts'][number]

/** Spend and reported conversions by key, each for two days. */
export type Spends = Readonly<Record<string, string>>

interface Staged {
  readonly search?: string
  readonly columns?: readonly string[]
  /** Rows by level. */
  readonly rows?: Readonly<Record<string, Spends>>
  readonly places?: readonly Partial<PlaceFacts>[]
  readonly choices?: Partial<AdChoices>
  /** Results of the shop's own attribution. */
  readonly credited?: readonly CreditedPlaceFigures[]
  readonly fails?: (query: FigureQuery) => Error | undefined
  /** Other verbs that the test needs. */
  readonly verbs?: Parameters<typeof shopVerbsOf>[0]
}

/** A query to such a shop, and a record of the shop's queries. */
export function stage(staged: Staged) {
  const { search = '', columns, rows = {}, places = [], choices = {}, credited = [], fails, verbs = {} } = staged
  const asked: FigureQuery[] = []
  const state = parseSearch(search)
  const services: CampaignsSource = {
    shop,
    may: { seeProfit: true },
    catalogue: () => ({ metrics: known, platforms }),
    run: shopVerbsOf({
      async 'metrics.query'(query) {
        asked.push(query)
        const failure = fails?.(query)
        if (failure) throw failure
        return answerTo(query, rows)
      },
      'campaigns.places': async ({ level, keys }) => keys.map((key) => placeOf(level, key, places)),
      'attribution.places': async () => credited,
      ...verbs,
    }),
  }
  const question: AdsQuery = {
    services,
    state,
    period: resolvePeriod(state, shop),
    columns: chosenColumns(columns).filter(
      (column) => column.kind !== 'figure' || known.some(({ key }) => key === column.key),
    ),
    choices: { accounts: [account], entries: [], kinds: [], ...choices },
    credit: usualChoice,
    now: '2026-11-21T09:30:00Z',
  }
  return { question, asked }
}

function placeOf(level: PlaceFacts['level'], key: string, places: readonly Partial<PlaceFacts>[]): PlaceFacts {
  return {
    level,
    name: '',
    campaignName: '',
    adSetName: '',
    statusText: '',
    kind: '',
    budget: null,
    startsOn: null,
    endsOn: null,
    landingUrl: null,
    urlTags: null,
    creative: null,
    managerUrl: null,
    ...places.find((place) => place.key === key),
    key,
  }
}

function valuesOf(spend: string, metrics: readonly string[]): MetricValues {
  const figures: Readonly<Record<string, string | number>> = {
    adSpend: spend,
    adClicks: 40,
    claimedConversions: 50,
    claimedRoas: '3.5',
  }
  return Object.fromEntries(metrics.map((metric) => [metric, figures[metric] ?? '100.00']))
}

function answerTo(query: FigureQuery, rows: NonNullable<Staged['rows']>): Result {
  const { from, to, metrics, dimensions, compare } = query
  const level = dimensions?.[0] ?? ''
  const spends = Object.entries(rows[level] ?? {}).filter(([key]) => isMeant(key, level, query))
  const before = { totals: valuesOf('7.00', metrics), partial: false, changes: {} }
  return {
    range: { from: parseDay(from), to: parseDay(to) },
    timezone: shop.zone,
    currency: query.currency ?? 'EUR',
    totals: valuesOf(addDecimals(spends.map(([, spend]) => spend)), metrics),
    partial: false,
    warnings: [],
    freshness: {},
    ...(typeof compare === 'object'
      ? { compare: { range: { from: parseDay(compare.from), to: parseDay(compare.to) }, ...before } }
      : {}),
    ...(query.interval ? { series: seriesOf(query) } : {}),
    ...(dimensions ? pageOf(spends, level, query) : {}),
  }
}

/** A filter on a campaign level keeps the rows whose key starts with one of its values. */
function isMeant(key: string, level: string, { filters = [] }: FigureQuery): boolean {
  return filters.every(
    ({ values }) => level === 'campaign' || values.some((value) => key === value || key.startsWith(`${value}/`)),
  )
}

function seriesOf({ from, to, metrics }: FigureQuery) {
  return [
    { at: from, values: valuesOf('1.00', metrics) },
    { at: to, values: valuesOf('2.00', metrics) },
  ]
}

function pageOf(spends: readonly (readonly [string, string])[], level: string, query: FigureQuery) {
  const { limit = 100, cursor, compare, metrics } = query
  const start = Number(cursor ?? 0)
  const rows = spends.slice(start, start + limit).map(
    ([key, spend]): MetricRow => ({
      dimensions: { [level]: key },
      values: valuesOf(spend, metrics),
      ...(compare ? { before: valuesOf('7.00', metrics) } : {}),
      ...(query.rowSeries ? { course: ['1.00', '2.00'] } : {}),
    }),
  )
  return { rows, ...(start + limit < spends.length ? { cursor: String(start + limit) } : {}) }
}
