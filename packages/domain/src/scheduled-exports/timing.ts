import { addDays, type Day, type DayRange, dayOf, parseDay } from '@tillsight/core/days'
import { nextTime } from '../notifications/index.ts'
import type { ExportRange, ExportSchedule } from './definition.ts'

/** What the times and days of an export depend on. */
interface Calendar {
  readonly zone: string
  /** Monday = 1 … Sunday = 7. */
  readonly weekStartsOn: number
}

/** The next time that an export is due, after an instant. A time that a clock leaves out is the next one that it shows. */
export function nextRun(after: Date, { every, at, zone: own }: ExportSchedule, { zone, weekStartsOn }: Calendar): Date {
  const clock = { at, zone: own ?? zone }
  let found = nextTime(after, clock)
  for (;;) {
    const day = dayOf(found, clock.zone)
    const isMeant =
      every === 'day' || (every === 'week' ? (new Date(day).getUTCDay() || 7) === weekStartsOn : day.endsWith('-01'))
    if (isMeant) return found
    found = nextTime(found, clock)
  }
}

/** Where the days of a run begin and end. */
interface Asked {
  readonly today: Day
  /** The last day of the run before; undefined: there was none. */
  readonly last: string | undefined
}

/** The days of an export that is made on a day, up to the one before; null where none of them is new. */
export function rangeOf(range: ExportRange, { today, last }: Asked): DayRange | null {
  const to = addDays(today, -1)
  switch (range) {
    case 'yesterday':
      return { from: to, to }
    case 'last_7_days':
      return { from: addDays(today, -7), to }
    case 'last_35_days':
      return { from: addDays(today, -35), to }
    case 'month_to_date':
      // On the first it is the month that is over.
      return { from: addDays(to, 1 - Number(to.slice(8))), to }
    case 'since_last': {
      const from = last === undefined ? addDays(to, -34) : addDays(parseDay(last), 1)
      return from > to ? null : { from, to }
    }
  }
}
