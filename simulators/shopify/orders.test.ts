import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ShopOrder } from './history.ts'
import { fillShop } from './index.ts'
import { ledgerOf, ledgerQuery, type Opened, openPlatform, sampleOrder, socks } from './testing.ts'

const gid = 'gid://shopify/Order/1'

async function opened(t: Parameters<typeof openPlatform>[0], order: ShopOrder, taxesIncluded = true): Promise<Opened> {
  const platform = await openPlatform(t, { shops: [{ shop: 'test', taxesIncluded }] })
  await fillShop(platform.shop, { products: [socks], orders: [order] })
  return platform
}

async function order({ ask }: Opened, fields: string) {
  const { body } = await ask(`query($id: ID!) { order(id: $id) { ${fields} } }`, { id: gid })
  assert.equal(body.errors, undefined, JSON.stringify(body.errors))
  return body.data.order
}

test('a price with tax in it is split to the cent: discounts count without their tax', async (t) => {
  const platform = await opened(t, sampleOrder(1))
  assert.deepEqual(ledgerOf(await platform.ask(ledgerQuery, { id: gid })), [
    ['OrderAgreement', 'ORDER PRODUCT 2 43.2 7.2 4.0', 'ORDER SHIPPING 1 3.6 0.6 0.0'],
  ])
  const { totalPriceSet, subtotalPriceSet, displayFinancialStatus } = await order(
    platform,
    'totalPriceSet { shopMoney { amount } } subtotalPriceSet { shopMoney { amount } } displayFinancialStatus',
  )
  assert.deepEqual(
    [totalPriceSet.shopMoney.amount, subtotalPriceSet.shopMoney.amount, displayFinancialStatus],
    ['46.8', '43.2', 'PAID'],
  )
})

test('gift cards, tips, duties and fees are lines of the ledger with types of their own', async (t) => {
  const platform = await opened(
    t,
    sampleOrder(1, {
      taxesIncluded: false,
      discounts: [],
      lines: [
        { id: 11, title: 'Coat', quantity: 1, unitPrice: '100', taxes: [{ title: 'Tax', rate: 0.1, amount: '10' }] },
        { id: 12, kind: 'gift_card', title: 'Gift card', quantity: 1, unitPrice: '50' },
        { id: 13, kind: 'tip', title: 'Tip', quantity: 1, unitPrice: '5' },
      ],
      shipping: [{ id: 14, title: 'Post', price: '8', taxes: [{ title: 'Tax', rate: 0.1, amount: '0.8' }] }],
      charges: [
        { id: 15, kind: 'duty', name: 'Duty', lineId: 11, amount: '3' },
        { id: 16, kind: 'fee', name: 'Bottle deposit', amount: '0.25' },
      ],
      transactions: [
        { id: 17, kind: 'SALE', gateway: 'gift_card', at: '2026-11-10T10:00:01Z', amount: '30' },
        { id: 18, kind: 'SALE', gateway: 'cash', at: '2026-11-10T10:00:01Z', amount: '147.05', rounding: '0.02' },
      ],
    }),
  )
  assert.deepEqual(ledgerOf(await platform.ask(ledgerQuery, { id: gid })), [
    [
      'OrderAgreement',
      'ORDER PRODUCT 1 110.0 10.0 0.0',
      'ORDER GIFT_CARD 1 50.0 0.0 0.0',
      'ORDER TIP 1 5.0 0.0 0.0',
      'ORDER SHIPPING 1 8.8 0.8 0.0',
      'ORDER DUTY 1 3.0 0.0 0.0',
      'ORDER ADDITIONAL_FEE 1 0.25 0.0 0.0',
    ],
  ])
  const found = await order(
    platform,
    `totalPriceSet { shopMoney { amount } } subtotalPriceSet { shopMoney { amount } } totalTipReceivedSet { shopMoney { amount } }
     totalCashRoundingAdjustment { paymentSet { shopMoney { amount } } } lineItems(first: 5) { nodes { isGiftCard duties { price { shopMoney { amount } } } } }`,
  )
  assert.deepEqual(
    [
      found.totalPriceSet,
      found.subtotalPriceSet,
      found.totalTipReceivedSet,
      found.totalCashRoundingAdjustment.paymentSet,
    ].map((bag: { shopMoney: { amount: string } }) => bag.shopMoney.amount),
    ['177.05', '150.0', '5.0', '0.02'],
  )
  assert.deepEqual(found.lineItems.nodes[0].duties, [{ price: { shopMoney: { amount: '3.0' } } }])
})

test('refunds of parts never lose a cent, and the last one leaves nothing', async (t) => {
  const platform = await opened(t, sampleOrder(1))
  const [line] = sampleOrder(1).lines
  platform.shop.store.refundOrder(1, { lines: [{ lineId: line?.id ?? 0, quantity: 1, restock: 'RETURN' }] })
  platform.clock.advance(60)
  platform.shop.store.refundOrder(1)
  const ledger = ledgerOf(await platform.ask(ledgerQuery, { id: gid }))
  assert.deepEqual(ledger.slice(1), [
    ['RefundAgreement', 'RETURN PRODUCT -1 -21.6 -3.6 -2.0'],
    ['RefundAgreement', 'RETURN PRODUCT -1 -21.6 -3.6 -2.0', 'RETURN SHIPPING  -3.6 -0.6 0.0'],
  ])
  const found = await order(
    platform,
    'displayFinancialStatus updatedAt currentTotalPriceSet { shopMoney { amount } } totalPriceSet { shopMoney { amount } } totalRefundedSet { shopMoney { amount } }',
  )
  assert.deepEqual(found, {
    displayFinancialStatus: 'REFUNDED',
    updatedAt: '2026-11-20T12:01:00Z',
    currentTotalPriceSet: { shopMoney: { amount: '0.0' } },
    totalPriceSet: { shopMoney: { amount: '46.8' } },
    totalRefundedSet: { shopMoney: { amount: '46.8' } },
  })
})

test('money without goods is a discrepancy; a pending refund has moved nothing yet', async (t) => {
  const platform = await opened(t, sampleOrder(1))
  const given = platform.shop.store.refundOrder(1, { amount: '5', money: 'pending' })
  const fields = `totalRefundedSet { shopMoney { amount } } refunds { totalRefundedSet { shopMoney { amount } } refundLineItems(first: 5) { nodes { id } }
    orderAdjustments(first: 5) { nodes { reason amountSet { shopMoney { amount } } } } transactions(first: 5) { nodes { kind status } } }`
  const before = await order(platform, fields)
  assert.deepEqual(before.refunds, [
    {
      totalRefundedSet: { shopMoney: { amount: '0.0' } },
      refundLineItems: { nodes: [] },
      orderAdjustments: {
        nodes: [{ reason: 'PENDING_REFUND_DISCREPANCY', amountSet: { shopMoney: { amount: '-5.0' } } }],
      },
      transactions: { nodes: [{ kind: 'REFUND', status: 'PENDING' }] },
    },
  ])
  assert.deepEqual(ledgerOf(await platform.ask(ledgerQuery, { id: gid }))[1], [
    'RefundAgreement',
    'UPDATE ADJUSTMENT  -5.0 0.0 0.0',
  ])
  platform.clock.advance(600)
  platform.shop.store.settleRefund(1, given.id)
  assert.equal((await order(platform, fields)).totalRefundedSet.shopMoney.amount, '5.0')
})

test('an edit adds and removes on its own day without touching the placement', async (t) => {
  const platform = await opened(t, sampleOrder(1))
  const [line] = sampleOrder(1).lines
  platform.shop.store.editOrder(1, {
    added: [{ id: 900, title: 'Hat', quantity: 1, unitPrice: '12', taxes: [{ title: 'VAT', rate: 0.2, amount: '2' }] }],
    removed: [{ lineId: line?.id ?? 0, quantity: 1 }],
  })
  const ledger = ledgerOf(await platform.ask(ledgerQuery, { id: gid }))
  assert.deepEqual(ledger[1], [
    'OrderEditAgreement',
    'ORDER PRODUCT 1 12.0 2.0 0.0',
    'RETURN PRODUCT -1 -21.6 -3.6 -2.0',
  ])
  const found = await order(
    platform,
    'edited lineItems(first: 5) { nodes { quantity currentQuantity } } totalPriceSet { shopMoney { amount } } originalTotalPriceSet { shopMoney { amount } } totalOutstandingSet { shopMoney { amount } }',
  )
  assert.deepEqual(found.lineItems.nodes, [
    { quantity: 2, currentQuantity: 1 },
    { quantity: 1, currentQuantity: 1 },
  ])
  assert.deepEqual(
    [
      found.edited,
      found.originalTotalPriceSet.shopMoney.amount,
      found.totalPriceSet.shopMoney.amount,
      found.totalOutstandingSet.shopMoney.amount,
    ],
    [true, '46.8', '37.2', '-9.6'],
  )
})

test('a return takes the sales back and exchanges; the refund that pays for it does not take them twice', async (t) => {
  const platform = await opened(t, sampleOrder(1))
  const [line] = sampleOrder(1).lines
  const lineId = line?.id ?? 0
  const back = platform.shop.store.returnOrder(1, {
    lines: [{ lineId, quantity: 2 }],
    exchanged: [
      { id: 901, title: 'Hat', quantity: 1, unitPrice: '12', taxes: [{ title: 'VAT', rate: 0.2, amount: '2' }] },
    ],
    fee: { id: 902, amount: '1.2' },
  })
  platform.shop.store.refundOrder(1, { returnId: back.id, lines: [{ lineId, quantity: 2 }] })
  const ledger = ledgerOf(await platform.ask(ledgerQuery, { id: gid }))
  assert.deepEqual(ledger.slice(1), [
    ['ReturnAgreement', 'RETURN PRODUCT -2 -43.2 -7.2 -4.0', 'ORDER PRODUCT 1 12.0 2.0 0.0', 'ORDER FEE 1 1.2 0.0 0.0'],
    ['RefundAgreement'],
  ])
  const found = await order(
    platform,
    'returnStatus netPaymentSet { shopMoney { amount } } currentTotalPriceSet { shopMoney { amount } } refunds { return { id } refundLineItems(first: 5) { nodes { quantity } } }',
  )
  assert.equal(found.netPaymentSet.shopMoney.amount, found.currentTotalPriceSet.shopMoney.amount)
  assert.deepEqual([found.returnStatus, found.refunds[0].refundLineItems.nodes], ['RETURNED', [{ quantity: 2 }]])
})

test('cancelling pays back, or voids, or leaves the money where it is', async (t) => {
  const platform = await openPlatform(t)
  const authorised = [
    { id: 5, kind: 'AUTHORIZATION', gateway: 'shopify_payments', at: '2026-11-10T10:00:00Z', amount: '46.8' },
  ] as const
  await fillShop(platform.shop, {
    orders: [
      sampleOrder(1),
      sampleOrder(2),
      sampleOrder(3, { transactions: authorised }),
      sampleOrder(4, { transactions: [] }),
    ],
  })
  const { store } = platform.shop
  store.cancelOrder(1, { reason: 'FRAUD' })
  store.cancelOrder(2, { refund: false })
  store.cancelOrder(3)
  store.cancelOrder(4)
  const { body } = await platform.ask(
    '{ orders(first: 5) { nodes { displayFinancialStatus cancelReason refunds { id } agreements(first: 5) { nodes { __typename } } } } }',
  )
  assert.deepEqual(
    body.data.orders.nodes.map((node: { displayFinancialStatus: string; cancelReason: string; refunds: unknown[] }) => [
      node.displayFinancialStatus,
      node.cancelReason,
      node.refunds.length,
    ]),
    [
      ['REFUNDED', 'FRAUD', 1],
      ['PAID', 'OTHER', 0],
      ['VOIDED', 'OTHER', 1],
      ['VOIDED', 'OTHER', 1],
    ],
  )
})

test('the buyer saw another currency; reports use the shop’s', async (t) => {
  const platform = await opened(t, sampleOrder(1, { presentment: { currency: 'JPY', rate: '160.5' } }))
  const { totalPriceSet, presentmentCurrencyCode } = await order(
    platform,
    'presentmentCurrencyCode totalPriceSet { shopMoney { amount currencyCode } presentmentMoney { amount currencyCode } }',
  )
  assert.equal(presentmentCurrencyCode, 'JPY')
  assert.deepEqual(totalPriceSet, {
    shopMoney: { amount: '46.8', currencyCode: 'EUR' },
    presentmentMoney: { amount: '7511', currencyCode: 'JPY' },
  })
})

test('a journey becomes ready later without a change of the order; orders without a browser have none', async (t) => {
  const journey = {
    readyAt: '2026-11-20T12:10:00Z',
    orderIndex: 0,
    daysToConversion: 2,
    first: { at: '2026-11-08T08:00:00Z', landingPage: 'https://shop.example/?gclid=g1', utm: { source: 'google' } },
    last: { at: '2026-11-10T09:00:00Z', landingPage: 'https://shop.example/' },
  }
  const platform = await opened(t, sampleOrder(1, { journey }))
  const fields =
    'updatedAt customerJourneySummary { ready customerOrderIndex momentsCount { count } lastVisit { landingPage } firstVisit { utmParameters { source term } } }'
  const before = await order(platform, fields)
  assert.deepEqual(before.customerJourneySummary, {
    ready: false,
    customerOrderIndex: null,
    momentsCount: null,
    lastVisit: null,
    firstVisit: null,
  })
  platform.clock.advance(600)
  const after = await order(platform, fields)
  assert.deepEqual(after.customerJourneySummary, {
    ready: true,
    customerOrderIndex: 0,
    momentsCount: { count: 2 },
    lastVisit: { landingPage: 'https://shop.example/' },
    firstVisit: { utmParameters: { source: 'google', term: null } },
  })
  assert.equal(after.updatedAt, before.updatedAt)
  platform.shop.store.alterSilently(1, { journey: null, sourceName: 'pos' })
  const pos = await order(platform, 'updatedAt sourceName customerJourneySummary { ready }')
  assert.deepEqual(pos, { updatedAt: before.updatedAt, sourceName: 'pos', customerJourneySummary: null })
})

test('a deleted product leaves sku and title on the line; a refund line may have no id; old imports keep their day', async (t) => {
  const platform = await opened(t, sampleOrder(1, { processedAt: '2019-05-01T08:00:00Z', test: true }))
  platform.shop.store.deleteProduct(310)
  const [line] = sampleOrder(1).lines
  platform.shop.store.refundOrder(1, { lines: [{ lineId: line?.id ?? 0, quantity: 1, id: null }] })
  const found = await order(
    platform,
    'test processedAt lineItems(first: 1) { nodes { sku title product { id } variant { id } } } refunds { refundLineItems(first: 1) { nodes { id lineItem { id } } } } agreements(first: 1) { nodes { happenedAt } }',
  )
  assert.deepEqual(found, {
    test: true,
    processedAt: '2019-05-01T08:00:00Z',
    lineItems: { nodes: [{ sku: 'SOCK', title: 'Wool socks', product: null, variant: null }] },
    refunds: [{ refundLineItems: { nodes: [{ id: null, lineItem: { id: `gid://shopify/LineItem/${line?.id}` } }] } }],
    agreements: { nodes: [{ happenedAt: '2019-05-01T08:00:00Z' }] },
  })
})

test('merging customers moves their orders; cost changes have a date of their own', async (t) => {
  const platform = await openPlatform(t)
  await fillShop(platform.shop, {
    products: [socks],
    customers: [1, 2].map((id) => ({ id, email: `c${id}@example.com`, createdAt: '2026-01-01T00:00:00Z' })),
    orders: [sampleOrder(1, { customerId: 1 }), sampleOrder(2, { customerId: 2 })],
  })
  platform.shop.store.mergeCustomers(2, 1)
  platform.shop.store.setCost(315, '6.40')
  const { body } = await platform.ask(
    `{ customers(first: 5) { nodes { id numberOfOrders amountSpent { amount } } } orders(first: 5, query: "updated_at:>='2026-11-20'") { nodes { id customer { id } } }
       inventoryItems(first: 5) { nodes { updatedAt unitCost { amount } } } products(first: 5) { nodes { updatedAt } } }`,
  )
  assert.deepEqual(body.data, {
    customers: { nodes: [{ id: 'gid://shopify/Customer/2', numberOfOrders: '2', amountSpent: { amount: '93.6' } }] },
    orders: { nodes: [{ id: gid, customer: { id: 'gid://shopify/Customer/2' } }] },
    inventoryItems: { nodes: [{ updatedAt: '2026-11-20T12:00:00Z', unitCost: { amount: '6.4' } }] },
    products: { nodes: [{ updatedAt: '2026-01-01T00:00:00Z' }] },
  })
})
