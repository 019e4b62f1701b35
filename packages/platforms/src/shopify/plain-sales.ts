import { divideRounded } from '@tillsight/core'
import { z } from 'zod'
import { PageInfo, watchCursors } from './catalogue-pages.ts'
import { plainOrder, plainRefund } from './documents/plain-orders.ts'
import type { Shop } from './shop.ts'
import { askSized, type SizePlan } from './sizes.ts'
import type { Millionths } from './values.ts'
import { type WireAgreement, WireLineItem, WireMoney, type WireSale } from './wire.ts'

const taxLines = z.array(z.object({ priceSet: WireMoney }))

const line = WireLineItem.extend({
  quantity: z.number(),
  isGiftCard: z.boolean(),
  originalTotalSet: WireMoney,
  discountedTotalSet: WireMoney,
  taxLines,
})
export type PlainLine = z.infer<typeof line>

/** An order with some of its lines. */
export const PlainOrder = z.object({
  id: z.string(),
  createdAt: z.string(),
  taxesIncluded: z.boolean(),
  originalTotalPriceSet: WireMoney,
  totalTipReceivedSet: WireMoney,
  lineItems: z.object({ pageInfo: PageInfo, nodes: z.array(line) }),
  shippingLines: z.object({
    nodes: z.array(
      z.object({ id: z.string().nullish(), title: z.string().nullish(), discountedPriceSet: WireMoney, taxLines }),
    ),
  }),
  refunds: z.array(z.object({ id: z.string() })),
})
export type PlainOrder = z.infer<typeof PlainOrder>

const refundLine = z.object({
  quantity: z.number(),
  subtotalSet: WireMoney,
  totalTaxSet: WireMoney,
  lineItem: WireLineItem.extend({ isGiftCard: z.boolean() }),
})
type PlainRefundLine = z.infer<typeof refundLine>

/** A refund with some of its lines. */
export const PlainRefund = z.object({
  id: z.string(),
  note: z.string().nullish(),
  createdAt: z.string().nullish(),
  processedAt: z.string(),
  refundLineItems: z.object({ pageInfo: PageInfo, nodes: z.array(refundLine) }),
  refundShippingLines: z.object({
    nodes: z.array(z.object({ id: z.string().nullish(), subtotalAmountSet: WireMoney, taxAmountSet: WireMoney })),
  }),
  orderAdjustments: z.object({
    nodes: z.array(z.object({ id: z.string(), amountSet: WireMoney, taxAmountSet: WireMoney })),
  }),
})
export type PlainRefund = z.infer<typeof PlainRefund>

const noCharges = { shippingLine: null, duty: null, fee: null, additionalFee: null }

/** The order's placement as a sales record: with original amounts, because current ones exclude refunds. */
export function toPlacement(order: PlainOrder, lines: readonly PlainLine[]): WireAgreement {
  const sales = [
    ...lines.map((one) => toProductSale(one, order.taxesIncluded)),
    ...order.shippingLines.nodes.map((one, index) => toShippingSale(order, one, index)),
  ]
  const sum = sales.reduce((total, sale) => total + sale.totalAmount, 0n)
  const tip = order.totalTipReceivedSet
  // Where the tip is a line of the order it is there already.
  const hasTipApart = tip !== 0n && order.originalTotalPriceSet - sum === tip
  return {
    __typename: 'OrderAgreement',
    id: order.id,
    happenedAt: order.createdAt,
    refund: null,
    sales: hasTipApart ? [...sales, toTipSale(order.id, tip)] : sales,
  }
}

/** A refund as a sales record. */
export function toReturn(
  refund: PlainRefund,
  lines: readonly PlainRefundLine[],
  taxesIncluded: boolean,
): WireAgreement {
  const given = (net: Millionths, tax: Millionths) => ({
    totalAmount: -(taxesIncluded ? net : net + tax),
    totalTaxAmount: -tax,
    totalDiscountAmountBeforeTaxes: 0n,
  })
  const shape = { ...noCharges, actionType: 'RETURN' }
  const goods: WireSale[] = lines.map(({ lineItem, quantity, subtotalSet, totalTaxSet }, index) => ({
    ...shape,
    id: `${refund.id}-${index}`,
    lineType: lineItem.isGiftCard ? 'GIFT_CARD' : 'PRODUCT',
    quantity: -quantity,
    ...given(subtotalSet, totalTaxSet),
    lineItem,
  }))
  const shipping: WireSale[] = refund.refundShippingLines.nodes.map((one, index) => ({
    ...shape,
    id: one.id ?? `${refund.id}-shipping-${index}`,
    lineType: 'SHIPPING',
    quantity: null,
    ...given(one.subtotalAmountSet, one.taxAmountSet),
  }))
  const adjustments: WireSale[] = refund.orderAdjustments.nodes.map((one) => ({
    ...shape,
    id: one.id,
    lineType: 'ADJUSTMENT',
    quantity: null,
    totalAmount: one.amountSet + one.taxAmountSet,
    totalTaxAmount: one.taxAmountSet,
    totalDiscountAmountBeforeTaxes: 0n,
  }))
  return {
    __typename: 'RefundAgreement',
    id: refund.id,
    happenedAt: refund.createdAt ?? refund.processedAt,
    refund: { id: refund.id, note: refund.note },
    sales: [...goods, ...shipping, ...adjustments],
  }
}

function toProductSale(one: PlainLine, taxesIncluded: boolean): WireSale {
  const { id, title, sku, requiresShipping, product, variant, quantity, isGiftCard } = one
  const tax = sumOf(one.taxLines)
  const discounted = one.discountedTotalSet
  const discount = one.originalTotalSet - discounted
  return {
    ...noCharges,
    id,
    actionType: 'ORDER',
    lineType: isGiftCard ? 'GIFT_CARD' : 'PRODUCT',
    quantity,
    totalAmount: taxesIncluded ? discounted : discounted + tax,
    totalTaxAmount: tax,
    totalDiscountAmountBeforeTaxes: taxesIncluded ? withoutTax(discount, { discounted, tax }) : discount,
    lineItem: { id, title, sku, requiresShipping, product, variant },
  }
}

/** The share of a discount that was no tax, by the line's own tax and never by its rate. */
function withoutTax(
  discount: Millionths,
  { discounted, tax }: { discounted: Millionths; tax: Millionths },
): Millionths {
  return discounted > 0n ? divideRounded(discount * (discounted - tax), discounted) : discount
}

function toShippingSale(order: PlainOrder, one: PlainOrder['shippingLines']['nodes'][number], index: number): WireSale {
  const tax = sumOf(one.taxLines)
  const price = one.discountedPriceSet
  return {
    ...noCharges,
    id: `${order.id}-shipping-${index}`,
    actionType: 'ORDER',
    lineType: 'SHIPPING',
    quantity: 1,
    totalAmount: order.taxesIncluded ? price : price + tax,
    totalTaxAmount: tax,
    totalDiscountAmountBeforeTaxes: 0n,
    shippingLine: { id: one.id, title: one.title },
  }
}

function toTipSale(orderId: string, tip: Millionths): WireSale {
  return {
    ...noCharges,
    id: `${orderId}-tip`,
    actionType: 'ORDER',
    lineType: 'TIP',
    quantity: 1,
    totalAmount: tip,
    totalTaxAmount: 0n,
    totalDiscountAmountBeforeTaxes: 0n,
  }
}

function sumOf(lines: readonly { readonly priceSet: Millionths }[]): Millionths {
  return lines.reduce((sum, { priceSet }) => sum + priceSet, 0n)
}

const plan: SizePlan = { name: 'lines of an order', first: 30, most: 250 }

const Order = z.object({ order: PlainOrder.nullable() })
const Refund = z.object({ node: PlainRefund.nullable() })

/**
 * For an order without dated sales records: its lines and refunds in the form of such records. Undefined when the order is
 * gone.
 */
export async function readPlainSales(shop: Shop, id: string): Promise<WireAgreement[] | undefined> {
  const first = await readOrder(shop, id, null)
  if (first === null) return undefined
  const lines: PlainLine[] = [...first.lineItems.nodes]
  const cursors = watchCursors('lines of an order')
  let after = cursors.next(first.lineItems.pageInfo)
  while (after !== null) {
    const next = await readOrder(shop, id, after)
    if (next === null) return undefined
    lines.push(...next.lineItems.nodes)
    after = cursors.next(next.lineItems.pageInfo)
  }
  const agreements = [toPlacement(first, lines)]
  for (const refund of first.refunds) {
    const agreement = await readRefund(shop, refund.id, first.taxesIncluded)
    if (agreement !== undefined) agreements.push(agreement)
  }
  return agreements
}

async function readOrder(shop: Shop, id: string, after: string | null): Promise<PlainOrder | null> {
  return await askSized(shop, plan, async (lines) => {
    const variables = { id, lines, after }
    return (await shop.ask({ what: 'orders', document: plainOrder, variables, shape: Order })).order
  })
}

async function readRefund(shop: Shop, id: string, taxesIncluded: boolean): Promise<WireAgreement | undefined> {
  const lines: PlainRefundLine[] = []
  const cursors = watchCursors('lines of a refund')
  let after: string | null = null
  for (;;) {
    const refund = await askForRefund(shop, id, after)
    if (refund === null) return undefined
    lines.push(...refund.refundLineItems.nodes)
    after = cursors.next(refund.refundLineItems.pageInfo)
    if (after === null) return toReturn(refund, lines, taxesIncluded)
  }
}

async function askForRefund(shop: Shop, id: string, after: string | null): Promise<PlainRefund | null> {
  return await askSized(shop, plan, async (lines) => {
    const variables = { id, lines, after }
    return (await shop.ask({ what: 'refunds', document: plainRefund, variables, shape: Refund })).node
  })
}
