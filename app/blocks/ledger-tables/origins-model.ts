// What the store wrote on its orders, printed: loaders make it, components only place it.

export interface OriginsModel {
  /** Counted orders of the days. */
  readonly orders: string
  readonly recorded: string
  readonly unrecorded: string
  readonly recordedShare: string
  /** 0 to 100, for the meter. */
  readonly recordedPercent: number
  /** Undefined when the store wrote nothing at all. */
  readonly hasAny: boolean
  readonly rows: readonly OriginModel[]
  readonly total: readonly string[]
  /** Rows that are not listed. */
  readonly more: number
  /** Some revenue stays empty: a day of it has no exchange rate. */
  readonly isUnrated: boolean
}

export interface OriginModel {
  readonly key: string
  readonly label: string
  /** How the store says that the visit came about. */
  readonly kind: string
  /** Orders, share, order revenue. */
  readonly cells: readonly string[]
}
