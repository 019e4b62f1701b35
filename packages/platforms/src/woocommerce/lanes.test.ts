import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Checkpoint } from '../contract.ts'
import type { HttpClient } from '../http.ts'
import { woocommerce } from './index.ts'
import { ordersStream } from './orders.ts'
import { collectIds, idsOf, makeOrders, startFixture } from './testing.ts'

describe('Reading a history in several lanes', () => {
  it('reads as many windows at once as the store bears by now, and every order', async (t) => {
    const { fake, ctx } = await startFixture(t)
    // Up to the present: windows are cut between the oldest order and now, so a fixed year would leave fewer from month to month.
    const halfAYearAgo = new Date(Date.now() - 4_000 * 3_600_000).toISOString().slice(0, 19)
    await fake.store.fill({ orders: makeOrders(4_000, `${halfAYearAgo}Z`) })
    const { http } = ctx()
    const bears = { lanes: 1 }
    const load = { now: 0, most: 0 }
    const watched: HttpClient = {
      lanes: () => bears.lanes,
      async request(request) {
        load.now += 1
        load.most = Math.max(load.most, load.now)
        try {
          return await http.request(request)
        } finally {
          load.now -= 1
        }
      },
    }
    const ids: string[] = []
    let from: Checkpoint | null = null
    for await (const page of ordersStream.backfill(ctx({ http: watched }), null)) {
      ids.push(...idsOf([page]))
      from = page.checkpoint
      if (ids.length >= 500 && bears.lanes === 1) {
        assert.equal(load.most, 1)
        bears.lanes = 3
      }
      if (ids.length >= 2_000) break
    }
    assert.equal(load.most, 3)
    // A later run with fewer lanes still reads every window that was started.
    bears.lanes = 1
    ids.push(...(await collectIds(ordersStream.backfill(ctx({ http: watched }), from))))
    assert.equal(new Set(ids).size, 4_000)
  })

  it('goes on in every lane when permalinks change in the middle', async (t) => {
    const { fake, ctx, settings } = await startFixture(t)
    await fake.store.fill({ orders: makeOrders(2_400, '2026-01-01T00:00:00Z') })
    const { discovered } = await woocommerce.check(ctx())
    let pages = 0
    fake.onPage(({ area }) => {
      if (area === 'orders') pages += 1
      if (pages === 3) fake.site.permalinks = 'plain'
    })
    const found = ctx({ settings: { ...settings, ...discovered } })
    assert.equal((await collectIds(ordersStream.backfill(found, null))).length, 2_400)
  })
})
