import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listDirtyDays } from '@tillsight/database'
import type { OrderRecord, PlatformRecord } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import type { ShopContext } from '../context/index.ts'
import { readFactsVersion } from '../reports/index.ts'
import { askTotals, openTestStores } from '../reports/shop.testing.ts'
import { finishWrites, rebookShop, rebuildDaily, recomputeCustomers, writeRecords } from './index.ts'
import { ledgerColumns } from './ledger-rows.ts'
import { sampleLine, sampleOrder, sampleRefund } from './sample-facts.ts'
import { splitByOrder } from './write-records.ts'

const stores = await openTestStores({ after })
const source = 'woocommerce'

test('facts get a new version whenever figures may be others, and only then', async () => {
  const ctx = await stores.openShop()
  const isNewAfter = async (work: () => Promise<unknown>): Promise<boolean> => {
    const before = BigInt(await readFactsVersion(ctx))
    await work()
    const now = BigInt(await readFactsVersion(ctx))
    assert.ok(now >= before)
    return now > before
  }
  const records = [sampleOrder({ id: '1', lines: [sampleLine({ id: '1', gross: '100.00' })] })]
  assert.equal(await readFactsVersion(ctx), '0')
  assert.equal(await isNewAfter(() => writeRecords(ctx, { source, records })), true)
  assert.equal(await isNewAfter(() => writeRecords(ctx, { source, records })), false)
  assert.equal(await isNewAfter(() => finishWrites(ctx)), false)
  const later = [sampleOrder({ id: '2', lines: [sampleLine({ id: '1', gross: '5.00' })] })]
  assert.equal(await isNewAfter(() => writeRecords(ctx, { source, records: later, deferCustomers: true })), true)
  assert.equal(await isNewAfter(() => recomputeCustomers(ctx)), true)
  assert.equal(await isNewAfter(() => rebuildDaily(ctx)), true)
  assert.equal(await isNewAfter(() => rebookShop(ctx)), true)
})

test('figures that were written but not summed up are announced too: reports read them from the ledger', async () => {
  const ctx = await stores.openShop()
  const { warehouse } = ctx
  const broken = { ...warehouse, rewrite: () => Promise.reject(new Error('the disk is full')) }
  const records = [sampleOrder({ id: '1', lines: [sampleLine({ id: '1', gross: '100.00' })] })]
  await assert.rejects(writeRecords({ ...ctx, warehouse: broken }, { source, records }), /disk/)
  assert.notEqual(await readFactsVersion(ctx), '0')
  assert.equal((await listDirtyDays(ctx.db.kysely, ctx.shop.id)).length, 1)
  const totals = await askTotals(ctx, { metrics: ['sales'], from: '2026-03-01', to: '2026-03-31' })
  assert.equal(Number(totals.sales), 100)
})

const count = 7_600

/** Buyers come back, are merged by a later order of theirs, and come from campaigns; one refund arrives long after its order. */
function history(): PlatformRecord[] {
  const orders = Array.from({ length: count }, (_, index): OrderRecord => {
    const placedAt = new Date(Date.parse('2026-06-01T00:00:00Z') - index * 3_600_000).toISOString()
    const platformId = index % 3 === 0 ? String(index % 700) : null
    return sampleOrder({
      id: String(count - index),
      placedAt,
      lines: [sampleLine({ id: '1', gross: `${index % 90}.10` })],
      customer: { platformId, email: `buyer-${index % 900}@example.net`, phone: null },
      origin: { sourceType: 'utm', referrer: null, landingUrl: null, utm: { source: `letter-${index % 5}` } },
    })
  })
  const refund = sampleRefund({ id: 'r', orderId: String(count), at: '2026-06-02T10:00:00Z', amount: '0.05' })
  return [...orders, refund]
}

const LedgerText = z.record(z.string(), z.unknown())

/** The ledger and the visits of orders; customers are named in their order of appearance, as their ids differ by shop. */
async function readAll({ warehouse }: ShopContext) {
  const read = (sql: string) => warehouse.read({ sql, params: {} }, LedgerText)
  const ledger = await read(
    `SELECT ${ledgerColumns} FROM ledger WHERE shop_id = {shop:UUID} ORDER BY booked_at, order_id, row_id`,
  )
  const names = new Map<unknown, number>()
  for (const { customer_id } of ledger) if (!names.has(customer_id)) names.set(customer_id, names.size)
  return {
    ledger: ledger.map((row) => ({ ...row, customer_id: names.get(row['customer_id']) })),
    identities: await read(
      'SELECT count() AS entries, uniqExact(customer_id) AS customers FROM identities WHERE shop_id = {shop:UUID}',
    ),
    records: await read('SELECT type, id, body FROM records WHERE shop_id = {shop:UUID} ORDER BY type, id'),
    touches: await read('SELECT order_id, source, at FROM touches WHERE shop_id = {shop:UUID} ORDER BY order_id'),
  }
}

/** A warehouse that fails at one insert into a table. */
function failingAt({ warehouse, ...ctx }: ShopContext, table: string, nth: number): ShopContext {
  let seen = 0
  const insert: typeof warehouse.insert = async (name, rows) => {
    if (name === table) seen += 1
    if (name === table && seen === nth) throw new Error('the disk is full')
    return warehouse.insert(name, rows)
  }
  return { ...ctx, warehouse: { ...warehouse, insert } }
}

test('a history whose writer fails between its parts leaves nothing out and nothing double when it is repeated', async () => {
  const records = history()
  const clean = await stores.openShop()
  const wish = { source, records, deferCustomers: true }
  await writeRecords(clean, wish)
  await recomputeCustomers(clean)
  const expected = await readAll(clean)
  assert.equal(expected.ledger.length, count + 1)
  assert.equal(expected.touches.length, count)

  const ctx = await stores.openShop()
  for (const [table, nth] of [
    ['records', 1],
    ['identities', 3],
    ['ledger', 2],
    ['touches', 2],
  ] as const) {
    await assert.rejects(writeRecords(failingAt(ctx, table, nth), wish), /disk/, `${table} ${nth}`)
  }
  assert.equal((await writeRecords(ctx, wish)).received, records.length)
  await recomputeCustomers(ctx)
  assert.deepEqual(await readAll(ctx), expected)
})

test('records are divided so that those of one order stay together', () => {
  const refund = sampleRefund({ id: 'r', orderId: '1', at: '2026-06-02T10:00:00Z', amount: '1.00' })
  const gone = { type: 'deletion', of: 'order', id: '2', seenAt: '2026-06-02T10:00:00Z' } as const
  const [one, two, three] = ['1', '2', '3'].map((id) => sampleOrder({ id }))
  const records = [one, two, three, refund, gone].filter((record) => record !== undefined)
  assert.deepEqual(splitByOrder(records, 2), [[one, two, refund, gone], [three]])
  assert.deepEqual(splitByOrder([], 2), [[]])
})
