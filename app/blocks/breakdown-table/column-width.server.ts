import { type Figure, type FigureFormat, printFigure, unpackFigures } from '../../format/index.ts'
import type { ColumnModel, TableModel } from './model.ts'

const widths = { status: '7.25rem', budget: '11rem', trend: '7.25rem' } as const

/** A table with the widths of its columns, which follow their headers and totals. */
export function withWidths<Table extends Pick<TableModel, 'columns' | 'totals' | 'format'>>(table: Table): Table {
  const { columns, totals, format } = table
  const figures = unpackFigures(totals.figures, columns)
  return {
    ...table,
    columns: columns.map((column, index) => ({ ...column, width: widthOf(column, figures[index], format) })),
  }
}

/**
 * As wide as the longest word of its header, and as the total, which is the longest figure of most columns; parts of it such as a
 * cost per order may be longer.
 */
function widthOf(column: ColumnModel, total: Figure | null | undefined, format: FigureFormat): string {
  if (column.kind !== 'figure') return widths[column.kind]
  const digits = total ? printFigure(total, format).length : 0
  const letters = Math.max(...(column.head ?? column.label).split(' ').map((word) => word.length))
  const isWide = column.measure?.unit === 'money' || column.measure?.unit === 'percent'
  return `max(${isWide ? 5.5 : 5}rem, ${Math.max(digits, letters) + 2.5}ch)`
}
