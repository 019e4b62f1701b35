// What the nightly comparison detects, and what it must not conclude if Shopify silently leaves out orders.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { fillShop } from '../../../../simulators/shopify/index.ts'
import type { CompareWindow, WebhookHint } from '../contract.ts'
import type { HeldRecord, OlderOrders } from '../held-orders.ts'
import type { HttpClient } from '../http.ts'
import type { PlatformRecord } from '../records.ts'
import { ordersStream } from './orders.ts'
import { collectPages, type Fixture, makeShopOrder, startFixture } from './testing.ts'
import { webhooks } from './webhooks.ts'

const now = '2026-11-20T12:00:00Z'
const since = '2026-08-22T12:00:00Z'
const recentOnly = ['read_orders']
const idOf = (index: number) => 1_000 + index

/** An order every three days, the newest yesterday, the oldest about a year ago; every tenth was imported later. */
function history() {
  return Array.from({ length: 120 }, (_, index) => {
    const at = `${new Date(Date.parse('2026-11-19T12:00:00Z') - (119 - index) * 3 * 86_400_000).toISOString().slice(0, 19)}Z`
    const isImported = index % 10 === 7
    return makeShopOrder(idOf(index), isImported ? '2026-11-01T00:00:00Z' : at, { processedAt: at })
  })
}

const placed = history().map(({ id, processedAt = '' }) => ({ id: String(id), at: processedAt }))

async function startFilled(t: TestContext): Promise<Fixture> {
  const fixture = await startFixture(t, { clock: { now: () => new Date(now) } })
  await fillShop(fixture.shop, { orders: history() })
  return fixture
}

/** A comparison window over these orders, and the months that were compared one by one. */
function holding(orders: readonly { readonly id: string; readonly at: string }[], turn: Partial<OlderOrders> = {}) {
  const asked: string[] = []
  const toHeld = ({ id }: { readonly id: string }): HeldRecord => ({ id })
  const months = Map.groupBy(
    orders.filter(({ at }) => at < since),
    ({ at }) => at.slice(0, 7),
  )
  const window: CompareWindow = {
    since,
    held: async (_type, from = since) => orders.filter(({ at }) => at >= from).map(toHeld),
    older: {
      all: true,
      isDue: () => false,
      count: async () => new Map([...months].map(([month, list]) => [month, list.length])),
      async held(month) {
        asked.push(month)
        return (months.get(month) ?? []).map(toHeld)
      },
      ...turn,
    },
  }
  return { window, asked }
}

async function compare(fixture: Fixture, window: CompareWindow, http?: HttpClient): Promise<readonly PlatformRecord[]> {
  const ctx = fixture.ctx(http === undefined ? {} : { http })
  assert.ok(ordersStream.compare)
  return (await collectPages(ordersStream.compare(ctx, window))).flatMap(({ records }) => records)
}

function idsOf(records: readonly PlatformRecord[], type: 'deletion' | 'order'): string[] {
  return records.flatMap((record) => (record.type === type ? [record.id] : []))
}

describe('Orders from before the window', () => {
  it('are found by counting months when they were deleted or never read, imported ones by the day they were placed', async (t) => {
    const fixture = await startFilled(t)
    fixture.shop.store.deleteOrder(idOf(5))
    fixture.shop.store.deleteOrder(idOf(17))
    // One of 90 days ago to the hour, and one just before.
    const edge = placed.findLastIndex(({ at }) => at < since)
    fixture.shop.store.deleteOrder(idOf(edge))
    const { window, asked } = holding(placed.filter(({ id }) => id !== String(idOf(25)) && id !== String(idOf(27))))
    const records = await compare(fixture, window)
    assert.deepEqual(
      idsOf(records, 'deletion'),
      [5, 17, edge].map((index) => String(idOf(index))),
    )
    const read = idsOf(records, 'order')
    assert.ok([25, 27].every((index) => read.includes(String(idOf(index)))))
    // Orders are not re-read each night merely because they were imported recently.
    assert.ok(!read.includes(String(idOf(37))))
    const differing = [5, 17, 25, 27, edge].map((index) => placed[index]?.at.slice(0, 7) ?? '')
    assert.deepEqual(asked, [...new Set(differing)].toSorted())
  })

  it('are listed when it is the turn of their month, which tells what changed unseen', async (t) => {
    const fixture = await startFilled(t)
    fixture.shop.store.updateOrder(idOf(30), { tags: ['changed'] })
    const month = placed[30]?.at.slice(0, 7) ?? ''
    const { window, asked } = holding(placed, { all: false, isDue: (other) => other === month })
    const { older } = window
    assert.ok(older)
    const held = async (wanted: string) =>
      (await older.held(wanted)).map(({ id }) => ({ id, updatedAt: placed.find((one) => one.id === id)?.at ?? '' }))
    const records = await compare(fixture, { ...window, older: { ...older, held } })
    assert.ok(idsOf(records, 'order').includes(String(idOf(30))))
    assert.deepEqual(asked, [month])
  })
})

describe('An app that may not read all orders', () => {
  it('is never taken to say that the orders which it is not shown are gone', async (t) => {
    const fixture = await startFilled(t)
    fixture.shop.changeScopes(recentOnly)
    fixture.shop.store.deleteOrder(idOf(115))
    fixture.shop.store.deleteOrder(idOf(95))
    fixture.shop.store.deleteOrder(idOf(15))
    for (const turn of [{}, { isDue: () => true }]) {
      const { window, asked } = holding(placed, turn)
      const records = await compare(fixture, window)
      assert.deepEqual(idsOf(records, 'deletion'), [String(idOf(115))])
      assert.deepEqual(asked, [])
    }
    fixture.shop.changeScopes([...recentOnly, 'read_all_orders'])
    const records = await compare(fixture, holding(placed).window)
    assert.deepEqual(
      idsOf(records, 'deletion').toSorted(),
      [15, 95, 115].map((index) => String(idOf(index))),
    )
  })

  it('may lose that right at any question of a comparison', async (t) => {
    for (const operation of ['OrderIds', 'OrdersCount', 'OrdersByIds', 'OrdersPresence']) {
      const fixture = await startFilled(t)
      fixture.shop.store.deleteOrder(idOf(15))
      fixture.shop.store.deleteOrder(idOf(95))
      const { http } = fixture.ctx()
      let isLost = false
      const losing: HttpClient = {
        ...http,
        async request(request) {
          if (!isLost && String(request.body).includes(`query ${operation}`)) {
            isLost = true
            fixture.shop.changeScopes(recentOnly)
          }
          return await http.request(request)
        },
      }
      const records = await compare(fixture, holding(placed, { isDue: () => true }).window, losing)
      assert.ok(isLost, operation)
      const deleted = idsOf(records, 'deletion')
      assert.deepEqual(
        deleted.filter((id) => ![String(idOf(15)), String(idOf(95))].includes(id)),
        [],
        operation,
      )
    }
  })

  it('takes the word of an announcement that an order was deleted, and no silence for it', async (t) => {
    const fixture = await startFilled(t)
    fixture.shop.changeScopes(recentOnly)
    fixture.shop.store.deleteOrder(idOf(15))
    const changed: WebhookHint = { topic: 'orders/updated', type: 'order', id: String(idOf(14)) }
    const gone: WebhookHint = { topic: 'orders/delete', type: 'order', id: String(idOf(15)), gone: true }
    const ctx = fixture.ctx()
    assert.deepEqual(await webhooks.resolve(ctx, changed), [])
    assert.deepEqual(idsOf(await webhooks.resolve(ctx, gone), 'deletion'), [gone.id])
    assert.deepEqual(idsOf((await webhooks.resolveMany?.(ctx, [changed, gone])) ?? [], 'deletion'), [gone.id])
  })
})
