import { type Amount, addAmounts, amountText, isAppError, parseAmount, subtractAmounts } from '@tillsight/core'
import type { OrderResult } from '@tillsight/domain'
import type { EntryAmounts, OrderView, ShopServices } from '../../services.ts'

type Row = OrderResult['rows'][number]

/** One counted order as its panel shows it; undefined for one that is in no figure. `id` is the platform's order id. */
export async function loadOrder(
  { run, shop }: Pick<ShopServices, 'run' | 'shop'>,
  id: string,
): Promise<OrderView | undefined> {
  try {
    const order = await run('order.get', { id })
    return order.counted ? toOrderView(order, shop) : undefined
  } catch (failure) {
    if (isAppError(failure) && failure.code === 'not_found') return undefined
    throw failure
  }
}

/** Adds the sums over its entries. */
function toOrderView(order: OrderResult, shop: ShopServices['shop']): OrderView {
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

/** Exact sums; `total` includes tax. */
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
