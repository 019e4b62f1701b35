import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { createConnection, markDaysDirty, saveSyncState } from '@tillsight/database'
import { createFactsMemory, createShopReads, type ShopContext } from '../context/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { writeAdDays } from './ads.testing.ts'
import { readFirstDay } from './run-query.ts'
import { ask, askTotals, openTestStores, type Query } from './shop.testing.ts'

const stores = await openTestStores({ after })
const march: Query = { metrics: ['sales'], from: '2026-03-01', to: '2026-03-31' }

/** Requests to one shop in one process, and how often they query the warehouse. */
async function openRequests(facts?: ShopContext['facts']) {
  const ctx = await stores.openShop()
  const memory = facts ?? createFactsMemory(ctx.clock)
  const counted = { reads: 0 }
  const { warehouse } = ctx
  const read: typeof warehouse.read = (...query) => {
    counted.reads += 1
    return warehouse.read(...query)
  }
  const request = (): ShopContext => ({
    ...ctx,
    warehouse: { ...warehouse, read },
    facts: memory,
    reads: createShopReads(ctx),
  })
  const sell = (id: string, gross: string) =>
    writeRecords(ctx, {
      source: 'woocommerce',
      records: [sampleOrder({ id, lines: [sampleLine({ id: '1', gross })] })],
    })
  return { ctx, memory, counted, request, sell }
}

test('one question about the same facts is put to the warehouse once, by however many requests', async () => {
  const { counted, request, sell } = await openRequests()
  await sell('1', '10.00')
  const results = await Promise.all([askTotals(request(), march), askTotals(request(), march)])
  assert.deepEqual([...results, await askTotals(request(), march)], Array(3).fill({ sales: '10.00' }))
  assert.equal(counted.reads, 1)
  await askTotals(request(), { ...march, to: '2026-03-30' })
  assert.equal(counted.reads, 2)
})

test('new facts are in the next request’s answer', async () => {
  const { request, sell } = await openRequests()
  await sell('1', '10.00')
  assert.deepEqual(await askTotals(request(), march), { sales: '10.00' })
  await sell('2', '5.00')
  assert.deepEqual(await askTotals(request(), march), { sales: '15.00' })
})

test('while orders come in, a figure that was seen never goes back', async () => {
  const { request, sell } = await openRequests()
  await sell('0', '1.00')
  const writing = (async () => {
    for (let id = 1; id <= 12; id++) await sell(`${id}`, '1.00')
  })()
  let isOver = false
  void writing.finally(() => {
    isOver = true
  })
  let seen = 0
  while (!isOver) {
    const { sales } = await askTotals(request(), march)
    assert.ok(Number(sales) >= seen, `${sales} after ${seen}`)
    seen = Number(sales)
  }
  await writing
  assert.deepEqual(await askTotals(request(), march), { sales: '13.00' })
})

test('while a day of the question waits for its summary, every request asks for itself', async () => {
  const { ctx, counted, request, sell } = await openRequests()
  await sell('1', '10.00')
  await markDaysDirty(ctx.db.kysely, ctx.shop.id, { days: [parseDay('2026-03-10')], token: 2n ** 62n })
  await askTotals(request(), march)
  await askTotals(request(), march)
  assert.equal(counted.reads, 2)
})

test('what is remembered of one shop is never told of another', async () => {
  const one = await openRequests()
  const other = await openRequests(one.memory)
  await one.sell('1', '10.00')
  assert.deepEqual(await askTotals(one.request(), march), { sales: '10.00' })
  assert.equal(Number((await askTotals(other.request(), march)).sales), 0)
  assert.notEqual(await readFirstDay(one.request()), null)
  assert.equal(await readFirstDay(other.request()), null)
})

test('the first day is looked for once, until there are new facts', async () => {
  const { counted, request, sell } = await openRequests()
  assert.equal(await readFirstDay(request()), null)
  assert.equal(await readFirstDay(request()), null)
  assert.equal(counted.reads, 1)
  await sell('1', '10.00')
  assert.notEqual(await readFirstDay(request()), null)
})

test('what ads are in is found out once for all days, and told by day where something has to be converted', async () => {
  const { ctx, counted, request, sell } = await openRequests()
  const { kysely } = ctx.db
  const options = { shopId: ctx.shop.id, connector: 'tiktokads', settings: {}, secrets: Buffer.from('none') }
  const { id } = await createConnection(kysely, { ...options, status: 'active' })
  const read = { lastSuccessAt: ctx.clock.now() }
  for (const mode of ['backfill', 'increment'] as const) {
    await saveSyncState(kysely, { connectionId: id, stream: 'ad_days', mode }, read)
  }
  const row = { platform: 'tiktokads', campaign: '1', adSet: '2', ad: '3', spend: '10', clicks: 2 }
  await writeAdDays(ctx, [
    { ...row, day: '2026-02-10' },
    { ...row, day: '2026-03-10' },
  ])
  await sell('1', '10.00')
  const ads = { metrics: ['adSpend', 'adClicks'] }
  assert.deepEqual(await askTotals(request(), { ...march, ...ads }), { adSpend: '10.00', adClicks: 2 })
  assert.equal(counted.reads, 3, 'currencies, campaigns of which little is told, and the figures')
  const february = { ...ads, from: '2026-02-01', to: '2026-02-28' }
  assert.deepEqual(await askTotals(request(), february), { adSpend: '10.00', adClicks: 2 })
  assert.equal(counted.reads, 4)
  await writeAdDays(ctx, [
    { ...row, day: '2026-01-10', currency: 'USD' },
    { day: '2026-01-11', platform: 'tiktokads', campaign: '9', spend: '4' },
  ])
  await sell('2', '10.00')
  assert.deepEqual(await askTotals(request(), { ...march, ...ads }), { adSpend: '10.00', adClicks: 2 })
  const january = await ask(request(), { ...ads, from: '2026-01-01', to: '2026-01-31' })
  assert.equal(january.totals['adSpend'], null, 'there is no rate')
  assert.ok(january.warnings.some((warning) => warning.startsWith('GMV Max spent 4.00 EUR')))
})
