import type { Amount, Rate } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'

// What costs are worked out from, and what comes out. Amounts are millionths, quantities ten-thousandths of a piece.

/** How far a cost is known; `none`: nothing is due. */
export type CostState = 'none' | 'exact' | 'assumed' | 'unknown'

/** A booked order with everything that its costs depend on. */
export interface CostedOrder {
  /** Shop day on which it was placed. */
  readonly day: Day
  readonly currency: string
  /** From the order's currency to the shop's. */
  readonly rate: Rate
  readonly country: string
  readonly region: string
  /** All booked rows, in the order of booking. */
  readonly rows: readonly CostedRow[]
  /** Its lines of goods. */
  readonly lines: readonly SoldGoods[]
  readonly payments: readonly CapturedPayment[]
  readonly giveBacks: readonly GivenBack[]
  readonly disputes: readonly Dispute[]
  /** What carriers charged for its parcels; empty if nobody told. */
  readonly labels: readonly ActualCost[]
  readonly shippingMethods: readonly string[]
  /** Not cancelled before anything was sent. */
  readonly leftHouse: boolean
  readonly pickedUp: boolean
  readonly paid: boolean
  readonly pointOfSale: boolean
}

/** A booked row. */
export interface CostedRow {
  readonly rowId: string
  readonly kind: 'order' | 'edit' | 'refund' | 'cancel' | 'dispute'
  readonly side: 'sale' | 'return'
  readonly lineType: string
  /** Rows of one event are booked together: `order`, `edit:id`, `refund:id`, `cancel`, `dispute:id`. */
  readonly event: string
  /** The line of goods that it sells or takes back. */
  readonly soldLine: string
  readonly productId: string
  readonly variantId: string
  /** Below zero for what is taken back. */
  readonly quantity: bigint
  /** Without tax, in shop currency, after discount; below zero for what is taken back. */
  readonly net: Amount
  /** Pieces of a return that came back into stock. */
  readonly restocked: bigint
  /** Of a sale: what it adds to order revenue, with tax. Only percentages of that need it. */
  readonly revenue?: Amount
}

/** A line of goods as ordered. */
export interface SoldGoods {
  /** The id of the row that sells it. */
  readonly key: string
  readonly event: string
  readonly productId: string
  readonly variantId: string
  readonly supplier: string
  readonly categories: readonly string[]
  readonly quantity: bigint
  /** In shop currency, after discount. */
  readonly net: Amount
  readonly physical: boolean
  /** Of a piece. */
  readonly grams: bigint | null
  /** Of the whole line, by the store, in shop currency whatever the order's. */
  readonly storeCost: Amount | null
  /** Of the whole line, entered for this very line. */
  readonly manualCost: ActualCost | null
  /** The bundle that it is part of; empty for none. */
  readonly bundleOf: string
  readonly isBundle: boolean
}

/** Money captured through a payment method, in the order's currency. */
export interface CapturedPayment {
  /** The store's id of it, where there is one. */
  readonly id?: string
  readonly gateway: string
  readonly amount: Amount
  readonly fee: Amount | null
  readonly feeCurrency: string | null
  /** Entered for this very order, so that nothing doubts it. */
  readonly isEntered?: boolean
}

/** Money that went back through a payment method, in the order's currency. */
export interface GivenBack {
  readonly event: string
  readonly gateway: string
  readonly amount: Amount
  /** Whether all that was captured has gone back with it. */
  readonly completes: boolean
}

/** Money that a buyer's bank demanded back. */
export interface Dispute {
  readonly event: string
  readonly gateway: string
  /** The day on which it began. */
  readonly day: Day
  /** What the payment provider keeps for it; null where nobody told. */
  readonly fee: ActualCost | null
  /** What gave all of it back; null unless it was won. */
  readonly wonBy: string | null
}

/** A cost in a currency. */
export interface ActualCost {
  readonly amount: Amount
  readonly currency: string
}

/** Costs of one row; positive where they lower profit, but for `charges`, which are income. */
export interface RowCosts {
  readonly cost: Amount
  readonly charges: Amount
  readonly handling: Amount
  readonly shippingCost: Amount
  readonly fee: Amount
  readonly returnCost: Amount
  readonly orderExpense: Amount
  readonly goodsState: CostState
}

/** A row that has to be added, for costs of an event that no row of it can carry. */
export interface ExtraRow {
  readonly rowId: string
  readonly event: string
  readonly soldLine: string
}

/** One cost of an order, and why it is what it is. */
export interface CostPart {
  readonly part: 'goods' | 'fee' | 'shipping' | 'handling' | 'return' | 'expense'
  readonly event: string
  /** Of goods: the line. */
  readonly soldLine: string
  readonly amount: Amount
  readonly state: CostState
  /** Where it comes from: the store, an entry or a rule of a kind. */
  readonly source: string
  /** Id of the entry or rule; empty for none. */
  readonly rule: string
}

/** All costs of an order, by row. */
export interface OrderCosts {
  readonly rows: ReadonlyMap<string, RowCosts>
  readonly extra: readonly ExtraRow[]
  readonly feesState: CostState
  readonly shippingState: CostState
  readonly parts: readonly CostPart[]
}
