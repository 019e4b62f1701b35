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
import { boundsOf, knowsCosts, rangeText } from '../../format/index.ts'
import type { SearchState } from '../../search/index.ts'
import { type ResolvedPeriod, resolvePeriod } from '../../search/resolve-period.server.ts'
import type { HealthView, Result, ShopServices, ShopView } from '../../services.ts'
import { type RawFigures, requestedMetrics, type Values } from './figures.ts'

/** Data of a shop for the hub. */
export interface ShopReading {
  /** Version of the facts, read before any figure: changes in between are caught up with. */
  readonly version: string
  readonly shop: ShopView
  readonly may: ShopServices['may']
  readonly connections: readonly ConnectionView[]
  readonly findings: readonly HealthView[]
  /** Recalculations in progress. */
  readonly jobs: readonly WorkView[]
  readonly basics: StoreBasics | null
  /** The owner keeps time zone and currency although the store reports others. */
  readonly keepsOwnBasics: boolean
  readonly figures: RawFigures
  /** The period in the shop's own days, printed. */
  readonly days: string
  readonly isPartial: boolean
  /** Number of days without a rate in the period or its comparison; `some` when there are too many to check. */
  readonly missingRates: number | 'some'
}

interface Asking {
  readonly state: SearchState
  readonly currency: string
  /** The present instant. */
  readonly now: string
}

/** Queries a shop's figures in the currency, and the status of its data. */
export async function loadReading(services: ShopServices, { state, currency, now }: Asking): Promise<ShopReading> {
  const { shop, may } = services
  const period = resolvePeriod(state, shop)
  const version = await services.factsVersion()
  const [result, connections, findings, work, standing, { settings }] = await Promise.all([
    // Without records there are no figures: zeros would be invented.
    shop.firstDay === null ? undefined : services.run('metrics.query', questionOf(period, services, currency)),
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
    figures: result ? toRaw(result, period, now) : nothing,
    days: rangeText(period.range, shop.display.language),
    isPartial: result?.partial ?? false,
    missingRates: result && isWithoutRate(result.totals) ? await countMissingRates(services, { period, currency }) : 0,
  }
}

/** In longer ranges the missing rest of the current day hardly matters. */
const mostRunningDays = 7

const nothing: RawFigures = { now: {}, before: undefined, series: [], isSoFar: false }

function questionOf(period: ResolvedPeriod, { shop, may }: ShopServices, currency: string): MetricQuery {
  return {
    metrics: may.seeProfit ? requestedMetrics : requestedMetrics.filter((key) => key !== 'netProfit'),
    ...period.range,
    interval: period.interval,
    ...(period.compare ? { compare: period.compare } : {}),
    ...(currency === shop.currency ? {} : { currency }),
  }
}

function toRaw(
  { totals, compare, series, partial, quality }: Result,
  { running, range }: ResolvedPeriod,
  now: string,
): RawFigures {
  const isComparable = !partial && !compare?.partial
  return {
    now: knowsCosts({ quality }) ? totals : { ...totals, netProfit: null },
    bounds: boundsOf({ quality }),
    before: compare && (isComparable ? compare.totals : {}),
    // Hours in the future have no figure, although their day is loaded.
    series: (series ?? []).map(({ at, values }) =>
      at.endsWith('Z') && Date.parse(at) > Date.parse(now) ? {} : values,
    ),
    isSoFar: running && countDays(range) <= mostRunningDays,
  }
}

/** Orders without an amount: only the exchange rate is missing. */
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
