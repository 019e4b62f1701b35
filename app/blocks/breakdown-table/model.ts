import type { PlaceFacts } from '@tillsight/domain'
import type { Axis, PackedPoints, PackedSeries } from '../../charts/index.ts'
import type { Figure, FigureFormat, Measure, PackedFigures } from '../../format/index.ts'
import type { ClaimChoice } from '../claims/claim-choices.ts'
import type { ColumnBand } from './columns.ts'
import type { Level, Showing } from './levels.ts'

// The table's data: figures as the engine returned them; the components format them.

/** Cells of a row, or of the totals. */
export interface Cells {
  /** Packed figures, one line per column. */
  readonly figures: PackedFigures
  readonly status?: AdStatus | undefined
  readonly budget?: BudgetModel | undefined
  readonly course?: PackedSeries | undefined
}

/** Status of an ad, normalised from the platforms' own states. */
export type AdStatus = NonNullable<PlaceFacts['status']>

/** A budget and its utilisation, in its account's currency; shares are fractions, null is unknown. */
export interface BudgetFacts {
  readonly amount: string
  readonly currency: string
  readonly per: 'day' | 'lifetime'
  readonly sharedBy: string | null
  readonly spent: string | null
  readonly share: string | null
  /** Average spend per day over the last seven; daily budgets only. */
  readonly average?: string | null
  readonly averageShare?: string | null
  /** Last day of the campaign or ad set that spends it. */
  readonly endsOn: PlaceFacts['endsOn']
}

/** A budget in words. */
export interface BudgetModel {
  /** Its amount. */
  readonly text: string
  /** Its utilisation. */
  readonly note: string
  /** What is spent of it, as a fraction; null where unknown. */
  readonly share: number | null
  /** All of it in a sentence. */
  readonly long: string
}

/** A badge on an account whose time zone or currency differs from the shop's. */
export interface AccountMark {
  /** `−5 h · USD`. */
  readonly short: string
  readonly long: string
}

export interface CreativeModel {
  readonly title: string
  readonly text: string
  readonly isVideo: boolean
  /** Address of its thumbnail, resized by our server; null: there is none. */
  readonly picture: string | null
}

/** One row of the table. */
export interface RowModel extends Cells {
  /** `level:key`. */
  readonly id: string
  readonly level: Level
  readonly label: string
  /** Its parents: account, campaign, ad set. */
  readonly detail: string
  /** The detail is a sentence that has no translation. */
  readonly isDetailEnglish?: boolean
  /** Id of its platform, or undefined for a channel without a connector. */
  readonly platform: string | undefined
  /** Name of its platform or channel. */
  readonly channel: string
  readonly canUnfold: boolean
  readonly isRemainder: boolean
  readonly mark: AccountMark | null
  readonly creative: CreativeModel | null
  /** The entity in the platform's ads manager. */
  readonly managerUrl: string | null
}

/** Loaded rows of one parent, or of the top level. */
export interface RowsPage {
  readonly rows: readonly RowModel[]
  /** Cursor of the next page. */
  readonly cursor: string | null
}

/** Result of loading further rows; a failure's message is the server's sentence, in English, or empty where it has none. */
export type RowsLoad = ({ readonly state: 'ready' } & RowsPage) | { readonly state: 'failed'; readonly message: string }

export interface ColumnModel {
  readonly key: string
  readonly label: string
  /** What its header says below the heading of its band, where that differs from the label. */
  readonly head?: string | undefined
  readonly hint: string
  readonly kind: 'figure' | 'status' | 'budget' | 'trend'
  /** Measure of a metric column; null for others. */
  readonly measure: Measure | null
  readonly isSortable: boolean
  /** A platform-reported conversion figure. */
  readonly isClaim: boolean
  /** Tillsight's own figure beside what a platform reports. */
  readonly isLead?: boolean | undefined
  /** As CSS says it. */
  readonly width?: string
  /** Where a phone shows it: beside the row's name, or below it. Other columns wait there for the row's panel. */
  readonly onPhone?: 'beside' | 'below' | undefined
}

export interface Sorting {
  /** Key of a column; `name` is the first one. */
  readonly key: string
  readonly direction: 'ascending' | 'descending'
}

/** A filter value, with the query that adds or removes it. */
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

/** A sentence below the table. */
export interface TableNote {
  readonly text: string
  /** The server's sentence has no translation. */
  readonly isEnglish?: boolean
}

/** A heading above columns that belong together. */
export interface BandModel extends ColumnBand {
  readonly label: string
  readonly hint: string | null
}

/** The whole table. */
export interface TableModel {
  readonly showing: Showing
  readonly columns: readonly ColumnModel[]
  readonly format: FigureFormat
  readonly bands: readonly BandModel[]
  /** Who reports conversions, as a heading says it. */
  readonly reportedBy: string
  readonly sorting: Sorting
  /** Default sorting column, descending. */
  readonly lead: string
  /** Null where the figures cannot be added up. */
  readonly totals: Cells
  readonly page: RowsPage
  /** Children by expanded row. */
  readonly branches: Readonly<Record<string, RowsLoad>>
  readonly filters: readonly FilterModel[]
  /** Rules by which platform-reported conversions can be counted. */
  readonly claims: readonly ClaimChoice[]
  readonly choices: readonly ColumnChoice[]
  /** Caveats about the figures. */
  readonly notes: readonly TableNote[]
  /** Set while figures of the last days may still grow: until when. */
  readonly maturing: { readonly short: string; readonly long: string } | null
  /** Query string of the table's export. */
  readonly exportSearch: string
}

/** Data of the open panel. */
export interface PlaceModel {
  readonly title: string
  readonly path: string
  readonly row: RowModel
  readonly facts: readonly { readonly label: string; readonly text: string; readonly to?: string | undefined }[]
  readonly format: FigureFormat
  /** Columns of the rows. */
  readonly columns: readonly { readonly measure: Measure | null }[]
  readonly summary: readonly (Figure & { readonly key: string; readonly label: string })[]
  /** The rule that its platform-reported conversions are counted by, where that is not the platform's own setting. */
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
  /** The ads below it, by spend; empty for an ad. */
  readonly ads: readonly RowModel[]
  /** More exist. */
  readonly hasMoreAds: boolean
}
