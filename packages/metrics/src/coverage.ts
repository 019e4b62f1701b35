import { type DaySpan, fromDayNumber, toDayNumber } from './calendar.ts'
import type { Conversion } from './conversion.ts'
import type { Scope } from './query.ts'

/** How far the facts behind some days are there. */
export interface Coverage {
  /** Nothing, some or all of the days are loaded: missing is not zero. */
  readonly loaded: 'none' | 'some' | 'all'
  /** Loaded days whose money cannot be converted. */
  readonly unrated: readonly number[]
}

/** What can be said about the days of a bucket or range. */
export function coverageOf({ first, last }: DaySpan, scope: Scope, conversion: Conversion | undefined): Coverage {
  const since = Math.max(first, scope.loadedSince ? toDayNumber(scope.loadedSince) : first)
  const through = Math.min(last, scope.loadedThrough ? toDayNumber(scope.loadedThrough) : last)
  if (since > through) return { loaded: 'none', unrated: [] }
  const unrated: number[] = []
  if (conversion) {
    for (let day = since; day <= through; day += 1) if (!hasRate(conversion, day)) unrated.push(day)
  }
  return { loaded: since === first && through === last ? 'all' : 'some', unrated }
}

function hasRate({ firstDay, rates }: Conversion, day: number): boolean {
  return Number(rates[day - firstDay] ?? '0') > 0
}

/** What people should know about a period before they trust its figures. */
export function coverageWarnings(days: DaySpan, coverage: Coverage, conversion: Conversion | undefined): string[] {
  const warnings: string[] = []
  const range = `${fromDayNumber(days.first)} to ${fromDayNumber(days.last)}`
  if (coverage.loaded === 'none') {
    warnings.push(`Nothing is loaded yet from ${range}: its figures stay empty until the import reaches it.`)
  } else if (coverage.loaded === 'some') {
    warnings.push(`Not all days from ${range} are loaded: its totals are partial.`)
  }
  if (conversion && coverage.unrated.length > 0) warnings.push(missingRates(coverage.unrated, conversion))
  return warnings
}

const namedDays = 5

function missingRates(days: readonly number[], { from, to }: Conversion): string {
  const named = days.slice(0, namedDays).map(fromDayNumber).join(', ')
  const more = days.length > namedDays ? ` and ${days.length - namedDays} more` : ''
  return `There is no exchange rate from ${from} to ${to} for ${named}${more}: money figures that cover these days stay empty until the rates are there.`
}
