import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listDirtyDays } from '@tillsight/database'
import { readFactsVersion } from '../reports/index.ts'
import { askTotals, openTestStores } from '../reports/shop.testing.ts'
import { finishWrites, rebookShop, rebuildDaily, recomputeCustomers, writeRecords } from './index.ts'
import { sampleLine, sampleOrder } from './sample-facts.ts'

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
