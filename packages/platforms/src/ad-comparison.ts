// Platforms restate days long after they normally settle, without notice. Each night one older month is checked: one short
// query fetches the total of each of its days, and only days whose totals differ are read again.
import { roundFixed } from '@tillsight/core'
import { addDays, type Day, type DayRange, dayOf, listDays, parseDay } from '@tillsight/core/days'
import type { AdAccount, AdClaim } from './ad-records.ts'
import type { AdDayTotals, HeldAdDays } from './ads.ts'
import type { Checkpoint } from './contract.ts'

/** Every platform's increments re-read 28 days each night; a few of them are compared as well, because time zones differ. */
const settledAfterDays = 25

/** The month of one night. */
export interface ComparedMonth {
  /** The days of an account to compare; undefined if its history does not reach back that far. */
  of(account: Pick<AdAccount, 'zone'>): DayRange | undefined
  /** Where the next night continues. */
  readonly checkpoint: Checkpoint
}

interface Turn {
  readonly from: Checkpoint | null | undefined
  readonly held: Pick<HeldAdDays, 'since'>
  /** The first day that the platform has by day, as far as is known. */
  readonly oldest: Day
  readonly now: Date
}

/**
 * The next month to compare: from the newest one backwards to the beginning of the history, then from the newest one again.
 * Undefined while the whole history is younger than what increments re-read anyway.
 */
export function nextMonth({ from, held, oldest, now }: Turn): ComparedMonth | undefined {
  const newest = addDays(dayOf(now, 'UTC'), -settledAfterDays)
  const first = later(dayOf(new Date(held.since), 'UTC'), oldest)
  if (newest < first) return undefined
  const done = from?.['month']
  const next = typeof done === 'string' ? addDays(parseDay(`${done}-01`), -1) : newest
  const to = next < first || next > newest ? newest : next
  const month = to.slice(0, 7)
  return {
    of({ zone }) {
      const begin = later(later(parseDay(`${month}-01`), oldest), dayOf(new Date(held.since), zone))
      return begin > to ? undefined : { from: begin, to }
    },
    checkpoint: { month },
  }
}

/** From the first to the last day whose totals differ from the stored ones; undefined if none does. */
export function differingDays(
  range: DayRange,
  { told, held }: { readonly told: ReadonlyMap<Day, AdDayTotals>; readonly held: ReadonlyMap<Day, AdDayTotals> },
): DayRange | undefined {
  const days = listDays(range).filter((day) => !isSame(told.get(day) ?? nothing, held.get(day) ?? nothing))
  const [from, to] = [days[0], days.at(-1)]
  return from === undefined || to === undefined ? undefined : { from, to }
}

const nothing: AdDayTotals = { spend: '0', impressions: 0, clicks: 0, purchases: '0', value: '0' }

/** Whether every reported figure equals the stored one. */
function isSame(told: AdDayTotals, held: AdDayTotals): boolean {
  const figures = ['spend', 'impressions', 'clicks', 'purchases', 'value'] as const
  if (!figures.every((name) => told[name] === undefined || micros(told[name]) === micros(held[name]))) return false
  return Object.entries(told.claims ?? {}).every(([rule, claim]) => isSameClaim(claim, held.claims?.[rule]))
}

function isSameClaim({ purchases, value }: AdClaim, held: AdClaim | undefined): boolean {
  return micros(purchases) === micros(held?.purchases) && micros(value) === micros(held?.value)
}

function micros(figure: string | number = '0'): bigint {
  return roundFixed(String(figure), 6)
}

function later(one: Day, other: Day): Day {
  return one > other ? one : other
}
