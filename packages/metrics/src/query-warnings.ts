import { ratesFor } from './ad-rates.ts'
import { type DaySpan, fromDayNumber, toDayNumber } from './calendar.ts'
import type { Dimension, MetricDefinition } from './catalogue/definition.ts'
import type { BaseMetric } from './catalogue/index.ts'
import { unratedDays } from './conversion.ts'
import { missingRates } from './coverage.ts'
import { basesOf } from './formula.ts'
import { isHourly } from './hours-sql.ts'
import { isKnownBy, type Plan } from './plan.ts'
import { findPlatform } from './platforms.ts'
import type { Scope } from './query.ts'

/** Warns which metrics do not support the query's dimensions: orders have no campaigns, ads no countries. */
export function unaskedWarnings(plan: Plan): string[] {
  const filtered = plan.filters.map(({ on }) => on)
  const broken = plan.breakdown?.dimensions ?? []
  const underFilters = plan.metrics.filter((metric) => !isAnswered(metric, filtered))
  const inRows = plan.metrics.filter(
    (metric) => isAnswered(metric, filtered) && !isAnswered(metric, [...filtered, ...broken]),
  )
  return [
    ...sentence(underFilters, filtered, 'under this filter'),
    ...sentence(inRows, broken, 'in these rows; their totals stand'),
  ]
}

function isAnswered(metric: MetricDefinition, dimensions: readonly Dimension[]): boolean {
  return basesOf([metric]).every((base) => isKnownBy(base, dimensions))
}

function sentence(metrics: readonly MetricDefinition[], dimensions: readonly Dimension[], where: string): string[] {
  if (metrics.length === 0) return []
  const strange = dimensions.filter((each) => metrics.some((metric) => !isAnswered(metric, [each])))
  const by = strange
    .map(({ label }) => label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()))
    .join(' and ')
  return [
    metrics.length === 1
      ? `${listed(metrics)} can’t be split by ${by}, so it has no value ${where}.`
      : `${listed(metrics)} can’t be split by ${by}, so they have no value ${where}.`,
  ]
}

const namedMetrics = 5

function listed(metrics: readonly Pick<MetricDefinition, 'label'>[]): string {
  const named = metrics.slice(0, namedMetrics).map(({ label }) => label)
  const more = metrics.length - named.length
  if (more > 0) return `${named.join(', ')} and ${more} more`
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
}

/** Warns about missing exchange rates of ad figures: `unknown` are the bases left without a total. */
export function adRateWarnings(
  plan: Plan,
  scope: Scope,
  { days, unknown }: { readonly days: DaySpan; readonly unknown: readonly BaseMetric[] },
): string[] {
  const through = Math.min(days.last, scope.loadedThrough ? toDayNumber(scope.loadedThrough) : days.last)
  const tables = new Set(unknown.flatMap((base) => ratesFor(base, plan.adRates) ?? []))
  return [...tables].flatMap(({ to, rates, firstDay }) =>
    [...rates].flatMap(([from, list]) => {
      const missing = unratedDays({ rates: list, firstDay }).filter((day) => day >= days.first && day <= through)
      return missing.length > 0 ? [missingRates(missing, { from, to })] : []
    }),
  )
}

/** Warnings about reach. `accounts`: how many reported a number for the range. */
export function reachWarnings(
  bases: readonly BaseMetric[],
  days: DaySpan,
  { isKnown, accounts }: { readonly isKnown: boolean; readonly accounts: number },
): string[] {
  const [base] = bases
  if (!base) return []
  const platform = 'platform' in base.value ? base.value.platform : undefined
  const name = findPlatform(platform ?? '')?.name ?? 'the platform'
  const range = `${fromDayNumber(days.first)} to ${fromDayNumber(days.last)}`
  if (!isKnown) {
    return [
      `Reach from ${range} is not known yet: it is no sum of days, so ${name} is being asked for exactly these days.`,
    ]
  }
  return accounts > 1
    ? [`Reach is the sum of ${accounts} ad accounts: people reached by two accounts are counted twice.`]
    : []
}

/** Warns about ad figures without hourly data, for a series of hours. */
export function hourWarnings(plan: Plan, hasHourless: boolean): string[] {
  if (plan.interval !== 'hour') return []
  const hourless = [...plan.facts.ads.filter((base) => !isHourly(base, plan)), ...plan.facts.reach]
  const warnings =
    hourless.length > 0 ? [`No platform tells ${listed(hourless)} by the hour: only the total is known.`] : []
  if (!hasHourless) return warnings
  return [
    ...warnings,
    'Some ad accounts tell no hours for some of these days: metrics of ads stay empty there by the hour.',
  ]
}
