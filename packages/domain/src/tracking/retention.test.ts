import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { fixedClock } from '@tillsight/core'
import { z } from 'zod'
import { asOnlyWriter, run, type ShopContext } from '../context/index.ts'
import { createIdentifierHash } from '../customers/index.ts'
import { deriveJourneys, drainJourneys } from '../journeys/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { buyer, sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { eraseVisits } from '../privacy/erase-visits.ts'
import { eraseCustomer, exportCustomer } from '../privacy/index.ts'
import { openTestStores } from '../reports/shop.testing.ts'
import { writeEvents } from './events/write-events.ts'
import { purgeOldVisits } from './retention.ts'
import { saveTrackingSettings } from './settings/stored-settings.ts'
import { countRows, noon, readShortTouches, readTouches, view } from './tracked-shop.testing.ts'

const stores = await openTestStores({ after })
const dayMinutes = 24 * 60

const Journey = z.object({
  order_id: z.string(),
  person: z.string(),
  channels: z.array(z.string()),
  touch_ms: z.array(z.string()),
})
function readJourneys({ warehouse }: ShopContext) {
  const sql = `SELECT order_id, person, channels, touch_ms FROM journeys WHERE shop_id = {shop:UUID} ORDER BY order_id`
  return warehouse.read({ sql, params: {} }, Journey)
}

const reported = ({ order_id, channels, touch_ms }: z.infer<typeof Journey>) => [order_id, channels, touch_ms]

describe('visits older than the shop keeps them', () => {
  it('are deleted with what is known of their devices, and the others stay', async () => {
    const ctx = await stores.openShop({}, fixedClock(new Date(noon + 5 * dayMinutes * 60_000)))
    const old = -100 * dayMinutes
    await writeEvents(ctx, [
      view('gone', old, { query: '?gclid=a', orderId: '1' }),
      view('stays', old, { orderId: '2' }),
      view('stays', 0, { query: '?gclid=b' }),
    ])
    assert.equal(await purgeOldVisits(ctx), 0)
    await run(saveTrackingSettings, ctx, { retentionMonths: 3 })
    assert.equal(await purgeOldVisits(ctx), 4)
    assert.deepEqual(await readShortTouches(ctx), ['0 stays paid_search'])
    assert.equal(await countRows(ctx, 'events'), 1)
    assert.equal(await countRows(ctx, 'identifications', "visitor_id = 'stays'"), 1)
    assert.equal(await countRows(ctx, 'identifications'), 1)
    assert.equal(await purgeOldVisits(ctx), 0)
    await run(saveTrackingSettings, ctx, { retentionMonths: null })
    assert.equal(await purgeOldVisits({ ...ctx, clock: fixedClock('2036-01-01T00:00:00Z') }), 0)
  })

  it('stay in past journeys, also once the shop wants to keep visits for longer', async () => {
    const ctx = await stores.openShop()
    const order = (name: string) => {
      const placedAt = new Date(noon + 200 * 60_000).toISOString()
      const lines = [sampleLine({ id: '1', gross: '10.00' })]
      return sampleOrder({ id: '1', name, placedAt, lines, customer: buyer('ida@example.net') })
    }
    const write = async (at: ShopContext, name: string) => {
      await writeRecords(at, { source: 'woocommerce', records: [order(name)] })
      await drainJourneys(at)
      return (await readJourneys(at)).map(reported)
    }
    const identifiers = [createIdentifierHash(ctx.identityKey, ctx.shop.id)('email:ida@example.net')]
    const visits = [view('phone', 0, { query: '?gclid=a' }), view('phone', 10, { name: 'identify', identifiers })]
    await writeEvents(ctx, visits)
    const before = await write(ctx, '#1')
    assert.deepEqual(before, [['1', ['paid_search'], [String(noon)]]])
    const later = { ...ctx, clock: fixedClock(new Date(noon + 500 * dayMinutes * 60_000)) }
    assert.equal(await purgeOldVisits(later), 3)
    await run(saveTrackingSettings, later, { retentionMonths: null })
    assert.deepEqual(await write(later, '#1 renamed'), before)
    await asOnlyWriter(later, (fresh) => deriveJourneys(fresh, 'all'))
    assert.deepEqual((await readJourneys(later)).map(reported), before)
  })
})

/** Ida bought twice, once on a tablet that Bo uses too. */
async function openHousehold(): Promise<ShopContext> {
  const ctx = await stores.openShop()
  const hash = createIdentifierHash(ctx.identityKey, ctx.shop.id)
  const [ida, bo] = [hash('email:ida@example.net'), hash('email:bo@example.net')]
  const order = (id: string, at: number, email: string) =>
    sampleOrder({
      id,
      placedAt: new Date(noon + at * 60_000).toISOString(),
      total: '100.00',
      lines: [sampleLine({ id: `${id}-1`, gross: '100.00' })],
      customer: buyer(email),
    })
  const records = [
    order('1', 200, 'ida@example.net'),
    order('2', 900, 'ida@example.net'),
    order('3', 1_300, 'bo@example.net'),
  ]
  await writeRecords(ctx, { source: 'woocommerce', records })
  await writeEvents(ctx, [
    view('phone', 0, { query: '?gclid=idas-click&utm_campaign=summer' }),
    view('phone', 100, { name: 'identify', identifiers: [ida] }),
    view('tablet', 500, { query: '?utm_source=news&utm_medium=email' }),
    view('tablet', 890, { name: 'purchase', orderId: '2', identifiers: [ida], cartToken: 'idas-cart' }),
    view('tablet', 1_200, { query: '?gclid=bos-click' }),
    view('tablet', 1_300, { name: 'purchase', orderId: '3', identifiers: [bo] }),
  ])
  await drainJourneys(ctx)
  return ctx
}

describe('visits of a person', () => {
  it('are handed over as they are held, without those of others on the same device', async () => {
    const { visits } = await run(exportCustomer, await openHousehold(), { email: 'ida@example.net' })
    assert.equal(visits.events.length, 4)
    assert.equal(visits.identifications.length, 2)
    assert.deepEqual(visits.touches.map((touch) => String(touch['click_id'] || touch['channel'])).toSorted(), [
      'direct',
      'direct',
      'email',
      'idas-click',
    ])
  })

  it('say nothing any more once they are erased, and no past credit moves', async () => {
    const ctx = await openHousehold()
    const before = await readJourneys(ctx)
    assert.equal(before[1]?.channels.length, 4)
    await run(eraseCustomer, ctx, { email: 'ida@example.net' })
    await drainJourneys(ctx)
    const journeys = await readJourneys(ctx)
    assert.deepEqual(journeys.map(reported), before.map(reported))
    assert.notEqual(journeys[0]?.person, before[0]?.person)
    const touches = await readTouches(ctx)
    const all = JSON.stringify(touches)
    for (const trace of ['idas-click', 'phone']) assert.ok(!all.includes(trace), trace)
    assert.ok(all.includes('bos-click'))
    assert.deepEqual(new Set(touches.map((touch) => touch.visitor_id)), new Set(['', 'tablet']))
    assert.equal(await countRows(ctx, 'events', "visitor_id = 'phone' OR cart_token != '' OR url LIKE '%idas%'"), 0)
    assert.equal(await countRows(ctx, 'events'), 6)
    assert.equal(await countRows(ctx, 'identifications'), 1)
  })

  it('are erased once, however often that is done', async () => {
    const ctx = await openHousehold()
    const hash = createIdentifierHash(ctx.identityKey, ctx.shop.id)
    const options = { identifiers: [hash('email:ida@example.net')], orders: ['1', '2'], salt: 'a secret' }
    await asOnlyWriter(ctx, (fresh) => eraseVisits(fresh, options))
    const [touches, events] = [await readTouches(ctx), await countRows(ctx, 'events')]
    await asOnlyWriter(ctx, (fresh) => eraseVisits(fresh, options))
    assert.deepEqual([await readTouches(ctx), await countRows(ctx, 'events')], [touches, events])
  })
})
