import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { CollectedEvent } from '@tillsight/tracking'
import { openTestStores } from '../../reports/test-shop.ts'
import { countRows, noon, readShortTouches, readTouches, view } from '../tracked-shop.testing.ts'
import { writeEvents } from './write-events.ts'

const stores = await openTestStores({ after })

/** Shuffles the same way every time. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed
  const weighed = items.map((item) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return { item, weight: state }
  })
  return weighed.toSorted((one, other) => one.weight - other.weight).map(({ item }) => item)
}

describe('events that are written', () => {
  it('bring touches, and say whose a device is', async () => {
    const ctx = await stores.openShop()
    const outcome = await writeEvents(ctx, [
      view('ann', 0, { query: '?gclid=a' }),
      view('ann', 5),
      view('ann', 50, { name: 'purchase', orderId: '1001', identifiers: ['0'.repeat(32)], value: '12.30' }),
      view('', 0, { consent: 'denied' }),
    ])
    assert.equal(outcome.stored, 4)
    assert.deepEqual(await readShortTouches(ctx), ['0 ann paid_search', '50 ann direct'])
    assert.equal(await countRows(ctx, 'identifications', "order_id = '1001' AND visitor_id = 'ann'"), 1)
    assert.equal(await countRows(ctx, 'events'), 4)
  })

  it('change nothing when they are told again, even if dated a little otherwise', async () => {
    const ctx = await stores.openShop()
    const events = [view('ann', 0, { query: '?gclid=a' }), view('ann', 90, { name: 'purchase', orderId: '1' })]
    await writeEvents(ctx, events)
    const before = await readTouches(ctx)
    const again = events.map((event) => ({ ...event, at: event.at + 40, receivedAt: event.receivedAt + 9_000 }))
    assert.equal((await writeEvents(ctx, [...again, ...events])).stored, 0)
    assert.deepEqual(await readTouches(ctx), before)
    assert.equal(await countRows(ctx, 'events'), 2)
  })

  it('that come late replace what was derived without them', async () => {
    const ctx = await stores.openShop()
    await writeEvents(ctx, [view('ann', 20), view('ann', 100, { query: '?gclid=a' }), view('bob', 0)])
    assert.deepEqual(await readShortTouches(ctx), ['0 bob direct', '20 ann direct', '100 ann paid_search'])
    await writeEvents(ctx, [view('ann', 0, { query: '?utm_source=news&utm_medium=email' })])
    assert.deepEqual(await readShortTouches(ctx), ['0 ann email', '0 bob direct', '100 ann paid_search'])
    // A click that was seen before its touch, in a session of its own.
    await writeEvents(ctx, [view('ann', -2_000, { query: '?gclid=a' })])
    assert.deepEqual(await readShortTouches(ctx), ['-2000 ann paid_search', '0 ann email', '0 bob direct'])
  })

  it('give a click to whoever brought it first, also when that is told last', async () => {
    const ctx = await stores.openShop()
    await writeEvents(ctx, [view('bob', 60, { query: '?gclid=a' })])
    assert.deepEqual(await readShortTouches(ctx), ['60 bob paid_search'])
    await writeEvents(ctx, [view('ann', 0, { query: '?gclid=a' })])
    assert.deepEqual(await readShortTouches(ctx), ['0 ann paid_search', '60 bob direct'])
    await writeEvents(ctx, [view('cem', 70, { query: '?gclid=a' })])
    assert.deepEqual(await readShortTouches(ctx), ['0 ann paid_search', '60 bob direct', '70 cem direct'])
  })

  it('of bots are marked, until an order shows that none was there', async () => {
    const ctx = await stores.openShop()
    await writeEvents(ctx, [view('ann', 0, { bot: 'bot' }), view('bob', 0, { bot: 'suspect' })])
    assert.deepEqual(
      (await readTouches(ctx)).map(({ bot }) => bot),
      ['bot', 'suspect'],
    )
    await writeEvents(ctx, [view('ann', 4_000, { name: 'purchase', orderId: '7' })])
    assert.deepEqual(
      (await readTouches(ctx)).map(({ visitor_id, bot }) => `${visitor_id} ${bot}`),
      ['ann no', 'bob suspect', 'ann no'],
    )
  })

  it('give the same rows in any order and in any batches', async () => {
    const queries = ['', '', '?gclid=a', '?gclid=b', '?fbclid=c', '?utm_source=x&utm_medium=cpc&utm_id=7']
    const events: CollectedEvent[] = Array.from({ length: 120 }, (_, nth) => {
      const at = ((nth * 7919) % 9_000) - 3_000
      return view(`v${(nth * 31) % 7}`, at, { query: queries[(nth * 13) % queries.length], eventId: `e${nth}` })
    })
    const whole = await stores.openShop()
    await writeEvents(whole, events)
    const expected = await readTouches(whole)
    assert.ok(expected.length > 60)
    for (const seed of [1, 2, 3]) {
      const ctx = await stores.openShop()
      const order = shuffled([...events, ...events.slice(0, 40)], seed)
      for (let start = 0; start < order.length; start += 11) await writeEvents(ctx, order.slice(start, start + 11))
      assert.deepEqual(await readTouches(ctx), expected, `seed ${seed}`)
    }
  })

  it('come in by the ten thousand within a few seconds', async () => {
    const ctx = await stores.openShop()
    const events = Array.from({ length: 10_000 }, (_, nth) => {
      const query = nth % 4 === 0 ? `?gclid=${nth}&utm_id=77` : ''
      return view(`${nth % 3_000}`.padStart(32, '0'), (nth % 3_000) + Math.floor(nth / 3_000) * 3, { query })
    })
    const began = performance.now()
    assert.equal((await writeEvents(ctx, events)).stored, 10_000)
    const tookMs = performance.now() - began
    assert.ok(tookMs < 20_000, `it took ${Math.round(tookMs)} ms`)
    assert.ok((await readTouches(ctx)).every(({ ms }) => ms >= noon))
  })
})
