import { plainCell } from '@tillsight/core'
import type { ReconciliationView } from '@tillsight/domain'
import { stringify } from 'csv-stringify/sync'

const figures = [
  'orders',
  'grossSales',
  'discounts',
  'returns',
  'netSales',
  'shipping',
  'taxes',
  'totalSales',
] as const satisfies readonly (keyof ReconciliationView['days'][number]['figures'])[]

/** Every figure of every day, ours and theirs, and the reasons with what each comes to. */
export function printReconciliationCsv({ currency, days }: ReconciliationView): string {
  const header = ['day', 'state', 'currency', ...figures.flatMap((key) => [`${key}_ours`, `${key}_theirs`]), 'reasons']
  const rows = days.map((day) => [
    day.day,
    day.state,
    currency,
    ...figures.flatMap((key) => [day.figures[key].ours, day.figures[key].theirs ?? '']),
    day.causes.map(({ cause, total }) => `${cause} ${total}`).join('; '),
  ])
  return stringify([header, ...rows], { bom: true, record_delimiter: 'windows', cast: { string: plainCell } })
}
