import { addDays, type Day, listOffsets, startOfDay } from '@tillsight/core/days'
import type { Compared, Sample } from './judge.ts'
import { type AlertWindow, comparesWithUsual, type FigureRule } from './rule.ts'

/** What one bucket brings to a figure: what is divided, by what, and the orders. Null: not known, or not loaded. */
export interface Cell {
  readonly over: number | null
  /** Null for a figure that is no quotient. */
  readonly by: number | null
  readonly orders: number | null
}

/** The course of a figure. */
export interface Course {
  readonly isQuotient: boolean
  /** Of each day the whole, or its hours by the local clock (0–23). */
  readonly days: ReadonlyMap<Day, readonly Cell[]>
}

/** A window: some days, up to an hour of each. */
export interface WindowAt {
  readonly from: Day
  readonly to: Day
  /** The first hour and the one that ends it; undefined for whole days. */
  readonly hours: { readonly from: number; readonly until: number } | undefined
}

const weeksBefore = 8

/**
 * Which buckets a rule needs. Sums that are compared with what is usual are looked at while the day goes on, and those that may
 * not exceed a bound; everything else when the days are over.
 */
export function bucketsOf(rule: FigureRule, isQuotient: boolean): 'hour' | 'day' {
  if (rule.window === 'hour') return 'hour'
  const goesOn = rule.window === 'day' && !isQuotient
  return goesOn && (comparesWithUsual(rule) || (rule.kind === 'threshold' && rule.op === 'above')) ? 'hour' : 'day'
}

/** The hour that a clock shows, and the day. */
export interface LocalHour {
  readonly day: Day
  /** Whole hours of the day that are over, 0–24. */
  readonly hour: number
}

/** The last window that is over at an instant; undefined while there is none, as in the first hour of a day. */
export function windowAt(window: AlertWindow, buckets: 'hour' | 'day', { day, hour }: LocalHour): WindowAt | undefined {
  if (window === '7d') return { from: addDays(day, -7), to: addDays(day, -1), hours: undefined }
  if (window === 'day' && buckets === 'day') {
    const yesterday = addDays(day, -1)
    return { from: yesterday, to: yesterday, hours: undefined }
  }
  if (hour === 0) return undefined
  return { from: day, to: day, hours: { from: window === 'hour' ? hour - 1 : 0, until: hour } }
}

/** The same window some weeks before. */
function weeksEarlier({ from, to, hours }: WindowAt, weeks: number): WindowAt {
  return { from: addDays(from, -7 * weeks), to: addDays(to, -7 * weeks), hours }
}

/** Reads a window out of a course, beside the same ones of eight weeks before. Windows with noted days say nothing of what is usual. */
export function compareIn(course: Course, window: WindowAt, noted: ReadonlySet<string>): Compared {
  const before = Array.from({ length: weeksBefore }, (_, index) => weeksEarlier(window, index + 1))
  const usual = before.filter((each) => !hasNote(each, noted)).map((each) => sampleIn(course, each))
  return { ...sampleIn(course, window), before: usual.filter(({ value }) => value !== null) }
}

/** Whether a day of the window has a note. */
export function hasNote({ from, to }: WindowAt, noted: ReadonlySet<string>): boolean {
  for (let day = from; day <= to; day = addDays(day, 1)) if (noted.has(day)) return true
  return false
}

function sampleIn({ days, isQuotient }: Course, { from, to, hours }: WindowAt): Sample {
  const cells: Cell[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const all = days.get(day)
    if (all === undefined) return { value: null, orders: null }
    cells.push(...(hours ? all.slice(hours.from, hours.until) : all))
  }
  const orders = sumOf(cells.map((cell) => cell.orders))
  const over = sumOf(cells.map((cell) => cell.over))
  if (!isQuotient || over === null) return { value: over, orders }
  const by = sumOf(cells.map((cell) => cell.by))
  return { value: by === null || by === 0 ? null : over / by, orders }
}

/** Null as soon as a part is not known. Sums of millionths, so that cents add up. */
function sumOf(parts: readonly (number | null)[]): number | null {
  let sum = 0
  for (const part of parts) {
    if (part === null) return null
    sum += Math.round(part * 1e6)
  }
  return sum / 1e6
}

/** An instant as a clock in the zone shows it, with its offset: `2026-11-22T14:00:00+01:00`. */
export function zonedText(at: Date, zone: string): string {
  const [{ seconds } = { seconds: 0 }] = listOffsets(zone, at, at)
  const minutes = Math.trunc(Math.abs(seconds) / 60)
  const two = (part: number) => String(part).padStart(2, '0')
  const local = new Date(at.getTime() + seconds * 1000).toISOString().slice(0, 19)
  return `${local}${seconds < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`
}

/** The instants between which a window lies. */
export function instantsOf({ from, to, hours }: WindowAt, zone: string): { readonly from: Date; readonly until: Date } {
  const hourMs = 3_600_000
  if (!hours) return { from: startOfDay(from, zone), until: startOfDay(addDays(to, 1), zone) }
  const start = startOfDay(from, zone).getTime()
  return { from: new Date(start + hours.from * hourMs), until: new Date(start + hours.until * hourMs) }
}
