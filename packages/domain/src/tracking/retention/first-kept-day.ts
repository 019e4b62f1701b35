import { addMonths, type Day, dayOf } from '@tillsight/core/days'
import { findVisitsPurgedBefore } from '@tillsight/database'
import type { WriteContext } from '../../context/index.ts'
import { loadTrackingSettings } from '../settings/load-settings.ts'
import type { TrackingSettings } from '../settings/settings.ts'

/** The first day (UTC) that a shop wants to keep visits of by now; undefined: of all days. */
export function firstWantedDay(
  { retentionMonths }: Pick<TrackingSettings, 'retentionMonths'>,
  now: Date,
): Day | undefined {
  return retentionMonths === null ? undefined : addMonths(dayOf(now, 'UTC'), -retentionMonths)
}

/**
 * The first day (UTC) from which on the shop has all visits that there were; undefined where it has those of every day. Visits
 * that were deleted do not come back when a shop wants to keep them for longer.
 */
export async function loadFirstKeptDay({
  db,
  shop,
  clock,
}: Pick<WriteContext, 'db' | 'shop' | 'clock'>): Promise<Day | undefined> {
  const wanted = firstWantedDay(await loadTrackingSettings(db.kysely, shop), clock.now())
  const purged = await findVisitsPurgedBefore(db.kysely, shop.id)
  return [wanted, purged]
    .filter((day) => day !== undefined)
    .toSorted()
    .at(-1)
}
