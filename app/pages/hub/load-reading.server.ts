import { countDays } from '@tillsight/core/days'
import type { WorkView } from '@tillsight/domain'
import type { MetricQuery } from '@tillsight/metrics'
import { loadIssues } from '../../blocks/connections/attention.server.ts'
import {
  type ConnectionView,
  readConnections,
  type StoreBasics,
  storeBasics,
} from '../../blocks/connections/connections.ts'
import { rangeText } from '../../format/index.ts'
import type { SearchState } from '../../search/index.ts'
import { type ResolvedPeriod, resolvePeriod } from '../../search/resolve-period.server.ts'
import type { Answer, HealthView, ShopServices, ShopView } from '../../services.ts'
import { askedMetrics, type RawFigures, type Values } from './figures.ts'

/** Everything the hub needs to know of a shop. */
export interface ShopReading {
  /** Of the facts, from before any figure was asked for: news in between are caught up with. */
  readonly version: string
  readonly shop: ShopView
  readonly may: ShopServices['may']
  readonly connections: readonly ConnectionView[]
  readonly findings: readonly HealthView[]
  /** Figures that are computed again. */
  readonly jobs: readonly WorkView[]
  readonly basics: StoreBasics | null
  /** The owner wants zone and currency as they are although the store names others. */
  readonly keepsOwnBasics: boolean
  readonly figures: RawFigures
  /** The period as the shop's own days, in words. */
  readonly days: string
  readonly isPartial: boolean
  /** Days of the period or its comparison without a rate; `some` when they are too many to look at. */
  readonly missingRates: number | 'some'
}

interface Asking {
  readonly state: SearchState
  readonly currency: string
  /** The present instant. */
  readonly now: string
}

/** Asks one shop for its figures in the currency and for how its data stand. */
export async function loadReading(services: ShopServices, { state, currency, now }: Asking): Promise<ShopReading> {
  const { shop, may } = services
  const period = resolvePeriod(state, shop)
  const version = await services.factsVersion()
  const [answer, connections, findings, work, standing, { settings }] = await Promise.all([
    // A shop without a record has no figures: zeros would be made up.
    shop.firstDay === null ? undefined : services.run('metrics.query', questionOf(period, shop, currency)),
    readConnections(services),
    loadIssues(services),
    services.run('work.list'),
    services.run('connection.list'),
    services.run('shop.get'),
  ])
  return {
    version,
    shop,
    may,
    connections,
    findings,
    jobs: work.filter(({ what }) => what === 'recalculation'),
    basics: storeBasics(standing),
    keepsOwnBasics: settings.keepsOwnBasics,
    figures: answer ? toRaw(answer, period, now) : nothing,
    days: rangeText(period.range, shop.display.language),
    isPartial: answer?.partial ?? false,
    missingRates: answer && isWithoutRate(answer.totals) ? await countMissingRates(services, { period, currency }) : 0,
  }
}

/** In longer ranges the part of the running day that is still to come weighs little. */
const mostRunningDays = 7

const nothing: RawFigures = { now: {}, before: undefined, series: [], isSoFar: false }

function questionOf(period: ResolvedPeriod, shop: ShopView, currency: string): MetricQuery {
  return {
    metrics: askedMetrics,
    ...period.range,
    interval: period.interval,
    ...(period.compare ? { compare: period.compare } : {}),
    ...(currency === shop.currency ? {} : { currency }),
  }
}

function toRaw(
  { totals, compare, series, partial }: Answer,
  { running, range }: ResolvedPeriod,
  now: string,
): RawFigures {
  const isComparable = !partial && !compare?.partial
  return {
    now: totals,
    before: compare && (isComparable ? compare.totals : {}),
    // Hours that have not begun have no figure, though their day is loaded.
    series: (series ?? []).map(({ at, values }) =>
      at.endsWith('Z') && Date.parse(at) > Date.parse(now) ? {} : values,
    ),
    isSoFar: running && countDays(range) <= mostRunningDays,
  }
}

/** Where orders are known and money is not, only a rate is missing. */
function isWithoutRate({ orders, sales }: Values): boolean {
  return orders !== null && orders !== undefined && (sales === null || sales === undefined)
}

const mostDays = 400

async function countMissingRates(
  services: ShopServices,
  { period, currency }: { readonly period: ResolvedPeriod; readonly currency: string },
): Promise<number | 'some'> {
  if (countDays(period.range) > mostDays) return 'some'
  const { series } = await services.run('metrics.query', {
    metrics: ['orders', 'sales'],
    ...period.range,
    interval: 'day',
    currency,
  })
  const days = (series ?? []).filter(({ values }) => isWithoutRate(values))
  return days.length === 0 ? 'some' : days.length
}
