import { z } from 'zod'
import { isRow, toMillionths } from './values.ts'

// Shopify's responses, as far as they are used. Fields that need a permission of their own may be null or absent.
const gid = z.string().min(1)
const text = z.string().nullish()
const instant = z.iso.datetime({ offset: true })
const decimalPattern = /^-?\d+(?:\.\d*)?$/
const decimal = z.string().regex(decimalPattern)

/** The amount in shop currency; the amount that the customer saw is never mixed with it. */
export const WireMoney = z.transform((money, { issues }) => {
  const amount = isRow(money) && isRow(money.shopMoney) ? money.shopMoney.amount : undefined
  if (typeof amount === 'string' && decimalPattern.test(amount)) return toMillionths(amount)
  issues.push({ code: 'custom', input: money, message: 'no amount in shop currency' })
  return z.NEVER
})

const anyMoney = z.object({ amount: decimal, currencyCode: z.string() })

/** The sold item, as far as the shop still knows it. */
export const WireLineItem = z.object({
  id: gid,
  title: text,
  sku: text,
  requiresShipping: z.boolean().nullish(),
  product: z.object({ id: gid }).nullish(),
  variant: z.object({ id: gid }).nullish(),
})

const named = z.object({ id: gid, name: text }).nullish()

/** One sale of an agreement; negative for returns. */
export const WireSale = z.object({
  id: gid,
  actionType: z.string(),
  lineType: z.string(),
  quantity: z.number().nullish(),
  totalAmount: WireMoney,
  totalDiscountAmountBeforeTaxes: WireMoney,
  totalTaxAmount: WireMoney,
  lineItem: WireLineItem.nullish(),
  shippingLine: z.object({ id: gid.nullish(), title: text }).nullish(),
  duty: named,
  fee: named,
  additionalFee: named,
})
export type WireSale = z.infer<typeof WireSale>

/** A dated agreement between shop and buyer, with all its sales. */
export const WireAgreement = z.object({
  __typename: z.string(),
  id: gid,
  happenedAt: instant,
  refund: z.object({ id: gid, note: text }).nullish(),
  sales: z.array(WireSale),
})
export type WireAgreement = z.infer<typeof WireAgreement>

const transaction = z.object({
  id: gid,
  kind: z.string(),
  status: z.string(),
  test: z.boolean(),
  gateway: text,
  createdAt: instant,
  processedAt: instant.nullish(),
  amountSet: WireMoney,
  fees: z.array(z.object({ amount: anyMoney, taxAmount: anyMoney.nullish() })).nullish(),
})
export type WireTransaction = z.infer<typeof transaction>

const visit = z.object({
  landingPage: text,
  referrerUrl: text,
  source: text,
  sourceType: text,
  utmParameters: z.object({ source: text, medium: text, campaign: text, content: text, term: text }).nullish(),
})
export type WireVisit = z.infer<typeof visit>

const address = z.object({ countryCodeV2: text, provinceCode: text }).nullish()

/** An order without its lines: those are in its agreements. */
export const WireOrder = z.object({
  id: gid,
  name: z.string(),
  createdAt: instant,
  processedAt: instant,
  updatedAt: instant,
  cancelledAt: instant.nullish(),
  test: z.boolean(),
  taxesIncluded: z.boolean(),
  sourceName: text,
  app: z.object({ name: z.string() }).nullish(),
  displayFinancialStatus: text,
  displayFulfillmentStatus: text,
  currencyCode: z.string(),
  presentmentCurrencyCode: text,
  tags: z.array(z.string()).nullish(),
  discountCodes: z.array(z.string()).nullish(),
  paymentGatewayNames: z.array(z.string()).nullish(),
  customAttributes: z.array(z.object({ key: z.string(), value: text })).nullish(),
  checkoutToken: text,
  cartToken: text,
  email: text,
  phone: text,
  customer: z.object({ id: gid, defaultEmailAddress: z.object({ emailAddress: text }).nullish() }).nullish(),
  billingAddress: address,
  shippingAddress: address,
  originalTotalPriceSet: WireMoney,
  totalReceivedSet: WireMoney,
  refunds: z.array(z.object({ id: gid })).nullish(),
  transactions: z.array(transaction).nullish(),
  customerJourneySummary: z
    .object({
      ready: z.boolean(),
      customerOrderIndex: z.number().nullish(),
      firstVisit: visit.nullish(),
      lastVisit: visit.nullish(),
    })
    .nullish(),
})
export type WireOrder = z.infer<typeof WireOrder>

/** An order whose agreements have been read to the end. */
export const WholeOrder = z.object({ order: WireOrder, agreements: z.array(WireAgreement) })
export type WholeOrder = z.infer<typeof WholeOrder>

/** The object that a body is; undefined for anything else. */
export function parseBody(body: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const row: unknown = JSON.parse(Buffer.from(body).toString('utf8'))
    return isRow(row) ? row : undefined
  } catch {
    // Genuine but unreadable: there is nothing to fetch.
    return undefined
  }
}
