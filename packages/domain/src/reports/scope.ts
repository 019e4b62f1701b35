import { type Day, type DayRange, dayOf } from '@tillsight/core/days'
import { findDailyState, listConnections, listDirtyDays, listSyncStates } from '@tillsight/database'
import { compareRange, dailyFingerprint, type MetricQuery, type Scope } from '@tillsight/metrics'
import type { ShopContext } from '../context/index.ts'
import { listDailyRates } from '../currencies/index.ts'

/** What is known about how complete and how fresh the facts behind an answer are. */
export interface Standing {
  readonly scope: Scope
  /** By source, when it was last read to its end, ISO 8601. */
  readonly freshness: Readonly<Record<string, string>>
  /** The first day that is loaded of a history that is still being imported. */
  readonly importingSince: Day | 'unknown' | undefined
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
      loadedThrough: dayOf(clock.now(), shop.zone),
      ...(rates ? { rates } : {}),
      ...(sources.importingSince && sources.importingSince !== 'unknown'
        ? { loadedSince: sources.importingSince }
        : {}),
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

const orders = 'orders'

async function loadSources({ queries, shop }: ShopContext): Promise<Pick<Standing, 'freshness' | 'importingSince'>> {
  const freshness: Record<string, string> = {}
  let importingSince: Standing['importingSince']
  for (const { id, connector } of await listConnections(queries, shop.id)) {
    const states = (await listSyncStates(queries, id)).filter(({ stream }) => stream === orders)
    const reads = states.flatMap(({ syncedThrough, lastSuccessAt }) => syncedThrough ?? lastSuccessAt ?? [])
    const last = reads.sort((a, b) => b.getTime() - a.getTime())[0]
    if (last) freshness[connector] = last.toISOString()
    const backfill = states.find(({ mode }) => mode === 'backfill')
    if (!backfill || backfill.lastSuccessAt !== null) continue
    importingSince = backfill.completeSince ? dayOf(backfill.completeSince, shop.zone) : 'unknown'
  }
  return { freshness, importingSince }
}
