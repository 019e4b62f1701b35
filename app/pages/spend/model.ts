import type { SpendFileReport } from '@tillsight/domain'

/** Fields of an entry as they are typed; what is left out is empty. */
export interface TypedSpendEntry {
  readonly channel: string
  readonly campaign: string
  readonly name: string
  readonly firstDay: string
  readonly lastDay: string
  readonly amount: string
  readonly currency: string
  readonly repeats: string
  readonly countsAs: string
  readonly note: string
}

// What the page of custom spend shows: loaders and actions make it, components only place it.

/** How a state looks. */
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
  /** Figures do not have it yet. */
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

/** What is being changed, as it stands in the form. */
export interface EditedEntry {
  readonly id: string
  readonly typed: TypedSpendEntry
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
  readonly files: readonly FileModel[]
  readonly edited: EditedEntry | null
  readonly largestKb: number
  readonly currencies: readonly { readonly code: string; readonly label: string }[]
  /** What has just been done. */
  readonly done: string | null
}

/** A form that came back. */
export type SpendOutcome =
  | {
      readonly kind: 'refused'
      readonly form: 'entry' | 'file'
      readonly message: string
      /** By the form's own field names. */
      readonly fields: Readonly<Record<string, string>>
      readonly typed: TypedSpendEntry | null
    }
  | { readonly kind: 'preview'; readonly preview: PreviewModel }

/** What a file would bring, printed, and the file itself for the form that imports it. */
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
  }[]
  readonly problemCount: number
  readonly ignored: SpendFileReport['ignored']
}
