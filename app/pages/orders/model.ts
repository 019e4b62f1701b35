// The orders of a period, printed.

/** Which orders are listed, in the order of the page; the first is the default. */
export const choices = [
  { key: undefined, isOfProfit: false },
  { key: 'below_zero', isOfProfit: true },
  { key: 'cost_unknown', isOfProfit: true },
  { key: 'given_back', isOfProfit: false },
] as const

/** The orders of a page of the list. */
export interface OrdersModel {
  readonly choices: readonly (typeof choices)[number][]
  readonly chosen: (typeof choices)[number]['key']
  readonly seesProfit: boolean
  readonly currency: string
  readonly rows: readonly OrderRowModel[]
  /** Cursor of the next page; undefined on the last. */
  readonly next: string | undefined
}

/** One order of the list. */
export interface OrderRowModel {
  readonly id: string
  readonly name: string
  readonly placedAt: string
  readonly state: string
  readonly channel: string
  readonly units: string
  readonly paid: string
  /** Empty if nothing was refunded. */
  readonly returned: string
  readonly netRevenue: string
  readonly cm2: string
  readonly margin: string
  readonly isBelowZero: boolean
}
