import { type DaySpan, fromDayNumber, toDayNumber } from './calendar.ts'
import type { BaseMetric } from './catalogue/index.ts'
import { type Conversion, unratedDays } from './conversion.ts'
import { findPlatform } from './platforms.ts'
import type { Scope } from './query.ts'

/** How completely the facts for a range of days are loaded. */
export interface Coverage {
  /** Whether none, some or all of the days are loaded: missing is not zero. */
  readonly loaded: 'none' | 'some' | 'all'
  /** Loaded days without an exchange rate. */
  readonly unrated: readonly number[]
}

/** Coverage of a bucket or range for order metrics. */
export function coverageOf(days: DaySpan, scope: Scope, conversion: Conversion | undefined): Coverage {
  const { loaded, since, through } = loadedOf(days, scope.loadedSince, scope.loadedThrough)
  if (loaded === 'none') return { loaded, unrated: [] }
  const unrated = conversion ? unratedDays(conversion).filter((day) => day >= since && day <= through) : []
  return { loaded, unrated }
}

/** Coverage for the dataset of a base metric. Ad platforms are judged one by one, a sum over all by its parts. */
export function coverageFor(
  days: DaySpan,
  scope: Scope,
  conversion: Conversion | undefined,
): (base: BaseMetric) => Coverage {
  const known = new Map<string, Coverage>()
  const recall = (key: string, find: () => Coverage): Coverage => {
    const found = known.get(key) ?? find()
    known.set(key, found)
    return found
  }
  return ({ value }) => {
    if (value.dataset === 'ledger') return recall('', () => coverageOf(days, scope, conversion))
    const platform = 'platform' in value ? value.platform : undefined
    return recall(platform ?? 'all', () => ({ loaded: adsLoaded(days, scope, platform), unrated: [] }))
  }
}

function adsLoaded(days: DaySpan, scope: Scope, platform: string | undefined): Coverage['loaded'] {
  const parts = [...(scope.ads?.loaded ?? [])]
    .filter(([id]) => platform === undefined || id === platform)
    .map(([, { since, through }]) => loadedOf(days, since, through).loaded)
  if (parts.every((part) => part === 'all')) return 'all'
  return parts.every((part) => part === 'none') ? 'none' : 'some'
}

type LoadedDay = Scope['loadedSince']

function loadedOf({ first, last }: DaySpan, from: LoadedDay, to: LoadedDay) {
  const since = Math.max(first, from ? toDayNumber(from) : first)
  const through = Math.min(last, to ? toDayNumber(to) : last)
  const loaded = since > through ? 'none' : since === first && through === last ? 'all' : 'some'
  return { loaded, since, through } as const
}

/** Warnings about incomplete data behind a period's order metrics. */
export function coverageWarnings(days: DaySpan, coverage: Coverage, conversion: Conversion | undefined): string[] {
  const warnings: string[] = []
  if (coverage.loaded === 'none') {
    warnings.push(`Nothing is loaded yet from ${rangeText(days)}: its figures stay empty until the import reaches it.`)
  } else if (coverage.loaded === 'some') {
    warnings.push(`Not all days from ${rangeText(days)} are loaded: its totals are partial.`)
  }
  if (conversion && coverage.unrated.length > 0) warnings.push(missingRates(coverage.unrated, conversion))
  return warnings
}

/** The same for the ad platforms that some base metrics depend on. */
export function adCoverageWarnings(days: DaySpan, scope: Scope, bases: readonly BaseMetric[]): string[] {
  const asked = bases.flatMap(({ value }) => (value.dataset === 'ledger' ? [] : [value]))
  return [...(scope.ads?.loaded ?? [])].flatMap(([id, { since, through }]) => {
    const isParams = asked.some((value) => value.platform === undefined || value.platform === id)
    const { loaded } = loadedOf(days, since, through)
    if (!isParams || loaded === 'all') return []
    const name = findPlatform(id)?.name ?? id
    return loaded === 'none'
      ? [`Nothing of ${name} is loaded yet from ${rangeText(days)}: its figures stay empty until they are read.`]
      : [`Not all days from ${rangeText(days)} of ${name} are loaded: its totals are partial.`]
  })
}

function rangeText({ first, last }: DaySpan): string {
  return `${fromDayNumber(first)} to ${fromDayNumber(last)}`
}

const namedDays = 5

/** Lists the days without an exchange rate between two currencies. */
export function missingRates(days: readonly number[], { from, to }: Pick<Conversion, 'from' | 'to'>): string {
  const named = days.slice(0, namedDays).map(fromDayNumber).join(', ')
  const more = days.length > namedDays ? ` and ${days.length - namedDays} more` : ''
  return `There is no exchange rate from ${from} to ${to} for ${named}${more}: money metrics that cover these days stay empty until the rates are there.`
}
