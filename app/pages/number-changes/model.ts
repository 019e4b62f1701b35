/** A change of a past figure. */
export interface ChangeModel {
  readonly id: string
  readonly day: string
  readonly figure: string
  readonly reason: string
  readonly name: string
  /** Null: the order was deleted. */
  readonly to: string | null
  readonly before: string
  readonly after: string
  readonly difference: string
  readonly seen: string
}

/** Attribution of a past day that moved between channels. */
export interface MoveModel {
  readonly id: string
  readonly day: string
  /** `12 orders`: leads to the orders that the channel has now. */
  readonly orders: string
  readonly to: string
  /** `€1,240.00` */
  readonly amount: string
  /** Names of the channels, or the page's words for orders without one. */
  readonly from: string
  readonly into: string
  readonly reason: string
  /** The model under which it moved. */
  readonly rules: string
  readonly seen: string
}

/** Data of the page. */
export interface ChangesModel {
  readonly range: { readonly from: string; readonly to: string; readonly latest: string }
  readonly currency: string
  readonly changes: readonly ChangeModel[]
  readonly moves: readonly MoveModel[]
  /** Query string of the next page; null on the last one. */
  readonly next: string | null
  /** Query string of the export of these days; null where there is none. */
  readonly file: string | null
  readonly isFirst: boolean
  /** This person may open orders. */
  readonly mayOpen: boolean
}
