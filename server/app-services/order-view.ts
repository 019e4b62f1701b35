import { type Amount, addAmounts, amountText, parseAmount, subtractAmounts } from '@tillsight/core'
import type { OrderAnswer, Shop } from '@tillsight/domain'
import type { EntryAmounts, OrderView } from '../../app/services.ts'

type Row = OrderAnswer['rows'][number]

/** One counted order as its panel shows it, with sums over its entries; undefined for one that is in no figure. */
export function toOrderView(order: OrderAnswer, shop: Shop): OrderView | undefined {
  if (!order.counted) return undefined
  return {
    id: order.id,
    name: order.name,
    status: order.status,
    placedAt: order.placedAt,
    currency: shop.currency,
    customerClass: order.customerClass ?? 'none',
    country: order.country,
    gateway: order.gateway,
    salesChannel: order.salesChannel,
    coupons: order.coupons,
    adminUrl: null,
    entries: order.rows.map((row) => ({
      id: row.rowId,
      kind: row.kind,
      lineType: row.lineType,
      title: row.title,
      quantity: row.quantity,
      bookedAt: row.bookedAt,
      ...sumOf([row]),
    })),
    totals: sumOf(order.rows),
  }
}

/** Exact sums; `total` is what the rows are worth with tax. */
function sumOf(rows: readonly Row[]): EntryAmounts {
  const column = (name: 'gross' | 'discount' | 'tax'): Amount =>
    addAmounts(...rows.map((row) => parseAmount(row[name])))
  const gross = column('gross')
  const discount = column('discount')
  const tax = column('tax')
  return {
    gross: amountText(gross),
    discount: amountText(discount),
    tax: amountText(tax),
    total: amountText(addAmounts(subtractAmounts(gross, discount), tax)),
  }
}
