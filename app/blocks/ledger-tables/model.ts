import type { Filter } from '@tillsight/metrics'
import type { FigureFormat, Measure, PackedFigures } from '../../format/index.ts'
import type { Sorting } from '../breakdown-table/model.ts'

// The table's data: figures as the engine returned them; the components format them.

export interface ColumnModel {
  readonly key: string
  readonly label: string
  readonly hint?: string | undefined
  readonly isSortable: boolean
  /** Null where the figure is not available yet. */
  readonly measure: Measure | null
  /** `faint`: secondary · `change`: shows the change instead of the figure. */
  readonly look?: 'faint' | 'change' | undefined
  /** Metric whose orders the figures link to. */
  readonly open?: string | undefined
}

export interface RowModel {
  readonly key: string
  readonly label: string
  /** Under the label: a SKU. */
  readonly detail: string | undefined
  /** Address of its picture; null where rows have pictures and it has none. */
  readonly picture?: string | null | undefined
  /** Filters of the summary that the row and its figures link to. */
  readonly filters: readonly Filter[]
  /** Address of the row's own page, which its label links to instead. */
  readonly page?: string | undefined
  /** Packed figures, one line per column. */
  readonly figures: PackedFigures
}

export interface TableModel {
  readonly labelHeader: string
  readonly columns: readonly ColumnModel[]
  readonly format: FigureFormat
  /** The page's totals, independent of the table's search. */
  readonly total: PackedFigures
  readonly rows: readonly RowModel[]
  /** What belongs to no row and is not in the total. */
  readonly remainder: Pick<RowModel, 'label' | 'detail' | 'figures'> | undefined
  readonly sorting: Sorting
  /** The default, which the address leaves out. */
  readonly usualSorting: string
  /** Number of rows read, and of those that match the search. */
  readonly count: number
  readonly found: number
  readonly page: number
  readonly pages: number
  /** More exist than were read. */
  readonly hasMore: boolean
  readonly hasNext: boolean
  /** Labels of columns whose rows exceed the total, because an order or customer is in several. */
  readonly overlapping: readonly string[]
  /** What the reader has to know of the rows: how many there are, and which columns exceed their total. */
  readonly notes: readonly string[]
  /** Query string of the table's export. */
  readonly exportSearch: string
  /** Address of the table's own file, where it has one. */
  readonly file: string | undefined
}
