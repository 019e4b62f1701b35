import { type Day, dayOf } from '@tillsight/core/days'

const quarterHour = 900

/**
 * The shop day of an instant in seconds, for many instants: no zone changes its offset within a quarter of an hour, so
 * one calendar look-up serves all instants of it.
 */
export function createDayOf(zone: string): (seconds: number) => Day {
  const days = new Map<number, Day>()
  return (seconds) => {
    const quarter = Math.floor(seconds / quarterHour)
    let day = days.get(quarter)
    if (day === undefined) {
      day = dayOf(new Date(quarter * quarterHour * 1000), zone)
      days.set(quarter, day)
    }
    return day
  }
}
