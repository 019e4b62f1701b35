import type { ShopTransaction } from './history.ts'
import { micros, moneyV2 } from './money.ts'
import type { OrderView } from './order-view.ts'
import { gid } from './world.ts'

/** A movement of money for an order, or the attempt of one. */
export class TransactionNode {
  readonly __typename = 'OrderTransaction'
  readonly #transaction: ShopTransaction
  readonly #order: OrderView

  constructor(transaction: ShopTransaction, order: OrderView) {
    this.#transaction = transaction
    this.#order = order
  }

  get id() {
    return gid('OrderTransaction', this.#transaction.id)
  }
  get kind() {
    return this.#transaction.kind
  }
  get status() {
    return this.#transaction.status ?? 'SUCCESS'
  }
  get test() {
    return this.#transaction.test ?? this.#order.test
  }
  get gateway() {
    return this.#transaction.gateway
  }
  get formattedGateway() {
    return this.#transaction.gateway.replaceAll('_', ' ').replace(/\b\w/g, (letter) => letter.toUpperCase())
  }
  get createdAt() {
    return this.#transaction.at
  }
  get processedAt() {
    return this.#transaction.processedAt ?? this.#transaction.at
  }
  get errorCode() {
    return this.#transaction.errorCode ?? null
  }
  get order() {
    return this.#order
  }
  get parentTransaction() {
    const { parentId } = this.#transaction
    const parent = this.#order.facts.transactions.find((entry) => entry.id === parentId)
    return parent ? new TransactionNode(parent, this.#order) : null
  }
  get amountSet() {
    return this.#order.bag(micros(this.#transaction.amount))
  }
  get amountRoundingSet() {
    const { rounding } = this.#transaction
    return rounding === undefined ? null : this.#order.bag(micros(rounding))
  }
  get manualPaymentGateway() {
    return this.#transaction.gateway === 'manual'
  }
  get fees() {
    const shop = this.#order.facts.currencies.shop
    return (this.#transaction.fees ?? []).map((fee) => {
      const currency = fee.currency ?? shop
      return {
        __typename: 'TransactionFee',
        id: gid('TransactionFee', fee.id),
        type: fee.type ?? 'processing_fee',
        rate: fee.rate ?? '0.0',
        rateName: fee.rateName ?? null,
        flatFee: moneyV2(micros(fee.flat), currency),
        flatFeeName: null,
        amount: moneyV2(micros(fee.amount), currency),
        taxAmount: moneyV2(micros(fee.tax), currency),
      }
    })
  }
}
