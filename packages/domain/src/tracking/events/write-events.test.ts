import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { CollectedEvent } from '@tillsight/tracking'
import { openTestStores } from '../../reports/shop.testing.ts'
import { countRows, minute, noon, readShortTouches, readTouches, view } from '../tracked-shop.testing.ts'
import { toEventRow } from './event-rows.ts'
import { writeEvents } from './write-events.ts'

const stores = await openTestStores({ after })

/** Shuffles deterministically. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed
  const weighed = items.map((item) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return { item, weight: state }
  })
  return weighed.toSorted((one, other) => one.weight - other.weight).map(({ item }) => item)
}

/** Visitors of one network who each view one page, the first of all a minute after noon and a hundred a minute. */
function crowd(from: number, to: number, network = '198.51.100.0/24'): CollectedEvent[] {
  return Array.from({ length: to - from }, (_, nth) => {
    const name = `m${from + nth}`
    return view(name, 1 + (from + nth) / 100, { network, eventId: `seen by ${name}` })
  })
}

/** The same visitors again, some minutes later. */
function more(events: readonly CollectedEvent[], minutes: number): CollectedEvent[] {
  return events.map((event) => ({ ...event, eventId: `more of ${event.eventId}`, at: event.at + minutes * minute }))
}

/** Bots of every kind that only shows across several events. */
function machines(): CollectedEvent[] {
  const forgetful = crowd(0, 104).map((event, nth) =>
    nth % 10 === 0 ? { ...event, bot: 'suspect' as const, botReasons: ['no_language'] } : event,
  )
  // Ten minutes after noon the next time slot begins: 40 of these are of the first, and too few are left for a second crowd.
  const between = crowd(860, 950)
  // Those who stay into the next slot viewed one page in each, and a crowd of another network is one by itself.
  const staying = crowd(700, 810, '203.0.113.0/24')
  const people = [...more(crowd(0, 3), 1), ...more(staying.slice(0, 20), 3)]
  const buyer = view('m9', 3_000, { name: 'purchase', orderId: '9', eventId: 'bought' })
  const sharers = Array.from({ length: 21 }, (_, nth) =>
    view(`s${nth}`, (nth * 37) % 600, { query: '?gclid=shared', eventId: `shared ${nth}` }),
  )
  const hasty = Array.from({ length: 10 }, (_, nth) => view('hasty', 400 + nth / 120, { eventId: `hasty ${nth}` }))
  return [...forgetful, ...between, ...staying, ...people, buyer, ...sharers, ...hasty]
}

/** Number of touches by verdict and reason. */
async function readVerdicts(ctx: Parameters<typeof readTouches>[0]): Promise<Readonly<Record<string, number>>> {
  const verdicts = Map.groupBy(await readTouches(ctx), ({ bot, bot_reasons }) => [bot, ...bot_reasons].join(' '))
  return Object.fromEntries([...verdicts].map(([verdict, touches]) => [verdict, touches.length]))
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
    // A click that was seen before its touch, in a separate session.
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

  it('of many visitors show a machine together, until some of them act like people', async () => {
    const ctx = await stores.openShop()
    await writeEvents(ctx, crowd(0, 99))
    assert.deepEqual(await readVerdicts(ctx), { no: 99 })
    await writeEvents(ctx, crowd(99, 100))
    assert.deepEqual(await readVerdicts(ctx), { 'suspect crowd': 100 })
    await writeEvents(ctx, more(crowd(0, 6), 1))
    assert.deepEqual(await readVerdicts(ctx), { no: 100 }, '94 of 100 saw a single page')
    await writeEvents(ctx, crowd(100, 120))
    assert.deepEqual(await readVerdicts(ctx), { no: 6, 'suspect crowd': 114 }, '114 of 120 did')
  })

  it('are judged with all others of the same click, also when an earlier call was killed before it looked', async () => {
    const ctx = await stores.openShop()
    const sharers = Array.from({ length: 20 }, (_, nth) => view(`s${nth}`, nth * 9, { query: '?msclkid=z' }))
    const links = Array.from({ length: 20 }, (_, nth) => view(`l${nth}`, nth * 9, { query: '?fbclid=z' }))
    await writeEvents(ctx, [...sharers.slice(0, 19), ...links])
    assert.deepEqual(await readVerdicts(ctx), { no: 39 }, 'links are passed on')
    const last = sharers.slice(19).map((event) => ({ ...event, bot: 'suspect' as const, botReasons: ['no_language'] }))
    await ctx.warehouse.insert(
      'events',
      last.map((event) => toEventRow(event, '1')),
    )
    await writeEvents(ctx, last)
    assert.deepEqual(await readVerdicts(ctx), { no: 20, 'suspect shared_click': 19, 'bot no_language shared_click': 1 })
  })

  it('give the same rows in any order and in any batches', async () => {
    const queries = ['', '', '?gclid=a', '?gclid=b', '?fbclid=c', '?utm_source=x&utm_medium=cpc&utm_id=7']
    const events: CollectedEvent[] = Array.from({ length: 120 }, (_, nth) => {
      const at = ((nth * 7919) % 9_000) - 3_000
      return view(`v${(nth * 31) % 7}`, at, { query: queries[(nth * 13) % queries.length], eventId: `e${nth}` })
    })
    events.push(...machines())
    const whole = await stores.openShop()
    await writeEvents(whole, events)
    const expected = await readTouches(whole)
    assert.equal(expected.filter(({ bot_reasons }) => bot_reasons.includes('crowd')).length, 100 + 40 + 110)
    const kinds = new Set(expected.flatMap(({ bot_reasons }) => bot_reasons))
    assert.deepEqual([...kinds].toSorted(), ['crowd', 'no_language', 'shared_click', 'speed'])
    assert.deepEqual(new Set(expected.map(({ bot }) => bot)), new Set(['no', 'suspect', 'bot']))
    const told = [...events, ...events.slice(0, 40)]
    const inTime = told.toSorted((one, other) => one.at - other.at)
    for (const order of [shuffled(told, 1), shuffled(told, 2), inTime, inTime.toReversed()]) {
      const ctx = await stores.openShop()
      for (let start = 0; start < order.length; start += 47) await writeEvents(ctx, order.slice(start, start + 47))
      assert.deepEqual(await readTouches(ctx), expected, `first ${order[0]?.eventId}`)
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
