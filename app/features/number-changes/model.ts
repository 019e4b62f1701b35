/** A past figure that moved. */
export interface ChangeModel {
  readonly id: string
  readonly day: string
  readonly figure: string
  readonly reason: string
  readonly name: string
  /** Null: the order is gone. */
  readonly to: string | null
  readonly before: string
  readonly after: string
  readonly difference: string
  readonly seen: string
}

/** The whole page. */
export interface ChangesModel {
  readonly range: { readonly from: string; readonly to: string; readonly latest: string }
  readonly currency: string
  readonly changes: readonly ChangeModel[]
  /** Query string of the next page; null on the last one. */
  readonly next: string | null
  readonly isFirst: boolean
  /** This person may open orders. */
  readonly mayOpen: boolean
}
