import { type Figure, type FigureFormat, printFigure, unpackFigures } from '../../format/index.ts'
import type { ColumnModel, TableModel } from './model.ts'

const widths = { status: '7.25rem', budget: '11rem', trend: '7.25rem' } as const

/** A table with the widths of its columns, which follow their headers and totals. */
export function withWidths<Table extends Pick<TableModel, 'columns' | 'totals' | 'format'>>(table: Table): Table {
  const { columns, totals, format } = table
  const figures = unpackFigures(totals.figures, columns)
  return {
    ...table,
    columns: columns.map((column, index) => {
      const isLast = index === columns.length - 1
      return { ...column, width: widthOf(column, { isLast, total: figures[index], format }) }
    }),
  }
}

interface Shown {
  readonly isLast: boolean
  readonly total: Figure | null | undefined
  readonly format: FigureFormat
}

/**
 * As wide as the longest word of its header, and as the total, which is the longest figure of most columns; parts of it such as a
 * cost per order may be longer.
 */
function widthOf(column: ColumnModel, { isLast, total, format }: Shown): string {
  if (column.kind !== 'figure') return widths[column.kind]
  const digits = total ? printFigure(total, format).length : 0
  const letters = Math.max(...(column.head ?? column.label).split(' ').map((word) => word.length))
  const isWide = column.measure?.unit === 'money' || column.measure?.unit === 'percent'
  // The last one keeps away from the edge.
  return `max(${isWide ? 5.5 : 5}rem, ${Math.max(digits, letters) + (isLast ? 5.25 : 2.5)}ch)`
}
