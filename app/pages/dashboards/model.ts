import type { Axis, Change, PackedPoints, PackedSeries } from '../../charts/index.ts'
import type { ServerSentence } from '../../language/index.ts'

// Dashboards, printed: loaders format, components lay out.

/** A dashboard in the list. */
export interface BoardItem {
  readonly id: string
  readonly name: string
  readonly isShared: boolean
  readonly mayEdit: boolean
  /** Who made it, what is on it and when it changed. */
  readonly about: string
}

/** A part of a line of text. */
export interface TextPart {
  readonly text: string
  readonly isBold?: boolean
  readonly isItalic?: boolean
  /** Where it leads: an address on the web. */
  readonly to?: string
}

/** A block of a text. */
export type TextBlock =
  | { readonly kind: 'paragraph'; readonly parts: readonly TextPart[] }
  | { readonly kind: 'heading'; readonly parts: readonly TextPart[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly TextPart[])[] }

/** A figure with what leads down from it. */
export interface FigureTile {
  /** The figure's own name. */
  readonly label: string
  readonly text: string
  readonly change: Change | null
  /** The comparison's figure, printed. */
  readonly before: string | null
  readonly notes: readonly string[]
  readonly description: string
  /** The formula in words, or as typed. */
  readonly formula: string
  /** Figures of the catalogue that it is made of, or it alone: each opens what is behind it on the summary. */
  readonly opens: readonly { readonly label: string; readonly to: string }[]
}

interface TileOf<Kind extends string> {
  readonly id: string
  readonly kind: Kind
  readonly title: string
}

export type StatTile = TileOf<'stat'> & { readonly figure: FigureTile; readonly spark: PackedSeries }
export type ChartTile = TileOf<'chart'> & {
  readonly figure: FigureTile
  readonly points: PackedPoints
  readonly compare: PackedPoints | undefined
  readonly axis: Axis
  readonly isRunning: boolean
}
export type TableTile = TileOf<'table'> & {
  readonly by: string
  readonly columns: readonly { readonly key: string; readonly label: string }[]
  readonly totals: readonly string[]
  readonly rows: readonly {
    readonly value: string
    readonly label: string
    readonly cells: readonly string[]
    /** Adds a filter to the page. */
    readonly to: string
  }[]
  /** That there are more rows. */
  readonly note: string | null
}
export type TextTile = TileOf<'text'> & { readonly blocks: readonly TextBlock[] }
export type GoalTile = TileOf<'goal'> & {
  readonly figure: FigureTile
  /** `of €25,000.00`; null: no target. */
  readonly target: string | null
  readonly days: string
  readonly state: 'met' | 'ahead' | 'behind' | 'over' | 'unknown'
  readonly stateText: string
  /** For the length of the bar. */
  readonly reached: number | null
  readonly reachedText: string | null
  /** Said instead of the bar. */
  readonly progress: string
  readonly facts: readonly { readonly name: string; readonly text: string }[]
}
export type MissingTile = TileOf<'missing'> & { readonly message: string; readonly isEnglish: boolean }

/** A widget as it is shown. */
export type TileModel = StatTile | ChartTile | TableTile | TextTile | GoalTile | MissingTile

/** Why a form was rejected, and what was typed. */
export interface BoardFailure {
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  readonly typed: Readonly<Record<string, string>>
}

export interface Option {
  readonly value: string
  readonly label: string
}

/** A widget in the list of the form. */
export interface EditRow {
  readonly id: string
  /** `Chart over days: Sales` */
  readonly label: string
}

/** A widget whose fields are open, as texts of fields. */
export interface EditFields {
  readonly id: string
  readonly kind: string
  readonly values: Readonly<Record<string, string>>
  /** Says in what a target is typed. */
  readonly targetHelp: string
}

/** An own figure of the shop. */
export interface OwnFigure {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly unit: string
  readonly unitText: string
  readonly better: string
  readonly formula: string
  readonly problem: ServerSentence | null
}
