import type { Interval } from '@tillsight/metrics'

/** Ranges that move with the calendar, in the order of the menu. "Last N days" end yesterday. */
export const presets = [
  'today',
  'yesterday',
  '7d',
  '28d',
  '30d',
  '90d',
  '12m',
  'wtd',
  'mtd',
  'qtd',
  'ytd',
  'last_month',
  'all',
] as const

export type Preset = (typeof presets)[number]
export type RangeChoice = Preset | 'custom'

/** Keys that choose a preset while no field has the focus. */
export const presetKeys: Readonly<Partial<Record<Preset, string>>> = { today: 'D', '7d': 'W', mtd: 'M', ytd: 'Y' }

export type CompareChoice = 'previous' | 'year' | 'none' | 'custom'

export const intervals = ['hour', 'day', 'week', 'month'] as const satisfies readonly Interval[]

/** Whether a Monday is compared with a Monday unless the person says otherwise. */
export function matchesWeekdayByDefault(range: RangeChoice, compare: CompareChoice): boolean {
  if (compare === 'year') return true
  return compare === 'previous' && (range === '7d' || range === '28d' || range === '90d')
}
