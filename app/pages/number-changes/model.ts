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

/** Attribution of a past day that moved between channels; the sentence surrounds the link to its orders. */
export interface MoveModel {
  readonly id: string
  /** `12 orders`: leads to the orders that the channel has now. */
  readonly orders: string
  readonly to: string
  /** `of 3 March moved €1,240.00 from Direct to Paid social because of late identification.` */
  readonly sentence: string
  /** The attribution rules, and when it was detected. */
  readonly about: string
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
