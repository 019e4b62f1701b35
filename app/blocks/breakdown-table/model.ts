import type { Axis, Change, PackedCourse, PackedPoints } from '../../charts/index.ts'
import type { ClaimChoice } from '../claims/claim-choices.ts'
import type { ColumnBand } from './columns.ts'
import type { Level, Showing } from './levels.ts'

// What the page shows, printed: loaders make it, components only place it.

/**
 * The cells of a row as one text: a line for each, its parts between tabs. A table has thousands of them, and as objects
 * each would weigh more than what it says.
 */
export type PackedCells = string

/** A cell of the table. */
export type CellModel =
  | {
      readonly kind: 'figure'
      readonly text: string
      readonly change: Change | null
      /** The days still grow: platforms add purchases to past clicks. */
      readonly isMaturing: boolean
    }
  | { readonly kind: 'status'; readonly status: StatusModel | null }
  | { readonly kind: 'budget'; readonly budget: BudgetModel | null }
  | { readonly kind: 'trend'; readonly course: PackedCourse }

export interface StatusModel {
  readonly text: string
  readonly tone: 'good' | 'neutral' | 'warn' | 'bad'
}

export interface BudgetModel {
  /** `€50.00 a day`. */
  readonly text: string
  /** `82.0% today`, `avg. 96.4%`, or what is shared by whom. */
  readonly note: string
  /** For the length of a bar, 0 and up; null without one. */
  readonly share: number | null
  /** Everything in a sentence. */
  readonly long: string
}

/** A mark on an account whose days or currency are not the shop's. */
export interface AccountMark {
  /** `−5 h · USD`. */
  readonly short: string
  readonly long: string
}

export interface CreativeModel {
  readonly title: string
  readonly text: string
  readonly isVideo: boolean
  /** Address of its picture, made small by us; null: there is none. */
  readonly picture: string | null
}

/** One row of the table. */
export interface RowModel {
  /** `level:key`. */
  readonly id: string
  readonly level: Level
  readonly label: string
  /** Where it stands: account, campaign, ad set. */
  readonly detail: string
  /** Id of its platform, or undefined for a channel without a connector. */
  readonly platform: string | undefined
  /** Name of its platform or channel. */
  readonly channel: string
  readonly canUnfold: boolean
  readonly isRemainder: boolean
  readonly mark: AccountMark | null
  readonly creative: CreativeModel | null
  /** The platform's own screen for it. */
  readonly managerUrl: string | null
  /** One for each column. */
  readonly cells: PackedCells
}

/** Rows of one parent, or of the whole table, as far as they have been read. */
export interface RowsPage {
  readonly rows: readonly RowModel[]
  /** Where the next ones begin. */
  readonly cursor: string | null
}

/** What asking for further rows came to. */
export type RowsLoad = ({ readonly state: 'ready' } & RowsPage) | { readonly state: 'failed'; readonly message: string }

export interface ColumnModel {
  readonly key: string
  readonly label: string
  readonly hint: string
  readonly kind: CellModel['kind']
  readonly isSortable: boolean
  readonly isFigure: boolean
  /** A platform's own word for what its ads have sold. */
  readonly isClaim: boolean
}

export interface Sorting {
  /** Key of a column; `name` is the first one. */
  readonly key: string
  readonly direction: 'ascending' | 'descending'
}

/** A choice of a filter, with the query that makes or takes it back. */
export interface FilterChoice {
  readonly value: string
  readonly label: string
}

export interface FilterModel {
  readonly dimension: string
  readonly label: string
  readonly choices: readonly FilterChoice[]
}

/** A column that can be chosen. */
export interface ColumnChoice {
  readonly key: string
  readonly label: string
  readonly group: string
}

/** The whole table. */
export interface TableModel {
  readonly showing: Showing
  readonly columns: readonly ColumnModel[]
  readonly bands: readonly (ColumnBand & { readonly label: string; readonly hint: string | null })[]
  readonly sorting: Sorting
  /** Column that rows are sorted by, the largest first, unless something else is chosen. */
  readonly lead: string
  /** Printed totals, one for each column; nothing where nothing can be added up. */
  readonly totals: PackedCells
  readonly page: RowsPage
  /** By row that is unfolded. */
  readonly branches: Readonly<Record<string, RowsLoad>>
  readonly filters: readonly FilterModel[]
  /** By which rules claims can be counted. */
  readonly claims: readonly ClaimChoice[]
  readonly choices: readonly ColumnChoice[]
  /** What people should know before they trust the figures. */
  readonly notes: readonly string[]
  /** The last days may still grow, and until when. */
  readonly maturing: { readonly short: string; readonly long: string } | null
  /** Query string of the table as a file. */
  readonly exportSearch: string
}

/** What lies beside the page. */
export interface PlaceModel {
  readonly title: string
  readonly path: string
  readonly row: RowModel
  readonly facts: readonly { readonly label: string; readonly text: string; readonly to?: string | undefined }[]
  readonly figures: readonly {
    readonly key: string
    readonly label: string
    readonly text: string
    readonly change: Change | null
  }[]
  /** By which rule its platform's claims are counted, where that is not its own setting. */
  readonly claimRule: string | null
  readonly course: {
    readonly label: string
    readonly points: PackedPoints
    readonly compare: PackedPoints | undefined
    readonly axis: Axis
    readonly isRunning: boolean
  }
  /** The days, weeks or months of the period, the newest first. */
  readonly buckets: {
    readonly heads: readonly string[]
    readonly rows: readonly { readonly label: string; readonly cells: readonly string[] }[]
  }
  /** The ads below it, those that cost most first; empty for an ad. */
  readonly ads: readonly RowModel[]
  /** More exist. */
  readonly hasMoreAds: boolean
}
