import { addDays, type Day } from '@tillsight/core/days'
import type { Random } from './shop/random.ts'
import { timeOfDay } from './shop/season.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Seconds to add to UTC for local time in an IANA zone at an instant. */
function offsetAt(epochSeconds: number, zone: string): number {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' })
  formats.set(zone, format)
  const name = format.formatToParts(epochSeconds * 1000).find((part) => part.type === 'timeZoneName')?.value ?? ''
  const match = /([+-])(\d{2}):(\d{2})/.exec(name)
  if (!match) return 0
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 3600 + Number(match[3]) * 60)
}

/** The instant of a local time `YYYY-MM-DD hh:mm:ss`; of a repeated hour the first one, of a skipped one the time after it. */
export function toInstant(local: string, zone: string): string {
  const naive = Date.parse(`${local.replace(' ', 'T')}Z`) / 1000
  const before = offsetAt(naive - 86_400, zone)
  const after = offsetAt(naive + 86_400, zone)
  for (const offset of [Math.max(before, after), Math.min(before, after)]) {
    if (offsetAt(naive - offset, zone) === offset) return instantText(naive - offset)
  }
  return instantText(naive - before)
}

/** The local date and time `YYYY-MM-DDThh:mm:ss` of an instant. */
export function toLocal(instant: string, zone: string): string {
  const seconds = Math.floor(Date.parse(instant) / 1000)
  return instantText(seconds + offsetAt(seconds, zone)).slice(0, 19)
}

/** An instant as `2026-03-28T22:59:59Z`. */
export function instantText(epochSeconds: number): string {
  return `${new Date(epochSeconds * 1000).toISOString().slice(0, 19)}Z`
}

/** The orders of a day whose times are to be drawn. */
interface Visits {
  readonly day: Day
  readonly zone: string
  readonly count: number
  /** Minutes after midnight of further orders on a day of 25 hours, one in each run of the repeated hour. */
  readonly onLongDay: readonly number[]
}

/** On a day of 23 hours: just before and after the skipped one. */
const onShortDay = [119, 121]

/** The sorted instants. Days with a clock change get additional orders on each side of the change. */
export function visitTimes({ day, zone, count, onLongDay }: Visits, random: Random): string[] {
  const times = Array.from({ length: count }, () => toInstant(`${day} ${timeOfDay(random)}`, zone))
  const midnight = Date.parse(toInstant(`${day} 00:00:00`, zone))
  const hours = (Date.parse(toInstant(`${addDays(day, 1)} 00:00:00`, zone)) - midnight) / 3_600_000
  const further = hours === 25 ? onLongDay : hours === 23 ? onShortDay : []
  for (const minutes of further) times.push(`${new Date(midnight + minutes * 60_000).toISOString().slice(0, 19)}Z`)
  return times.sort()
}
