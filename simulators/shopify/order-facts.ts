import type {
  ShopCharge,
  ShopEdit,
  ShopEvent,
  ShopLine,
  ShopLineReturn,
  ShopOrder,
  ShopRefund,
  ShopReturn,
  ShopShipping,
  ShopTransaction,
} from './history.ts'
import {
  addParts,
  amountParts,
  chargeParts,
  LineState,
  noParts,
  opposite,
  type Parts,
  type PriceBasis,
  shippingParts,
} from './line-state.ts'
import { type Currencies, currenciesOf, micros } from './money.ts'

export type SaleAction = 'ORDER' | 'RETURN' | 'UPDATE'
export type SaleLineType =
  | 'PRODUCT'
  | 'GIFT_CARD'
  | 'TIP'
  | 'SHIPPING'
  | 'DUTY'
  | 'ADDITIONAL_FEE'
  | 'FEE'
  | 'ADJUSTMENT'

/** One record of the sales ledger. */
export interface SaleFact {
  readonly id: string
  readonly action: SaleAction
  readonly lineType: SaleLineType
  readonly quantity: number | null
  readonly parts: Parts
  readonly line?: ShopLine
  readonly shipping?: ShopShipping
  readonly charge?: ShopCharge
  readonly fee?: { readonly id: number; readonly amount: bigint }
}

/** One dated agreement with the buyer. */
export interface AgreementFact {
  readonly id: number
  readonly type: 'OrderAgreement' | 'OrderEditAgreement' | 'RefundAgreement' | 'ReturnAgreement'
  readonly at: string
  readonly sales: readonly SaleFact[]
  readonly refund?: ShopRefund
  readonly return?: ShopReturn
}

/** One line of a refund, with the amounts that it reversed. */
export interface RefundLineFact {
  readonly request: ShopLineReturn
  readonly line: ShopLine
  readonly parts: Parts
}

/** Everything derived from an order's events. */
export interface OrderFacts {
  readonly order: ShopOrder
  readonly currencies: Currencies
  readonly basis: PriceBasis
  /** In the order in which they were added. */
  readonly lines: ReadonlyMap<number, LineState>
  readonly shipping: readonly ShopShipping[]
  readonly agreements: readonly AgreementFact[]
  readonly refundLines: ReadonlyMap<number, readonly RefundLineFact[]>
  readonly transactions: readonly ShopTransaction[]
  readonly refunds: readonly ShopRefund[]
  readonly cancellation: Extract<ShopEvent, { kind: 'cancel' }> | undefined
  readonly isEdited: boolean
  readonly isFulfilled: boolean
  readonly updatedAt: string
}

/** Derives an order's facts from its events; `shop` is the price basis if the order has none. */
export function orderFacts(order: ShopOrder, shop: PriceBasis): OrderFacts {
  return new Working(order, shop).finish()
}

const lineTypes = { product: 'PRODUCT', gift_card: 'GIFT_CARD', tip: 'TIP' } as const

class Working {
  readonly order: ShopOrder
  readonly basis: PriceBasis
  readonly currency: string
  readonly lines = new Map<number, LineState>()
  readonly shipping: ShopShipping[]
  readonly agreements: AgreementFact[] = []
  readonly refundLines = new Map<number, RefundLineFact[]>()
  readonly transactions: ShopTransaction[]
  readonly refunds: ShopRefund[] = []
  #sales: SaleFact[] = []
  #agreementId = 0

  constructor(order: ShopOrder, { currency, taxesIncluded }: PriceBasis) {
    this.order = order
    this.currency = currency
    this.basis = { currency, taxesIncluded: order.taxesIncluded ?? taxesIncluded }
    this.shipping = [...(order.shipping ?? [])]
    this.transactions = [...(order.transactions ?? [])]
  }

  finish(): OrderFacts {
    const { order } = this
    const events = order.happenings ?? []
    this.#place()
    for (const event of events) this.#apply(event)
    const { basis, lines, shipping, agreements, refundLines, transactions, refunds } = this
    return {
      order,
      basis,
      lines,
      shipping,
      agreements,
      refundLines,
      transactions,
      refunds,
      currencies: currenciesOf(this.currency, order.presentment),
      cancellation: events.find((entry) => entry.kind === 'cancel'),
      isEdited: events.some((entry) => entry.kind === 'edit'),
      isFulfilled: events.some((entry) => entry.kind === 'fulfilment'),
      updatedAt: updatedAtOf(order),
    }
  }

  #place(): void {
    const { order } = this
    this.#begin(order.id)
    for (const line of order.lines) this.#buy(line)
    for (const shipping of this.shipping) this.#ship(shipping)
    for (const charge of order.charges ?? []) {
      const lineType = charge.kind === 'duty' ? 'DUTY' : 'ADDITIONAL_FEE'
      this.#sell({ action: 'ORDER', lineType, quantity: 1, parts: chargeParts(charge, this.basis), charge })
    }
    this.#agree({ type: 'OrderAgreement', at: order.processedAt ?? order.createdAt })
  }

  #apply(event: ShopEvent): void {
    if ('transactions' in event) this.transactions.push(...(event.transactions ?? []))
    if (event.kind === 'edit') this.#edit(event)
    else if (event.kind === 'refund') this.#refund(event)
    else if (event.kind === 'return') this.#return(event)
  }

  #edit(edit: ShopEdit): void {
    this.#begin(edit.id)
    for (const line of edit.added ?? []) this.#buy(line)
    for (const back of edit.removed ?? []) this.#takeBack(back)
    for (const { lineId, discount, amount } of edit.discounted ?? []) {
      const state = this.#state(lineId)
      const parts = state.discount(discount, micros(amount))
      this.#sell({
        action: 'UPDATE',
        lineType: lineTypes[state.line.kind ?? 'product'],
        quantity: 0,
        parts,
        line: state.line,
      })
    }
    if (edit.addedShipping) {
      this.shipping.push(edit.addedShipping)
      this.#ship(edit.addedShipping)
    }
    this.#agree({ type: 'OrderEditAgreement', at: edit.at })
  }

  #return(back: ShopReturn): void {
    this.#begin(back.id)
    for (const line of back.lines) this.#takeBack(line)
    for (const line of back.exchanged ?? []) this.#buy(line)
    if (back.fee) {
      const amount = micros(back.fee.amount)
      const parts = amountParts({ amount, tax: micros(back.fee.tax) }, this.basis)
      this.#sell({ action: 'ORDER', lineType: 'FEE', quantity: 1, parts, fee: { id: back.fee.id, amount } })
    }
    this.#agree({ type: 'ReturnAgreement', at: back.at, return: back })
  }

  /** A refund for a return lists its lines, but the return already reversed their sales. */
  #refund(refund: ShopRefund): void {
    this.refunds.push(refund)
    this.#begin(refund.id)
    this.refundLines.set(
      refund.id,
      refund.returnId === undefined ? this.#refundedLines(refund) : this.#returnedLines(refund),
    )
    this.#refundCharges(refund)
    for (const { amount, tax } of refund.adjustments ?? []) {
      const parts: Parts = { ...noParts, total: micros(amount) + micros(tax), tax: micros(tax) }
      this.#sell({ action: 'UPDATE', lineType: 'ADJUSTMENT', quantity: null, parts })
    }
    this.#agree({ type: 'RefundAgreement', at: refund.processedAt ?? refund.at, refund })
  }

  /** Shipping, duties and fees of a refund. */
  #refundCharges(refund: ShopRefund): void {
    for (const { id, amount, tax } of refund.shipping ?? []) {
      const parts = opposite(amountParts({ amount: micros(amount), tax: micros(tax) }, this.basis))
      const shipping = this.shipping.find((entry) => entry.id === id) ?? this.shipping[0]
      this.#sell({ action: 'RETURN', lineType: 'SHIPPING', quantity: null, parts, ...(shipping ? { shipping } : {}) })
    }
    for (const { chargeId, amount, tax } of refund.charges ?? []) {
      const charge = this.order.charges?.find((entry) => entry.id === chargeId)
      if (!charge) continue
      const parts = opposite(amountParts({ amount: micros(amount), tax: micros(tax) }, this.basis))
      const lineType = charge.kind === 'duty' ? 'DUTY' : 'ADDITIONAL_FEE'
      this.#sell({ action: 'RETURN', lineType, quantity: -1, parts, charge })
    }
  }

  #refundedLines(refund: ShopRefund): RefundLineFact[] {
    return (refund.lines ?? []).map((request) => ({ request, ...this.#takeBack(request) }))
  }

  #returnedLines(refund: ShopRefund): RefundLineFact[] {
    return (refund.lines ?? []).map((request) => {
      const { line } = this.#state(request.lineId)
      return { request, line, parts: new LineState(line, this.basis).take(request) }
    })
  }

  #takeBack(back: ShopLineReturn): { readonly line: ShopLine; readonly parts: Parts } {
    const state = this.#state(back.lineId)
    const { line } = state
    const parts = state.take(back)
    const lineType = lineTypes[line.kind ?? 'product']
    this.#sell({ action: 'RETURN', lineType, quantity: -back.quantity, parts: opposite(parts), line })
    return { line, parts }
  }

  #buy(line: ShopLine): void {
    const state = new LineState(line, this.basis)
    this.lines.set(line.id, state)
    const lineType = lineTypes[line.kind ?? 'product']
    this.#sell({ action: 'ORDER', lineType, quantity: line.quantity, parts: state.parts, line })
  }

  #ship(shipping: ShopShipping): void {
    const parts = shippingParts(shipping, this.basis)
    this.#sell({ action: 'ORDER', lineType: 'SHIPPING', quantity: 1, parts, shipping })
  }

  #begin(id: number): void {
    this.#agreementId = id
    this.#sales = []
  }

  #sell(sale: Omit<SaleFact, 'id'>): void {
    this.#sales.push({ ...sale, id: `${this.#agreementId}${String(this.#sales.length + 1).padStart(3, '0')}` })
  }

  #agree(agreement: Omit<AgreementFact, 'id' | 'sales'>): void {
    this.agreements.push({ ...agreement, id: this.#agreementId, sales: this.#sales })
  }

  #state(lineId: number): LineState {
    const state = this.lines.get(lineId)
    if (!state) throw new Error(`Order ${this.order.id} of the sandbox has no line ${lineId}`)
    return state
  }
}

/** When an order was last changed: its own value, or the time of its last event. */
export function updatedAtOf(order: ShopOrder): string {
  if (order.updatedAt !== undefined) return order.updatedAt
  let last = order.createdAt
  const note = (at: string): void => {
    if (at > last) last = at
  }
  for (const { at } of order.transactions ?? []) note(at)
  for (const event of order.happenings ?? []) {
    note(event.at)
    if ('transactions' in event) for (const { at } of event.transactions ?? []) note(at)
  }
  return last
}

/** Adds up the parts of the sales that pass a test. */
export function addSales(facts: OrderFacts, counts: (sale: SaleFact, agreement: AgreementFact) => boolean): Parts {
  let sum = noParts
  for (const agreement of facts.agreements) {
    for (const sale of agreement.sales) if (counts(sale, agreement)) sum = addParts(sum, sale.parts)
  }
  return sum
}
