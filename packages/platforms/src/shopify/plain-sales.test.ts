import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type PlainLine, type PlainOrder, type PlainRefund, toPlacement, toReturn } from './plain-sales.ts'
import { readSales } from './sales.ts'
import { toMillionths } from './values.ts'

const pageInfo = { hasNextPage: false }

function makeLine(original: string, discounted: string, tax: string): PlainLine {
  return {
    id: 'gid://shopify/LineItem/11',
    title: 'Socks',
    sku: 'S',
    product: null,
    variant: null,
    quantity: 2,
    isGiftCard: false,
    originalTotalSet: toMillionths(original),
    discountedTotalSet: toMillionths(discounted),
    taxLines: [{ priceSet: toMillionths(tax) }],
  }
}

function makeOrder(total: string, more: Partial<PlainOrder> = {}): PlainOrder {
  return {
    id: 'gid://shopify/Order/1',
    createdAt: '2016-03-01T10:00:00Z',
    taxesIncluded: true,
    originalTotalPriceSet: toMillionths(total),
    totalTipReceivedSet: 0n,
    lineItems: { pageInfo, nodes: [] },
    shippingLines: { nodes: [] },
    refunds: [],
    ...more,
  }
}

describe('an order from before sales were recorded', () => {
  it('gives the same amounts as the records would: what is in the price leaves it by its own tax', () => {
    const order = makeOrder('46.80', {
      shippingLines: {
        nodes: [{ id: null, title: 'Post', discountedPriceSet: 3_600_000n, taxLines: [{ priceSet: 600_000n }] }],
      },
    })
    const { lines } = readSales('1', [toPlacement(order, [makeLine('48.00', '43.20', '7.20')])])
    assert.deepEqual(
      lines.map(({ type, gross, discount, tax }) => [type, gross, discount, tax]),
      [
        ['product', '40', '4', '7.2'],
        ['shipping', '3', '0', '0.6'],
      ],
    )
  })

  it('adds the tax where prices come without it, and a tip that is no line', () => {
    const order = makeOrder('49.00', { taxesIncluded: false, totalTipReceivedSet: 5_000_000n })
    const { lines } = readSales('1', [toPlacement(order, [makeLine('50.00', '40.00', '4.00')])])
    assert.deepEqual(
      lines.map(({ type, gross, discount, tax }) => [type, gross, discount, tax]),
      [
        ['product', '50', '10', '4'],
        ['tip', '5', '0', '0'],
      ],
    )
    const withLine = makeOrder('44.00', { taxesIncluded: false, totalTipReceivedSet: 5_000_000n })
    assert.equal(toPlacement(withLine, [makeLine('50.00', '40.00', '4.00')]).sales.length, 1)
  })

  it('is given back by its refunds, with what was paid beyond the goods', () => {
    const { quantity: _, isGiftCard, ...item } = makeLine('0', '0', '0')
    const refund: PlainRefund = {
      id: 'gid://shopify/Refund/7',
      note: null,
      createdAt: null,
      processedAt: '2016-03-05T10:00:00Z',
      refundLineItems: { pageInfo, nodes: [] },
      refundShippingLines: { nodes: [{ id: null, subtotalAmountSet: 3_600_000n, taxAmountSet: 600_000n }] },
      orderAdjustments: {
        nodes: [{ id: 'gid://shopify/OrderAdjustment/3', amountSet: -2_000_000n, taxAmountSet: 0n }],
      },
    }
    const line = { quantity: 1, subtotalSet: 21_600_000n, totalTaxSet: 3_600_000n, lineItem: { ...item, isGiftCard } }
    const sales = readSales('1', [toPlacement(makeOrder('0'), []), toReturn(refund, [line], true)])
    const [record] = sales.refunds
    assert.deepEqual([record?.id, record?.at, record?.amount], ['7', '2016-03-05T10:00:00Z', '27.2'])
    assert.deepEqual(
      record?.lines.map(({ type, orderLineId, amount, tax }) => [type, orderLineId, amount, tax]),
      [
        ['product', '11', '18', '3.6'],
        ['shipping', 'shipping-0', '3', '0.6'],
        ['adjustment', null, '2', '0'],
      ],
    )
  })
})
