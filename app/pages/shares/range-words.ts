import type { Preset } from '@tillsight/metrics'

/** Texts of the named days that a share link can have. */
export const rangeWords = {
  today: 'period.today',
  yesterday: 'period.yesterday',
  last_7_days: 'period.7d',
  last_28_days: 'period.28d',
  last_30_days: 'period.30d',
  last_90_days: 'period.90d',
  last_12_months: 'period.12m',
  week_to_date: 'period.wtd',
  month_to_date: 'period.mtd',
  quarter_to_date: 'period.qtd',
  year_to_date: 'period.ytd',
  last_month: 'period.last_month',
  all_time: 'period.all',
} as const satisfies Record<Preset, string>

/** All of them, in the order of menus. */
export const ranges = Object.keys(rangeWords) as (keyof typeof rangeWords)[]
