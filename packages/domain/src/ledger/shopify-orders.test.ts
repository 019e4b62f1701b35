import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  connectors,
  createHttpClient,
  type OrderRecord,
  type PlatformRecord,
  type RefundRecord,
} from '@tillsight/connectors'
import {
  fillShop,
  type ShopHappening,
  type ShopifyFake,
  type ShopOrder,
  startShopifyFake,
} from '@tillsight/connectors/sandbox'
import { type Amount, addAmounts, formatAmount, parseAmount, subtractAmounts, systemClock } from '@tillsight/core'
import fc from 'fast-check'
import { ShopSettings } from '../shops/index.ts'
import { book } from './book.ts'
import { toBookingRules } from './rules.ts'

const rules = toBookingRules(ShopSettings.parse({}), 'EUR')
const count = 120

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 4 }),
  cents: fc.integer({ min: 1, max: 20_000 }),
  rate: fc.constantFrom(0, 0.07, 0.19),
  discountPercent: fc.constantFrom(0, 0, 10, 33, 100),
  kind: fc.constantFrom<'product' | 'gift_card' | 'tip'>('product', 'product', 'product', 'gift_card', 'tip'),
})

const plan = fc.record({
  taxesIncluded: fc.boolean(),
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  shippingCents: fc.constantFrom(0, 490, 995),
  /** What comes afterwards; quantities are of what is left. */
  later: fc.array(fc.constantFrom('refund', 'return', 'remove', 'add', 'discrepancy'), { maxLength: 5 }),
})
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never

function money(cents: number): string {
  return (cents / 100).toFixed(2)
}

function makeOrder(index: number, { taxesIncluded, lines, shippingCents, later }: Plan): ShopOrder {
  const id = 100 + index
  const at = (day: number) => `2026-0${1 + (index % 6)}-${String(day).padStart(2, '0')}T1${index % 10}:00:00Z`
  const sold = lines.map((one, place) => makeLine(id * 100 + place, one, taxesIncluded))
  const left = new Map(sold.flatMap((one) => (one.kind === 'tip' ? [] : [[one.id, one.quantity] as const])))
  const happenings = later.flatMap((what, step): readonly ShopHappening[] => {
    const happeningId = id * 100 + 50 + step
    const day = at(3 + step)
    if (what === 'add') {
      const added = makeLine(
        happeningId + 40,
        { quantity: 2, cents: 1_337, rate: 0.19, discountPercent: 0, kind: 'product' },
        taxesIncluded,
      )
      return [{ kind: 'edit', id: happeningId, at: day, added: [added] }]
    }
    if (what === 'discrepancy') {
      const adjustments = [{ id: happeningId, reason: 'REFUND_DISCREPANCY' as const, amount: '-1.23' }]
      return [{ kind: 'refund', id: happeningId, at: day, adjustments }]
    }
    const [lineId] = [...left].find(([, quantity]) => quantity > 0) ?? []
    if (lineId === undefined) return []
    left.set(lineId, (left.get(lineId) ?? 1) - 1)
    const taken = [{ lineId, quantity: 1 }]
    if (what === 'remove') return [{ kind: 'edit', id: happeningId, at: day, removed: taken }]
    return [{ kind: what, id: happeningId, at: day, lines: taken }]
  })
  const paid = { id: id * 10, kind: 'SALE', gateway: 'shopify_payments', at: at(1), amount: '1000.00' } as const
  return {
    id,
    createdAt: at(1),
    taxesIncluded,
    lines: sold,
    discounts: [{ kind: 'code', name: 'SPRING', percentage: 10 }],
    ...(shippingCents === 0 ? {} : { shipping: [{ id: id * 100 + 99, title: 'Post', price: money(shippingCents) }] }),
    transactions: [paid],
    happenings,
  }
}

function makeLine(id: number, one: Plan['lines'][number], taxesIncluded: boolean) {
  const total = one.quantity * one.cents
  const off = Math.floor((total * (one.kind === 'product' ? one.discountPercent : 0)) / 100)
  const paid = total - off
  const taxed = one.kind === 'product' ? one.rate : 0
  const tax = Math.round(taxesIncluded ? paid - paid / (1 + taxed) : paid * taxed)
  return {
    id,
    kind: one.kind,
    productId: one.kind === 'product' ? 310 : null,
    variantId: null,
    title: `Line ${id}`,
    quantity: one.quantity,
    unitPrice: money(one.cents),
    ...(off === 0 ? {} : { allocations: [{ discount: 0, amount: money(off) }] }),
    ...(tax === 0 ? {} : { taxes: [{ title: 'VAT', rate: taxed, amount: money(tax) }] }),
  }
}

describe('orders of Shopify in the ledger', () => {
  const running: { fake?: ShopifyFake; token?: string } = {}
  before(async () => {
    const fake = await startShopifyFake({ throttle: 'off' })
    running.fake = fake
    running.token = fake.shop().install().accessToken
    const plans = fc.sample(plan, { numRuns: count, seed: 20_260_301 })
    await fillShop(fake.shop(), { orders: plans.map((one, index) => makeOrder(index, one)) })
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
    signal: new AbortController().signal,
    since: '2026-01-01T00:00:00Z',
  }
  try {
    for (const stream of connectors.shopify.streams.filter(({ id }) => id === 'orders')) {
      for await (const page of stream.backfill(ctx, null)) records.push(...page.records)
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

/** Asks the platform itself, past the connector. */
async function sumOfRecords(fake: ShopifyFake, token: string, id: string): Promise<{ total: Amount; tax: Amount }> {
  const answer = await fetch(`${fake.shop().url}/admin/api/2026-10/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
    body: JSON.stringify({ query: question, variables: { id: `gid://shopify/Order/${id}` } }),
  })
  // The shape is that of the question above, which the simulated platform checks against the real schema.
  const { data } = (await answer.json()) as Recorded
  const sales = data.order.agreements.nodes.flatMap(({ sales: { nodes } }) => nodes)
  return {
    total: addAmounts(...sales.map(({ totalAmount }) => parseAmount(totalAmount.shopMoney.amount))),
    tax: addAmounts(...sales.map(({ totalTaxAmount }) => parseAmount(totalTaxAmount.shopMoney.amount))),
  }
}
