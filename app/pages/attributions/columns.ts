import type { Unit } from '../../services.ts'

// Columns of the attribution table; which ones a person sees, and in which order, is their preference.

/** A group of columns. */
type CreditGroup = 'spend' | 'own' | 'profit' | 'new' | 'claimed'

/** Keys of the figures that a result has for each row. */
export type CreditKey =
  | 'spend'
  | 'clicks'
  | 'orders'
  | 'revenue'
  | 'net_revenue'
  | 'share'
  | 'roas'
  | 'cpa'
  | 'new_orders'
  | 'new_revenue'
  | 'returning_orders'
  | 'new_share'
  | 'cost_per_new_customer'
  | 'credited_cm2'
  | 'profit'
  | 'poas'
  | 'claimed_orders'
  | 'claimed_revenue'
  | 'claimed_roas'

export interface CreditColumn {
  readonly key: CreditKey
  readonly group: CreditGroup
  readonly unit: Unit
  readonly better: 'higher' | 'lower' | 'neither'
  readonly isSortable: boolean
}

/** Default sorting. */
export const leadColumn = 'revenue'

/** All columns, in the order of the choice. */
export const creditColumns: readonly CreditColumn[] = [
  { key: 'spend', group: 'spend', unit: 'money', better: 'neither', isSortable: true },
  { key: 'clicks', group: 'spend', unit: 'count', better: 'higher', isSortable: true },
  { key: 'orders', group: 'own', unit: 'count', better: 'higher', isSortable: true },
  { key: 'revenue', group: 'own', unit: 'money', better: 'higher', isSortable: true },
  { key: 'net_revenue', group: 'own', unit: 'money', better: 'higher', isSortable: true },
  { key: 'share', group: 'own', unit: 'percent', better: 'neither', isSortable: false },
  { key: 'roas', group: 'own', unit: 'ratio', better: 'higher', isSortable: true },
  { key: 'cpa', group: 'own', unit: 'money', better: 'lower', isSortable: true },
  { key: 'credited_cm2', group: 'profit', unit: 'money', better: 'higher', isSortable: true },
  { key: 'profit', group: 'profit', unit: 'money', better: 'higher', isSortable: true },
  { key: 'poas', group: 'profit', unit: 'ratio', better: 'higher', isSortable: true },
  { key: 'new_share', group: 'new', unit: 'percent', better: 'higher', isSortable: false },
  { key: 'cost_per_new_customer', group: 'new', unit: 'money', better: 'lower', isSortable: true },
  { key: 'new_orders', group: 'new', unit: 'count', better: 'higher', isSortable: true },
  { key: 'new_revenue', group: 'new', unit: 'money', better: 'higher', isSortable: false },
  { key: 'returning_orders', group: 'new', unit: 'count', better: 'higher', isSortable: false },
  { key: 'claimed_orders', group: 'claimed', unit: 'count', better: 'neither', isSortable: false },
  { key: 'claimed_revenue', group: 'claimed', unit: 'money', better: 'neither', isSortable: false },
  { key: 'claimed_roas', group: 'claimed', unit: 'ratio', better: 'neither', isSortable: false },
]

/** Keys of the default columns. */
export const usualKeys: readonly CreditKey[] = [
  'revenue',
  'orders',
  'share',
  'spend',
  'roas',
  'claimed_roas',
  'new_orders',
  'cpa',
]

/** The columns that somebody may choose: those of profit only where the shop shows it to them. */
export function columnsFor({ seeProfit }: { readonly seeProfit: boolean }): readonly CreditColumn[] {
  return seeProfit ? creditColumns : creditColumns.filter(({ group }) => group !== 'profit')
}

/** The chosen columns in their order, without unknown ones; the default columns where nothing valid is stored. */
export function chosenColumns(
  preference: Readonly<Record<string, unknown>>,
  known: readonly CreditColumn[],
): readonly CreditColumn[] {
  const stored = storedColumns(preference)
  const keys = Array.isArray(stored) ? [...new Set<unknown>(stored)] : []
  const found = keys.flatMap((key) => known.find((column) => column.key === key) ?? [])
  return found.length > 0 ? found : usualKeys.flatMap((key) => known.find((column) => column.key === key) ?? [])
}

function storedColumns({ attributions }: Readonly<Record<string, unknown>>): unknown {
  return typeof attributions === 'object' && attributions !== null && 'columns' in attributions
    ? attributions.columns
    : undefined
}

/** The preference patch that stores columns; null resets them to the default. */
export function columnsPatch(keys: readonly string[] | null) {
  return { attributions: { columns: keys && [...keys] } }
}
