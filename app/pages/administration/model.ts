// What the lists of administration show: texts only, in the language of the page.

/** A cell of a list. */
export type Cell =
  | string
  | { readonly text: string; readonly tone: 'neutral' | 'accent' | 'good' | 'warn' | 'bad' }
  | { readonly buttons: readonly ButtonModel[] }

/** A button that does something to a row. */
export interface ButtonModel {
  readonly intent: string
  readonly value: string
  readonly label: string
  /** Completes the label for screen readers. */
  readonly about: string
}

/** A row of a list. */
export interface RowModel {
  readonly key: string
  readonly label: string
  /** Below the label. */
  readonly note?: string
  /** The page of the row. */
  readonly to?: string
  readonly cells: readonly Cell[]
}

/** A table of a page. */
export interface TableModel {
  readonly id: string
  readonly title: string
  readonly labelHeader: string
  readonly columns: readonly {
    readonly key: string
    readonly label: string
    readonly hint?: string
    readonly isText?: boolean
    readonly isLong?: boolean
  }[]
  readonly rows: readonly RowModel[]
}

/** A choice above a list, kept in the address. */
export interface FilterModel {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

/** Where a list stands, and where else it can be looked at. */
export interface ListModel {
  readonly search: string
  readonly filters: readonly FilterModel[]
  /** `25 of 312`. */
  readonly count: string
  /** Query strings; null: there is no such page. */
  readonly previous: string | null
  readonly next: string | null
  readonly labels: {
    readonly search: string
    readonly show: string
    readonly previous: string
    readonly next: string
    readonly none: string
    readonly noneAdvice: string
    readonly all: string
  }
}

/** A page with lists. */
export interface PageModel {
  readonly title: string
  readonly about: string
  /** Confirmation of the last form; empty: none. */
  readonly done: string
  readonly list: ListModel | null
  readonly tables: readonly TableModel[]
  readonly notes: readonly string[]
}
