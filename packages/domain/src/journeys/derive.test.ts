import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addDecimals, fixedClock } from '@tillsight/core'
import fc from 'fast-check'
import { z } from 'zod'
import { asOnlyWriter, run, type ShopContext } from '../context/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { buyer, sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { getOrderJourney } from '../orders/index.ts'
import { histories, historyRange } from '../reports/random-history.testing.ts'
import { askTotals, openTestStores } from '../reports/shop.testing.ts'
import { deriveJourneys } from './derive.ts'
import { changedSql } from './journey-sql.ts'
import { drainJourneys } from './keep-journeys.ts'
import { tellIdentification, tellTouch, visitorOf } from './random-people.testing.ts'
import { deviceOwnersSql } from './sightings-sql.ts'

const stores = await openTestStores({ after })
const placedAt = '2026-03-10T10:00:00Z'
const placed = Date.parse(placedAt)
const minute = 60_000

const Row = z.object({
  order_id: z.string(),
  person: z.string(),
  touch_ids: z.array(z.string()),
  channels: z.array(z.string()),
})

async function journeysOf(ctx: ShopContext): Promise<Record<string, z.infer<typeof Row>>> {
  await drainJourneys(ctx)
  const sql = `SELECT ${Object.keys(Row.shape).join(', ')} FROM journeys WHERE shop_id = {shop:UUID}`
  const rows = await ctx.warehouse.read({ sql, params: {} }, Row)
  return Object.fromEntries(rows.map((row) => [row.order_id, row]))
}

function order(id: string, more: Partial<Parameters<typeof sampleOrder>[0]> = {}) {
  return sampleOrder({ id, placedAt, lines: [sampleLine({ id: '1', gross: '10.00' })], ...more })
}

const write = (ctx: ShopContext, ...records: ReturnType<typeof order>[]) =>
  writeRecords(ctx, { source: 'woocommerce', records })

const origin = { sourceType: 'utm', referrer: null, landingUrl: null, utm: { source: 'newsletter', medium: 'email' } }

test('what an order says of itself counts for it alone, and only while no other touch of its buyer is known', async () => {
  const ctx = await stores.openShop()
  const ann = { customer: buyer('ann@example.com') }
  await write(ctx, order('told', { ...ann, origin }), order('silent', ann))
  const first = await journeysOf(ctx)
  assert.deepEqual([first.told?.channels, first.silent?.channels], [['email'], []])
  await tellTouch(ctx, { visitor: visitorOf(1), touch_id: 'seen', ts: placed - minute })
  await tellIdentification(ctx, { visitor: visitorOf(1), ts: placed, names: ['email:ann@example.com'] })
  const known = await journeysOf(ctx)
  assert.deepEqual([known.told?.touch_ids, known.silent?.touch_ids], [['seen'], ['seen']])
  await write(ctx, order('told', { ...ann, origin: null, updatedAt: '2026-03-11T10:00:00Z' }))
  assert.deepEqual((await journeysOf(ctx)).told?.touch_ids, ['seen'])
})

test('a machine’s visits count for nobody but who paid for an order', async () => {
  const ctx = await stores.openShop()
  for (const [device, email] of ['paid@example.com', 'free@example.com'].entries()) {
    const visitor = visitorOf(device)
    await tellTouch(ctx, { visitor, touch_id: `t${device}`, ts: placed - minute, more: { bot: 'bot' } })
    await tellIdentification(ctx, { visitor, ts: placed, names: [`email:${email}`] })
  }
  await write(
    ctx,
    order('paid', { customer: buyer('paid@example.com') }),
    order('free', { customer: buyer('free@example.com'), lines: [sampleLine({ id: '1' })], total: '0' }),
  )
  const journeys = await journeysOf(ctx)
  assert.deepEqual([journeys.paid?.touch_ids, journeys.free?.touch_ids], [['t0'], []])
})

test('a till is nobody’s device, and an address of a till is nobody’s address', async () => {
  const ctx = await stores.openShop()
  const till = visitorOf(99)
  await tellTouch(ctx, { visitor: till, touch_id: 'till', ts: placed - 100 * minute })
  await write(
    ctx,
    order('o', { customer: buyer('p0@example.com') }),
    order('staff', { customer: buyer('staff@example.com') }),
  )
  const seen = (nth: number) =>
    tellIdentification(ctx, { visitor: till, ts: placed - (50 - nth) * minute, names: [`email:p${nth}@example.com`] })
  for (let nth = 0; nth < 10; nth += 1) await seen(nth)
  assert.deepEqual((await journeysOf(ctx)).o?.touch_ids, ['till'], 'ten are a family')
  await seen(10)
  assert.deepEqual((await journeysOf(ctx)).o?.touch_ids, [])
  const names = ['email:staff@example.com']
  await tellTouch(ctx, { visitor: visitorOf(1000), touch_id: 'desk', ts: placed - 100 * minute })
  for (let nth = 0; nth < 50; nth += 1)
    await tellIdentification(ctx, { visitor: visitorOf(1000 + nth), ts: placed, names })
  assert.deepEqual((await journeysOf(ctx)).staff?.touch_ids, ['desk'], 'fifty are a person')
  await tellIdentification(ctx, { visitor: visitorOf(2000), ts: placed, names })
  assert.deepEqual((await journeysOf(ctx)).staff?.touch_ids, [])
  assert.equal(await asOnlyWriter(ctx, (fresh) => deriveJourneys(fresh, 'all')), 0)
})

const Money = z.object({ revenue: z.string(), back: z.string(), goods: z.string(), goods_back: z.string() })

test('journeys hold the money that the metrics tell of, and orders that are gone hold none', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ news }) => {
      const ctx = await stores.openShop()
      await writeRecords(ctx, { source: 'woocommerce', records: news })
      const sql = `SELECT sum(order_revenue) AS revenue, sum(order_revenue_back) AS back, sum(goods) AS goods,
        sum(goods_back) AS goods_back FROM journeys WHERE shop_id = {shop:UUID}`
      const [money] = await ctx.warehouse.read({ sql, params: {} }, Money)
      const metrics = ['orderRevenue', 'returns', 'goods', 'returnsProducts']
      const totals = await askTotals(ctx, { metrics, from: historyRange.from, to: '2026-06-30' })
      assert.deepEqual(
        Object.values(money ?? {}).map(Number),
        metrics.map((metric) => Number(totals[metric] ?? 0)),
      )
      assert.equal(await asOnlyWriter(ctx, (fresh) => deriveJourneys(fresh, 'all')), 0)
    }),
    { numRuns: 5 },
  )
})

test('one order is told with every touch, why it cannot earn, and what each model gives by which weight', async () => {
  const ctx = await stores.openShop()
  const visitor = visitorOf(7)
  for (const [nth, days] of [40, 10, 2].entries()) {
    const more = nth === 2 ? { channel: 'direct', paid: 0, platform: '' } : {}
    await tellTouch(ctx, { visitor, touch_id: `t${nth}`, ts: placed - days * 1440 * minute, more })
  }
  await tellIdentification(ctx, { visitor, ts: placed, names: ['email:ann@example.com'] })
  await write(ctx, order('o', { customer: buyer('ann@example.com'), lines: [sampleLine({ id: '1', gross: '10.01' })] }))
  const told = await run(getOrderJourney, ctx, { id: 'o' })
  assert.deepEqual(
    told.touches.map(({ id, ineligible }) => [id, ineligible]),
    [
      ['t0', 'click_window'],
      ['t1', null],
      ['t2', null],
    ],
  )
  const linear = told.models.find(({ model }) => model === 'linear_all')
  assert.deepEqual(
    linear?.credit.map(({ touchId, weight, position, gross }) => [touchId, weight, position, Number(gross)]),
    [
      ['t1', '1/2', 'first', 5.01],
      ['t2', '1/2', 'last', 5],
    ],
  )
  for (const { credit } of told.models) {
    assert.equal(Number(addDecimals(credit.map(({ gross }) => gross))), 10.01)
    assert.equal(Number(addDecimals(credit.map(({ orders }) => orders))), 1)
  }
  await assert.rejects(run(getOrderJourney, ctx, { id: 'unknown' }), { code: 'not_found' })
})

test('a visit that is kept no more stays in the journeys that it was part of, whatever else changes', async () => {
  const ctx = await stores.openShop({}, fixedClock('2027-06-30T12:00:00Z'))
  const visitor = visitorOf(8)
  const late = Date.parse('2026-05-10T10:00:00Z')
  const touch = (touch_id: string, ts: number) => tellTouch(ctx, { visitor, touch_id, ts })
  await touch('old', placed)
  await touch('new', late - minute)
  await tellIdentification(ctx, { visitor, ts: placed, names: ['email:ann@example.com'] })
  await write(ctx, order('o', { customer: buyer('ann@example.com'), placedAt: new Date(late).toISOString() }))
  assert.deepEqual((await journeysOf(ctx)).o?.touch_ids, ['old', 'new'])
  await ctx.warehouse.purge({ from: 'touches', where: "touch_id = 'old'", params: {} })
  await touch('newer', late - minute / 2)
  assert.deepEqual((await journeysOf(ctx)).o?.touch_ids, ['old', 'new', 'newer'])
  assert.equal(await asOnlyWriter(ctx, (fresh) => deriveJourneys(fresh, 'all')), 0)
})

const deriveAll = (ctx: ShopContext) => asOnlyWriter(ctx, (fresh) => deriveJourneys(fresh, 'all'))

/** Writes a family's shared device, the device of an unidentified guest, and one that only ann uses. */
async function tellHousehold(ctx: ShopContext): Promise<void> {
  const [shared, guest, own] = [visitorOf(1), visitorOf(2), visitorOf(3)]
  for (const [at, visitor] of [shared, shared, guest, own].entries()) {
    await tellTouch(ctx, { visitor, touch_id: `t${at}`, ts: placed - (10 - 3 * at) * minute })
  }
  await tellIdentification(ctx, { visitor: shared, ts: placed - 9 * minute, names: ['email:ann@example.com'] })
  await tellIdentification(ctx, { visitor: shared, ts: placed - 5 * minute, names: ['email:ben@example.com'] })
  await tellIdentification(ctx, { visitor: own, ts: placed, names: ['email:ann@example.com'] })
  await tellIdentification(ctx, { visitor: guest, ts: placed, names: [], order: 'guest' })
  await write(
    ctx,
    order('ann', { customer: buyer('ann@example.com') }),
    order('ben', { customer: buyer('ben@example.com') }),
    order('guest', { customer: { platformId: null, email: null, phone: null } }),
    order('lost', { customer: { platformId: null, email: null, phone: null } }),
  )
}

test('derived in parts, journeys are those of the whole, and what an earlier derivation left behind counts for nothing', async () => {
  const ctx = await stores.openShop()
  await tellHousehold(ctx)
  const stored = await journeysOf(ctx)
  const touches = Object.fromEntries(Object.values(stored).map(({ order_id, touch_ids }) => [order_id, touch_ids]))
  assert.deepEqual(touches, { ann: ['t0', 't3'], ben: ['t1'], guest: ['t2'], lost: [] })

  const stranger = { seen: [placed], owners: ['00000000-0000-0000-0000-00000000000a'], crowded: 0 }
  const left = [1, 2, 3, 4].map((device) => ({
    visitor_id: visitorOf(device),
    ...stranger,
    version: device % 2 === 0 ? 1 : 10 ** 12,
    is_deleted: 0,
  }))
  await ctx.warehouse.insert('device_owners', left)
  assert.equal(await deriveAll(ctx), 0)
  const rest = { sql: 'SELECT count() AS rows FROM device_owners WHERE shop_id = {shop:UUID}', params: {} }
  assert.deepEqual(await ctx.warehouse.read(rest, z.object({ rows: z.coerce.number() })), [{ rows: 0 }])

  const params = { crowded: [], milestone: 'add_to_cart', version: '2', parts: 3 }
  await ctx.warehouse.rewrite({ into: 'device_owners', sql: deviceOwnersSql, params })
  const sql = `SELECT ${Object.keys(Row.shape).join(', ')} FROM (${changedSql('part', true)})`
  const parts = [0, 1, 2].map((part) => ctx.warehouse.read({ sql, params: { ...params, part } }, Row))
  const rows = (await Promise.all(parts)).flat().map((row) => [row.order_id, row])
  assert.deepEqual(Object.fromEntries(rows), stored)
  assert.equal(rows.length, 4)
})
