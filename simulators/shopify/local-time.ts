import { siteZone } from '../zone.ts'
import type { NodeWorld } from './world.ts'

/** An instant in the shop's own time: `2026-11-03T10:14:55+01:00`. */
export function localTime({ site }: NodeWorld, instant: string): string {
  const seconds = Date.parse(instant) / 1000
  const offset = siteZone(site.zone).offsetAt(seconds)
  const minutes = Math.abs(offset) / 60
  const digits = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  const text = new Date((seconds + offset) * 1000).toISOString().slice(0, 19)
  return `${text}${offset < 0 ? '-' : '+'}${digits(minutes / 60)}:${digits(minutes % 60)}`
}
