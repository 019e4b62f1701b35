import { connection } from './connection.ts'
import type { ShopRefund, ShopTransaction } from './history.ts'
import { lineItemNode, shippingLineNode } from './line-nodes.ts'
import { micros, moneyV2, sumOf } from './money.ts'
import { type GraphNode, nodeType } from './node.ts'
import type { RefundLineFact } from './order-facts.ts'
import { succeeded } from './order-sums.ts'
import { type OrderView, orderName } from './order-view.ts'
import { gid } from './world.ts'

interface OfTransaction {
  readonly transaction: ShopTransaction
  readonly order: OrderView
}

/** A payment transaction of an order, or a failed one. */
export const transactionNode: (of: OfTransaction) => GraphNode = nodeType('OrderTransaction', {
  id: ({ transaction }) => gid('OrderTransaction', transaction.id),
  kind: ({ transaction }) => transaction.kind,
  status: ({ transaction }) => transaction.status ?? 'SUCCESS',
  test: ({ transaction, order }) => transaction.test ?? order.order.test ?? false,
  gateway: ({ transaction }) => transaction.gateway,
  formattedGateway: ({ transaction }) =>
    transaction.gateway.replaceAll('_', ' ').replace(/\b\w/g, (letter) => letter.toUpperCase()),
  createdAt: ({ transaction }) => transaction.at,
  processedAt: ({ transaction }) => transaction.processedAt ?? transaction.at,
  errorCode: ({ transaction }) => transaction.errorCode ?? null,
  order: ({ order }) => order,
  parentTransaction: ({ transaction, order }) => {
    const parent = order.facts.transactions.find(({ id }) => id === transaction.parentId)
    return parent ? transactionNode({ transaction: parent, order }) : null
  },
  amountSet: ({ transaction, order }) => order.bag(micros(transaction.amount)),
  amountRoundingSet: ({ transaction: { rounding }, order }) =>
    rounding === undefined ? null : order.bag(micros(rounding)),
  manualPaymentGateway: ({ transaction }) => transaction.gateway === 'manual',
  fees: ({ transaction, order }) =>
    (transaction.fees ?? []).map((fee) => {
      const currency = fee.currency ?? order.facts.currencies.shop
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
    }),
})

/** A refund; whether or not its money has moved. */
export const refundNode = nodeType<{ readonly refund: ShopRefund; readonly order: OrderView }>('Refund', {
  id: ({ refund }) => gid('Refund', refund.id),
  legacyResourceId: ({ refund }) => String(refund.id),
  createdAt: ({ refund }) => refund.at,
  processedAt: ({ refund }) => refund.processedAt ?? refund.at,
  updatedAt: ({ refund }) => {
    const dates = (refund.transactions ?? []).map((entry) => entry.processedAt ?? entry.at)
    return [refund.at, ...dates].toSorted().at(-1)
  },
  note: ({ refund }) => refund.note ?? null,
  order: ({ order }) => order,
  return: ({ refund: { returnId }, order }) => {
    if (returnId === undefined) return null
    return { __typename: 'Return', id: gid('Return', returnId), name: `${orderName(order.order)}-R1`, status: 'CLOSED' }
  },
  totalRefundedSet: ({ refund, order }) => {
    const moved = (refund.transactions ?? []).filter((entry) => entry.kind === 'REFUND' && succeeded(entry))
    return order.bag(sumOf(moved.map((entry) => entry.amount)))
  },
  duties: ({ refund, order }) => {
    const duties = new Set((order.order.charges ?? []).flatMap(({ id, kind }) => (kind === 'duty' ? [id] : [])))
    return (refund.charges ?? [])
      .filter(({ chargeId }) => duties.has(chargeId))
      .map(({ chargeId, amount }) => ({
        amountSet: order.bag(micros(amount)),
        originalDuty: { id: gid('Duty', chargeId) },
      }))
  },
  refundLineItems: ({ refund, order }, args, call) => {
    const rows = (order.facts.refundLines.get(refund.id) ?? []).map((fact, at) => ({
      fact,
      ownId: `${refund.id}${at + 1}`,
    }))
    return connection(rows, args, { call, make: (row) => refundLineNode({ ...row, order }) })
  },
  refundShippingLines: ({ refund, order }, args, call) =>
    connection(refund.shipping ?? [], args, {
      call,
      make: ({ id, amount, tax }) => {
        const { shipping: lines } = order.facts
        const shipping = lines.find((entry) => entry.id === id) ?? lines[0]
        return {
          __typename: 'RefundShippingLine',
          id: gid('RefundShippingLine', `${refund.id}${id}`),
          shippingLine: shipping ? shippingLineNode({ shipping, order }) : null,
          subtotalAmountSet: order.bag(micros(amount)),
          taxAmountSet: order.bag(micros(tax)),
        }
      },
    }),
  orderAdjustments: ({ refund, order }, args, call) =>
    connection(refund.adjustments ?? [], args, {
      call,
      make: ({ id, reason, amount, tax }) => ({
        __typename: 'OrderAdjustment',
        id: gid('OrderAdjustment', id),
        reason,
        amountSet: order.bag(micros(amount)),
        taxAmountSet: order.bag(micros(tax)),
      }),
    }),
  transactions: ({ refund, order }, args, call) =>
    connection(refund.transactions ?? [], args, {
      call,
      make: (transaction) => transactionNode({ transaction, order }),
    }),
})

interface OfRefundLine {
  readonly fact: RefundLineFact
  readonly order: OrderView
  readonly ownId: string
}

/** One line of a refund: its own id has nothing to do with the order line's, and may be missing. */
const refundLineNode = nodeType<OfRefundLine>('RefundLineItem', {
  id: ({ fact, ownId }) => (fact.request.id === null ? null : gid('RefundLineItem', fact.request.id ?? ownId)),
  quantity: ({ fact }) => fact.request.quantity,
  restockType: ({ fact }) => fact.request.restock ?? 'NO_RESTOCK',
  restocked: ({ fact: { request } }) => request.restocked ?? (request.restock ?? 'NO_RESTOCK') !== 'NO_RESTOCK',
  lineItem: ({ fact, order }) => {
    const state = order.facts.lines.get(fact.line.id)
    return state ? lineItemNode({ state, order }) : null
  },
  priceSet: ({ fact, order }) => order.bag(micros(fact.line.unitPrice)),
  subtotalSet: ({ fact: { parts }, order }) =>
    order.bag(order.facts.basis.taxesIncluded ? parts.total : parts.total - parts.tax),
  totalTaxSet: ({ fact, order }) => order.bag(fact.parts.tax),
})
