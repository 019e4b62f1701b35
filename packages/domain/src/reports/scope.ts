import { addDays, type Day, type DayRange, dayOf } from '@tillsight/core/days'
import { findDailyState, listDirtyDays } from '@tillsight/database'
import { compareRange, dailyFingerprint, type MetricQuery, type Scope } from '@tillsight/metrics'
import type { ShopContext } from '../context/index.ts'
import { listDailyRates } from '../currencies/index.ts'
import { loadSources, type Sources } from './sources.ts'

/** What is known about how complete and how fresh the facts behind an answer are. */
export interface Standing extends Sources {
  readonly scope: Scope
}

type Asked = Pick<MetricQuery, 'from' | 'to' | 'compare' | 'currency' | 'alignWeekdays'>

/** Everything about the shop that the answer to a question depends on, besides the facts. */
export async function loadStanding(ctx: ShopContext, asked: Asked): Promise<Standing> {
  const { shop, clock, queries } = ctx
  const ranges = rangesOf(asked)
  const [sources, dailyIsCurrent] = await Promise.all([loadSources(ctx), isDailyCurrent(ctx, ranges)])
  const whole = { from: least(ranges.map(({ from }) => from)), to: greatest(ranges.map(({ to }) => to)) }
  const { currency } = asked
  const rates =
    currency === undefined || currency === shop.currency
      ? undefined
      : await listDailyRates(queries, { from: shop.currency, to: currency }, whole)
  return {
    scope: {
      zone: shop.zone,
      currency: shop.currency,
      weekStartsOn: shop.settings.weekStartsOn,
      dailyIsCurrent,
      loadedThrough: sources.loadedThrough,
      ...(rates ? { rates } : {}),
      ...loadedSince(sources, dayOf(clock.now(), shop.zone)),
    },
    ...sources,
  }
}

function rangesOf({ from, to, compare, alignWeekdays }: Asked): DayRange[] {
  const range = { from, to }
  return compare ? [range, compareRange(range, compare, alignWeekdays)] : [range]
}

function least(days: readonly Day[]): Day {
  return days.reduce((a, b) => (a < b ? a : b))
}

function greatest(days: readonly Day[]): Day {
  return days.reduce((a, b) => (a > b ? a : b))
}

/** Whether the daily summary says exactly what the ledger would, for every day of the question. */
async function isDailyCurrent({ queries, shop }: ShopContext, ranges: readonly DayRange[]): Promise<boolean> {
  const state = await findDailyState(queries, shop.id)
  if (!state || state.zone !== shop.zone || state.fingerprint !== dailyFingerprint()) return false
  const dirty = await Promise.all(ranges.map((range) => listDirtyDays(queries, shop.id, range)))
  return dirty.every((days) => days.length === 0)
}

/** While nothing is known of how far an import has come, no day counts as loaded. */
function loadedSince({ importingSince }: Sources, today: Day): Pick<Scope, 'loadedSince'> {
  if (importingSince === undefined) return {}
  return { loadedSince: importingSince === 'unknown' ? addDays(today, 1) : importingSince }
}
