import { ProductNode, VariantNode } from './catalogue-nodes.ts'
import type { ShopAllocation, ShopShipping, ShopTax } from './history.ts'
import { discountOf, type LineState, priceOf } from './line-state.ts'
import { micros, sumOf } from './money.ts'
import { discountApplication } from './order-texts.ts'
import type { OrderView } from './order-view.ts'
import { gid } from './world.ts'

/** A tax as GraphQL has it. */
export function taxLine(tax: ShopTax, order: OrderView) {
  return {
    title: tax.title,
    rate: tax.rate,
    ratePercentage: tax.rate * 100,
    priceSet: order.bag(micros(tax.amount)),
    channelLiable: false,
    source: null,
  }
}

function allocations(entries: readonly ShopAllocation[] | undefined, order: OrderView) {
  return (entries ?? []).map(({ discount, amount }) => ({
    allocatedAmountSet: order.bag(micros(amount)),
    discountApplication: discountApplication(order.order, discount, order.facts.currencies),
  }))
}

/** A line of an order; tips and gift cards are lines too. */
export class LineItemNode {
  readonly __typename = 'LineItem'
  readonly #state: LineState
  readonly #order: OrderView

  constructor(state: LineState, order: OrderView) {
    this.#state = state
    this.#order = order
  }

  get id() {
    return gid('LineItem', this.#state.line.id)
  }
  get name() {
    const { title, variantTitle } = this.#state.line
    return variantTitle ? `${title} - ${variantTitle}` : title
  }
  get title() {
    return this.#state.line.title
  }
  get variantTitle() {
    return this.#state.line.variantTitle ?? null
  }
  get vendor() {
    return this.#state.line.vendor ?? null
  }
  get sku() {
    return this.#state.line.sku ?? null
  }
  get quantity() {
    return this.#state.line.quantity
  }
  get currentQuantity() {
    return this.#state.left
  }
  get refundableQuantity() {
    return this.#state.left
  }
  get isGiftCard() {
    return this.#state.line.kind === 'gift_card'
  }
  get requiresShipping() {
    return this.#state.line.requiresShipping ?? (this.#state.line.kind ?? 'product') === 'product'
  }
  get taxable() {
    return (this.#state.line.kind ?? 'product') === 'product'
  }
  get restockable() {
    return this.taxable
  }
  get customAttributes() {
    return Object.entries(this.#state.line.properties ?? {}).map(([key, value]) => ({ key, value }))
  }
  get product() {
    const { productId } = this.#state.line
    const product = productId ? this.#order.world.store.products.get(productId) : undefined
    return product ? new ProductNode(product, this.#order.world) : null
  }
  get variant() {
    const { productId, variantId } = this.#state.line
    const product = productId ? this.#order.world.store.products.get(productId) : undefined
    const variant = product?.variants.find((entry) => entry.id === variantId)
    return product && variant ? new VariantNode(variant, product, this.#order.world) : null
  }
  get originalUnitPriceSet() {
    return this.#order.bag(micros(this.#state.line.unitPrice))
  }
  get originalTotalSet() {
    return this.#order.bag(priceOf(this.#state.line))
  }
  get totalDiscountSet() {
    return this.#order.bag(this.#discounts('line'))
  }
  discountedTotalSet({ withCodeDiscounts }: { readonly withCodeDiscounts?: boolean }) {
    const off = this.#discounts('line') + (withCodeDiscounts === true ? this.#discounts('code') : 0n)
    return this.#order.bag(priceOf(this.#state.line) - off)
  }
  get discountAllocations() {
    const { line, laterDiscounts } = this.#state
    const later = laterDiscounts.map(({ discount, amount }) => ({
      allocatedAmountSet: this.#order.bag(amount),
      discountApplication: discountApplication(this.#order.order, discount, this.#order.facts.currencies),
    }))
    return [...allocations(line.allocations, this.#order), ...later]
  }
  get duties() {
    const charges = this.#order.order.charges ?? []
    return charges
      .filter((charge) => charge.kind === 'duty' && charge.lineId === this.#state.line.id)
      .map((charge) => ({
        id: gid('Duty', charge.id),
        price: this.#order.bag(micros(charge.amount)),
        taxLines: (charge.taxes ?? []).map((tax) => taxLine(tax, this.#order)),
        countryCodeOfOrigin: null,
        harmonizedSystemCode: null,
      }))
  }

  taxLines({ first }: { readonly first?: number }) {
    return (this.#state.line.taxes ?? []).slice(0, first).map((tax) => taxLine(tax, this.#order))
  }

  /** Codes are kept apart from discounts that are on the line itself. */
  #discounts(of: 'line' | 'code'): bigint {
    const all = this.#order.order.discounts ?? []
    const isCode = ({ discount }: { readonly discount: number }): boolean => all[discount]?.kind === 'code'
    const given = (this.#state.line.allocations ?? []).filter((entry) => isCode(entry) === (of === 'code'))
    const later = this.#state.laterDiscounts.filter((entry) => isCode(entry) === (of === 'code'))
    return sumOf(given.map((entry) => entry.amount)) + later.reduce((sum, entry) => sum + entry.amount, 0n)
  }
}

/** A shipping line of an order. */
export class ShippingLineNode {
  readonly __typename = 'ShippingLine'
  readonly #shipping: ShopShipping
  readonly #order: OrderView

  constructor(shipping: ShopShipping, order: OrderView) {
    this.#shipping = shipping
    this.#order = order
  }

  get id() {
    return gid('ShippingLine', this.#shipping.id)
  }
  get title() {
    return this.#shipping.title
  }
  get code() {
    return this.#shipping.code ?? this.#shipping.title
  }
  get source() {
    return this.#shipping.source ?? 'shopify'
  }
  get custom() {
    return false
  }
  get isRemoved() {
    return false
  }
  get originalPriceSet() {
    return this.#order.bag(micros(this.#shipping.price))
  }
  get discountedPriceSet() {
    return this.#order.bag(micros(this.#shipping.price) - discountOf(this.#shipping))
  }
  get currentDiscountedPriceSet() {
    return this.discountedPriceSet
  }
  get discountAllocations() {
    return allocations(this.#shipping.allocations, this.#order)
  }
  get taxLines() {
    return (this.#shipping.taxes ?? []).map((tax) => taxLine(tax, this.#order))
  }
}
