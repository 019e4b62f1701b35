import type { ShopHappening, ShopOrder } from './fake/index.ts'
import { makeShopOrder } from './trial-shop.ts'

/** Orders to which everything happened that can happen to one; prices include tax. */
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

type Refund = Extract<ShopHappening, { kind: 'refund' }>

function refund(id: number, on: string, more: Partial<Refund>): Refund {
  return { kind: 'refund', id, at: on, ...more }
}

function moneyBack(id: number, on: string) {
  return { id, kind: 'REFUND', gateway: 'shopify_payments', at: on, amount: '5.00' } as const
}
