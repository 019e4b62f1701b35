import { connection } from './connection.ts'
import { LineItemNode, ShippingLineNode, taxLine } from './line-nodes.ts'
import { divideShare, micros } from './money.ts'
import type { AgreementFact, SaleFact } from './order-facts.ts'
import type { OrderView } from './order-view.ts'
import type { PageArgs } from './page-args.ts'
import { RefundNode } from './refund-nodes.ts'
import { type Call, gid } from './world.ts'

const reasons = {
  OrderAgreement: 'ORDER',
  OrderEditAgreement: 'ORDER_EDIT',
  RefundAgreement: 'REFUND',
  ReturnAgreement: 'RETURN',
} as const

/** One dated agreement with the buyer and what it sold or took back. */
export class AgreementNode {
  readonly #agreement: AgreementFact
  readonly #order: OrderView

  constructor(agreement: AgreementFact, order: OrderView) {
    this.#agreement = agreement
    this.#order = order
  }

  get __typename() {
    return this.#agreement.type
  }
  get id() {
    return gid(this.#agreement.type, this.#agreement.id)
  }
  get happenedAt() {
    return this.#agreement.at
  }
  get reason() {
    return reasons[this.#agreement.type]
  }
  get app() {
    const { id, name } = this.#order.app
    return { __typename: 'App', id, title: name }
  }
  get user() {
    return null
  }
  get order() {
    return this.#order
  }
  get refund() {
    const { refund } = this.#agreement
    return refund ? new RefundNode(refund, this.#order) : null
  }
  get return() {
    const back = this.#agreement.return
    return back ? returnNode(back.id, this.#order) : null
  }

  sales(args: PageArgs, call: Call) {
    return connection(this.#agreement.sales, args, { call, make: (sale) => new SaleNode(sale, this.#order) })
  }
}

/** A return of an order. */
export function returnNode(id: number, order: OrderView) {
  const happened = order.order.happenings?.find((entry) => entry.kind === 'return' && entry.id === id)
  return {
    __typename: 'Return',
    id: gid('Return', id),
    name: `${order.name}-R1`,
    status: 'CLOSED',
    createdAt: happened?.at ?? order.updatedAt,
    closedAt: happened?.at ?? null,
    order,
  }
}

const typenames = {
  PRODUCT: 'ProductSale',
  GIFT_CARD: 'GiftCardSale',
  TIP: 'TipSale',
  SHIPPING: 'ShippingLineSale',
  DUTY: 'DutySale',
  ADDITIONAL_FEE: 'AdditionalFeeSale',
  FEE: 'FeeSale',
  ADJUSTMENT: 'AdjustmentSale',
} as const

/** One record of the sales ledger. */
class SaleNode {
  readonly #sale: SaleFact
  readonly #order: OrderView

  constructor(sale: SaleFact, order: OrderView) {
    this.#sale = sale
    this.#order = order
  }

  get __typename() {
    return typenames[this.#sale.lineType]
  }
  get id() {
    return gid('Sale', this.#sale.id)
  }
  get actionType() {
    return this.#sale.action
  }
  get lineType() {
    return this.#sale.lineType
  }
  get quantity() {
    return this.#sale.quantity
  }
  get totalAmount() {
    return this.#order.bag(this.#sale.parts.total)
  }
  get totalTaxAmount() {
    return this.#order.bag(this.#sale.parts.tax)
  }
  get totalDiscountAmountAfterTaxes() {
    return this.#order.bag(this.#sale.parts.discountAfter)
  }
  get totalDiscountAmountBeforeTaxes() {
    return this.#order.bag(this.#sale.parts.discountBefore)
  }
  get taxes() {
    const { line, shipping, charge, parts } = this.#sale
    const taxes = (line ?? shipping ?? charge)?.taxes ?? []
    const shares = divideShare(
      parts.tax,
      taxes.map((tax) => micros(tax.amount)),
      this.#order.facts.currencies.shop,
    )
    return taxes.map((tax, at) => ({
      id: gid('SaleTax', `${this.#sale.id}${at + 1}`),
      amount: this.#order.bag(shares[at] ?? 0n),
      taxLine: taxLine(tax, this.#order),
    }))
  }
  get lineItem() {
    const { line } = this.#sale
    const state = line && this.#order.facts.lines.get(line.id)
    return state ? new LineItemNode(state, this.#order) : null
  }
  get shippingLine() {
    const { shipping } = this.#sale
    return shipping ? new ShippingLineNode(shipping, this.#order) : null
  }
  get duty() {
    return this.#charge('Duty')
  }
  get additionalFee() {
    return this.#charge('SaleAdditionalFee')
  }
  get fee() {
    const { fee } = this.#sale
    if (!fee) return null
    return {
      __typename: 'RestockingFee',
      id: gid('RestockingFee', fee.id),
      amountSet: this.#order.bag(fee.amount),
      percentage: 0,
    }
  }

  #charge(type: string) {
    const { charge } = this.#sale
    if (!charge) return null
    return {
      id: gid(type, charge.id),
      name: charge.name,
      price: this.#order.bag(micros(charge.amount)),
      taxLines: (charge.taxes ?? []).map((tax) => taxLine(tax, this.#order)),
      countryCodeOfOrigin: null,
      harmonizedSystemCode: null,
    }
  }
}
