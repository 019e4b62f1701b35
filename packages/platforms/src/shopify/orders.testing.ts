import type { ShopEvent, ShopOrder } from '../../../../simulators/shopify/index.ts'
import { makeShopOrder } from './testing.ts'
import { toMillionths } from './values.ts'
import type { WireAgreement, WireOrder, WireSale } from './wire.ts'

/** A sale in a test; amounts in Shopify's format. */
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

/** A number that is unique within this test run. */
function fresh(): number {
  counter.next += 1
  return counter.next
}

const ofItems = new Set(['PRODUCT', 'GIFT_CARD', 'TIP'])

/** One sale in Shopify's format. */
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

/** One agreement in Shopify's format. */
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

/** Orders with every possible kind of change; prices include tax. */
export function makeRichOrders(): ShopOrder[] {
  return [...makeChangedOrders(), ...makeOddOrders()]
}

function at(day: number): string {
  return `2026-03-${String(day).padStart(2, '0')}T09:00:00Z`
}

function makeChangedOrders(): ShopOrder[] {
  return [
    makeShopOrder(1, at(1)),
    makeShopOrder(2, at(2), {
      discounts: [{ kind: 'code', name: 'SPRING', percentage: 10 }],
      lines: [
        {
          id: 21,
          productId: 310,
          variantId: 314,
          title: 'Wool socks',
          quantity: 2,
          unitPrice: '24.00',
          allocations: [{ discount: 0, amount: '4.80' }],
          taxes: [{ title: 'VAT', rate: 0.2, amount: '7.20' }],
        },
        { id: 22, kind: 'gift_card', title: 'Gift card', quantity: 1, unitPrice: '50.00' },
        { id: 23, kind: 'tip', title: 'Tip', quantity: 1, unitPrice: '5.00' },
      ],
      shipping: [{ id: 24, title: 'DHL', price: '3.60', taxes: [{ title: 'VAT', rate: 0.2, amount: '0.60' }] }],
      charges: [{ id: 25, kind: 'duty', name: 'Duty', lineId: 21, amount: '8.25' }],
      transactions: [{ id: 26, kind: 'SALE', gateway: 'shopify_payments', at: at(2), amount: '110.05' }],
      presentment: { currency: 'USD', rate: '1.08' },
      happenings: [
        refund(27, at(5), {
          lines: [{ lineId: 21, quantity: 1 }],
          shipping: [{ id: 28, amount: '3.60', tax: '0.60' }],
        }),
        refund(29, at(6), { adjustments: [{ id: 291, reason: 'REFUND_DISCREPANCY', amount: '-2.50' }] }),
      ],
    }),
    makeShopOrder(3, at(3), {
      happenings: [
        {
          kind: 'edit',
          id: 31,
          at: at(4),
          removed: [{ lineId: 31, quantity: 1 }],
          added: [
            {
              id: 32,
              productId: 311,
              variantId: 315,
              title: 'Hat',
              quantity: 3,
              unitPrice: '10.00',
              taxes: [{ title: 'VAT', rate: 0.19, amount: '4.79' }],
            },
          ],
        },
        {
          kind: 'return',
          id: 33,
          at: at(9),
          lines: [{ lineId: 32, quantity: 2 }],
          exchanged: [{ id: 34, productId: 312, variantId: 316, title: 'Scarf', quantity: 1, unitPrice: '30.00' }],
          fee: { id: 35, amount: '4.00' },
        },
      ],
    }),
  ]
}

function makeOddOrders(): ShopOrder[] {
  return [
    makeShopOrder(4, at(4), { happenings: [{ kind: 'cancel', at: at(5), reason: 'CUSTOMER' }] }),
    makeShopOrder(5, at(5), { transactions: [], happenings: [{ kind: 'cancel', at: at(6) }] }),
    makeShopOrder(6, at(6), { test: true }),
    makeShopOrder(7, at(7), {
      processedAt: '2021-07-01T09:00:00Z',
      lines: Array.from({ length: 300 }, (_, index) => ({
        id: 7_000 + index,
        productId: null,
        title: `Part ${index}`,
        quantity: 1,
        unitPrice: '1.19',
        taxes: [{ title: 'VAT', rate: 0.19, amount: '0.19' }],
      })),
      transactions: [],
      happenings: Array.from({ length: 12 }, (_, index) =>
        refund(750 + index, at(8 + index), { lines: [{ lineId: 7_000 + index, quantity: 1 }] }),
      ),
    }),
    makeShopOrder(8, at(8), {
      happenings: [refund(81, at(9), { transactions: [{ ...moneyBack(82, at(9)), status: 'PENDING' }] })],
    }),
  ]
}

type Refund = Extract<ShopEvent, { kind: 'refund' }>

function refund(id: number, on: string, more: Partial<Refund>): Refund {
  return { kind: 'refund', id, at: on, ...more }
}

function moneyBack(id: number, on: string) {
  return { id, kind: 'REFUND', gateway: 'shopify_payments', at: on, amount: '5.00' } as const
}
