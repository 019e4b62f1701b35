import type { ShopTransaction } from './history.ts'
import type { Parts } from './line-state.ts'
import { micros, sumOf } from './money.ts'
import { type AgreementFact, addSales, type OrderFacts, type SaleFact } from './order-facts.ts'

export type FinancialStatus =
  | 'AUTHORIZED'
  | 'EXPIRED'
  | 'PAID'
  | 'PARTIALLY_PAID'
  | 'PARTIALLY_REFUNDED'
  | 'PENDING'
  | 'REFUNDED'
  | 'VOIDED'

type Which = 'original' | 'edited' | 'current'

/** The agreements included in a figure of an order: placement, placement and edits, or all but discrepancies. */
const counted: Readonly<Record<Which, (agreement: AgreementFact) => boolean>> = {
  original: ({ type }) => type === 'OrderAgreement',
  edited: ({ type }) => type === 'OrderAgreement' || type === 'OrderEditAgreement',
  current: () => true,
}

/** An order's sums in GraphQL and webhooks, computed on access. */
export class OrderSums {
  readonly facts: OrderFacts
  readonly #known = new Map<Which, Readonly<Record<string, Parts>>>()

  constructor(facts: OrderFacts) {
    this.facts = facts
  }

  /** Everything, with tax. */
  total(which: Which): bigint {
    return this.#of(which, 'all').total
  }

  /** Lines after discounts, in the order's price basis, without tips. */
  subtotal(which: Which): bigint {
    const { total, tax } = this.#of(which, 'lines')
    return this.facts.basis.taxesIncluded ? total : total - tax
  }

  tax(which: Which): bigint {
    return this.#of(which, 'all').tax
  }

  /** Discounts on lines and shipping, in the price basis. */
  discounts(which: Which): bigint {
    const { discountAfter, discountBefore } = this.#of(which, 'all')
    return this.facts.basis.taxesIncluded ? discountAfter : discountBefore
  }

  /** Shipping after discounts, in the price basis. */
  shipping(which: Which): bigint {
    const { total, tax } = this.#of(which, 'shipping')
    return this.facts.basis.taxesIncluded ? total : total - tax
  }

  tips(): bigint {
    return this.#of('edited', 'tips').total
  }

  refundedShipping(): bigint {
    const { taxesIncluded } = this.facts.basis
    return sumOf(
      this.facts.refunds.flatMap((refund) =>
        (refund.shipping ?? []).flatMap(({ amount, tax }) => (taxesIncluded ? [amount] : [amount, tax])),
      ),
    )
  }

  /** Money received. */
  received(): bigint {
    return this.#moved((entry) => entry.kind === 'SALE' || entry.kind === 'CAPTURE')
  }

  /** Money refunded. */
  refunded(): bigint {
    return this.#moved((entry) => entry.kind === 'REFUND')
  }

  outstanding(): bigint {
    return this.total('current') - (this.received() - this.refunded())
  }

  /** The amount that cash rounding added to payments and subtracted from refunds. */
  rounding(of: 'payment' | 'refund'): bigint {
    const wanted = of === 'refund'
    const entries = this.facts.transactions.filter((entry) => succeeded(entry) && (entry.kind === 'REFUND') === wanted)
    return sumOf(entries.map((entry) => entry.rounding))
  }

  financialStatus(): FinancialStatus {
    const received = this.received()
    if (received === 0n) return this.#unpaidStatus()
    const refunded = this.refunded()
    if (refunded >= received) return 'REFUNDED'
    if (refunded > 0n) return 'PARTIALLY_REFUNDED'
    return received >= this.total('edited') ? 'PAID' : 'PARTIALLY_PAID'
  }

  #unpaidStatus(): FinancialStatus {
    const { transactions } = this.facts
    const has = (kind: ShopTransaction['kind']): boolean =>
      transactions.some((entry) => entry.kind === kind && succeeded(entry))
    if (has('VOID')) return 'VOIDED'
    if (has('AUTHORIZATION')) return 'AUTHORIZED'
    if (this.facts.cancellation && transactions.length === 0) return 'VOIDED'
    return this.total('edited') === 0n ? 'PAID' : 'PENDING'
  }

  #moved(counts: (entry: ShopTransaction) => boolean): bigint {
    let sum = 0n
    for (const entry of this.facts.transactions) if (succeeded(entry) && counts(entry)) sum += micros(entry.amount)
    return sum
  }

  #of(which: Which, what: 'all' | 'lines' | 'shipping' | 'tips'): Parts {
    let known = this.#known.get(which)
    if (!known) {
      const sum = (counts: (sale: SaleFact) => boolean): Parts =>
        addSales(
          this.facts,
          (sale, agreement) => counted[which](agreement) && sale.lineType !== 'ADJUSTMENT' && counts(sale),
        )
      known = {
        all: sum(() => true),
        lines: sum(({ lineType }) => lineType === 'PRODUCT' || lineType === 'GIFT_CARD'),
        shipping: sum(({ lineType }) => lineType === 'SHIPPING'),
        tips: sum(({ lineType }) => lineType === 'TIP'),
      }
      this.#known.set(which, known)
    }
    const parts = known[what]
    if (!parts) throw new Error('Every sum is made at once')
    return parts
  }
}

/** Whether a transaction succeeded. */
export function succeeded({ status }: ShopTransaction): boolean {
  return (status ?? 'SUCCESS') === 'SUCCESS'
}
