import { amountText, rateText, zeroAmount } from '@tillsight/core'
import type { OrderCosts, RowCosts } from '@tillsight/costs'
import { z } from 'zod'
import type { CustomerPlace } from '../customers/index.ts'
import type { BookedOrder } from './booked-order.ts'
import { instantText, quantityText } from './decimals.ts'

const CostState = z.enum(['none', 'exact', 'assumed', 'unknown'])

/** A row of the warehouse's ledger, written and read in the same text format. */
export const LedgerRow = z.object({
  booked_at: z.string(),
  order_id: z.string(),
  row_id: z.string(),
  kind: z.enum(['order', 'edit', 'refund', 'cancel']),
  side: z.enum(['sale', 'return']),
  line_type: z.enum(['product', 'gift_card', 'shipping', 'charge', 'tip', 'adjustment']),
  head: z.number(),
  product_id: z.string(),
  variant_id: z.string(),
  sku: z.string(),
  title: z.string(),
  quantity: z.string(),
  gross: z.string(),
  discount: z.string(),
  tax: z.string(),
  cost: z.string(),
  charges: z.string(),
  handling: z.string(),
  shipping_cost: z.string(),
  fee: z.string(),
  return_cost: z.string(),
  order_expense: z.string(),
  goods_state: CostState,
  fees_state: CostState,
  shipping_state: CostState,
  currency: z.string(),
  rate: z.string(),
  order_name: z.string(),
  order_status: z.string(),
  placed_at: z.string(),
  paid: z.number(),
  refunded: z.number(),
  customer_id: z.string(),
  customer_class: z.enum(['none', 'new', 'returning', 'unidentified']),
  previous_paid_at: z.string(),
  previous_returning_at: z.string(),
  country: z.string(),
  region: z.string(),
  gateway: z.string(),
  sales_channel: z.string(),
  coupons: z.array(z.string()),
  source: z.string(),
})
export type LedgerRow = z.infer<typeof LedgerRow>

/** A row ready to store: with its version, and whether it is a tombstone. */
export type StoredLedgerRow = LedgerRow & { readonly version: string; readonly is_deleted: number }

/** The columns of {@link LedgerRow} for a SELECT. */
export const ledgerColumns = Object.keys(LedgerRow.shape).join(', ')

const no = instantText(0)

/** What a booked order is stored with: whose it is, where it came from, and what it costs. */
export interface RowOrigin {
  readonly place: CustomerPlace
  readonly source: string
  readonly costs: OrderCosts
}

/** The ledger rows of a counted order. */
export function toLedgerRows(order: BookedOrder, { place, source, costs }: RowOrigin): LedgerRow[] {
  const instants = new Map<number, string>()
  const printInstant = (seconds: number) => {
    let text = instants.get(seconds)
    if (text === undefined) {
      text = instantText(seconds)
      instants.set(seconds, text)
    }
    return text
  }
  const rate = rateText(order.rate)
  const coupons = [...order.coupons]
  const refunded = order.rows.some(({ kind }) => kind === 'refund' || kind === 'cancel') ? 1 : 0
  return order.rows.map((row) => ({
    booked_at: printInstant(row.bookedAt),
    order_id: order.orderId,
    row_id: row.rowId,
    kind: row.kind,
    side: row.side,
    line_type: row.lineType,
    head: row.rowId === order.headRowId ? 1 : 0,
    product_id: row.productId,
    variant_id: row.variantId,
    sku: row.sku,
    title: row.title,
    quantity: quantityText(row.quantity),
    gross: amountText(row.gross),
    discount: amountText(row.discount),
    tax: amountText(row.tax),
    ...costColumns(costs.rows.get(row.rowId)),
    fees_state: costs.feesState,
    shipping_state: costs.shippingState,
    currency: order.currency,
    rate,
    order_name: order.name,
    order_status: order.status,
    placed_at: printInstant(order.placedAt),
    paid: order.revenue > 0n ? 1 : 0,
    refunded,
    country: order.country,
    region: order.region,
    gateway: order.gateway,
    sales_channel: order.salesChannel,
    coupons,
    source,
    ...placeColumns(place),
  }))
}

type CostColumns = Pick<
  LedgerRow,
  'cost' | 'charges' | 'handling' | 'shipping_cost' | 'fee' | 'return_cost' | 'order_expense' | 'goods_state'
>

const noCosts: CostColumns = {
  cost: amountText(zeroAmount),
  charges: amountText(zeroAmount),
  handling: amountText(zeroAmount),
  shipping_cost: amountText(zeroAmount),
  fee: amountText(zeroAmount),
  return_cost: amountText(zeroAmount),
  order_expense: amountText(zeroAmount),
  goods_state: 'none',
}

function costColumns(costs: RowCosts | undefined): CostColumns {
  if (costs === undefined) return noCosts
  return {
    cost: amountText(costs.cost),
    charges: amountText(costs.charges),
    handling: amountText(costs.handling),
    shipping_cost: amountText(costs.shippingCost),
    fee: amountText(costs.fee),
    return_cost: amountText(costs.returnCost),
    order_expense: amountText(costs.orderExpense),
    goods_state: costs.goodsState,
  }
}

type PlaceColumns = Pick<LedgerRow, 'customer_id' | 'customer_class' | 'previous_paid_at' | 'previous_returning_at'>

/** Columns that a customer's history adds to each row of an order. */
export function placeColumns(place: CustomerPlace): PlaceColumns {
  return {
    customer_id: place.customer,
    customer_class: place.customerClass,
    previous_paid_at: place.previousPaidAt === 0 ? no : instantText(place.previousPaidAt),
    previous_returning_at: place.previousReturningAt === 0 ? no : instantText(place.previousReturningAt),
  }
}

/** The difference between the stored rows and the derived ones. */
export interface LedgerDiff {
  /** Rows to write, tombstones included. */
  readonly write: readonly StoredLedgerRow[]
  /** Every row that changed, was added or removed, before and after. Being refunded since is no change of a row itself. */
  readonly changes: readonly { readonly before?: LedgerRow; readonly after?: LedgerRow }[]
}

/** Compares row by row; equal rows are not written again. */
export function diffRows(before: readonly LedgerRow[], after: readonly LedgerRow[], version: string): LedgerDiff {
  if (before.length === 0) {
    return {
      write: after.map((row) => ({ ...row, version, is_deleted: 0 })),
      changes: after.map((row) => ({ after: row })),
    }
  }
  const write: StoredLedgerRow[] = []
  const changes: { before?: LedgerRow; after?: LedgerRow }[] = []
  const stored = new Map(before.map((row) => [rowKey(row), row]))
  for (const row of after) {
    const old = stored.get(rowKey(row))
    if (old) {
      stored.delete(rowKey(row))
      const isSame = isSameRow(old, row)
      if (isSame && old.refunded === row.refunded) continue
      if (!isSame) changes.push({ before: old, after: row })
    } else {
      changes.push({ after: row })
    }
    write.push({ ...row, version, is_deleted: 0 })
  }
  for (const old of stored.values()) {
    write.push({ ...old, version, is_deleted: 1 })
    changes.push({ before: old })
  }
  return { write, changes }
}

/** Rows with the same key replace each other in the warehouse. */
function rowKey(row: LedgerRow): string {
  return `${row.booked_at}\n${row.order_id}\n${row.row_id}`
}

const columns = LedgerRow.omit({ refunded: true }).keyof().options

function isSameRow(a: LedgerRow, b: LedgerRow): boolean {
  return columns.every((column) =>
    column === 'coupons' ? a.coupons.join('\n') === b.coupons.join('\n') : a[column] === b[column],
  )
}
