import type { InstantText, OrderPayment } from '../records.ts'
import { toDecimal, toId, toInstant, toMillionths } from './values.ts'
import type { WireTransaction } from './wire.ts'

/** Kinds that move money, and in which direction. An authorisation only reserves it. */
const directions: Readonly<Record<string, bigint>> = { SALE: 1n, CAPTURE: 1n, REFUND: -1n, CHANGE: -1n }

/** The movements of money that really happened; a refund object alone is none. */
export function toPayments(transactions: readonly WireTransaction[]): OrderPayment[] {
  return transactions.filter(isMovement).map((transaction) => ({
    id: toId(transaction.id),
    at: movedAt(transaction),
    gateway: transaction.gateway ?? '',
    amount: toDecimal(transaction.amountSet * (directions[transaction.kind] ?? 0n)),
    ...feeOf(transaction),
  }))
}

/** When money first came in; null while none did. */
export function firstPaidAt(transactions: readonly WireTransaction[]): InstantText | null {
  const captured = transactions.filter((one) => isMovement(one) && directions[one.kind] === 1n).map(movedAt)
  return captured.sort()[0] ?? null
}

function isMovement({ kind, status, test }: WireTransaction): boolean {
  return status === 'SUCCESS' && !test && directions[kind] !== undefined
}

function movedAt({ processedAt, createdAt }: WireTransaction): InstantText {
  return toInstant(processedAt ?? createdAt)
}

/** Null where Shopify does not process the payment and so knows no fee. */
function feeOf({ fees }: WireTransaction): Pick<OrderPayment, 'fee' | 'feeCurrency'> {
  const [first] = fees ?? []
  if (!fees || first === undefined) return { fee: null, feeCurrency: null }
  const { currencyCode } = first.amount
  const same = fees.filter(({ amount }) => amount.currencyCode === currencyCode)
  const sum = same.reduce((total, { amount }) => total + toMillionths(amount.amount), 0n)
  return { fee: toDecimal(sum), feeCurrency: currencyCode }
}
