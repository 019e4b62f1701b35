// What the nightly comparison detects before its window.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StoreOrder } from '../../../../simulators/woocommerce/index.ts'
import type { OlderOrders } from '../held-orders.ts'
import type { HttpClient } from '../http.ts'
import { ordersStream } from './orders.ts'
import { collectPages, makeOrders, startFixture } from './testing.ts'

const since = '2026-06-10T00:00:00Z'

/** An order each day and a half from 2026-01-01 on, by id. */
function history(): StoreOrder[] {
  return makeOrders(120).map((order, index) => {
    const at = `${new Date(Date.UTC(2026, 0, 1) + index * 129_600_000).toISOString().slice(0, 19)}Z`
    return { ...order, createdAt: at, modifiedAt: at }
  })
}

/** The stored orders from before the window, and the months that were compared one by one. */
function holding(orders: readonly StoreOrder[], turn: Pick<OlderOrders, 'all' | 'isDue'>) {
  const asked: string[] = []
  const before = orders.filter(({ createdAt }) => createdAt < since)
  const months = Map.groupBy(before, ({ createdAt }) => createdAt.slice(0, 7))
  const older: OlderOrders = {
    ...turn,
    count: async () => new Map([...months].map(([month, list]) => [month, list.length])),
    async held(month) {
      asked.push(month)
      return (months.get(month) ?? []).map(toHeld)
    },
  }
  const held = async () => orders.filter(({ createdAt }) => createdAt >= since).map(toHeld)
  return { window: { since, held, older }, asked }
}

function toHeld({ id, modifiedAt = '' }: StoreOrder) {
  return { id: String(id), updatedAt: modifiedAt }
}

/** An order's id by its index in the history. */
const nth = (index: number) => 1_000 + index * 10
const all = { all: true, isDue: () => false }
const ofEachVersion = [{}, { orderbyModified: false }, { gmtDates: false }]

describe('Orders from before the window', () => {
  it('are found by counting months when they were deleted or never read, and months that agree are not listed', async (t) => {
    const { fake, ctx } = await startFixture(t)
    await fake.store.fill({ orders: history() })
    fake.store.deleteOrder(nth(3))
    fake.store.trashOrder(nth(4))
    const { window, asked } = holding(
      history().filter(({ id }) => id !== nth(25)),
      all,
    )
    const pages = await collectPages(ordersStream.compare?.(ctx(), window) ?? empty())
    const records = pages.flatMap((page) => page.records)
    assert.ok(records.some((record) => record.type === 'deletion' && record.id === String(nth(3))))
    const binned = records.find((record) => record.type === 'order' && record.id === String(nth(4)))
    assert.equal(binned?.type === 'order' && binned.standing, 'deleted')
    assert.ok(records.some((record) => record.type === 'order' && record.id === String(nth(25))))
    assert.deepEqual(asked, ['2026-01', '2026-02'])
  })

  it('are found whatever day they are of, also of the month that the window begins in and of months of which none is held', async (t) => {
    for (const features of ofEachVersion) {
      const { fake, ctx } = await startFixture(t, { features })
      await fake.store.fill({ orders: history() })
      const goneBefore = history().filter(({ createdAt }) => createdAt >= '2026-06-01' && createdAt < since)
      assert.ok(goneBefore.length > 3)
      for (const { id } of goneBefore) fake.store.deleteOrder(id)
      const held = history().filter(({ createdAt }) => !createdAt.startsWith('2026-03'))
      const { window } = holding(held, all)
      const pages = await collectPages(ordersStream.compare?.(ctx(), window) ?? empty())
      const records = pages.flatMap((page) => page.records)
      const deleted = records.flatMap((record) => (record.type === 'deletion' ? [record.id] : []))
      assert.deepEqual(
        deleted,
        goneBefore.map(({ id }) => String(id)),
        JSON.stringify(features),
      )
      const read = new Set(records.flatMap((record) => (record.type === 'order' ? [record.id] : [])))
      for (const { id, createdAt } of history()) {
        assert.ok(!createdAt.startsWith('2026-03') || read.has(String(id)), `${id} ${JSON.stringify(features)}`)
      }
    }
  })

  it('are read again in turns where the store does not tell what changed, and each night within the window', async (t) => {
    const { fake, ctx } = await startFixture(t, { features: { orderbyModified: false } })
    await fake.store.fill({ orders: history() })
    for (const place of [3, 25, 110]) fake.store.updateOrder(nth(place), { customerNote: 'changed' })
    for (const [turn, read] of [
      [{ all: false, isDue: () => false }, [110]],
      [{ all: false, isDue: (month: string) => month === '2026-02' }, [25, 110]],
      [{ all: true, isDue: (month: string) => month === '2026-01' }, [3, 110]],
    ] as const) {
      const { window } = holding(history(), turn)
      const pages = await collectPages(ordersStream.compare?.(ctx(), window) ?? empty())
      const ids = new Set(
        pages.flatMap((page) => page.records.flatMap((one) => (one.type === 'order' ? [one.id] : []))),
      )
      for (const place of [3, 25, 110]) {
        assert.equal(
          ids.has(String(nth(place))),
          read.some((one) => one === place),
          `${place}`,
        )
      }
    }
  })

  it('are gone for us when no day can be told that they belong to, where an earlier version kept them on the first of all', async (t) => {
    const { fake, ctx } = await startFixture(t)
    await fake.store.fill({ orders: history() })
    fake.store.trashOrder(nth(3))
    const { http } = ctx()
    const undated: HttpClient = {
      ...http,
      async request(request) {
        const response = await http.request(request)
        if (!new URL(request.url).pathname.endsWith(`/orders/${nth(3)}`)) return response
        const body = { ...JSON.parse(Buffer.from(response.body).toString()), date_created_gmt: null }
        return { ...response, body: Buffer.from(JSON.stringify(body)) }
      },
    }
    const kept = history().map((order) =>
      order.id === nth(3) ? { ...order, createdAt: '1970-01-01T00:00:00Z' } : order,
    )
    const pages = await collectPages(
      ordersStream.compare?.(ctx({ http: undated }), holding(kept, all).window) ?? empty(),
    )
    const records = pages.flatMap((page) => page.records)
    assert.deepEqual(
      records.flatMap((record) => (record.type === 'deletion' ? [record.id] : [])),
      [String(nth(3))],
    )
  })

  it('are not listed in turns where the store tells what changed', async (t) => {
    const { fake, ctx } = await startFixture(t)
    await fake.store.fill({ orders: history() })
    const { window, asked } = holding(history(), { all: false, isDue: () => true })
    await collectPages(ordersStream.compare?.(ctx(), window) ?? empty())
    assert.deepEqual(asked, [])
  })
})

async function* empty() {}
