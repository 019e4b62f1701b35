import { hash } from 'node:crypto'
import type { AdDayRecord } from '@tillsight/connectors'
import { addDays, dayOf } from '@tillsight/core/days'
import { type AccountChange, type Db, saveAccountChanges } from '@tillsight/database'
import type { DayTotals } from './day-rows.ts'

/** How long a platform takes to settle a day: what moves until then is the day still being counted, no change. */
const settlingDays = 2

/** A day of an account as it stood, and as the platform tells it now. */
export interface ToldAgain {
  readonly record: Pick<AdDayRecord, 'accountId' | 'day' | 'zone' | 'currency' | 'attribution' | 'fetchedAt'>
  /** When the figures that stand were read; undefined: the day was never read. */
  readonly readBefore: Date | undefined
  /** Undefined: nothing ran. */
  readonly before: DayTotals | undefined
  readonly after: () => DayTotals | undefined
}

const figures = ['spend', 'conversions', 'conversionValue'] as const

/**
 * Figures of an account's day that the platform restated: other than they stood when the day had settled. The first reading
 * of a day is none, and neither is anything in another currency.
 */
function listRestated({
  record,
  readBefore,
  before,
  after,
}: ToldAgain): Omit<AccountChange, 'platform' | 'id' | 'shopId' | 'seenAt'>[] {
  const { day, zone, currency, accountId, attribution } = record
  if (readBefore === undefined || dayOf(readBefore, zone) <= addDays(day, settlingDays)) return []
  const now = after()
  if (before && before.currency !== currency) return []
  // What the account was set to count by is somebody's decision, not the platform's.
  const cause = before && now && before.attribution !== attribution ? 'settings_changed' : 'platform_restated'
  return figures.flatMap((metric) => {
    const [amountBefore, amountAfter] = [before?.[metric] ?? '0.000000', now?.[metric] ?? '0.000000']
    if (amountBefore === amountAfter) return []
    return [{ day, metric, accountId, currency, cause, amountBefore, amountAfter }]
  })
}

/**
 * Notes what was restated. To be called before the rows are written: a writer that dies in between finds the same figures
 * standing, and notes the same change again in its place.
 */
export async function noteRestated(
  db: Db,
  { shop, platform, at }: { readonly shop: AccountChange['shopId']; readonly platform: string; readonly at: Date },
  days: readonly ToldAgain[],
): Promise<void> {
  const changes = days.flatMap((day) =>
    listRestated(day).map((change) => {
      const evidence = [shop, platform, change.accountId, change.day, change.metric, day.readBefore?.toISOString()]
      const id = toUuid(hash('sha256', evidence.join('\n'), 'hex'))
      return { ...change, id, shopId: shop, platform, metric: `${platform}.${change.metric}`, seenAt: at }
    }),
  )
  await saveAccountChanges(db, changes)
}

function toUuid(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
