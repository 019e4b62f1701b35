import type en from './words/en.json'

/** The texts of the page, in the language of whoever reads it. */
export type ActivityLabels = (typeof en)['labels']

/** A choice of a filter. */
interface Choice {
  readonly value: string
  readonly label: string
}

/** An entry as printed. */
interface EntryModel {
  readonly id: string
  /** Names within it, which strangers choose, stand in tags. */
  readonly sentence: string
  /** When, where, and from which network. */
  readonly about: string
  /** `Role: <value>Analyst</value> → <value>Admin</value>` */
  readonly changes: readonly string[]
}

/** The filters as the address has them; empty: none. */
export interface ActivityFilters {
  readonly from: string
  readonly to: string
  readonly actor: string
  readonly action: string
  readonly shop: string
}

/** The page. */
export interface ActivityModel {
  readonly labels: ActivityLabels
  /** What the page is about, and for how long entries are kept. */
  readonly about: string
  /** Null for a role that may not see it. */
  readonly log: {
    readonly entries: readonly EntryModel[]
    readonly filters: ActivityFilters
    readonly actors: readonly Choice[]
    readonly actions: readonly Choice[]
    readonly shops: readonly Choice[]
    /** Search of the next page; null: this is the last. */
    readonly next: string | null
    /** Not the first page. */
    readonly isLater: boolean
    /** Search of the file. */
    readonly file: string
    /** For how many days entries are kept, for those who may change that; null for others. */
    readonly days: number | null
  } | null
}
