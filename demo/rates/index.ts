// Simulated exchange rates against the euro, so that the demo converts without asking any bank.
// Levels are plausible and the movements made up: no rate here was ever quoted.
import { addDays, type Day, type DayRange, listDays } from '@tillsight/core/days'
import { randomFrom } from '../shop/random.ts'

/** Typical units for one euro, and the decimals that banks publish. */
const currencies = {
  USD: { level: 1.1, decimals: 4 },
  GBP: { level: 0.862, decimals: 5 },
  CHF: { level: 0.957, decimals: 4 },
  JPY: { level: 162, decimals: 2 },
  SEK: { level: 11.2, decimals: 4 },
  NOK: { level: 11.6, decimals: 4 },
  DKK: { level: 7.46, decimals: 4 },
  PLN: { level: 4.28, decimals: 4 },
  CZK: { level: 24.9, decimals: 3 },
  HUF: { level: 395, decimals: 2 },
  CAD: { level: 1.5, decimals: 4 },
  AUD: { level: 1.67, decimals: 4 },
} as const satisfies Readonly<Record<string, { readonly level: number; readonly decimals: number }>>

/** The day before the first one that needs a rate may be a holiday. */
const daysBefore = 7
const dayMs = 86_400_000

/** A table in the banks' format, for the business days of the ranges: the same days always have the same rates. */
export function demoRates(ranges: readonly DayRange[]): string {
  const days = new Set(ranges.flatMap(({ from, to }) => listDays({ from: addDays(from, -daysBefore), to })))
  const lines = [...days].filter(isBusinessDay).toSorted().map(toLine)
  return [['Date', ...Object.keys(currencies)].join(','), ...lines, ''].join('\n')
}

/** Units of a currency for one euro on a day, at the rate of the last business day until then. */
export function demoRateOf(currency: string, day: Day): number {
  if (currency === 'EUR') return 1
  const at = Object.keys(currencies).indexOf(currency)
  let quoted = day
  while (!isBusinessDay(quoted)) quoted = addDays(quoted, -1)
  return Number(ratesOn(quoted)[at])
}

function toLine(day: Day): string {
  return [day, ...ratesOn(day)].join(',')
}

function ratesOn(day: Day): string[] {
  const number = Math.round(Date.parse(day) / dayMs)
  return Object.values(currencies).map(({ level, decimals }, index) =>
    (level * (1 + movement(number, index))).toFixed(decimals),
  )
}

/** Slow and quick waves of a few percent and a little noise, as a share of the level. */
function movement(day: number, currency: number): number {
  const wave = (length: number) => Math.sin((2 * Math.PI * day) / length + currency * 1.7)
  const noise = randomFrom(day * 31 + currency).next() - 0.5
  return 0.025 * wave(331 + 13 * currency) + 0.008 * wave(47 + currency) + 0.003 * noise
}

const holidays: ReadonlySet<string> = new Set(['01-01', '05-01', '12-25', '12-26'])

function isBusinessDay(day: Day): boolean {
  const weekday = new Date(Date.parse(day)).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !holidays.has(day.slice(5))
}
