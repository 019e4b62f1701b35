import type { SpendFileReport } from '@tillsight/domain'

/** Fields of an entry as typed; missing ones are empty. */
export interface TypedSpendEntry {
  readonly channel: string
  readonly campaign: string
  readonly name: string
  readonly firstDay: string
  readonly lastDay: string
  readonly amount: string
  readonly percentOf: string
  readonly currency: string
  readonly repeats: string
  readonly countsAs: string
  readonly note: string
}

// Data of the custom spend page: loaders and actions create it, components only lay it out.

/** Colour of a status. */
type Tone = 'neutral' | 'accent' | 'good'

/** One entry, printed. */
export interface EntryModel {
  readonly id: string
  readonly channel: string
  /** The name, and the campaign where there is one. */
  readonly about: string
  readonly note: string
  /** `1 – 20 Nov 2026`, `since 1 Nov 2026`. */
  readonly days: string
  /** `€3,100.00 a month` */
  readonly amount: string
  readonly spent: string
  readonly countsAs: { readonly label: string; readonly tone: Tone }
  /** Not included in the figures yet. */
  readonly isWaiting: boolean
}

/** A file of entries, printed. */
export interface FileModel {
  readonly id: string
  readonly fileName: string
  /** `2 entries · 20 Nov 2026, 14:05 · by Ann` */
  readonly facts: string
  readonly state: { readonly label: string; readonly tone: Tone }
  readonly canUndo: boolean
}

/** The entry being edited, with its form values. */
export interface EditedEntry {
  readonly id: string
  readonly typed: TypedSpendEntry
  /** Comes again and has begun: it can end. */
  readonly canEnd: boolean
}

export interface SpendModel {
  readonly domain: string
  readonly shopName: string
  readonly currency: string
  readonly today: string
  readonly mayEnter: boolean
  readonly entries: readonly EntryModel[]
  readonly entryCount: number
  /** `€1,234.00 and $300.00`, through today; null without any. */
  readonly spent: string | null
  /** Query strings of the pages before and after this one. */
  readonly pages: { readonly before: string | null; readonly after: string | null; readonly text: string | null }
  readonly channels: readonly string[]
  /** What an entry can be a percentage of. */
  readonly figures: readonly { readonly value: string; readonly label: string }[]
  readonly files: readonly FileModel[]
  readonly edited: EditedEntry | null
  readonly largestKb: number
  readonly currencies: readonly { readonly code: string; readonly label: string }[]
  /** Confirmation of the last form. */
  readonly done: string | null
}

/** Result of a form, shown on the page. */
export type SpendOutcome =
  | {
      readonly kind: 'refused'
      readonly form: 'entry' | 'file'
      readonly message: string
      /** Messages by form field. */
      readonly fields: Readonly<Record<string, string>>
      readonly typed: TypedSpendEntry | null
    }
  | { readonly kind: 'preview'; readonly preview: PreviewModel }

/** Preview of a file, with the file itself for the form that imports it. */
export interface PreviewModel {
  readonly fileName: string
  /** Gzip in base64. */
  readonly packed: string
  readonly entries: number
  readonly summary: string
  readonly first: readonly {
    readonly key: string
    readonly channel: string
    readonly about: string
    readonly days: string
    readonly amount: string
  }[]
  readonly problems: readonly {
    readonly key: string
    readonly row: number
    readonly field: string
    readonly value: string
    readonly text: string
    readonly isEnglish: boolean
  }[]
  readonly problemCount: number
  readonly ignored: SpendFileReport['ignored']
}
