// A connection kept up to date by changes ends up with the same facts as a fresh import of the store, whatever happened in
// between: random changes, including old orders, and random failures.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { ConnectionId } from '@tillsight/core'
import { fillShop } from '../../../../simulators/index.ts'
import { connectPasted, openBeside, openShopify } from './shopify.testing.ts'
import { connectStore, openTestShop, openTestStores, readLedger, startStore, sync, type TestShop } from './testing.ts'

const stores = await openTestStores({ after })

type After = { after(work: () => Promise<void>): void }

/** Pseudo-random numbers from 0 up to 1, determined by a seed. */
function numbersOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A connected store, its possible changes, and a second shop that reads it for the first time. */
interface World {
  readonly shop: TestShop
  readonly id: ConnectionId
  /** Possible changes of orders; the first of them create orders. */
  readonly changes: readonly ((pick: () => number) => void)[]
  readonly addFault: (random: () => number) => void
  readonly clearFaults: () => void
  readonly importAfresh: () => Promise<TestShop>
  /** Existing orders that were not cancelled. */
  readonly living: ReadonlyMap<number, string>
  /** For Shopify: revokes access to orders older than sixty days. */
  readonly hideOldOrders?: () => void
}

const begins = Date.parse('2025-06-01T10:00:00Z')
const dayMs = 86_400_000
const rounds = 4
const changesPerRound = 7

/** Picks an existing order. */
function pickOrder(living: ReadonlyMap<number, string>, pick: () => number): number {
  return [...living.keys()][Math.floor(pick() * living.size)] ?? 0
}

/** Dates of orders over more than a year, most of them before the window of the nightly comparison. */
function datesOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(begins + Math.floor((index * 530 * dayMs) / count)).toISOString().replace('.000', ''),
  )
}

async function openWooCommerce(t: After, features: object): Promise<World> {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop, { features })
  const line = (id: number, amount = '20.00') => ({
    id: id * 100,
    productId: 1,
    sku: 'SOCK',
    name: 'Socks',
    quantity: 2,
    subtotal: amount,
    total: amount,
  })
  const living = new Map<number, string>()
  await store.store.fill({
    orders: datesOf(60).map((at, index) => {
      const id = 1_000 + index * 10
      living.set(id, at)
      const refund = { id: id + 1, createdAt: at, amount: '3.00', lines: [] }
      return {
        id,
        status: index % 9 === 4 ? 'on-hold' : 'completed',
        createdAt: at,
        modifiedAt: at,
        paidAt: index % 9 === 4 ? null : at,
        email: `buyer${index % 12}@example.net`,
        lines: [line(id)],
        refunds: index % 3 === 0 ? [refund] : [],
      }
    }),
  })
  const { id } = await connectStore(shop, store)
  const { clock } = shop
  const one = (pick: () => number) => pickOrder(living, pick)
  let made = 50_000
  const faults = ['cut', 'empty_list', 'drop', 'throttled', 'html_page', 'unavailable'] as const
  return {
    shop,
    id,
    living,
    changes: [
      (pick) => {
        made += 10
        const email = `buyer${Math.floor(pick() * 20)}@example.net`
        living.set(made, clock.now().toISOString())
        store.store.createOrder({ id: made, status: 'processing', email, lines: [line(made)] })
      },
      (pick) => {
        store.store.updateOrder(one(pick), { lines: [line(made + 5, `${Math.floor(pick() * 90) + 10}.00`)] })
      },
      (pick) => void store.store.refundOrder(one(pick), { amount: '2.00' }),
      (pick) => deleteRefund(one(pick), pick),
      (pick) => deleteRefund(one(pick), pick),
      (pick) => {
        const gone = one(pick)
        living.delete(gone)
        if (pick() < 0.5) store.store.trashOrder(gone)
        else store.store.deleteOrder(gone)
      },
      (pick) => {
        // It is not changed any more: a store without a cancellation date reports its last change instead.
        const cancelled = one(pick)
        living.delete(cancelled)
        store.store.updateOrder(cancelled, { status: 'cancelled' })
      },
    ],
    addFault(random) {
      const kind = faults[Math.floor(random() * faults.length)] ?? 'drop'
      store.faults.add({ kind, skip: Math.floor(random() * 8), times: 1 + Math.floor(random() * 3) })
    },
    clearFaults: () => store.faults.clear(),
    async importAfresh() {
      const fresh = await openTestShop(stores, { clock: shop.clock })
      const { id: other } = await connectStore(fresh, store)
      const { problem } = await sync(fresh, other)
      assert.equal(problem, null)
      return fresh
    },
  }

  function deleteRefund(orderId: number, pick: () => number): void {
    const refunds = store.store.order(orderId)?.refunds ?? []
    const refund = refunds[Math.floor(pick() * refunds.length)]
    if (!refund) return
    store.store.deleteRefund(orderId, refund.id)
    // Some versions update the order's date on deletion, others give no sign of it.
    if (pick() < 0.5) store.store.updateOrder(orderId, { customerNote: `without ${refund.id}` })
  }
}

async function openShopifyWorld(t: After): Promise<World> {
  const scene = await openShopify(t, stores)
  const { shop, store } = scene
  const living = new Map<number, string>()
  const line = (id: number) => ({ id: id * 100, productId: 310, title: 'Socks', quantity: 2, unitPrice: '10.00' })
  await fillShop(store, {
    orders: datesOf(40).map((createdAt, index) => {
      living.set(index + 1, createdAt)
      return { id: index + 1, createdAt, email: `buyer${index % 9}@example.net`, lines: [line(index + 1)] }
    }),
  })
  const id = await connectPasted(scene)
  const { clock } = shop
  const one = (pick: () => number) => pickOrder(living, pick)
  let made = 900
  const faults = ['internal_error', 'drop', 'cut', 'throttled', 'unavailable'] as const
  return {
    shop,
    id,
    living,
    hideOldOrders: () => store.changeScopes(store.tokens.handles().filter((scope) => scope !== 'read_all_orders')),
    changes: [
      (pick) => {
        made += 1
        living.set(made, clock.now().toISOString())
        store.store.createOrder({ id: made, email: `buyer${Math.floor(pick() * 15)}@example.net`, lines: [line(made)] })
      },
      (pick) => void store.store.updateOrder(one(pick), { tags: [`tag ${Math.floor(pick() * 9)}`] }),
      (pick) => {
        const order = one(pick)
        if (!store.store.order(order)?.happenings?.some(({ kind }) => kind === 'refund')) {
          store.store.refundOrder(order, { lines: [{ lineId: order * 100, quantity: 1 }] })
        }
      },
      (pick) => {
        const gone = one(pick)
        living.delete(gone)
        store.store.deleteOrder(gone)
      },
      (pick) => {
        const cancelled = one(pick)
        living.delete(cancelled)
        store.store.cancelOrder(cancelled)
      },
    ],
    addFault(random) {
      const kind = faults[Math.floor(random() * faults.length)] ?? 'drop'
      store.faults.add({ kind, times: 1 + Math.floor(random() * 3) })
    },
    clearFaults: () => store.faults.clear(),
    async importAfresh() {
      const fresh = await openBeside(scene, stores)
      const { problem } = await sync(fresh.shop, await connectPasted(fresh))
      assert.equal(problem, null)
      return fresh.shop
    },
  }
}

/** Applies changes to the store for a while, with a sync now and then. */
async function live({ shop, id, ...world }: World, random: () => number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    if (random() < 0.7) world.addFault(random)
    await sync(shop, id, { recordsPerBatch: 25 })
    shop.clock.advance(30)
    for (let nth = 0; nth < changesPerRound; nth += 1) {
      world.changes[Math.floor(random() * world.changes.length)]?.(random)
      shop.clock.advance(1)
    }
  }
  world.clearFaults()
}

/** Compares everything after this many days. */
async function compare({ shop, id }: World, days: number): Promise<void> {
  shop.clock.advance(days * 24 * 60)
  const { ended, problem } = await sync(shop, id, { compare: true })
  assert.deepEqual([ended, problem], ['done', null])
}

/** Number of days in which every month is compared order by order once. */
const turnDays = 15

async function ordersOf(shop: TestShop): Promise<Set<string>> {
  return new Set((await readLedger(shop)).map(({ order_id }) => String(order_id)))
}

describe('Changes, read as they come, give what an import afresh gives', () => {
  for (const [what, features, days] of [
    ['as it is', {}, 1],
    ['that leaves refunds out of lists', { emptyRefundsInLists: true }, 1],
    ['that ignores dates in UTC', { gmtDates: false }, 1],
    // It does not support queries for changes.
    ['of an old version', { refundsRoute: false, orderbyModified: false }, turnDays],
  ] as const) {
    test(`of a WooCommerce store ${what}`, async (t) => {
      for (const seed of [1, 2]) {
        const world = await openWooCommerce(t, features)
        await live(world, numbersOf(seed))
        await compare(world, days)
        assert.deepEqual(await readLedger(world.shop), await readLedger(await world.importAfresh()), `seed ${seed}`)
      }
    })
  }

  test('of a Shopify shop', async (t) => {
    for (const seed of [3, 4]) {
      const world = await openShopifyWorld(t)
      await live(world, numbersOf(seed))
      await compare(world, 1)
      assert.deepEqual(await readLedger(world.shop), await readLedger(await world.importAfresh()), `seed ${seed}`)
    }
  })

  test('of a Shopify shop that may not read all orders for a while, which makes none of them go', async (t) => {
    for (const seed of [5, 6]) {
      const world = await openShopifyWorld(t)
      const random = numbersOf(seed)
      await live(world, random)
      const held = await ordersOf(world.shop)
      world.hideOldOrders?.()
      await live(world, random)
      await compare(world, 1)
      const kept = await ordersOf(world.shop)
      const lost = [...world.living.keys()].map(String).filter((order) => held.has(order) && !kept.has(order))
      assert.deepEqual(lost, [], `seed ${seed}`)
      // Installing the app again grants everything.
      const fresh = await world.importAfresh()
      await compare(world, turnDays)
      assert.deepEqual(await readLedger(world.shop), await readLedger(fresh), `seed ${seed}`)
    }
  })
})
