// What the store recorded on its orders, printed: loaders format it, components only lay it out.

export interface OriginsModel {
  /** Number of counted orders in the period. */
  readonly orders: string
  readonly recorded: string
  readonly unrecorded: string
  readonly recordedShare: string
  /** 0 to 100, for the meter. */
  readonly recordedPercent: number
  /** Whether the store recorded anything at all. */
  readonly hasAny: boolean
  readonly rows: readonly OriginModel[]
  readonly total: readonly string[]
  /** What the reader has to know of the rows, in sentences. */
  readonly notes: readonly string[]
}

export interface OriginModel {
  readonly key: string
  readonly label: string
  /** The store's name for the type of source. */
  readonly kind: string
  /** Orders, share, order revenue. */
  readonly cells: readonly string[]
}
