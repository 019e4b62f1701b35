import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConnectorError, isConnectorError } from '../failures.ts'
import type { HttpClient } from '../http.ts'
import { customersStream } from './customers.ts'
import { ordersStream } from './orders.ts'
import { productsStream } from './products.ts'
import { refundsStream } from './refunds.ts'
import { collectIds, collectPages, idsOf, makeOrder, makeOrders, startFixture } from './testing.ts'

const old = { features: { orderbyModified: false } }

describe('Reading the history of orders', () => {
  it('goes newest first, and says how far back it is complete', async (t) => {
    const { fake, ctx } = await startFixture(t)
    await fake.store.fill({ orders: makeOrders(2_400, '2026-01-01T00:00:00Z') })
    const pages = await collectPages(ordersStream.backfill(ctx(), null))
    const ids = idsOf(pages)
    assert.equal(new Set(ids).size, 2_400)
    assert.equal(ids[0], String(1_000 + 2_399 * 10))
    const since = pages.map((page) => page.completeSince ?? '')
    assert.deepEqual(since, since.toSorted().reverse())
    assert.equal(since.at(-1), '2026-01-01T00:00:00Z')
    assert.deepEqual(pages.at(-1)?.progress, { done: 2_400, total: 2_400 })
  })

  it('loses nothing while orders are placed, edited, binned and deleted', async (t) => {
    const { fake, ctx } = await startFixture(t)
    await fake.store.fill({ orders: makeOrders(700, '2026-04-01T00:00:00Z') })
    let next = 0
    const gone = new Set<string>()
    fake.onPage(() => {
      next += 1
      const [binned, deleted] = [1_000 + next * 70, 1_000 + next * 110]
      if (next > 40 || binned === deleted) return
      fake.store.createOrder(makeOrder(50_000 + next * 10, fake.store.now()))
      fake.store.updateOrder(1_000 + 6_990 - next * 10, { customerNote: 'edited' })
      if (fake.store.order(binned) !== undefined) fake.store.trashOrder(binned)
      if (fake.store.order(deleted) !== undefined) fake.store.deleteOrder(deleted)
      gone.add(String(binned)).add(String(deleted))
    })
    const ids = new Set(await collectIds(ordersStream.backfill(ctx(), null)))
    for (let index = 0; index < 700; index += 1) {
      const id = String(1_000 + index * 10)
      assert.ok(ids.has(id) || gone.has(id), `order ${id} was lost`)
    }
  })

  it('gets past a second that holds more than a page', async (t) => {
    const { fake, ctx } = await startFixture(t)
    const burst = Array.from({ length: 350 }, (_, index) => makeOrder(1_000 + index * 10, '2026-05-05T05:05:05Z'))
    await fake.store.fill({
      orders: [
        ...burst,
        ...makeOrders(50, '2026-06-01T00:00:00Z').map((order) => ({ ...order, id: order.id + 90_000 })),
      ],
    })
    assert.equal((await collectIds(ordersStream.backfill(ctx(), null))).length, 400)
    assert.equal((await collectIds(ordersStream.increment(ctx(), null))).length, 400)
  })

  it('loses nothing at a store that ignores `dates_are_gmt`, east and west of Greenwich', async (t) => {
    for (const zone of ['Asia/Tokyo', 'America/Los_Angeles', 'Europe/London', 'UTC']) {
      const { fake, ctx } = await startFixture(t, { zone, features: { gmtDates: false } })
      // One order every ten minutes, across a daylight saving change.
      const orders = Array.from({ length: 450 }, (_, index) => {
        const at = new Date(Date.parse('2026-10-23T20:00:00Z') + index * 600_000).toISOString()
        return makeOrder(1_000 + index * 10, `${at.slice(0, 19)}Z`)
      })
      await fake.store.fill({ orders })
      assert.equal((await collectIds(ordersStream.backfill(ctx(), null))).length, 450, `the history, ${zone}`)
      const first = await collectPages(ordersStream.increment(ctx(), null))
      const fresh = Array.from({ length: 30 }, (_, nth) => makeOrder(90_000 + nth * 10, fake.store.now()))
      for (const order of fresh) fake.store.createOrder(order)
      const ids = await collectIds(ordersStream.increment(ctx(), first.at(-1)?.checkpoint ?? null))
      assert.ok(
        fresh.every(({ id }) => ids.includes(String(id))),
        `new orders, ${zone}`,
      )
    }
  })

  it('says that a cache ignores the number of the page, instead of claiming to have read everything', async (t) => {
    const { fake, ctx } = await startFixture(t)
    const burst = Array.from({ length: 150 }, (_, index) => makeOrder(1_000 + index * 10, '2026-05-05T05:05:05Z'))
    const customers = Array.from({ length: 150 }, (_, index) => ({
      id: 10 + index,
      email: `c${index}@example.net`,
      createdAt: '2026-01-01T00:00:00Z',
    }))
    await fake.store.fill({ orders: burst, customers })
    fake.faults.add({ kind: 'stale_cache', ignores: ['page', '_'] })
    const isReported = (error: unknown) => isConnectorError(error) && error.failure.platformCode === 'repeated_page'
    await assert.rejects(collectPages(ordersStream.backfill(ctx(), null)), isReported)
    await assert.rejects(collectPages(customersStream.backfill(ctx(), null)), isReported)
  })

  it('asks for less at once when the shop cannot bear it', async (t) => {
    const { fake, ctx } = await startFixture(t)
    await fake.store.fill({ orders: makeOrders(130) })
    fake.faults.add({ kind: 'page_too_big', above: 30 })
    assert.equal((await collectIds(ordersStream.backfill(ctx(), null))).length, 130)
  })

  it('asks a slow shop for less when it does not answer in time or its host cuts the answer off', async (t) => {
    const { fake, ctx } = await startFixture(t)
    await fake.store.fill({ orders: makeOrders(130) })
    const { http } = ctx()
    for (const platformCode of ['timeout', 'ECONNRESET']) {
      const asked: number[] = []
      const slow: HttpClient = {
        async request(request) {
          const rows = Number(new URL(request.url).searchParams.get('per_page') ?? 0)
          asked.push(rows)
          if (rows > 25) throw new ConnectorError({ kind: 'transient', message: 'Too slow.', platformCode })
          return await http.request(request)
        },
      }
      assert.equal((await collectIds(ordersStream.backfill(ctx({ http: slow }), null))).length, 130, platformCode)
      // It does not return to the page size that failed before it has read a lot.
      assert.ok(asked.filter((rows) => rows > 25).length <= 4, String(asked))
    }
  })

  it('steps over an order that makes the shop fail, and names it', async (t) => {
    const { fake, ctx } = await startFixture(t)
    await fake.store.fill({ orders: makeOrders(130) })
    fake.faults.add({ kind: 'poison', id: 1_500, route: 'orders' })
    for (const pages of [
      await collectPages(ordersStream.backfill(ctx(), null)),
      await collectPages(ordersStream.increment(ctx(), null)),
    ]) {
      const ids = new Set(idsOf(pages))
      assert.equal(ids.size, 129)
      const warnings = pages.flatMap((page) => page.warnings)
      assert.ok(
        warnings.some((warning) => /makes the shop fail/.test(warning)),
        warnings.join(),
      )
    }
  })

  it('fetches the next page while the current one is being written', async (t) => {
    const { fake, ctx } = await startFixture(t)
    await fake.store.fill({ orders: makeOrders(300) })
    const pages = ordersStream.backfill(ctx(), null)[Symbol.asyncIterator]()
    await pages.next()
    const lists = () => fake.requests.filter((request) => request.area === 'orders').length
    for (let turn = 0; turn < 100_000 && lists() < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    assert.ok(lists() >= 4)
    await pages.return?.()
  })
})

describe('Reading what has changed', () => {
  it('finds edits, and edits made while it reads', async (t) => {
    for (const options of [{}, old]) {
      const { fake, ctx } = await startFixture(t, options)
      await fake.store.fill({ orders: makeOrders(250, '2026-11-01T00:00:00Z') })
      const first = await collectPages(ordersStream.increment(ctx(), null))
      fake.store.updateOrder(1_000, { customerNote: 'one' })
      const stop = fake.onPage(() => {
        stop()
        fake.store.updateOrder(1_010, { customerNote: 'two' })
      })
      const second = await collectPages(ordersStream.increment(ctx(), first.at(-1)?.checkpoint ?? null))
      const third = await collectPages(ordersStream.increment(ctx(), second.at(-1)?.checkpoint ?? null))
      const ids = idsOf([...second, ...third])
      assert.ok(ids.includes('1000') && ids.includes('1010'), JSON.stringify(options))
    }
  })

  it('takes an order without currency for one in the store’s own', async (t) => {
    const { fake, ctx } = await startFixture(t, { currency: 'GBP' })
    await fake.store.fill({ orders: [makeOrder(1_000, '2026-11-01T00:00:00Z', { currency: '', lines: [] })] })
    const pages = await collectPages(ordersStream.backfill(ctx(), null))
    const [order] = pages.flatMap(({ records }) => records)
    assert.equal(order?.type === 'order' && order.currency, 'GBP')
  })

  it('names deleted, binned and restored orders at night', async (t) => {
    const { fake, ctx } = await startFixture(t)
    await fake.store.fill({ orders: makeOrders(150, '2026-10-01T00:00:00Z') })
    fake.store.deleteOrder(1_000)
    fake.store.trashOrder(1_010)
    const held = async () => makeOrders(149).map(({ id }) => ({ id: String(id) }))
    const pages = await collectPages(ordersStream.compare?.(ctx(), { since: '2026-09-15T00:00:00Z', held }) ?? empty())
    const records = pages.flatMap((page) => page.records)
    const deleted = records.filter((record) => record.type === 'deletion').map((record) => record.id)
    assert.deepEqual(deleted.toSorted(), ['1000', '1010'])
    assert.ok(
      records.some((record) => record.type === 'order' && record.id === '2490'),
      'the one that we did not hold',
    )
  })

  it('reads customers newest first until a week before the last time', async (t) => {
    const { fake, ctx } = await startFixture(t)
    const customers = Array.from({ length: 250 }, (_, index) => ({
      id: 10 + index,
      email: `c${index}@example.net`,
      createdAt: `${new Date(Date.parse('2026-01-01T00:00:00Z') + index * 86_400_000).toISOString().slice(0, 19)}Z`,
    }))
    await fake.store.fill({ customers })
    assert.equal((await collectIds(customersStream.backfill(ctx(), null))).length, 250)
    const [page, ...more] = await collectPages(customersStream.increment(ctx({ since: '2026-08-20T00:00:00Z' }), null))
    assert.equal(more.length, 0)
    assert.ok(page?.records.some((record) => record.id === '259'))
  })

  it('reads names as people wrote them, not as WordPress keeps them for HTML', async (t) => {
    const { fake, ctx } = await startFixture(t)
    const product = { id: 7, sku: 'S', price: '12', createdAt: '2026-01-01T00:00:00Z' }
    const name = 'Tom &amp; Jerry&#8217;s Socks'
    await fake.store.fill({ products: [{ ...product, name, categories: ['Hats & Caps'] }] })
    const [page] = await collectPages(productsStream.backfill(ctx(), null))
    const [read] = page?.records ?? []
    assert.ok(read?.type === 'product')
    assert.deepEqual([read.title, read.categories], ['Tom & Jerry’s Socks', ['Hats & Caps']])
  })

  it('reads variations of what was sold lately each night', async (t) => {
    const { fake, ctx } = await startFixture(t)
    const variations = [{ id: 8, sku: 'S-M', price: '13.00', attributes: { Size: 'M' }, weight: '0.25', cost: '4.5' }]
    fake.site.features = { ...fake.site.features, costOfGoods: true }
    await fake.store.fill({
      products: [{ id: 7, name: 'Socks', sku: 'S', price: '12', createdAt: '2026-01-01T00:00:00Z', variations }],
    })
    const line = {
      id: 2_001,
      productId: 7,
      variationId: 8,
      sku: 'S-M',
      name: 'Socks - M',
      quantity: 1,
      subtotal: '13',
      total: '13',
    }
    fake.store.createOrder({ ...makeOrder(2_000, fake.store.now()), lines: [line] })
    const [page] = await collectPages(productsStream.compare?.(ctx(), { since: '2026-01-01T00:00:00Z' }) ?? empty())
    const [product] = page?.records ?? []
    assert.ok(product?.type === 'product')
    assert.deepEqual(product.variants, [
      { id: '8', sku: 'S-M', title: 'Socks - M', price: '13.00', cost: '4.5', weight: '0.25', managesStock: false },
    ])
  })
})

describe('Reading refunds', () => {
  const refunded = (id: number) =>
    makeOrder(id, '2026-10-10T10:00:00Z', {
      refunds: [{ id: id + 5, createdAt: '2026-10-12T10:00:00Z', amount: '4.00', reason: 'half' }],
    })

  it('lists them all, in every version and with every known fault', async (t) => {
    for (const features of [{}, { refundsRoute: false }, { zeroRefundAmount: true }, { emptyRefundsInLists: true }]) {
      const { fake, ctx } = await startFixture(t, { features })
      await fake.store.fill({ orders: [refunded(1_000), refunded(1_010), makeOrder(1_020, '2026-10-11T00:00:00Z')] })
      const pages = await collectPages(refundsStream.backfill(ctx(), null))
      const records = pages.flatMap((page) => page.records).filter((record) => record.type === 'refund')
      const found = records
        .map((record) => [record.id, record.orderId, Number(record.amount)])
        .toSorted(([one], [other]) => Number(one) - Number(other))
      assert.deepEqual(
        found,
        [
          ['1005', '1000', 4],
          ['1015', '1010', 4],
        ],
        JSON.stringify(features),
      )
    }
  })

  it('finds new ones that do not touch their order', async (t) => {
    for (const features of [{}, { refundsRoute: false }]) {
      const { fake, ctx } = await startFixture(t, { features: { ...features, partialRefundBumpsModified: false } })
      await fake.store.fill({ orders: [refunded(1_000), makeOrder(1_010, '2026-10-11T00:00:00Z')] })
      const first = await collectPages(refundsStream.increment(ctx(), null))
      const refund = fake.store.refundOrder(1_010, { amount: '3.00' })
      const second = await collectIds(refundsStream.increment(ctx(), first.at(-1)?.checkpoint ?? null))
      assert.ok(second.includes(String(refund?.id)), JSON.stringify(features))
    }
  })

  it('finds one of an order that lists without refunds tell of, in versions that cannot list refunds', async (t) => {
    const { fake, ctx } = await startFixture(t, { features: { refundsRoute: false, emptyRefundsInLists: true } })
    const full = makeOrder(1_020, '2026-10-11T00:00:00Z', {
      status: 'refunded',
      refunds: [{ id: 1_025, createdAt: '2026-10-12T10:00:00Z', amount: '11.90' }],
    })
    await fake.store.fill({ orders: [refunded(1_000), makeOrder(1_010, '2026-10-11T00:00:00Z'), full] })
    const ids = await collectIds(refundsStream.backfill(ctx(), null))
    assert.deepEqual(ids.toSorted(), ['1005', '1025'])
  })

  it('are asked for with an order that does not name what is held, or names what is not', async (t) => {
    for (const features of [{}, { emptyRefundsInLists: true }]) {
      const { fake, ctx } = await startFixture(t, { features })
      await fake.store.fill({ orders: [refunded(1_000), refunded(1_010), refunded(1_020)] })
      fake.store.deleteRefund(1_010, 1_015)
      const held = new Map([
        ['1000', ['1005']],
        ['1010', ['1015']],
      ])
      const heldRefunds = async () => held
      for (const pages of [
        await collectPages(ordersStream.increment(ctx({ heldRefunds, since: '2026-10-01T00:00:00Z' }), null)),
        await collectPages(ordersStream.backfill(ctx({ heldRefunds }), null)),
      ]) {
        const sets = pages.flatMap(({ records }) => records.filter((record) => record.type === 'refund_set'))
        const idsOfOrder = (id: string) => sets.find(({ orderId }) => orderId === id)?.refundIds
        assert.deepEqual(idsOfOrder('1010'), [], 'the deleted one')
        const isHidden = features.emptyRefundsInLists === true
        assert.deepEqual(idsOfOrder('1000'), isHidden ? ['1005'] : undefined, 'one that is as it was')
      }
      if (features.emptyRefundsInLists) continue
      const ids = await collectIds(ordersStream.increment(ctx({ heldRefunds, since: '2026-10-01T00:00:00Z' }), null))
      assert.ok(ids.includes('1025'), 'one that is new')
    }
  })

  it('names at night the refunds that an order still has when one was deleted', async (t) => {
    for (const features of [{}, { refundsRoute: false }]) {
      const { fake, ctx } = await startFixture(t, { features })
      await fake.store.fill({ orders: [refunded(1_000), refunded(1_010)] })
      fake.store.deleteRefund(1_010, 1_015)
      const held = async () => [
        { id: '1005', orderId: '1000' },
        { id: '1015', orderId: '1010' },
      ]
      const pages = await collectPages(
        refundsStream.compare?.(ctx(), { since: '2026-09-20T00:00:00Z', held }) ?? empty(),
      )
      const sets = pages.flatMap((page) => page.records).filter((record) => record.type === 'refund_set')
      assert.deepEqual(sets.find((set) => set.orderId === '1010')?.refundIds, [], JSON.stringify(features))
      // Refunds from long ago, which are compared on some nights only.
      const older = { since: '2026-11-10T00:00:00Z', held: async () => [], olderRefunds: held }
      const again = await collectPages(refundsStream.compare?.(ctx(), older) ?? empty())
      const gone = again.flatMap((page) => page.records).filter((record) => record.type === 'refund_set')
      assert.deepEqual(
        gone.map(({ orderId, refundIds }) => [orderId, refundIds]),
        [['1010', []]],
        JSON.stringify(features),
      )
    }
  })

  it('leaves out at night one without a date that an earlier version kept, and asks no more about it', async (t) => {
    for (const features of [{}, { refundsRoute: false }]) {
      const { fake, ctx } = await startFixture(t, { features })
      const { refunds = [], ...order } = refunded(1_000)
      await fake.store.fill({ orders: [{ ...order, refunds: refunds.map((one) => ({ ...one, undated: true })) }] })
      const kept = [{ id: '1005', orderId: '1000', at: '1970-01-01T00:00:00Z' }]
      for (const [held, sets] of [
        [kept, [['1000', []]]],
        [[], []],
      ] as const) {
        const window = { since: '2026-09-20T00:00:00Z', held: async () => held, olderRefunds: async () => held }
        const pages = await collectPages(refundsStream.compare?.(ctx(), window) ?? empty())
        const told = pages.flatMap(({ records }) => records)
        assert.deepEqual(
          told.map((record) => record.type === 'refund_set' && [record.orderId, record.refundIds]),
          sets,
          JSON.stringify(features),
        )
      }
    }
  })
})

async function* empty() {}
