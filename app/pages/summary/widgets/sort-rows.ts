import type { TableModel, TableRow } from '../model.ts'

/** What a table can be sorted by: a figure's key, or one of the fixed columns. */
export interface TableOrder {
  readonly column: string
  readonly isDescending: boolean
}

/** How the address says it: `-own.k3f9.orders`. */
export function sortText(widget: string, { column, isDescending }: TableOrder): string {
  return `${isDescending ? '-' : ''}${widget}.${column}`
}

/** The order that the address asks of a widget; undefined when it is another's, or nobody's. */
export function readSort(sort: string | undefined, widget: string): TableOrder | undefined {
  if (sort === undefined) return undefined
  const isDescending = sort.startsWith('-')
  const text = isDescending ? sort.slice(1) : sort
  const column = text.startsWith(`${widget}.`) ? text.slice(widget.length + 1) : ''
  return column ? { column, isDescending } : undefined
}

/** Rows in the order asked for; missing values come last either way, and equal ones keep their place. */
export function sortRows({ rows, columns }: TableModel, order: TableOrder | undefined): readonly TableRow[] {
  if (!order) return rows
  const { column, isDescending } = order
  const sign = isDescending ? -1 : 1
  if (column === 'label') return rows.toSorted((a, b) => sign * a.label.localeCompare(b.label))
  const index = columns.findIndex(({ key }) => key === column)
  if (index < 0) return rows
  return rows.toSorted((a, b) => {
    const [one, other] = [a.values[index] ?? null, b.values[index] ?? null]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return sign * (one - other)
  })
}
