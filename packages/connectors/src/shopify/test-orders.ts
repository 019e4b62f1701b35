import { toMillionths } from './values.ts'
import type { WireAgreement, WireOrder, WireSale } from './wire.ts'

/** What a test says about a sale; amounts as Shopify writes them. */
export interface SaleInput {
  readonly actionType?: string
  readonly lineType?: string
  readonly quantity?: number | null
  readonly total: string
  readonly tax?: string
  readonly discount?: string
  readonly lineItem?: string
}

const counter = { next: 1 }

/** A number that no other object of this test run has. */
function fresh(): number {
  counter.next += 1
  return counter.next
}

const ofItems = new Set(['PRODUCT', 'GIFT_CARD', 'TIP'])

/** One sale as it was read. */
export function makeSale(input: SaleInput): WireSale {
  const { actionType = 'ORDER', lineType = 'PRODUCT', quantity = 1, total, tax = '0.0', discount = '0.0' } = input
  const id = fresh()
  const charge = { id: `gid://shopify/Duty/${id}`, name: null }
  return {
    id: `gid://shopify/Sale/${id}`,
    actionType,
    lineType,
    quantity,
    totalAmount: toMillionths(total),
    totalTaxAmount: toMillionths(tax),
    totalDiscountAmountBeforeTaxes: toMillionths(discount),
    lineItem: ofItems.has(lineType) ? makeItem(input.lineItem ?? String(id)) : null,
    shippingLine: lineType === 'SHIPPING' ? { id: null, title: 'DHL' } : null,
    duty: lineType === 'DUTY' ? charge : null,
    fee: lineType === 'FEE' ? charge : null,
    additionalFee: lineType === 'ADDITIONAL_FEE' ? charge : null,
  }
}

function makeItem(id: string): NonNullable<WireSale['lineItem']> {
  return {
    id: `gid://shopify/LineItem/${id}`,
    title: 'Wool socks',
    sku: 'SOCK-M',
    product: { id: 'gid://shopify/Product/310' },
    variant: { id: 'gid://shopify/ProductVariant/314' },
  }
}

/** One agreement as it was read. */
export function makeAgreement(
  [kind, happenedAt]: readonly [kind: string, happenedAt: string],
  sales: readonly WireSale[],
  { refund, note = null }: { readonly refund?: string; readonly note?: string | null } = {},
): WireAgreement {
  const ofRefund = kind === 'RefundAgreement' && refund !== undefined
  return {
    __typename: kind,
    id: `gid://shopify/${kind}/${fresh()}`,
    happenedAt,
    refund: ofRefund ? { id: `gid://shopify/Refund/${refund}`, note } : null,
    sales: [...sales],
  }
}

/** A paid order of a shop in euros; `more` replaces fields. */
export function makeOrder(total: string, more: Partial<WireOrder> = {}): WireOrder {
  return {
    id: 'gid://shopify/Order/5630001',
    name: '#1042',
    createdAt: '2026-03-01T10:00:02Z',
    processedAt: '2026-03-01T10:00:00Z',
    updatedAt: '2026-03-01T10:00:05Z',
    cancelledAt: null,
    test: false,
    taxesIncluded: true,
    sourceName: 'web',
    displayFinancialStatus: 'PAID',
    currencyCode: 'EUR',
    originalTotalPriceSet: toMillionths(total),
    totalReceivedSet: toMillionths(total),
    transactions: [],
    ...more,
  }
}
