import { productNode, variantNode } from './catalogue-nodes.ts'
import type { ShopAllocation, ShopCharge, ShopShipping, ShopTax } from './history.ts'
import { discountOf, type LineState, priceOf } from './line-state.ts'
import { micros, sumOf } from './money.ts'
import { nodeType } from './node.ts'
import { discountApplication, type OrderView } from './order-view.ts'
import { gid } from './world.ts'

/** A tax in GraphQL's format. */
export function taxLine({ title, rate, amount }: ShopTax, order: OrderView) {
  const priceSet = order.bag(micros(amount))
  return { title, rate, ratePercentage: rate * 100, priceSet, channelLiable: false, source: null }
}

/** A duty or another charge in GraphQL's format. */
export function chargeNode(type: string, { id, name, amount, taxes = [] }: ShopCharge, order: OrderView) {
  return {
    id: gid(type, id),
    name,
    price: order.bag(micros(amount)),
    taxLines: taxes.map((tax) => taxLine(tax, order)),
    countryCodeOfOrigin: null,
    harmonizedSystemCode: null,
  }
}

function allocation(discount: number, amount: bigint, order: OrderView) {
  return { allocatedAmountSet: order.bag(amount), discountApplication: discountApplication(order, discount) }
}

function allocations(entries: readonly ShopAllocation[] = [], order: OrderView) {
  return entries.map(({ discount, amount }) => allocation(discount, micros(amount), order))
}

interface OfLine {
  readonly state: LineState
  readonly order: OrderView
}

/** A line of an order; tips and gift cards are lines too. */
export const lineItemNode = nodeType<OfLine>('LineItem', {
  id: ({ state }) => gid('LineItem', state.line.id),
  name: ({ state: { line } }) => (line.variantTitle ? `${line.title} - ${line.variantTitle}` : line.title),
  title: ({ state }) => state.line.title,
  variantTitle: ({ state }) => state.line.variantTitle ?? null,
  vendor: ({ state }) => state.line.vendor ?? null,
  sku: ({ state }) => state.line.sku ?? null,
  quantity: ({ state }) => state.line.quantity,
  currentQuantity: ({ state }) => state.left,
  refundableQuantity: ({ state }) => state.left,
  isGiftCard: ({ state }) => state.line.kind === 'gift_card',
  requiresShipping: (of) => {
    const variant = productOf(of)?.variants.find(({ id }) => id === of.state.line.variantId)
    return of.state.line.requiresShipping ?? variant?.requiresShipping ?? isGoods(of)
  },
  taxable: isGoods,
  restockable: isGoods,
  customAttributes: ({ state }) => Object.entries(state.line.properties ?? {}).map(([key, value]) => ({ key, value })),
  product: (of) => {
    const product = productOf(of)
    return product ? productNode({ product, world: of.order.world }) : null
  },
  variant: (of) => {
    const product = productOf(of)
    const variant = product?.variants.find(({ id }) => id === of.state.line.variantId)
    return product && variant ? variantNode({ variant, product, world: of.order.world }) : null
  },
  originalUnitPriceSet: ({ order, state }) => order.bag(micros(state.line.unitPrice)),
  originalTotalSet: ({ order, state }) => order.bag(priceOf(state.line)),
  totalDiscountSet: (of) => of.order.bag(discounts(of, 'line')),
  discountedTotalSet: (of, { withCodeDiscounts }) => {
    const off = discounts(of, 'line') + (withCodeDiscounts === true ? discounts(of, 'code') : 0n)
    return of.order.bag(priceOf(of.state.line) - off)
  },
  discountAllocations: ({ state, order }) => [
    ...allocations(state.line.allocations, order),
    ...state.laterDiscounts.map(({ discount, amount }) => allocation(discount, amount, order)),
  ],
  duties: ({ order, state }) =>
    (order.order.charges ?? [])
      .filter(({ kind, lineId }) => kind === 'duty' && lineId === state.line.id)
      .map((charge) => chargeNode('Duty', charge, order)),
  taxLines: ({ state, order }, { first }) =>
    (state.line.taxes ?? []).slice(0, first ?? undefined).map((tax) => taxLine(tax, order)),
})

function isGoods({ state }: OfLine): boolean {
  return (state.line.kind ?? 'product') === 'product'
}

function productOf({ state: { line }, order }: OfLine) {
  return line.productId ? order.world.store.products.get(line.productId) : undefined
}

/** Code discounts are counted separately from discounts on the line itself. */
function discounts({ order, state }: OfLine, of: 'line' | 'code'): bigint {
  const all = order.order.discounts ?? []
  const isWanted = ({ discount }: { readonly discount: number }) => (all[discount]?.kind === 'code') === (of === 'code')
  const given = (state.line.allocations ?? []).filter(isWanted)
  const later = state.laterDiscounts.filter(isWanted)
  return sumOf(given.map((entry) => entry.amount)) + later.reduce((sum, entry) => sum + entry.amount, 0n)
}

interface OfShipping {
  readonly shipping: ShopShipping
  readonly order: OrderView
}

/** A shipping line of an order. */
export const shippingLineNode = nodeType<OfShipping>('ShippingLine', {
  id: ({ shipping }) => gid('ShippingLine', shipping.id),
  title: ({ shipping }) => shipping.title,
  code: ({ shipping }) => shipping.code ?? shipping.title,
  source: ({ shipping }) => shipping.source ?? 'shopify',
  custom: () => false,
  isRemoved: () => false,
  originalPriceSet: ({ order, shipping }) => order.bag(micros(shipping.price)),
  discountedPriceSet: discountedPrice,
  currentDiscountedPriceSet: discountedPrice,
  discountAllocations: ({ shipping, order }) => allocations(shipping.allocations, order),
  taxLines: ({ shipping, order }) => (shipping.taxes ?? []).map((tax) => taxLine(tax, order)),
})

function discountedPrice({ order, shipping }: OfShipping) {
  return order.bag(micros(shipping.price) - discountOf(shipping))
}
