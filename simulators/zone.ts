import type { Day } from '@tillsight/core/days'

/** Offsets of the site's zone, cached per UTC day so that a page of orders costs no calendar work. */
export interface SiteZone {
  /** Seconds to add to UTC for the site's local time. */
  offsetAt(epochSeconds: number): number
  /** Set for fixed offsets, which WordPress keeps as `gmt_offset` without a zone name. */
  readonly fixedHours: number | null
}

interface ZoneDay {
  readonly before: number
  readonly after: number
  readonly changesAt: number
}

const daySeconds = 86_400
const zones = new Map<string, SiteZone>()

/** The zone by IANA name or fixed offset such as `+05:30`. */
export function siteZone(name: string): SiteZone {
  const known = zones.get(name)
  if (known) return known
  const fixed = /^([+-])(\d{2}):(\d{2})$/.exec(name)
  const zone = fixed ? fixedZone(fixed[1] === '-' ? -1 : 1, Number(fixed[2]), Number(fixed[3])) : namedZone(name)
  zones.set(name, zone)
  return zone
}

function fixedZone(sign: number, hours: number, minutes: number): SiteZone {
  const fixedHours = sign * (hours + minutes / 60)
  return { fixedHours, offsetAt: () => fixedHours * 3600 }
}

function namedZone(name: string): SiteZone {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: name, timeZoneName: 'longOffset' })
  const days = new Map<number, ZoneDay>()
  const readOffset = (epochSeconds: number): number => {
    const part = format.formatToParts(epochSeconds * 1000).find((entry) => entry.type === 'timeZoneName')
    const match = /([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(part?.value ?? '')
    if (!match) return 0
    const seconds = Number(match[2]) * 3600 + Number(match[3]) * 60 + Number(match[4] ?? 0)
    return match[1] === '-' ? -seconds : seconds
  }
  const readDay = (day: number): ZoneDay => {
    let low = day * daySeconds
    let high = low + daySeconds
    const before = readOffset(low)
    const after = readOffset(high)
    while (before !== after && high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (readOffset(middle) === before) low = middle
      else high = middle
    }
    return { before, after, changesAt: high }
  }
  return {
    fixedHours: null,
    offsetAt: (epochSeconds) => {
      const number = Math.floor(epochSeconds / daySeconds)
      let day = days.get(number)
      if (!day) {
        day = readDay(number)
        days.set(number, day)
      }
      return epochSeconds < day.changesAt ? day.before : day.after
    },
  }
}

/** Day and hour of an instant on the clock of a zone. */
export function localTime(zone: string, at: Date): { readonly day: Day; readonly hour: number } {
  const seconds = Math.floor(at.getTime() / 1_000)
  const text = stamp(seconds + siteZone(zone).offsetAt(seconds))
  // Safe, because a timestamp starts with a valid date.
  return { day: text.slice(0, 10) as Day, hour: Number(text.slice(11, 13)) }
}

/** `2026-10-03T14:22:31`: WordPress' format for an instant that is already shifted to the requested zone. */
export function stamp(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString().slice(0, 19)
}

/** Seconds since 1970 of an ISO instant; the fraction is dropped, as the store's columns do. */
export function toSeconds(instant: string): number {
  const parsed = Date.parse(instant)
  if (Number.isNaN(parsed)) throw new Error(`Not an instant: ${instant}`)
  return Math.floor(parsed / 1000)
}
