import { addDays, type Day } from '@tillsight/core/days'
import { toInstant } from './local-time.ts'
import type { Random } from './shop/random.ts'
import { timeOfDay } from './shop/season.ts'

/** When the orders of a day come in. */
export interface Visits {
  readonly day: Day
  readonly zone: string
  readonly count: number
  /** Minutes after midnight of further orders on a day of 25 hours, one in each run of the repeated hour. */
  readonly onLongDay: readonly number[]
}

/** On a day of 23 hours: just before and after the skipped one. */
const onShortDay = [119, 121]

/** The instants in order. Days with a changing clock get orders on each side of the change besides. */
export function visitTimes({ day, zone, count, onLongDay }: Visits, random: Random): string[] {
  const times = Array.from({ length: count }, () => toInstant(`${day} ${timeOfDay(random)}`, zone))
  const midnight = Date.parse(toInstant(`${day} 00:00:00`, zone))
  const hours = (Date.parse(toInstant(`${addDays(day, 1)} 00:00:00`, zone)) - midnight) / 3_600_000
  const further = hours === 25 ? onLongDay : hours === 23 ? onShortDay : []
  for (const minutes of further) times.push(`${new Date(midnight + minutes * 60_000).toISOString().slice(0, 19)}Z`)
  return times.sort()
}
