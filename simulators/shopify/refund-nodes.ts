import { connection } from './connection.ts'
import type { ShopRefund } from './history.ts'
import { LineItemNode, ShippingLineNode } from './line-nodes.ts'
import { micros, sumOf } from './money.ts'
import type { RefundLineFact } from './order-facts.ts'
import { succeeded } from './order-sums.ts'
import type { OrderView } from './order-view.ts'
import type { PageArgs } from './page-args.ts'
import { TransactionNode } from './transaction-node.ts'
import { type Call, gid } from './world.ts'

/** A refund; money may or may not have moved. */
export class RefundNode {
  readonly __typename = 'Refund'
  readonly #refund: ShopRefund
  readonly #order: OrderView

  constructor(refund: ShopRefund, order: OrderView) {
    this.#refund = refund
    this.#order = order
  }

  get id() {
    return gid('Refund', this.#refund.id)
  }
  get legacyResourceId() {
    return String(this.#refund.id)
  }
  get createdAt() {
    return this.#refund.at
  }
  get processedAt() {
    return this.#refund.processedAt ?? this.#refund.at
  }
  get updatedAt() {
    const dates = (this.#refund.transactions ?? []).map((entry) => entry.processedAt ?? entry.at)
    return [this.#refund.at, ...dates].toSorted().at(-1)
  }
  get note() {
    return this.#refund.note ?? null
  }
  get order() {
    return this.#order
  }
  get return() {
    const { returnId } = this.#refund
    if (returnId === undefined) return null
    return { __typename: 'Return', id: gid('Return', returnId), name: `${this.#order.name}-R1`, status: 'CLOSED' }
  }
  get totalRefundedSet() {
    const moved = (this.#refund.transactions ?? []).filter((entry) => entry.kind === 'REFUND' && succeeded(entry))
    return this.#order.bag(sumOf(moved.map((entry) => entry.amount)))
  }
  get duties() {
    const charges = this.#order.order.charges ?? []
    return (this.#refund.charges ?? [])
      .filter(({ chargeId }) => charges.some((charge) => charge.id === chargeId && charge.kind === 'duty'))
      .map(({ chargeId, amount }) => ({
        amountSet: this.#order.bag(micros(amount)),
        originalDuty: { id: gid('Duty', chargeId) },
      }))
  }

  refundLineItems(args: PageArgs, call: Call) {
    const rows = this.#order.facts.refundLines.get(this.#refund.id) ?? []
    const nodes = rows.map((row, at) => new RefundLineNode(row, this.#order, `${this.#refund.id}${at + 1}`))
    return connection(nodes, args, { call, make: (node) => node })
  }
  refundShippingLines(args: PageArgs, call: Call) {
    return connection(this.#refund.shipping ?? [], args, {
      call,
      make: ({ id, amount, tax }) => {
        const { shipping } = this.#order.facts
        const line = shipping.find((entry) => entry.id === id) ?? shipping[0]
        return {
          __typename: 'RefundShippingLine',
          id: gid('RefundShippingLine', `${this.#refund.id}${id}`),
          shippingLine: line ? new ShippingLineNode(line, this.#order) : null,
          subtotalAmountSet: this.#order.bag(micros(amount)),
          taxAmountSet: this.#order.bag(micros(tax)),
        }
      },
    })
  }
  orderAdjustments(args: PageArgs, call: Call) {
    return connection(this.#refund.adjustments ?? [], args, {
      call,
      make: ({ id, reason, amount, tax }) => ({
        __typename: 'OrderAdjustment',
        id: gid('OrderAdjustment', id),
        reason,
        amountSet: this.#order.bag(micros(amount)),
        taxAmountSet: this.#order.bag(micros(tax)),
      }),
    })
  }
  transactions(args: PageArgs, call: Call) {
    const make = (entry: NonNullable<ShopRefund['transactions']>[number]) => new TransactionNode(entry, this.#order)
    return connection(this.#refund.transactions ?? [], args, { call, make })
  }
}

/** One line of a refund: its own id has nothing to do with the order line's, and may be missing. */
class RefundLineNode {
  readonly __typename = 'RefundLineItem'
  readonly #fact: RefundLineFact
  readonly #order: OrderView
  readonly #ownId: string

  constructor(fact: RefundLineFact, order: OrderView, ownId: string) {
    this.#fact = fact
    this.#order = order
    this.#ownId = ownId
  }

  get id() {
    const { id } = this.#fact.request
    return id === null ? null : gid('RefundLineItem', id ?? this.#ownId)
  }
  get quantity() {
    return this.#fact.request.quantity
  }
  get restockType() {
    return this.#fact.request.restock ?? 'NO_RESTOCK'
  }
  get restocked() {
    return this.restockType !== 'NO_RESTOCK'
  }
  get lineItem() {
    const state = this.#order.facts.lines.get(this.#fact.line.id)
    return state ? new LineItemNode(state, this.#order) : null
  }
  get priceSet() {
    return this.#order.bag(micros(this.#fact.line.unitPrice))
  }
  get subtotalSet() {
    const { total, tax } = this.#fact.parts
    return this.#order.bag(this.#order.facts.basis.taxesIncluded ? total : total - tax)
  }
  get totalTaxSet() {
    return this.#order.bag(this.#fact.parts.tax)
  }
}
