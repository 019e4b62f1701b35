import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Amount, addAmounts, formatAmount, parseAmount, subtractAmounts, systemClock } from '@tillsight/core'
import {
  connectors,
  createHttpClient,
  isAdRecord,
  type OrderRecord,
  type PlatformRecord,
  type RefundRecord,
} from '@tillsight/platforms/connectors'
import fc from 'fast-check'
import { fillShop, type ShopifyFake, startShopifyFake } from '../../../../simulators/index.ts'
import { ShopSettings } from '../inputs/index.ts'
import { book } from './book.ts'
import { toBookingRules } from './rules.ts'
import { makeShopifyOrder, shopifyPlan } from './shopify-orders.testing.ts'

const rules = toBookingRules(ShopSettings.parse({}), 'EUR')
const count = 120

describe('orders of Shopify in the ledger', () => {
  const running: { fake?: ShopifyFake; token?: string } = {}
  before(async () => {
    const fake = await startShopifyFake({ throttle: 'off' })
    running.fake = fake
    running.token = fake.shop().install().accessToken
    const plans = fc.sample(shopifyPlan, { numRuns: count, seed: 20_260_301 })
    await fillShop(fake.shop(), { orders: plans.map((one, index) => makeShopifyOrder(index, one)) })
  })
  after(async () => await running.fake?.close())

  it('add up to what Shopify’s own sales records add up to, order by order and to the cent', async () => {
    const { fake, token = '' } = running
    assert.ok(fake)
    const { orders, refunds } = await readAll(fake, token)
    assert.equal(orders.length, count)
    const differences: string[] = []
    for (const order of orders) {
      const booking = book({ order, refunds: refunds.filter(({ orderId }) => orderId === order.id) }, rules)
      assert.ok(booking.counted, order.id)
      assert.deepEqual(
        booking.issues.filter(({ kind }) => kind === 'order_arithmetic'),
        [],
      )
      const booked = addAmounts(
        ...booking.rows.map((row) => addAmounts(subtractAmounts(row.gross, row.discount), row.tax)),
      )
      const tax = addAmounts(...booking.rows.map((row) => row.tax))
      const recorded = await sumOfRecords(fake, token, order.id)
      if (booked !== recorded.total)
        differences.push(`${order.id}: ${formatAmount(booked, 2)} ≠ ${formatAmount(recorded.total, 2)}`)
      if (tax !== recorded.tax)
        differences.push(`${order.id}: tax ${formatAmount(tax, 2)} ≠ ${formatAmount(recorded.tax, 2)}`)
    }
    assert.deepEqual(differences, [])
  })
})

async function readAll(fake: ShopifyFake, token: string) {
  const http = createHttpClient({
    log: { debug: () => {}, warn: () => {} },
    clock: systemClock,
    userAgent: 'Tillsight-test',
    allowPrivateAddresses: true,
    pace: 'off',
    sleep: async () => {},
  })
  const records: PlatformRecord[] = []
  const ctx = {
    settings: { url: fake.shop().domain, accessToken: token },
    app: { apiKey: fake.app.apiKey, apiSecret: fake.app.apiSecret, shopUrl: fake.shopUrlTemplate },
    renew: async () => await Promise.reject(new Error('the token lives')),
    http,
    clock: systemClock,
    pauses: { until: async () => undefined, hold: async () => {} },
    signal: new AbortController().signal,
    since: '2026-01-01T00:00:00Z',
  }
  try {
    for (const stream of connectors.shopify.streams.filter(({ id }) => id === 'orders')) {
      for await (const page of stream.backfill(ctx, null))
        records.push(...page.records.filter((record) => !isAdRecord(record)))
    }
  } finally {
    http.close()
  }
  const isOrder = (record: PlatformRecord): record is OrderRecord => record.type === 'order'
  const isRefund = (record: PlatformRecord): record is RefundRecord => record.type === 'refund'
  return { orders: records.filter(isOrder), refunds: records.filter(isRefund) }
}

const question = `query ($id: ID!) { order(id: $id) { agreements(first: 50) { nodes { sales(first: 50) { nodes {
  totalAmount { shopMoney { amount } } totalTaxAmount { shopMoney { amount } } } } } } } }`

interface Bag {
  readonly shopMoney: { readonly amount: string }
}

interface Recorded {
  readonly data: {
    readonly order: {
      readonly agreements: {
        readonly nodes: readonly {
          readonly sales: { readonly nodes: readonly { readonly totalAmount: Bag; readonly totalTaxAmount: Bag }[] }
        }[]
      }
    }
  }
}

/** Queries the platform directly, bypassing the connector. */
async function sumOfRecords(fake: ShopifyFake, token: string, id: string): Promise<{ total: Amount; tax: Amount }> {
  const result = await fetch(`${fake.shop().url}/admin/api/2026-10/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
    body: JSON.stringify({ query: question, variables: { id: `gid://shopify/Order/${id}` } }),
  })
  // The shape is that of the query above, which the simulated platform checks against the real schema.
  const { data } = (await result.json()) as Recorded
  const sales = data.order.agreements.nodes.flatMap(({ sales: { nodes } }) => nodes)
  return {
    total: addAmounts(...sales.map(({ totalAmount }) => parseAmount(totalAmount.shopMoney.amount))),
    tax: addAmounts(...sales.map(({ totalTaxAmount }) => parseAmount(totalTaxAmount.shopMoney.amount))),
  }
}
