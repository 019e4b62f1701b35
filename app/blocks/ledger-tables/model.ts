import type { Filter } from '@tillsight/metrics'
import type { Change } from '../../charts/index.ts'

// What a table shows, printed: loaders make it, components only place it.

export interface CellModel {
  readonly text: string
  readonly change?: Change
  /** Beside the figures that matter. */
  readonly isFaint?: boolean
  /** Metric whose orders are behind the figure. */
  readonly open?: string
}

export interface ColumnModel {
  readonly key: string
  readonly label: string
  readonly hint: string | undefined
  readonly isSortable: boolean
  readonly isText: boolean
}

export interface RowModel {
  readonly key: string
  readonly label: string
  /** Under the label: a SKU. */
  readonly detail: string | undefined
  /** What the summary is limited to when the row is opened. */
  readonly filters: readonly Filter[]
  readonly cells: readonly CellModel[]
}

export interface Sorting {
  /** Key of a column; `name` is the first one. */
  readonly key: string
  readonly direction: 'ascending' | 'descending'
}

export interface TableModel {
  readonly labelHeader: string
  readonly columns: readonly ColumnModel[]
  /** The page's totals, whatever the table is searched for. */
  readonly total: readonly CellModel[]
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
