import { addDays, type Day, type DayRange, dayOf } from '@tillsight/core/days'
import type { FactsState } from '@tillsight/database'
import { compareRange, dailyFingerprint, type MetricQuery, type Scope } from '@tillsight/metrics'
import { createShopReads, type ShopContext, type ShopReads } from '../context/index.ts'
import { listDailyRates } from '../currencies/index.ts'
import { loadAdsScope } from './ads-scope.ts'
import { loadSources, type Sources } from './sources.ts'

/** How complete and how fresh the facts behind a result are. */
export interface Status extends Sources {
  readonly scope: Scope
  /** State of the facts, read before any of them. */
  readonly facts: FactsState
}

type Params = Pick<MetricQuery, 'metrics' | 'from' | 'to' | 'compare' | 'currency' | 'alignWeekdays'>

/** Loads everything about the shop that a result depends on, besides the facts. */
export async function loadStatus(ctx: ShopContext, asked: Params): Promise<Status> {
  const { shop, clock, reads = createShopReads(ctx) } = ctx
  const ranges = rangesOf(asked)
  const facts = await reads.factsState()
  const [sources, daysAreSettled, hasDaily] = await Promise.all([
    loadSources({ shop, clock, reads }),
    areSettled(reads, ranges),
    isBuilt(ctx, reads),
  ])
  const whole = { from: least(ranges.map(({ from }) => from)), to: greatest(ranges.map(({ to }) => to)) }
  const { currency } = asked
  const version = facts.isSettled ? facts.version : undefined
  const [rates, ads] = await Promise.all([
    currency === undefined || currency === shop.currency
      ? undefined
      : listDailyRates(ctx, { from: shop.currency, to: currency }, whole),
    loadAdsScope({ ...ctx, reads }, { asked, range: whole, sources, version }),
  ])
  return {
    scope: {
      zone: shop.zone,
      currency: shop.currency,
      weekStartsOn: shop.settings.weekStartsOn,
      dailyIsCurrent: hasDaily && daysAreSettled,
      loadedThrough: sources.loadedThrough,
      ratioBasis: shop.settings.ratioBasis,
      ...(rates ? { rates } : {}),
      ...(ads ? { ads } : {}),
      ...loadedSince(sources, dayOf(clock.now(), shop.zone)),
    },
    ...sources,
    facts,
  }
}

function rangesOf({ from, to, compare, alignWeekdays }: Params): DayRange[] {
  const range = { from, to }
  return compare ? [range, compareRange(range, compare, alignWeekdays)] : [range]
}

function least(days: readonly Day[]): Day {
  return days.reduce((a, b) => (a < b ? a : b))
}

function greatest(days: readonly Day[]): Day {
  return days.reduce((a, b) => (a > b ? a : b))
}

/** Whether the daily summary was built for the shop's current zone and the current measures. */
async function isBuilt({ shop }: ShopContext, reads: ShopReads): Promise<boolean> {
  const { dailyState: state } = await reads.standing()
  return state !== undefined && state.zone === shop.zone && state.fingerprint === dailyFingerprint()
}

async function areSettled(reads: ShopReads, ranges: readonly DayRange[]): Promise<boolean> {
  const dirty = await Promise.all(ranges.map((range) => reads.dirtyDays(range)))
  return dirty.every((days) => days.length === 0)
}

/** Until the progress of an import is known, no day counts as loaded. */
function loadedSince({ importingSince }: Sources, today: Day): Pick<Scope, 'loadedSince'> {
  if (importingSince === undefined) return {}
  return { loadedSince: importingSince === 'unknown' ? addDays(today, 1) : importingSince }
}
