import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { fixedClock } from '@tillsight/core'
import { blankRow } from '@tillsight/warehouse/testing'
import { run, type ShopContext } from '../../context/index.ts'
import { openTestStores } from '../../reports/shop.testing.ts'
import { writeEvents } from '../events/write-events.ts'
import { noon, view } from '../tracked-shop.testing.ts'
import { showLive } from './show-live.ts'

const stores = await openTestStores({ after })
const openShop = () => stores.openShop({}, fixedClock(new Date(noon + 30_000).toISOString()))
const visitor = 'abcdef0123456789abcdef0123456789'
const identifier = '0'.repeat(31)

interface Sale {
  readonly customer: string
  readonly daysAgo?: number
}

async function sell(ctx: ShopContext, orderId: string, { customer, daysAgo = 0 }: Sale): Promise<void> {
  const at = new Date(noon - daysAgo * 86_400_000)
  const facts = { booked_at: at, placed_at: at, order_id: orderId, row_id: 'r', head: 1, customer_id: customer }
  await ctx.warehouse.insert('ledger', [{ ...blankRow('ledger'), ...facts }])
}

suite('the monitor of events', () => {
  test('is empty where nothing came in', async () => {
    const { events, hour, tracked, hasAny } = await run(showLive, await openShop(), {})
    assert.deepEqual([events, hour.events, hour.names, hasAny], [[], 0, [], false])
    assert.deepEqual([hour.minutes.length, tracked], [60, { since: '2026-06-09', orders: 0, tracked: 0 }])
  })

  test('shows the newest events first, and nobody’s id or hash', async () => {
    const ctx = await openShop()
    const purchase = { name: 'purchase', orderId: '7', identifiers: [`${identifier}1`], value: '12.3', currency: 'EUR' }
    await writeEvents(ctx, [view(visitor, -3), view(visitor, -1, purchase)])
    const { events, hasAny } = await run(showLive, ctx, {})
    assert.equal(hasAny, true)
    assert.deepEqual(
      events.map(({ name, visitor: shown, hasOrder, hasPerson, value }) => [name, shown, hasOrder, hasPerson, value]),
      [
        ['purchase', 'abcdef', true, true, '12.3'],
        ['page_view', 'abcdef', false, false, null],
      ],
    )
    const said = JSON.stringify(events)
    for (const secret of [visitor, identifier]) assert.ok(!said.includes(secret))
  })

  test('counts the last hour by minute and name, machines and consent', async () => {
    const ctx = await openShop()
    await writeEvents(ctx, [
      view(visitor, 0),
      view(visitor, -1, { name: 'add_to_cart' }),
      view('', -1, { consent: 'denied' }),
      view(visitor, -2, { bot: 'bot' }),
      view(visitor, -3, { bot: 'suspect' }),
      view(visitor, -90),
    ])
    const { hour } = await run(showLive, ctx, {})
    assert.deepEqual(
      hour.minutes.slice(-4).map(({ events }) => events),
      [1, 1, 2, 1],
    )
    assert.equal(hour.minutes.at(-1)?.at, '2026-06-15T12:00:00.000Z')
    assert.deepEqual(hour.names, [
      { name: 'page_view', events: 4 },
      { name: 'add_to_cart', events: 1 },
    ])
    const { events, bots, suspects, granted, people } = hour
    assert.deepEqual(
      { events, bots, suspects, granted, people },
      { events: 5, bots: 1, suspects: 1, granted: 3, people: 4 },
    )
  })

  test('tells how visits of seven days were judged, also by what came after them', async () => {
    const ctx = await openShop()
    const doubted = { bot: 'suspect', botReasons: ['no_language'] } as const
    await writeEvents(ctx, [
      view('ann', -90),
      view('ben', -90, doubted),
      ...Array.from({ length: 10 }, (_, nth) => view('cem', -80 + nth / 200, nth === 0 ? doubted : {})),
      view('dan', -8 * 24 * 60, doubted),
    ])
    const { visits } = await run(showLive, ctx, {})
    assert.deepEqual(visits, {
      since: '2026-06-09',
      visits: 3,
      bots: 1,
      suspects: 1,
      reasons: [
        { reason: 'no_language', visits: 2 },
        { reason: 'speed', visits: 1 },
      ],
    })
  })

  test('tells how many orders of seven days a device is known of, by the order itself or by its buyer', async () => {
    const ctx = await openShop()
    const [ann, ben] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
    const identity = { identifier: `${identifier}1`, customer_id: ann }
    await ctx.warehouse.insert('identities', [{ ...blankRow('identities'), ...identity }])
    await sell(ctx, '1', { customer: ben })
    await sell(ctx, '2', { customer: ben, daysAgo: 6 })
    await sell(ctx, '3', { customer: ann })
    await sell(ctx, '4', { customer: ann, daysAgo: 30 })
    await writeEvents(ctx, [
      view(visitor, 0, { name: 'purchase', orderId: '1' }),
      view(visitor, 0, { name: 'identify', identifiers: [`${identifier}1`] }),
      view('', 0, { name: 'purchase', orderId: '2', consent: 'denied' }),
    ])
    assert.deepEqual((await run(showLive, ctx, {})).tracked, { since: '2026-06-09', orders: 3, tracked: 2 })
  })
})
