import type { Filter } from '@tillsight/metrics'
import type { FigureFormat, Measure, PackedFigures } from '../../format/index.ts'
import type { Sorting } from '../breakdown-table/model.ts'

// What a table shows: figures as the engine gave them, which are printed where they are shown.

export interface ColumnModel {
  readonly key: string
  readonly label: string
  readonly hint?: string | undefined
  readonly isSortable: boolean
  /** Null for what nobody has told the shop's figures yet. */
  readonly measure: Measure | null
  /** `faint`: beside the figures that matter · `change`: how the figure has changed, instead of itself. */
  readonly look?: 'faint' | 'change' | undefined
  /** Metric whose orders are behind the figures. */
  readonly open?: string | undefined
}

export interface RowModel {
  readonly key: string
  readonly label: string
  /** Under the label: a SKU. */
  readonly detail: string | undefined
  /** What the summary is limited to when the row is opened. */
  readonly filters: readonly Filter[]
  /** A line for each column. */
  readonly figures: PackedFigures
}

export interface TableModel {
  readonly labelHeader: string
  readonly columns: readonly ColumnModel[]
  readonly format: FigureFormat
  /** The page's totals, whatever the table is searched for. */
  readonly total: PackedFigures
  readonly rows: readonly RowModel[]
  readonly sorting: Sorting
  /** Written as nothing in the address. */
  readonly usualSorting: string
  /** Rows that were read, and those among them that match the search. */
  readonly count: number
  readonly found: number
  readonly page: number
  readonly pages: number
  /** More exist than were read. */
  readonly hasMore: boolean
  readonly hasNext: boolean
  /** Labels of columns whose rows exceed the total, because an order or customer is in several. */
  readonly overlapping: readonly string[]
  /** Query string of the table as a file. */
  readonly exportSearch: string
}
