import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { type Fault, fillShop } from '../../../../simulators/shopify/index.ts'
import type { Page } from '../contract.ts'
import { isConnectorError } from '../failures.ts'
import type { HttpClient } from '../http.ts'
import { idOfRecord } from '../record-format.ts'
import { checkShop } from './check.ts'
import { makeRichOrders } from './orders.testing.ts'
import { ordersStream } from './orders.ts'
import { collectPages, type Fixture, makeShopOrder, makeShopOrders, orderIdsOf, startFixture } from './testing.ts'

const count = 330
const day = 86_400_000

async function startFilled(t: TestContext, orders = makeShopOrders(count)): Promise<Fixture> {
  const fixture = await startFixture(t)
  await fillShop(fixture.shop, { orders })
  return fixture
}

async function backfill({ ctx }: Fixture): Promise<Page[]> {
  return await collectPages(ordersStream.backfill(ctx(), null))
}

function recordsOf(pages: readonly Page[]): Record<string, unknown> {
  const entries = pages.flatMap((page) =>
    page.records.map((record) => [idOfRecord(record), { ...record, seenAt: '' }] as const),
  )
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
}

function warningsOf(pages: readonly Page[]): string[] {
  return pages.flatMap((page) => page.warnings)
}

describe('the whole history', () => {
  it('comes complete and newest first, with what is expected in all', async (t) => {
    const fixture = await startFilled(t)
    const pages = await backfill(fixture)
    const ids = orderIdsOf(pages)
    assert.equal(ids.length, count)
    assert.equal(ids[0], String(1_000 + count - 1))
    assert.deepEqual(pages.at(-1)?.progress, { done: count, total: count })
    assert.equal(pages.at(-1)?.completeSince, '2026-03-01T00:00:00Z')
    assert.deepEqual(warningsOf(pages), [])
  })

  it('is the same read in bulk, page by page and order by order', async (t) => {
    const fixture = await startFilled(t, makeRichOrders())
    const inBulk = recordsOf(await backfill(fixture))
    const paged = recordsOf(await collectPages(ordersStream.increment(fixture.ctx(), null)))
    assert.deepEqual(paged, inBulk)
    assert.equal(Object.keys(inBulk).filter((id) => id.startsWith('order ')).length, makeRichOrders().length)
  })

  it('that leads in a circle is given up, and never called complete', async (t) => {
    const fixture = await startFilled(t)
    const { http } = fixture.ctx()
    let asked = 0
    // Returns the first page whatever the cursor.
    const circling: HttpClient = {
      async request(request) {
        asked += 1
        return await http.request({
          ...request,
          body: String(request.body ?? '').replace(/"after":"[^"]*"/, '"after":null'),
        })
      },
    }
    await assert.rejects(
      collectPages(ordersStream.increment(fixture.ctx({ http: circling }), null)),
      (error) => isConnectorError(error) && error.failure.platformCode === 'repeated_page',
    )
    assert.ok(asked < 30, `${asked} questions`)
  })

  const passing: readonly (readonly [string, Fault])[] = [
    ['a bulk reading that fails', { kind: 'bulk_failed', errorCode: 'INTERNAL_SERVER_ERROR', lines: 40, times: 1 }],
    ['bulk readings that always fail', { kind: 'bulk_failed', errorCode: 'TIMEOUT' }],
    ['a bulk reading that expires', { kind: 'bulk_expired', times: 1 }],
    ['files with fewer orders than announced', { kind: 'bulk_wrong_counts' }],
    ['a file with a child of nobody', { kind: 'bulk_orphan', times: 1 }],
    ['files with an object that is damaged inside', { kind: 'bulk_damaged' }],
    ['a file that is cut', { kind: 'cut', area: 'files', times: 3 }],
    ['a link that has expired', { kind: 'status', status: 403, area: 'files', times: 1 }],
    ['places taken by others for a while', { kind: 'bulk_slots_taken', times: 3 }],
    ['refusals for cost', { kind: 'throttled', times: 5 }],
    ['questions that are too large', { kind: 'max_cost', above: 120 }],
    ['answers that Shopify does not finish', { kind: 'timeout', times: 2 }],
    ['errors of Shopify’s own', { kind: 'internal_error', times: 2 }],
    ['a web page in between', { kind: 'unavailable', times: 2 }],
  ]
  for (const [what, fault] of passing) {
    it(`comes complete through ${what}`, async (t) => {
      const fixture = await startFilled(t)
      fixture.shop.faults.add(fault)
      const pages = await backfill(fixture)
      assert.equal(orderIdsOf(pages).length, count)
      assert.equal(pages.at(-1)?.progress.total, pages.at(-1)?.progress.done)
    })
  }

  it('goes on with the bulk reading that was begun before a crash', async (t) => {
    const fixture = await startFilled(t, makeShopOrders(600))
    const pages = await backfill(fixture)
    const begun = fixture.shop.bulk.list().length
    for (const [index, page] of pages.entries()) {
      const rest = await collectPages(ordersStream.backfill(fixture.ctx(), page.checkpoint))
      assert.equal(orderIdsOf([...pages.slice(0, index + 1), ...rest]).length, 600, `after page ${index}`)
    }
    assert.equal(fixture.shop.bulk.list().length, begun, 'nothing is read twice at Shopify')
  })

  it('leaves out what the shop does not show, says so once, and reads the rest', async (t) => {
    const fixture = await startFilled(t)
    fixture.shop.faults.add({ kind: 'denied_field', field: 'Order.customer' })
    const pages = await backfill(fixture)
    assert.equal(orderIdsOf(pages).length, count)
    assert.equal(warningsOf(pages).filter((warning) => /customers/.test(warning)).length, 1)
  })

  it('says that it reaches back sixty days only, where no more is shown', async (t) => {
    const fixture = await startFixture(t)
    const now = Date.now()
    const at = (days: number) => `${new Date(now - days * day).toISOString().slice(0, 19)}Z`
    await fillShop(fixture.shop, { orders: [90, 70, 40, 2].map((days) => makeShopOrder(days, at(days))) })
    fixture.shop.tokens.setScopes(['read_orders', 'read_products'])
    const pages = await backfill(fixture)
    assert.deepEqual(orderIdsOf(pages).sort(), ['2', '40'])
    assert.ok(warningsOf(pages).some((warning) => /read_all_orders/.test(warning)))
    const since = Date.parse(pages.at(-1)?.completeSince ?? '')
    assert.ok(Math.abs(since - (now - 60 * day)) < day || since > now - 60 * day, 'never claims more')
    const { warnings } = await checkShop(fixture.ctx())
    assert.ok(warnings.some((warning) => /60 days/.test(warning)))
  })
})

describe('changes', () => {
  it('come once with what belongs to them, and the next reading begins where the last one ended', async (t) => {
    const fixture = await startFilled(t)
    const first = await collectPages(ordersStream.increment(fixture.ctx(), null))
    assert.equal(orderIdsOf(first).length, count)
    fixture.shop.store.refundOrder(1_005, { lines: [{ lineId: 10_051, quantity: 1 }] })
    const second = await collectPages(ordersStream.increment(fixture.ctx(), first.at(-1)?.checkpoint ?? null))
    assert.deepEqual(
      orderIdsOf(second).filter((id) => id === '1005'),
      ['1005'],
    )
    assert.ok(orderIdsOf(second).length < 5)
    const refund = second.flatMap((page) => page.records).find((record) => record.type === 'refund')
    assert.equal(refund?.orderId, '1005')
  })

  it('come in bulk after a long pause, and page by page when that fails', async (t) => {
    const many = 1_400
    const fixture = await startFilled(t, makeShopOrders(many, '2026-01-01T00:00:00Z'))
    const inBulk = await collectPages(ordersStream.increment(fixture.ctx(), null))
    assert.ok(fixture.shop.bulk.list().length > 0)
    assert.equal(orderIdsOf(inBulk).length, many)
    for (const [index, page] of inBulk.entries()) {
      if (index % 3 !== 0) continue
      const rest = await collectPages(ordersStream.increment(fixture.ctx(), page.checkpoint))
      assert.equal(orderIdsOf([...inBulk.slice(0, index + 1), ...rest]).length, many, `after page ${index}`)
    }
    fixture.shop.faults.add({ kind: 'bulk_failed', errorCode: 'TIMEOUT' })
    const paged = await collectPages(ordersStream.increment(fixture.ctx(), null))
    assert.deepEqual(recordsOf(paged), recordsOf(inBulk))
  })

  it('are read on with a new token when the old one ends on the way', async (t) => {
    const fixture = await startFilled(t)
    fixture.shop.tokens.expireAll()
    const pages = await collectPages(ordersStream.increment(fixture.ctx(), null))
    assert.equal(orderIdsOf(pages).length, count)
    assert.equal(fixture.fake.requests.filter(({ area }) => area === 'oauth').length, 1)
  })

  it('bring where buyers came from as soon as Shopify knows it, although the order did not change', async (t) => {
    const start = Date.parse('2026-03-01T10:00:00Z')
    let now = start
    const clock = { now: () => new Date(now) }
    const fixture = await startFixture(t, { clock })
    const order = makeShopOrder(1, '2026-03-01T09:59:00Z', {
      journey: {
        readyAt: '2026-03-01T10:30:00Z',
        last: { at: '2026-03-01T09:50:00Z', source: 'Google', utm: { source: 'google' } },
      },
    })
    await fillShop(fixture.shop, { orders: [order] })
    const originOf = (pages: readonly Page[]) =>
      pages
        .flatMap((page) => page.records)
        .flatMap((record) => (record.type === 'order' ? [record.origin?.utm.source ?? null] : []))
    const first = await collectPages(ordersStream.increment(fixture.ctx(), null))
    assert.deepEqual(originOf(first), [null])
    now = start + 61 * 60_000
    const later = await collectPages(ordersStream.increment(fixture.ctx(), first.at(-1)?.checkpoint ?? null))
    assert.ok(originOf(later).includes('google'))
    assert.equal(later.at(-1)?.checkpoint.journeys, '')
  })
})

describe('the allowance of a small plan', () => {
  it('is used up without a single refusal', async (t) => {
    const clock = passingClock('2026-11-01T00:00:00Z')
    const fixture = await startFixture(t, { clock, throttle: 'on' })
    await fillShop(fixture.shop, { orders: makeShopOrders(500) })
    const { http } = fixture.ctx()
    let refused = 0
    const counting: HttpClient = {
      ...http,
      async request(request) {
        const response = await http.request(request)
        if (Buffer.from(response.body).includes('"THROTTLED"')) refused += 1
        return response
      },
    }
    const pages = await collectPages(ordersStream.increment(fixture.ctx({ http: counting }), null))
    assert.equal(orderIdsOf(pages).length, 500)
    assert.ok(fixture.pauses.length > 0, 'the allowance is smaller than what is asked')
    assert.equal(refused, 0)
  })

  it('is waited for as long as Shopify says, when somebody else has used it up', async (t) => {
    const clock = passingClock('2026-11-01T00:00:00Z')
    const fixture = await startFixture(t, { clock, throttle: 'on' })
    await fillShop(fixture.shop, { orders: makeShopOrders(60) })
    fixture.shop.bucket.drain()
    const pages = await collectPages(ordersStream.increment(fixture.ctx(), null))
    assert.equal(orderIdsOf(pages).length, 60)
    assert.ok(fixture.pauses.length > 0 && fixture.pauses.every((ms) => ms < 30_000))
  })
})

/** Time only passes while somebody waits. */
function passingClock(from: string) {
  let nowMs = Date.parse(from)
  return {
    now: () => new Date(nowMs),
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

describe('a comparison', () => {
  it('finds orders that are gone and orders that were never announced', async (t) => {
    const fixture = await startFilled(t, makeShopOrders(40))
    fixture.shop.store.deleteOrder(1_003)
    const held = async () => makeShopOrders(40).flatMap(({ id }) => (id === 1_007 ? [] : [{ id: String(id) }]))
    const { compare } = ordersStream
    assert.ok(compare)
    const records = (await collectPages(compare(fixture.ctx(), { since: '2026-02-01T00:00:00Z', held }))).flatMap(
      (page) => page.records,
    )
    assert.deepEqual(
      records.flatMap((record) =>
        record.type === 'deletion' ? [`gone ${record.id}`] : record.type === 'order' ? [record.id] : [],
      ),
      ['gone 1003', '1007'],
    )
  })

  it('covers more orders than one list can hold', async (t) => {
    const fixture = await startFixture(t)
    const many = 26_000
    const at = (index: number) =>
      `${new Date(Date.parse('2026-03-01T00:00:00Z') + index * 60_000).toISOString().slice(0, 19)}Z`
    const orderAt = (index: number) => makeShopOrder(1_000 + index, at(index))
    await fillShop(fixture.shop, { orders: { count: many, orderAt } })
    const { compare } = ordersStream
    assert.ok(compare)
    const held = async () => [
      ...Array.from({ length: many }, (_, index) => ({ id: String(1_000 + index) })),
      { id: '7' },
    ]
    const pages = await collectPages(compare(fixture.ctx(), { since: '2026-02-28T00:00:00Z', held }))
    assert.deepEqual(
      pages.flatMap((page) => page.records.map((record) => ('id' in record ? `${record.type} ${record.id}` : ''))),
      ['deletion 7'],
    )
  })
})

describe('a shop that cannot be read', () => {
  it('is named with what its owner has to do', async (t) => {
    const fixture = await startFilled(t, [])
    const said = async (state: 'frozen' | 'locked' | 'gone') => {
      fixture.shop.site.state = state
      return await checkShop(fixture.ctx()).then(
        () => '',
        (error: unknown) =>
          isConnectorError(error) ? `${error.failure.kind} ${error.failure.message}` : String(error),
      )
    }
    assert.match(await said('frozen'), /^account_state .*bill is unpaid/)
    assert.match(await said('locked'), /^account_state .*locked/)
    assert.match(await said('gone'), /^account_state There is no shop/)
  })

  it('asks to be connected again after the app was removed', async (t) => {
    const fixture = await startFilled(t, [])
    fixture.shop.uninstall()
    await assert.rejects(
      checkShop(fixture.ctx()),
      (error) => isConnectorError(error) && error.failure.kind === 'reauth',
    )
  })

  it('tells that Shopify answers as another version', async (t) => {
    const fixture = await startFilled(t, [])
    fixture.shop.faults.add({ kind: 'other_version', version: '2027-01' })
    const { warnings } = await checkShop(fixture.ctx())
    assert.ok(warnings.some((warning) => /2027-01/.test(warning)))
  })
})
