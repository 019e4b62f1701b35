import type { TableModel, TableRow } from '../model.ts'

/** Sorting of a table: by a metric's key, or one of the fixed columns. */
export interface TableOrder {
  readonly column: string
  readonly isDescending: boolean
}

/** As the address writes it: `-own.k3f9.orders`. */
export function sortText(widget: string, { column, isDescending }: TableOrder): string {
  return `${isDescending ? '-' : ''}${widget}.${column}`
}

/** The address's sorting for this widget; undefined when it is for another one, or absent. */
export function readSort(sort: string | undefined, widget: string): TableOrder | undefined {
  if (sort === undefined) return undefined
  const isDescending = sort.startsWith('-')
  const text = isDescending ? sort.slice(1) : sort
  const column = text.startsWith(`${widget}.`) ? text.slice(widget.length + 1) : ''
  return column ? { column, isDescending } : undefined
}

/** Rows sorted as requested; missing values come last either way, and ties keep their order. */
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
