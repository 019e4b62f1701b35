import { connection } from './connection.ts'
import { chargeNode, lineItemNode, shippingLineNode, taxLine } from './line-nodes.ts'
import { divideShare, micros } from './money.ts'
import { nodeType } from './node.ts'
import type { AgreementFact, SaleFact } from './order-facts.ts'
import { type OrderView, orderName, sourceOf } from './order-view.ts'
import { refundNode } from './refund-nodes.ts'
import { gid } from './world.ts'

const reasons = {
  OrderAgreement: 'ORDER',
  OrderEditAgreement: 'ORDER_EDIT',
  RefundAgreement: 'REFUND',
  ReturnAgreement: 'RETURN',
} as const

interface OfAgreement {
  readonly agreement: AgreementFact
  readonly order: OrderView
}

/** One dated agreement with the buyer, with its sales and returns. */
export const agreementNode = nodeType<OfAgreement>(({ agreement }) => agreement.type, {
  id: ({ agreement }) => gid(agreement.type, agreement.id),
  happenedAt: ({ agreement }) => agreement.at,
  reason: ({ agreement }) => reasons[agreement.type],
  app: ({ order }) => {
    const { id, name } = sourceOf(order.order).app
    return { __typename: 'App', id: gid('App', id), title: name }
  },
  user: () => null,
  order: ({ order }) => order,
  refund: ({ agreement: { refund }, order }) => (refund ? refundNode({ refund, order }) : null),
  return: ({ agreement: { return: back }, order }) => {
    if (!back) return null
    const dates = { createdAt: back.at, closedAt: back.at }
    const name = `${orderName(order.order)}-R1`
    return { __typename: 'Return', id: gid('Return', back.id), name, status: 'CLOSED', ...dates, order }
  },
  sales: ({ agreement, order }, args, call) =>
    connection(agreement.sales, args, { call, make: (sale) => saleNode({ sale, order }) }),
})

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

interface OfSale {
  readonly sale: SaleFact
  readonly order: OrderView
}

/** One record of the sales ledger. */
const saleNode = nodeType<OfSale>(({ sale }) => typenames[sale.lineType], {
  id: ({ sale }) => gid('Sale', sale.id),
  actionType: ({ sale }) => sale.action,
  lineType: ({ sale }) => sale.lineType,
  quantity: ({ sale }) => sale.quantity,
  totalAmount: ({ order, sale }) => order.bag(sale.parts.total),
  totalTaxAmount: ({ order, sale }) => order.bag(sale.parts.tax),
  totalDiscountAmountAfterTaxes: ({ order, sale }) => order.bag(sale.parts.discountAfter),
  totalDiscountAmountBeforeTaxes: ({ order, sale }) => order.bag(sale.parts.discountBefore),
  taxes: ({ sale, order }) => {
    const taxes = (sale.line ?? sale.shipping ?? sale.charge)?.taxes ?? []
    const weights = taxes.map((tax) => micros(tax.amount))
    const shares = divideShare(sale.parts.tax, weights, order.facts.currencies.shop)
    return taxes.map((tax, at) => ({
      id: gid('SaleTax', `${sale.id}${at + 1}`),
      amount: order.bag(shares[at] ?? 0n),
      taxLine: taxLine(tax, order),
    }))
  },
  lineItem: ({ sale: { line }, order }) => {
    const state = line && order.facts.lines.get(line.id)
    return state ? lineItemNode({ state, order }) : null
  },
  shippingLine: ({ sale: { shipping }, order }) => (shipping ? shippingLineNode({ shipping, order }) : null),
  duty: ({ sale: { charge }, order }) => (charge ? chargeNode('Duty', charge, order) : null),
  additionalFee: ({ sale: { charge }, order }) => (charge ? chargeNode('SaleAdditionalFee', charge, order) : null),
  fee: ({ sale: { fee }, order }) => {
    if (!fee) return null
    const amountSet = order.bag(fee.amount)
    return { __typename: 'RestockingFee', id: gid('RestockingFee', fee.id), amountSet, percentage: 0 }
  },
})
