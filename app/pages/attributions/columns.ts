import type { Unit } from '../../services.ts'

// Columns of the attribution table; which ones a person sees, and in which order, is their preference.

/** Groups of columns, in the order of the choice. */
export const creditGroups = [
  { id: 'spend', label: 'Spend' },
  { id: 'own', label: 'Credited' },
  { id: 'profit', label: 'Profit' },
  { id: 'new', label: 'New customers' },
  { id: 'claimed', label: 'Claimed by platforms' },
] as const
/** One of {@link creditGroups}. */
export type CreditGroup = (typeof creditGroups)[number]['id']

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
  readonly label: string
  readonly hint: string
  readonly unit: Unit
  readonly better: 'higher' | 'lower' | 'neither'
  readonly isSortable: boolean
}

/** Default sorting. */
export const leadColumn = 'revenue'

const unsortable = { isSortable: false } as const
const sortable = { isSortable: true } as const

/** All columns. */
export const creditColumns: readonly CreditColumn[] = [
  {
    key: 'spend',
    group: 'spend',
    label: 'Spend',
    hint: 'What the ads of the row cost in these days.',
    unit: 'money',
    better: 'neither',
    ...sortable,
  },
  {
    key: 'clicks',
    group: 'spend',
    label: 'Ad clicks',
    hint: 'Clicks as the ad platforms count them.',
    unit: 'count',
    better: 'higher',
    ...sortable,
  },
  {
    key: 'orders',
    group: 'own',
    label: 'Orders',
    hint: 'Orders credited by the model. Fractions, where an order is shared; together they are the orders exactly.',
    unit: 'count',
    better: 'higher',
    ...sortable,
  },
  {
    key: 'revenue',
    group: 'own',
    label: 'Revenue',
    hint: 'Order revenue credited by the model, exact to the smallest coin.',
    unit: 'money',
    better: 'higher',
    ...sortable,
  },
  {
    key: 'net_revenue',
    group: 'own',
    label: 'Net revenue',
    hint: 'The same less what came back of these orders since.',
    unit: 'money',
    better: 'higher',
    ...sortable,
  },
  {
    key: 'share',
    group: 'own',
    label: 'Share',
    hint: 'Part of all revenue, what is not tracked included.',
    unit: 'percent',
    better: 'neither',
    ...unsortable,
  },
  {
    key: 'roas',
    group: 'own',
    label: 'ROAS',
    hint: 'Credited revenue for each unit spent.',
    unit: 'ratio',
    better: 'higher',
    ...sortable,
  },
  {
    key: 'cpa',
    group: 'own',
    label: 'CPA',
    hint: 'Spend for each credited order.',
    unit: 'money',
    better: 'lower',
    ...sortable,
  },
  {
    key: 'credited_cm2',
    group: 'profit',
    label: 'Contribution',
    hint: 'What the credited orders contribute after goods, handling, carriers and payment fees (CM2), with all that is booked of them so far.',
    unit: 'money',
    better: 'higher',
    ...sortable,
  },
  {
    key: 'profit',
    group: 'profit',
    label: 'After ads',
    hint: 'Contribution less the spend of the row; unknown where the spend is.',
    unit: 'money',
    better: 'higher',
    ...sortable,
  },
  {
    key: 'poas',
    group: 'profit',
    label: 'POAS',
    hint: 'Contribution for each unit spent: above 1, the row earns more than its ads cost.',
    unit: 'ratio',
    better: 'higher',
    ...sortable,
  },
  {
    key: 'new_share',
    group: 'new',
    label: 'New share',
    hint: 'Part of the credited orders that were a customer’s first; free and unidentified orders are left out.',
    unit: 'percent',
    better: 'higher',
    ...unsortable,
  },
  {
    key: 'cost_per_new_customer',
    group: 'new',
    label: 'Cost per new',
    hint: 'Spend for each new customer.',
    unit: 'money',
    better: 'lower',
    ...sortable,
  },
  {
    key: 'new_orders',
    group: 'new',
    label: 'New customers',
    hint: 'Credited first orders.',
    unit: 'count',
    better: 'higher',
    ...sortable,
  },
  {
    key: 'new_revenue',
    group: 'new',
    label: 'Their revenue',
    hint: 'Credited revenue of first orders.',
    unit: 'money',
    better: 'higher',
    ...unsortable,
  },
  {
    key: 'returning_orders',
    group: 'new',
    label: 'Returning',
    hint: 'Credited orders of customers who had bought before.',
    unit: 'count',
    better: 'higher',
    ...unsortable,
  },
  {
    key: 'claimed_orders',
    group: 'claimed',
    label: 'Orders',
    hint: 'What the platform says its ads have sold, by its own rules and dates.',
    unit: 'count',
    better: 'neither',
    ...unsortable,
  },
  {
    key: 'claimed_revenue',
    group: 'claimed',
    label: 'Revenue',
    hint: 'What the platform says its ads have brought, by its own rules and dates.',
    unit: 'money',
    better: 'neither',
    ...unsortable,
  },
  {
    key: 'claimed_roas',
    group: 'claimed',
    label: 'ROAS',
    hint: 'Claimed revenue for each unit spent, to be read beside ours.',
    unit: 'ratio',
    better: 'neither',
    ...unsortable,
  },
]

/** Keys of the default columns. */
export const usualKeys: readonly CreditKey[] = [
  'spend',
  'orders',
  'revenue',
  'net_revenue',
  'roas',
  'cpa',
  'new_share',
  'cost_per_new_customer',
  'claimed_orders',
  'claimed_revenue',
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
