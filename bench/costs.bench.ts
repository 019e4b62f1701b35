import { parseArgs } from 'node:util'
import { addDays } from '@tillsight/core/days'
import { upsertGoodsCosts } from '@tillsight/database'
import { recomputeCustomers, writeRecords } from '@tillsight/domain'
import type { OrderRecord } from '@tillsight/platforms/connectors'
import { operator } from '../server/contexts.ts'
import type { Runtime } from '../server/runtime.ts'
import { type Door, openDoor } from './door.ts'
import { addShop, lastDay } from './facts.ts'
import { atMost, type Benchmark, createTeller, elapsed, medianOf, type Report, until } from './harness.ts'
import { withProduct, withRuntime } from './installation.ts'
import { ask } from './metrics-query.ts'
import { measureByProduct } from './profit.bench.ts'

const domain = 'costs.test'
const variants = 20_000
const datedCosts = 5
const days = 730
const ordersPerWrite = 10_000
const options = { orders: { type: 'string', default: '1000000' } } as const
const orders = Number(parseArgs({ options, strict: false }).values.orders)

/** What a change of costs takes until it is told, and until it is in every figure. */
export const benchmark: Benchmark = {
  name: 'costs',
  about: `changes of costs, ${orders.toLocaleString('en')} booked orders and ${variants.toLocaleString('en')} variants with ${datedCosts} dated costs each: profit by product, a preview, and from saving until figures have it`,
  run: (report) =>
    withProduct(({ address }, dataDir) =>
      withRuntime(dataDir, async (runtime) => {
        await makeBookedShop(runtime)
        const door = await openDoor(runtime, address)
        await measureByProduct(report, runtime, { door, domain })
        await measure(report, door)
      }),
    ),
}

/** A shop whose orders are booked by the product itself, so that they can be booked again. */
async function makeBookedShop(runtime: Runtime): Promise<void> {
  const shop = await addShop(runtime, domain)
  const ctx = runtime.shopContext(operator, shop)
  const first = addDays(lastDay(), -days)
  const entries = Array.from({ length: variants * datedCosts }, (_, index) => ({
    shopId: shop.id,
    scope: 'variant',
    ref: `v${index % variants}`,
    source: 'entered',
    fromDay: addDays(first, 146 * Math.floor(index / variants)),
    country: '',
    minQuantity: 1,
    steps: 'whole',
    kind: 'amount',
    madeOf: null,
    amount: `${5 + Math.floor(index / variants)}.25`,
    percent: '0',
    currency: 'EUR',
    seenFrom: null,
    note: '',
    personId: null,
  }))
  await upsertGoodsCosts(runtime.stores.database.kysely, entries)
  const tell = createTeller('booked')
  const start = Date.parse(`${first}T00:00:00Z`)
  for (let from = 0; from < orders; from += ordersPerWrite) {
    const records = Array.from({ length: Math.min(ordersPerWrite, orders - from) }, (_, index) =>
      orderAt(from + index, new Date(start + ((from + index) / orders) * days * 86_400_000)),
    )
    await writeRecords(ctx, { source: 'woocommerce', records, deferCustomers: true })
    tell({ done: from + records.length, total: orders, of: 'orders' })
  }
  await recomputeCustomers(ctx)
  await runtime.stores.warehouse.optimize('ledger')
  await runtime.stores.warehouse.optimize('records')
}

/** One or two lines; a few variants sell much more than the rest. */
function orderAt(index: number, when: Date): OrderRecord {
  const placedAt = when.toISOString()
  const draw = (nth: number) => drawOf(index, nth)
  const lines = Array.from({ length: draw(1) < 0.6 ? 2 : 1 }, (_, nth) => {
    const variant = Math.floor(draw(2 + nth) ** 1.5 * variants)
    return {
      id: `${index}-${nth}`,
      type: 'product' as const,
      productId: `p${variant % 4_000}`,
      variantId: `v${variant}`,
      sku: `SKU-${variant}`,
      title: `Product ${variant}`,
      quantity: '1',
      gross: '19.90',
      discount: '0.00',
      tax: '3.78',
      cost: null,
    }
  })
  return {
    type: 'order',
    id: String(index),
    name: `#${index}`,
    status: 'completed',
    standing: 'paid',
    test: false,
    placedAt,
    paidAt: placedAt,
    cancelledAt: null,
    updatedAt: placedAt,
    currency: 'EUR',
    rate: null,
    total: (lines.length * 23.68).toFixed(2),
    totalTax: (lines.length * 3.78).toFixed(2),
    lines,
    edits: [],
    customer: { platformId: String(Math.floor(draw(5) * orders * 0.3)), email: null, phone: null },
    country: 'DE',
    region: null,
    gateway: 'stripe',
    salesChannel: 'web',
    coupons: [],
    tags: [],
    meta: {},
    origin: null,
  }
}

/** A number from 0 to below 1, the same for the same order and place. */
function drawOf(index: number, nth: number): number {
  let state = Math.imul(index * 8 + nth + 1, 0x9e3779b1)
  state = Math.imul(state ^ (state >>> 15), state | 1)
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61)
  return ((state ^ (state >>> 14)) >>> 0) / 4_294_967_296
}

interface Told {
  readonly orders: number
  readonly pending: boolean
}

async function measure(report: Report, door: Door): Promise<void> {
  const post = async <T>(path: string, body: object): Promise<T> => {
    const response = await fetch(`${door.address}/api/v1/shops/${domain}/costs/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${door.bearer}` },
      body: JSON.stringify(body),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`The product answered ${response.status}: ${JSON.stringify(answer)}`)
    // Safe because the API's own schema serialised it.
    return answer as T
  }
  let told = 0
  const changeOf = (refs: readonly string[]) => {
    told += 1
    const from = addDays(lastDay(), -200)
    return {
      change: {
        goods: { entries: refs.map((ref) => ({ scope: 'variant', ref, from, amount: `${10 + told / 100}` })) },
      },
    }
  }
  const cases = {
    'an ordinary variant': ['v9000'],
    'the best seller': ['v0'],
    '100 variants': Array.from({ length: 100 }, (_, index) => `v${4_000 + index * 80}`),
  }
  for (const [name, refs] of Object.entries(cases)) {
    const times: number[] = []
    let reached = 0
    for (let round = 0; round < 7; round += 1) {
      times.push(
        await elapsed(async () => {
          const preview = await post<Told>('preview', changeOf(refs))
          if (preview.pending) throw new Error(`${name} reaches too many orders to be told at once`)
          reached = preview.orders
        }),
      )
    }
    const measured = {
      measure: `preview of ${name}`,
      value: medianOf(times),
      unit: 'ms' as const,
      target: atMost(1_000),
    }
    report({ ...measured, measure: `${measured.measure}, ${reached} orders` })
  }
  const seen: number[] = []
  for (let round = 0; round < 5; round += 1) {
    seen.push(
      await elapsed(async () => {
        await post('changes', changeOf(cases['the best seller']))
        await until(async () => {
          const { restating } = await ask(door, domain, { metrics: ['cogs'], interval: undefined, compare: undefined })
          return restating === undefined
        })
      }),
    )
  }
  report({
    measure: 'from saving the best seller until figures have it',
    value: medianOf(seen),
    unit: 'ms',
    target: atMost(5_000),
  })
}
