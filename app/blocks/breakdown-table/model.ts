import type { PlaceFacts } from '@tillsight/domain'
import type { Axis, PackedCourse, PackedPoints } from '../../charts/index.ts'
import type { Figure, FigureFormat, Measure, PackedFigures } from '../../format/index.ts'
import type { ClaimChoice } from '../claims/claim-choices.ts'
import type { ColumnBand } from './columns.ts'
import type { Level, Showing } from './levels.ts'

// What a table shows: figures as the engine gave them, which are printed where they are shown.

/** What the columns say of a row, or of all of them. */
export interface Cells {
  /** A line for each column. */
  readonly figures: PackedFigures
  readonly status?: AdStatus | undefined
  readonly budget?: BudgetFacts | undefined
  readonly course?: PackedCourse | undefined
}

/** As every platform's own states are called. */
export type AdStatus = NonNullable<PlaceFacts['status']>

/** A budget with how far it is used, in its account's currency; shares are fractions, null is not known. */
export interface BudgetFacts {
  readonly amount: string
  readonly currency: string
  readonly per: 'day' | 'lifetime'
  readonly sharedBy: string | null
  readonly spent: string | null
  readonly share: string | null
  /** A day, over the last seven; only of a budget for each day. */
  readonly average?: string | null
  readonly averageShare?: string | null
  /** Last day of what spends it. */
  readonly endsOn: PlaceFacts['endsOn']
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
export interface RowModel extends Cells {
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
  readonly kind: 'figure' | 'status' | 'budget' | 'trend'
  /** Of figures; null for a column of something else. */
  readonly measure: Measure | null
  readonly isSortable: boolean
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
  readonly format: FigureFormat
  readonly bands: readonly (ColumnBand & { readonly label: string; readonly hint: string | null })[]
  readonly sorting: Sorting
  /** Column that rows are sorted by, the largest first, unless something else is chosen. */
  readonly lead: string
  /** Nothing where nothing can be added up. */
  readonly totals: Cells
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
  readonly format: FigureFormat
  /** Of the rows. */
  readonly columns: readonly { readonly measure: Measure | null }[]
  readonly summary: readonly (Figure & { readonly key: string; readonly label: string })[]
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
    readonly columns: readonly { readonly label: string; readonly measure: Measure }[]
    readonly rows: readonly { readonly label: string; readonly figures: PackedFigures }[]
  }
  /** The ads below it, those that cost most first; empty for an ad. */
  readonly ads: readonly RowModel[]
  /** More exist. */
  readonly hasMoreAds: boolean
}
