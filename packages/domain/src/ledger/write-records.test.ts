import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { fixedClock } from '@tillsight/core'
import { listNumberChanges, listOpenHealthIssues, updateShop } from '@tillsight/database'
import type { OrderRecord, PlatformRecord } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { run, type ShopContext } from '../context/index.ts'
import { importRates } from '../imports/index.ts'
import { findJourneyState } from '../journey-marks/index.ts'
import { askTotals, openTestStores } from '../reports/shop.testing.ts'
import { rebookShop, rebookUnrated, recomputeCustomers, writeRecords } from './index.ts'
import { buyer, sampleLine, sampleOrder, sampleRefund } from './sample-facts.ts'

const stores = await openTestStores({ after })
const clock = fixedClock('2026-03-20T10:00:00Z')
const range = { from: '2026-03-01', to: '2026-03-31' }

function priced(id: string, order: Partial<OrderRecord> = {}): OrderRecord {
  return sampleOrder({ id, lines: [sampleLine({ id: '1', gross: '100.00' })], ...order })
}

async function write(ctx: ShopContext, ...records: PlatformRecord[]) {
  return writeRecords(ctx, { source: 'woocommerce', records })
}

async function listChanges(ctx: ShopContext) {
  const changes = await listNumberChanges(ctx.db.kysely, ctx.shop.id, { since: new Date(0), limit: 100 })
  return changes.map(({ day, orderId, cause, amountBefore, amountAfter }) => [
    day,
    orderId,
    cause,
    Number(amountBefore),
    Number(amountAfter),
  ])
}

async function listIssues(ctx: ShopContext) {
  return (await listOpenHealthIssues(ctx.db.kysely, ctx.shop.id)).map(({ kind, key }) => `${kind} ${key}`)
}

suite('changes of past days', () => {
  test('are noted when an order is edited, uncounted or deleted, and when a refund is deleted', async () => {
    const ctx = await stores.openShop({}, clock)
    const refund = sampleRefund({ id: 'r', orderId: '4', at: '2026-03-12T10:00:00Z', amount: '30.00' })
    await write(ctx, priced('1'), priced('2'), priced('3'), priced('4'), refund)
    assert.deepEqual(await listChanges(ctx), [])
    await write(
      ctx,
      priced('1', { updatedAt: '2026-03-15T10:00:00Z', lines: [sampleLine({ id: '1', gross: '80.00' })] }),
    )
    await write(ctx, priced('2', { updatedAt: '2026-03-15T10:00:00Z', standing: 'failed', paidAt: null }))
    await write(ctx, { type: 'deletion', of: 'order', id: '3', seenAt: '2026-03-15T10:00:00Z' })
    await write(ctx, { type: 'deletion', of: 'refund', id: 'r', seenAt: '2026-03-15T10:00:00Z' })
    assert.deepEqual(
      (await listChanges(ctx)).sort((a, b) => String(a).localeCompare(String(b))),
      [
        ['2026-03-10', '1', 'order_edited', 100, 80],
        ['2026-03-10', '2', 'order_uncounted', 100, 0],
        ['2026-03-10', '3', 'order_deleted', 100, 0],
        ['2026-03-12', '4', 'refund_deleted', -30, 0],
      ],
    )
  })

  test('are noted when a refund, an order or a payment of a past day comes in late', async () => {
    const ctx = await stores.openShop({}, clock)
    const unpaid = { standing: 'unfinished', status: 'pending', paidAt: null } as const
    await write(ctx, priced('1'), priced('2', unpaid))
    const news = (...records: PlatformRecord[]) => writeRecords(ctx, { source: 'woocommerce', records, live: true })
    await news(sampleRefund({ id: 'r', orderId: '1', at: '2026-03-12T10:00:00Z', amount: '30.00' }))
    await news(priced('2', { updatedAt: '2026-03-13T10:00:00Z' }))
    await news(priced('3', { placedAt: '2026-03-11T10:00:00Z', updatedAt: '2026-03-11T10:00:00Z' }))
    assert.deepEqual(
      (await listChanges(ctx)).sort((a, b) => String(a).localeCompare(String(b))),
      [
        ['2026-03-10', '2', 'order_counted', 0, 100],
        ['2026-03-11', '3', 'late_order', 0, 100],
        ['2026-03-12', '1', 'late_refund', 0, -30],
      ],
    )
  })

  test('say when the store changed an order without dating the change', async () => {
    const ctx = await stores.openShop({}, clock)
    await write(ctx, priced('1'))
    await write(ctx, priced('1', { lines: [sampleLine({ id: '1', gross: '90.00' })] }))
    assert.deepEqual(await listChanges(ctx), [['2026-03-10', '1', 'order_reread', 100, 90]])
  })

  test('are noted for who is new when an earlier order of the same buyer comes in', async () => {
    const ctx = await stores.openShop({}, clock)
    await write(ctx, priced('2', { customer: buyer('ann@x.test') }))
    await write(ctx, priced('1', { customer: buyer('ann@x.test'), placedAt: '2026-02-01T10:00:00Z' }))
    assert.deepEqual(await listChanges(ctx), [['2026-03-10', '2', 'customer_history_changed', 100, 0]])
  })

  test('are not noted for new facts of past days, nor for today', async () => {
    const ctx = await stores.openShop({}, clock)
    const today = { placedAt: '2026-03-20T08:00:00Z' }
    await write(ctx, priced('1'), priced('2', today))
    await write(ctx, sampleRefund({ id: 'r', orderId: '1', at: '2026-03-11T10:00:00Z', amount: '100.00' }))
    await write(
      ctx,
      priced('2', { ...today, updatedAt: '2026-03-20T09:00:00Z', lines: [sampleLine({ id: '1', gross: '80.00' })] }),
    )
    assert.deepEqual(await listChanges(ctx), [])
  })

  test('are noted once when the shop decides differently about what counts, and figures follow', async () => {
    const ctx = await stores.openShop({}, clock)
    await write(ctx, priced('1', { standing: 'unpaid', paidAt: null }), priced('2'))
    await updateShop(ctx.db.kysely, ctx.shop.id, { settings: { countUnpaid: false } })
    await rebookShop(ctx)
    await rebookShop(ctx)
    assert.deepEqual(await listChanges(ctx), [['2026-03-10', '1', 'settings_changed', 100, 0]])
    assert.equal((await askTotals(ctx, { metrics: ['orders'], ...range }))['orders'], 1)
  })
})

suite('data health', () => {
  test('an issue is opened with its order and closed when the order is mended', async () => {
    const ctx = await stores.openShop({}, clock)
    await write(ctx, priced('1', { total: '120.00' }))
    assert.deepEqual(await listIssues(ctx), ['order_arithmetic 1'])
    await write(ctx, priced('1', { total: '100.00', updatedAt: '2026-03-11T10:00:00Z' }))
    assert.deepEqual(await listIssues(ctx), [])
  })

  test('a record that cannot be read is kept, left out and named, and stops nothing else', async () => {
    const ctx = await stores.openShop({}, clock)
    await write(ctx, priced('1', { lines: [sampleLine({ id: '1', gross: 'twelve' })] }), priced('2'))
    assert.deepEqual(await listIssues(ctx), ['record_unreadable 1'])
    assert.equal((await askTotals(ctx, { metrics: ['orders'], ...range }))['orders'], 1)
  })

  test('an order without a rate waits for one', async () => {
    const ctx = await stores.openShop({}, clock)
    await write(ctx, priced('1', { currency: 'NOK' }))
    assert.deepEqual(await listIssues(ctx), ['missing_rate 1'])
    assert.equal(await rebookUnrated(ctx), 1)
    assert.equal((await askTotals(ctx, { metrics: ['orders'], ...range }))['orders'], 0)
    assert.equal((await run(importRates, ctx, { csv: 'Date,NOK\n2026-03-10,10\n' })).rebooked, 1)
    assert.deepEqual(await listIssues(ctx), [])
    assert.equal(Number((await askTotals(ctx, { metrics: ['sales'], ...range }))['sales']), 10)
  })
})

test('the date of a cancellation that the platform does not keep is the first that was seen, for good', async () => {
  const ctx = await stores.openShop({}, clock)
  const cancelled = { standing: 'cancelled', paidAt: '2026-03-10T10:00:00Z' } as const
  await write(ctx, priced('1', { ...cancelled, updatedAt: '2026-03-14T10:00:00Z' }))
  await write(ctx, priced('1', { ...cancelled, status: 'archived', updatedAt: '2026-03-18T10:00:00Z' }))
  const returnsOn = async (day: string) =>
    Number((await askTotals(ctx, { metrics: ['returnsCancelled'], from: day, to: day }))['returnsCancelled'])
  assert.deepEqual([await returnsOn('2026-03-14'), await returnsOn('2026-03-18')], [100, 0])
  await write(ctx, priced('1', { ...cancelled, updatedAt: '2026-03-13T10:00:00Z' }))
  assert.deepEqual([await returnsOn('2026-03-13'), await returnsOn('2026-03-14')], [100, 0])
})

suite('customers', () => {
  const at = (day: number) => ({ placedAt: `2026-03-${String(day).padStart(2, '0')}T10:00:00Z` })
  const both = { platformId: '7', email: 'ann@x.test', phone: null }
  const askPeople = (ctx: ShopContext) =>
    askTotals(ctx, { metrics: ['newCustomers', 'returningCustomers', 'unidentifiedOrders'], ...range })
  const shown = async (ctx: ShopContext) => Object.values(await askPeople(ctx))

  test('become one when an order connects them, and two again when that order goes or changes', async () => {
    const ctx = await stores.openShop({}, clock)
    const connecting = priced('3', { ...at(5), customer: both })
    await write(
      ctx,
      priced('1', { ...at(3), customer: buyer('ann@x.test') }),
      priced('2', { ...at(4), customer: { ...both, email: null } }),
    )
    assert.deepEqual(await shown(ctx), [2, 0, 0])
    await write(ctx, connecting)
    assert.deepEqual(await shown(ctx), [1, 1, 0])
    await write(ctx, { ...connecting, updatedAt: '2026-03-06T10:00:00Z', customer: buyer('ann@x.test') })
    assert.deepEqual(await shown(ctx), [2, 1, 0])
    await write(ctx, { ...connecting, updatedAt: '2026-03-07T10:00:00Z' })
    await write(ctx, { type: 'deletion', of: 'order', id: '3', seenAt: '2026-03-08T10:00:00Z' })
    assert.deepEqual(await shown(ctx), [2, 0, 0])
  })

  test('have a new first order when the first turns out not to count', async () => {
    const ctx = await stores.openShop({}, clock)
    const first = priced('1', { ...at(3), customer: both })
    await write(ctx, first, priced('2', { ...at(4), customer: both }), priced('3', { ...at(5), customer: both }))
    await write(ctx, { ...first, standing: 'failed', paidAt: null, updatedAt: '2026-03-06T10:00:00Z' })
    const { series } = {
      series: await Promise.all(
        ['2026-03-03', '2026-03-04', '2026-03-05'].map((day) =>
          askTotals(ctx, { metrics: ['newCustomers', 'returningCustomers'], from: day, to: day }),
        ),
      ),
    }
    assert.deepEqual(
      series.map((values) => Object.values(values)),
      [
        [0, 0],
        [1, 0],
        [0, 1],
      ],
    )
  })

  test('are found out anew when the shop ignores an address that connected strangers', async () => {
    const ctx = await stores.openShop({}, clock)
    const till = (id: string) => ({ platformId: id, email: 'till@shop.test', phone: null })
    await write(ctx, priced('1', { customer: till('1') }), priced('2', { customer: till('2') }))
    assert.deepEqual(await shown(ctx), [1, 1, 0])
    await updateShop(ctx.db.kysely, ctx.shop.id, { settings: { ignoredEmails: ['till@shop.test'] } })
    await rebookShop(ctx)
    assert.deepEqual(await shown(ctx), [2, 0, 0])
  })

  test('stay who they were when their personal data is erased, each apart from the others', async () => {
    const ctx = await stores.openShop({}, clock)
    const erased = { ...buyer('deleted@site.invalid'), platformId: '0' }
    const orders = [
      priced('1', { ...at(3), customer: both }),
      priced('2', { ...at(4), customer: buyer('ann@x.test') }),
      priced('3', { ...at(5), customer: buyer('bob@x.test') }),
    ]
    await write(ctx, ...orders)
    assert.deepEqual(await shown(ctx), [2, 1, 0])
    for (const order of orders) {
      await write(ctx, { ...order, customer: erased, updatedAt: '2026-03-15T10:00:00Z' })
      assert.deepEqual(await shown(ctx), [2, 1, 0])
    }
    await rebookShop(ctx)
    assert.deepEqual(await shown(ctx), [2, 1, 0])
    const left = await ctx.warehouse.read(
      { sql: 'SELECT count() AS n FROM identities WHERE shop_id = {shop:UUID}', params: {} },
      z.object({ n: z.coerce.number() }),
    )
    assert.deepEqual(left, [{ n: 0 }])
  })

  test('that were erased from the first are nobody in particular', async () => {
    const ctx = await stores.openShop({}, clock)
    const customer = buyer('deleted@site.invalid')
    await write(ctx, priced('1', { customer }), priced('2', { customer }))
    assert.deepEqual(await shown(ctx), [0, 0, 2])
  })

  test('are the same after they were worked out for the whole shop', async () => {
    const ctx = await stores.openShop({}, clock)
    await write(
      ctx,
      priced('1', { ...at(3), customer: both }),
      priced('2', { ...at(4), customer: buyer('ann@x.test') }),
      priced('3'),
    )
    const before = await shown(ctx)
    await recomputeCustomers(ctx)
    assert.deepEqual(await shown(ctx), before)
    assert.deepEqual(before, [1, 1, 1])
  })
})

const product = {
  type: 'product',
  id: 'p',
  title: 'Sock',
  status: 'publish',
  giftCard: false,
  categories: [],
  imageUrl: null,
  updatedAt: '2026-03-10T10:00:00Z',
  variants: [],
} as const

test('journeys of a history wait for its end; one without orders lets nothing wait', async () => {
  const ctx = await stores.openShop({}, clock)
  const read = async (record: PlatformRecord) => {
    await writeRecords(ctx, { source: 'woocommerce', records: [record], deferCustomers: true })
    return (await findJourneyState(ctx.db.kysely, ctx.shop.id)).history
  }
  assert.equal(await read(priced('1')), true)
  await recomputeCustomers(ctx)
  assert.equal(await read(product), false)
})

test('products, customers and coupons are kept in their newest version and hidden when they are gone', async () => {
  const ctx = await stores.openShop({}, clock)
  await write(ctx, product, { ...product, title: 'Old sock', updatedAt: '2026-03-09T10:00:00Z' })
  const titles = () =>
    ctx.warehouse.read(
      {
        sql: `SELECT JSONExtractString(body, 'title') AS title FROM records WHERE shop_id = {shop:UUID} AND type = 'product'`,
        params: {},
      },
      z.object({ title: z.string() }),
    )
  assert.deepEqual(await titles(), [{ title: 'Sock' }])
  await write(ctx, { type: 'deletion', of: 'product', id: 'p', seenAt: '2026-03-11T10:00:00Z' })
  assert.deepEqual(await titles(), [])
  await write(ctx, product)
  assert.deepEqual(await titles(), [])
  await write(ctx, { ...product, title: 'New sock', updatedAt: '2026-03-12T10:00:00Z' })
  assert.deepEqual(await titles(), [{ title: 'New sock' }])
})
