import type { ImportState } from '@tillsight/domain'
import type { ServerSentence } from '../../language/index.ts'
import type { Tone } from '../../ui/parts.tsx'

/** Status of an import, in words. */
export interface StateModel {
  readonly key: ImportState
  readonly label: string
  readonly tone: Tone
}

/** A line of the list. */
export interface ImportLine {
  readonly id: string
  readonly fileName: string
  readonly format: string
  readonly state: StateModel
  readonly began: string
  readonly by: string
  readonly rows: string
  readonly leftOut: string
}

/** A column of the format, with the heading mapped to it. */
export interface ColumnModel {
  readonly name: string
  readonly isRequired: boolean
  /** Whether the file needs only one of this and its alternatives. */
  readonly isAlternative: boolean
  readonly help: ServerSentence
  /** Empty: not mapped. */
  readonly heading: string
}

/** Format and mapping of the file. */
export interface PlanModel {
  readonly format: string
  readonly formats: readonly { readonly id: string; readonly label: string }[]
  /** A format that fits the headings better; null when the chosen one fits best. */
  readonly betterFormat: string | null
  readonly columns: readonly ColumnModel[]
  readonly headings: readonly string[]
  /** Sample values by heading. */
  readonly samples: Readonly<Record<string, readonly string[]>>
  /** Headings that are not mapped. */
  readonly ignored: readonly string[]
}

/** An order of the preview. */
export interface OrderModel {
  readonly key: string
  readonly name: string
  readonly placed: string
  readonly amounts: readonly string[]
  /** Why it is excluded from all figures; empty when it is included. */
  readonly note: string
}

/** Preview of an import. */
export interface PreviewModel {
  readonly summary: readonly string[]
  /** How many orders would be imported. */
  readonly orders: number
  readonly hasOrders: boolean
  readonly first: readonly OrderModel[]
  readonly months: readonly { readonly key: string; readonly label: string; readonly cells: readonly string[] }[]
}

/** A mistake in the file. */
export interface ProblemModel {
  readonly key: string
  readonly row: string
  readonly field: string
  readonly value: string
  readonly text: string
  readonly isEnglish: boolean
}

/** An import with its available actions. */
export interface ImportModel {
  readonly id: string
  readonly fileName: string
  readonly format: string
  readonly state: StateModel
  readonly began: string
  readonly currency: string
  readonly isGoing: boolean
  readonly progress: { readonly done: number; readonly total: number | null; readonly text: string }
  /** Null before the file was looked at, and once the import has begun. */
  readonly plan: PlanModel | null
  readonly preview: PreviewModel | null
  /** Results of the import, one sentence each. */
  readonly outcome: readonly string[]
  readonly warnings: readonly ServerSentence[]
  readonly problems: { readonly count: number; readonly title: string; readonly shown: readonly ProblemModel[] }
  /** Why the file cannot be read, or why the import ended early. */
  readonly trouble: string | null
  readonly canUndo: boolean
  readonly canDiscard: boolean
  readonly canRetry: boolean
}

/** Colours of the states. */
export const stateTones: Readonly<Record<ImportState, Tone>> = {
  uploading: 'neutral',
  checking: 'accent',
  ready: 'accent',
  refused: 'warn',
  running: 'accent',
  done: 'good',
  failed: 'bad',
  undoing: 'accent',
  undone: 'neutral',
}
