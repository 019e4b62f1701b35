import { addDays, type Day, parseDay } from '@tillsight/core/days'
import type { Random } from './random.ts'

const byMonth = [0.85, 0.85, 0.95, 1, 1, 0.9, 0.85, 0.85, 1, 1.1, 1.45, 1.55]
/** Sunday first. */
const byWeekday = [1.3, 1.15, 1, 0.95, 0.95, 0.9, 0.85]
const byHour = [1, 0.5, 0.3, 0.2, 0.2, 0.4, 1, 2, 3, 4, 4.5, 4.5, 5, 4.5, 4, 4, 4.5, 5, 6, 7, 8, 7.5, 5, 2.5]

/** The number of orders on a day: growth, season, weekday, Black Friday and the quiet days of Christmas. */
export function ordersOn(day: Day, progress: number, random: Random): number {
  const [, month = 1, date = 1] = day.split('-').map(Number)
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const growth = 7 + 6 * progress
  const base = growth * (byMonth[month - 1] ?? 1) * (byWeekday[weekday] ?? 1)
  const factor = isBlackWeek(day) ? 2.4 : month === 12 && date >= 23 && date <= 26 ? 0.4 : 1
  return random.poisson(base * factor)
}

/** The week that ends with the Monday after the fourth Thursday of November. */
export function isBlackWeek(day: Day): boolean {
  const year = day.slice(0, 4)
  const first = new Date(`${year}-11-01T00:00:00Z`).getUTCDay()
  const thursday = 1 + ((4 - first + 7) % 7) + 21
  const friday = addDays(parseDay(`${year}-11-${String(thursday).padStart(2, '0')}`), 1)
  return day >= addDays(friday, -3) && day <= addDays(friday, 3)
}

/** A local time of day `hh:mm:ss`, mostly in the evening. */
export function timeOfDay(random: Random): string {
  const hour = random.weighted(byHour.map((weight, at) => [at, weight] as const))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(hour)}:${two(random.integer(0, 59))}:${two(random.integer(0, 59))}`
}
