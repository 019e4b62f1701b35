// What is kept up to date by changes is what an import of the same store at that moment brings, whatever happened in between:
// random changes, of old orders too, and answers that fail at random.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { ConnectionId } from '@tillsight/core'
import { connectStore, openTestShop, openTestStores, readLedger, startStore, sync, type TestShop } from './testing.ts'

const stores = await openTestStores({ after })

type After = { after(work: () => Promise<void>): void }

/** Numbers from 0 up to 1 that a seed decides. */
function numbersOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A connected store, what may happen in it, and a second shop that reads it for the first time. */
interface World {
  readonly shop: TestShop
  readonly id: ConnectionId
  /** What may happen to an order; the first of them make new ones. */
  readonly changes: readonly ((pick: () => number) => void)[]
  readonly addFault: (random: () => number) => void
  readonly clearFaults: () => void
  readonly importAfresh: () => Promise<TestShop>
}

const begins = Date.parse('2025-06-01T10:00:00Z')
const dayMs = 86_400_000
const rounds = 4
const changesPerRound = 7

/** Orders of more than a year: most of them older than any window that is compared every night. */
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
  const living = new Set<number>()
  await store.store.fill({
    orders: datesOf(60).map((at, index) => {
      const id = 1_000 + index * 10
      living.add(id)
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
  const one = (pick: () => number) => [...living][Math.floor(pick() * living.size)] ?? 0
  let made = 50_000
  const faults = ['truncated', 'empty_list', 'drop', 'throttled', 'html_page', 'unavailable'] as const
  return {
    shop,
    id,
    changes: [
      (pick) => {
        made += 10
        living.add(made)
        const email = `buyer${Math.floor(pick() * 20)}@example.net`
        store.store.createOrder({ id: made, status: 'processing', email, lines: [line(made)] })
      },
      (pick) =>
        void store.store.updateOrder(one(pick), { lines: [line(made + 5, `${Math.floor(pick() * 90) + 10}.00`)] }),
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
        // Nothing more happens to it: a store that does not keep the day of a cancellation shows its last change instead.
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
    // In some versions the deletion moves the order's date, in others nothing tells of it.
    if (pick() < 0.5) store.store.updateOrder(orderId, { customerNote: `without ${refund.id}` })
  }
}

/** Lets the store live for a while, with a look now and then, and compares with an import afresh. */
async function live({ shop, id, ...world }: World, seed: number): Promise<void> {
  const random = numbersOf(seed)
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
  shop.clock.advance(24 * 60)
  const { ended, problem } = await sync(shop, id, { compare: true })
  assert.deepEqual([ended, problem], ['done', null])
  const fresh = await world.importAfresh()
  assert.deepEqual(await readLedger(shop), await readLedger(fresh), `seed ${seed}`)
}

describe('Changes, read as they come, give what an import afresh gives', () => {
  for (const [what, features] of [
    ['as it is', {}],
    ['that leaves refunds out of lists', { emptyRefundsInLists: true }],
    ['that ignores dates in UTC', { gmtDates: false }],
  ] as const) {
    test(`of a WooCommerce store ${what}`, async (t) => {
      for (const seed of [1, 2]) await live(await openWooCommerce(t, features), seed)
    })
  }
})
