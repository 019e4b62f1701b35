import type { LineType, OrderEdit, OrderLine, RefundLine, RefundRecord } from '../records.ts'
import { type DatedRefund, type Restocked, withRestocked } from './restocked.ts'
import { type Millionths, toDecimal, toId, toInstant, toOptionalText } from './values.ts'
import type { WireAgreement, WireSale } from './wire.ts'

/** The dated contents of an order's agreements: the purchase, later changes, and refunds. */
export interface Sales {
  readonly lines: readonly OrderLine[]
  readonly edits: readonly OrderEdit[]
  readonly refunds: readonly RefundRecord[]
}

const lineTypes: Readonly<Record<string, LineType>> = {
  PRODUCT: 'product',
  GIFT_CARD: 'gift_card',
  SHIPPING: 'shipping',
  TIP: 'tip',
  DUTY: 'charge',
  FEE: 'charge',
  ADDITIONAL_FEE: 'charge',
}

/**
 * Reads agreements as the ledger books them: the first one is the order, each later one adds on its own day or takes
 * back. Every amount of every sale ends up in exactly one place.
 */
export function readSales(
  orderId: string,
  agreements: readonly WireAgreement[],
  restocked: Restocked = new Map(),
): Sales {
  const dated = [...agreements].sort((one, other) => (instantOf(one) < instantOf(other) ? -1 : 1))
  const first = dated.find((agreement) => agreement.__typename === 'OrderAgreement') ?? dated[0]
  const bought = (first?.sales ?? []).filter((sale) => !isGivenBack(sale))
  const edits: OrderEdit[] = []
  const refunds: DatedRefund[] = []
  const taken = new Set<string>()
  for (const agreement of dated) {
    const rest = agreement === first ? agreement.sales.filter(isGivenBack) : agreement.sales
    const { added, returned } = split(agreement, rest)
    const id = toId(agreement.id)
    if (added.length > 0) edits.push({ id, at: toInstant(agreement.happenedAt), lines: toLines(added) })
    if (returned.length === 0) continue
    const refundId = unused(agreement.refund ? toId(agreement.refund.id) : `agreement-${id}`, id, taken)
    refunds.push({
      record: toRefund(orderId, refundId, { agreement, sales: returned }),
      refund: agreement.refund?.id,
    })
  }
  return { lines: toLines(bought), edits, refunds: withRestocked(refunds, restocked) }
}

function instantOf({ happenedAt }: WireAgreement): number {
  return Date.parse(happenedAt)
}

function unused(wanted: string, agreementId: string, taken: Set<string>): string {
  const id = taken.has(wanted) ? `${wanted}-${agreementId}` : wanted
  taken.add(id)
  return id
}

interface Split {
  readonly added: readonly WireSale[]
  readonly returned: readonly WireSale[]
}

/** Refunds and returns give back, and may sell in exchange; edits add and remove, and give charges back. */
function split(agreement: WireAgreement, sales: readonly WireSale[]): Split {
  const isReturn = agreement.__typename === 'RefundAgreement' || agreement.__typename === 'ReturnAgreement'
  const returns = (sale: WireSale) => {
    if (!isReturn) return isGivenBack(sale) && typeOf(sale) === 'charge'
    return isGivenBack(sale) || typeOf(sale) === 'adjustment'
  }
  const moving = sales.filter((sale) => !isNothing(sale))
  return { added: moving.filter((sale) => !returns(sale)), returned: moving.filter(returns) }
}

/** Whether money or goods go back to the buyer. */
function isGivenBack({ totalAmount, quantity }: WireSale): boolean {
  return totalAmount < 0n || (totalAmount === 0n && (quantity ?? 0) < 0)
}

function isNothing({ totalAmount, totalDiscountAmountBeforeTaxes, totalTaxAmount, quantity }: WireSale): boolean {
  return totalAmount === 0n && totalDiscountAmountBeforeTaxes === 0n && totalTaxAmount === 0n && !quantity
}

function typeOf({ lineType }: WireSale): LineType {
  return lineTypes[lineType] ?? 'adjustment'
}

/** The id that all sales of one line share, so that a refund finds what was sold. */
function lineIdOf(sale: WireSale): string {
  if (sale.lineItem) return toId(sale.lineItem.id)
  if (typeOf(sale) === 'shipping') return `shipping-${sale.shippingLine?.id ? toId(sale.shippingLine.id) : '0'}`
  const charge = sale.duty ?? sale.fee ?? sale.additionalFee
  return charge ? `charge-${toId(charge.id)}` : `sale-${toId(sale.id)}`
}

function titleOf(sale: WireSale): string {
  const known = sale.lineItem?.title ?? sale.shippingLine?.title ?? sale.additionalFee?.name
  return toOptionalText(known) ?? (sale.duty ? 'Duty' : sale.fee ? 'Fee' : '')
}

/** Amounts without tax before discount, the discount without tax, and the tax. */
interface Amounts {
  readonly quantity: number
  readonly gross: Millionths
  readonly discount: Millionths
  readonly tax: Millionths
}

/** Shipping, tips and charges are kept net of their own discounts: these are no discounts on goods. */
function amountsOf(sale: WireSale): Amounts {
  const type = typeOf(sale)
  const discounted = type === 'product' || type === 'gift_card'
  const discount = discounted ? sale.totalDiscountAmountBeforeTaxes : 0n
  const tax = sale.totalTaxAmount
  return { quantity: sale.quantity ?? 0, gross: sale.totalAmount - tax + discount, discount, tax }
}

/** Merges several sales of one line, such as one per discount. */
function toLines(sales: readonly WireSale[]): OrderLine[] {
  const groups = new Map<string, WireSale[]>()
  for (const sale of sales) {
    const key = `${lineIdOf(sale)} ${typeOf(sale)} ${isGivenBack(sale)}`
    groups.set(key, [...(groups.get(key) ?? []), sale])
  }
  const ids = new Set<string>()
  return [...groups.values()].flatMap(([sale, ...more]) => {
    if (sale === undefined) return []
    const id = lineIdOf(sale)
    const line = toLine(ids.has(id) ? `${id}-${toId(sale.id)}` : id, [sale, ...more])
    ids.add(id)
    return line === undefined ? [] : [line]
  })
}

function toLine(id: string, sales: readonly WireSale[]): OrderLine | undefined {
  const [sale] = sales
  if (sale === undefined) return undefined
  const { quantity, gross, discount, tax } = sales.map(amountsOf).reduce(addAmounts)
  return {
    id,
    type: typeOf(sale),
    ...goodsOf(sale),
    quantity: String(quantity),
    gross: toDecimal(gross),
    discount: toDecimal(discount),
    tax: toDecimal(tax),
    cost: null,
    ...(typeOf(sale) === 'product' && sale.lineItem?.requiresShipping === false ? { physical: false } : {}),
  }
}

function addAmounts(one: Amounts, other: Amounts): Amounts {
  return {
    quantity: one.quantity + other.quantity,
    gross: one.gross + other.gross,
    discount: one.discount + other.discount,
    tax: one.tax + other.tax,
  }
}

function goodsOf(sale: WireSale) {
  const { lineItem } = sale
  return {
    productId: lineItem?.product ? toId(lineItem.product.id) : null,
    variantId: lineItem?.variant ? toId(lineItem.variant.id) : null,
    sku: toOptionalText(lineItem?.sku),
    title: titleOf(sale),
  }
}

function toRefund(
  orderId: string,
  id: string,
  { agreement, sales }: { agreement: WireAgreement; sales: readonly WireSale[] },
): RefundRecord {
  let amount = 0n
  for (const sale of sales) amount -= sale.totalAmount
  return {
    type: 'refund',
    id,
    orderId,
    at: toInstant(agreement.happenedAt),
    amount: toDecimal(amount),
    reason: agreement.refund?.note ?? '',
    lines: sales.map(toRefundLine),
  }
}

function toRefundLine(sale: WireSale): RefundLine {
  const { gross, discount, tax, quantity } = amountsOf(sale)
  return {
    id: toId(sale.id),
    type: typeOf(sale),
    orderLineId: typeOf(sale) === 'adjustment' ? null : lineIdOf(sale),
    ...goodsOf(sale),
    quantity: String(quantity === 0 ? 0 : -quantity),
    amount: toDecimal(discount - gross),
    tax: toDecimal(-tax),
  }
}
