import type { StoreMeta, StoreOrder, StoreOrderLine, StoreProduct, StoreRefund } from './history.ts'
import { decimalText, micros } from './money.ts'

/** The catalogue, as far as orders need it. */
type Products = ReadonlyMap<number, StoreProduct>

const reduced = '_reduced_stock'
const restocked = '_restock_refunded_items'

/** Statuses in which the pieces of an order are taken out of stock, and those that put them back. */
const takes = new Set(['processing', 'completed', 'on-hold'])
const gives = new Set(['cancelled', 'pending'])

/** What the store notes on lines whose product counts its pieces, when an order reaches a status. */
export function withStock(order: StoreOrder, products: Products): StoreOrder {
  if (!takes.has(order.status) && !gives.has(order.status)) return order
  const lines = order.lines.map((line) => {
    if (!isManaged(line, products)) return line
    if (gives.has(order.status)) return numberOf(line, reduced) > 0 ? withMeta(line, reduced, undefined) : line
    // Noted once: pieces that came back with a refund are not taken out again.
    return hasMeta(line, reduced) ? line : withMeta(line, reduced, line.quantity)
  })
  return { ...order, lines }
}

/** The same when a refund puts its pieces back: a running tally of all that came back, and what is still out of stock. */
export function withRestocked(order: StoreOrder, refund: StoreRefund, products: Products): StoreOrder {
  const lines = order.lines.map((line) => {
    const pieces = (refund.lines ?? [])
      .filter(({ orderLineId }) => orderLineId === line.id)
      .reduce((sum, { quantity }) => sum + quantity, 0)
    if (pieces === 0 || numberOf(line, reduced) === 0 || !isManaged(line, products)) return line
    const less = withMeta(line, reduced, numberOf(line, reduced) - pieces)
    return withMeta(less, restocked, numberOf(line, restocked) + pieces)
  })
  return { ...order, lines }
}

/** What the pieces of a line cost today, not converted into the order's currency; a deleted product leaves what was known. */
export function withCosts(order: StoreOrder, products: Products): StoreOrder {
  const lines = order.lines.map((line) => {
    const product = products.get(line.productId)
    if (product === undefined) return line
    const cost = micros(costOf(product, line.variationId)) * BigInt(Math.round(line.quantity * 1000))
    return { ...line, cost: decimalText(cost / 1000n) }
  })
  return { ...order, lines }
}

/** What a piece costs: a variation without a cost of its own has the product's, an additive one comes on top of it. */
export function costOf(product: StoreProduct, variationId: number | undefined): string {
  const variation = product.variations?.find(({ id }) => id === variationId)
  const [whole, own] = [micros(product.cost ?? '0'), micros(variation?.cost ?? '0')]
  if (variation === undefined || own === 0n) return decimalText(whole)
  return decimalText(variation.costIsAdditive ? whole + own : own)
}

function isManaged({ productId, variationId }: StoreOrderLine, products: Products): boolean {
  const product = products.get(productId)
  const own = product?.variations?.find(({ id }) => id === variationId)?.manageStock ?? 'parent'
  return own === 'parent' ? product?.manageStock === true : own
}

function hasMeta({ meta = [] }: StoreOrderLine, key: string): boolean {
  return meta.some((entry) => entry.key === key)
}

function numberOf({ meta = [] }: StoreOrderLine, key: string): number {
  return Number(meta.find((entry) => entry.key === key)?.value ?? 0)
}

function withMeta(line: StoreOrderLine, key: string, value: number | undefined): StoreOrderLine {
  const others = (line.meta ?? []).filter((entry) => entry.key !== key)
  const added: StoreMeta[] = value === undefined ? [] : [{ key, value: String(value) }]
  return { ...line, meta: [...others, ...added] }
}
