import { type Amount, addAmounts, amountText, divideDecimals, parseAmount, zeroAmount } from '@tillsight/core'
import type { OrderRecord, PurchaseEvent, PurchaseItem } from '@tillsight/platforms/connectors'
import type { ShopWarehouse } from '@tillsight/warehouse'
import { z } from 'zod'
import type { Shop } from '../context/index.ts'
import { decodeRecord } from '../ledger/index.ts'
import type { Evidence } from './evidence.ts'
import type { StoredSetup } from './setup.ts'

/** The current state of an order. */
export interface CurrentOrder {
  readonly record: OrderRecord
  /** Whether it is included in the figures. */
  readonly isCounted: boolean
  /** Its value less refunds, never negative; decimal text in the shop’s currency. */
  readonly value: string
  readonly items: readonly PurchaseItem[]
}

const LineRow = z.object({
  order_id: z.string(),
  side: z.enum(['sale', 'return']),
  line_type: z.string(),
  product_id: z.string(),
  variant_id: z.string(),
  sku: z.string(),
  title: z.string(),
  quantity: z.string(),
  net: z.string(),
  tax: z.string(),
})
type LineRow = z.infer<typeof LineRow>

/** The shop's current orders, by id. */
export async function readCurrentOrders(
  warehouse: ShopWarehouse,
  setup: Pick<StoredSetup, 'value' | 'itemId'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CurrentOrder>> {
  const records = await warehouse.read(
    {
      sql: `SELECT body FROM records
        WHERE shop_id = {shop:UUID} AND type = 'order' AND parent_id = '' AND id IN {ids:Array(String)}`,
      params: { ids },
    },
    z.object({ body: z.string() }),
    { lookup: true },
  )
  const lines = await warehouse.read(
    {
      sql: `SELECT order_id, side, line_type, product_id, variant_id, sku, title, quantity, gross - discount AS net, tax
        FROM ledger WHERE shop_id = {shop:UUID} AND order_id IN {ids:Array(String)} ORDER BY booked_at, row_id`,
      params: { ids },
    },
    LineRow,
    { lookup: true },
  )
  const linesOf = Map.groupBy(lines, ({ order_id }) => order_id)
  const orders = new Map<string, CurrentOrder>()
  for (const record of records.map(decodeRecord)) {
    if (record.type !== 'order') continue
    const own = linesOf.get(record.id) ?? []
    const value = valueOf(own, setup.value)
    orders.set(record.id, { record, isCounted: own.length > 0, value, items: itemsOf(own, setup) })
  }
  return orders
}

/** Gift cards are owed and tips are passed on: neither is part of an order's value. */
const outside = new Set(['gift_card', 'tip'])

function valueOf(lines: readonly LineRow[], kind: StoredSetup['value']): string {
  const counted = lines.filter(({ line_type: type, side }) =>
    kind === 'goods' ? type === 'product' || (type === 'adjustment' && side === 'return') : !outside.has(type),
  )
  const total = counted.reduce<Amount>((sum, line) => addAmounts(sum, amountOf(line, kind)), zeroAmount)
  return amountText(total > zeroAmount ? total : zeroAmount)
}

function amountOf({ net, tax }: LineRow, kind: StoredSetup['value']): Amount {
  return kind === 'goods' ? parseAmount(net) : addAmounts(parseAmount(net), parseAmount(tax))
}

function itemsOf(lines: readonly LineRow[], { value, itemId }: Pick<StoredSetup, 'value' | 'itemId'>): PurchaseItem[] {
  return lines.flatMap((line) => {
    const quantity = Number(line.quantity)
    const id = { variant: line.variant_id || line.product_id, product: line.product_id, sku: line.sku }[itemId]
    if (line.side !== 'sale' || line.line_type !== 'product' || quantity <= 0 || id === '') return []
    const price = divideDecimals(amountText(amountOf(line, value)), line.quantity, 2) ?? '0'
    return [{ id, title: line.title, quantity, price }]
  })
}

const dayMs = 86_400_000

/** The order as sent to a platform. Personal values are read from the record here and stored nowhere. */
export function toPurchase(
  { record, value, items }: CurrentOrder,
  { shop, evidence }: { readonly shop: Pick<Shop, 'currency' | 'domain'>; readonly evidence: Evidence },
): PurchaseEvent {
  const { customer } = record
  return {
    orderId: record.id,
    at: purchasedAt(record),
    value,
    currency: shop.currency,
    url: evidence.url || `https://${shop.domain}/`,
    userAgent: record.meta['_wc_order_attribution_user_agent'] ?? '',
    buyer: {
      id: customer.platformId ?? '',
      email: customer.email ?? '',
      phone: customer.phone ?? '',
      // Records contain neither names nor streets.
      firstName: '',
      lastName: '',
      city: '',
      region: record.region ?? '',
      postcode: '',
      country: record.country ?? '',
    },
    clicks: evidence.clicks,
    browserKeys: evidence.browserKeys,
    items,
    mayPersonalise: evidence.mayPersonalise,
  }
}

/** When it was placed, as the browser would report it; an order paid days later still happened then. */
function purchasedAt({ placedAt, paidAt }: Pick<OrderRecord, 'placedAt' | 'paidAt'>): Date {
  const [placed, paid] = [new Date(placedAt), new Date(paidAt ?? placedAt)]
  return paid.getTime() - placed.getTime() > dayMs ? paid : placed
}
