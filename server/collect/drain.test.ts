import assert from 'node:assert/strict'
import { suite, type TestContext, test } from 'node:test'
import { AppError, type ShopId, toShopId } from '@tillsight/core'
import type { CollectedEvent } from '@tillsight/tracking'
import { silentLog } from '../testing/silent-log.ts'
import { temporaryFolder, waitFor } from '../testing/temporary.ts'
import { createIntake, type IntakeOptions } from './intake.ts'

const shops = [1, 2].map((n) => toShopId(`00000000-0000-4000-8000-00000000000${n}`))
const [tea, coffee] = shops as [ShopId, ShopId]
const tenMinutes = 10 * 60_000

function event(eventId: string): CollectedEvent {
  return {
    eventId,
    visitorId: '',
    at: 0,
    receivedAt: 0,
    name: 'page_view',
    source: 'pixel',
    url: '',
    referrer: '',
    consent: 'unknown',
    mayKeepClicks: false,
    maySendUserData: false,
    mayPersonalise: false,
    identifiers: [],
    orderId: '',
    checkoutToken: '',
    cartToken: '',
    value: '0',
    currency: '',
    browserKeys: {},
    bot: 'no',
    botReasons: [],
    network: '',
  }
}

/** An intake with a clock that advances only while it waits. */
async function openIntake(t: TestContext, options: Pick<IntakeOptions, 'write'> & Partial<IntakeOptions>) {
  let now = 0
  const intake = createIntake({
    dataDir: await temporaryFolder(t),
    clock: { now: () => new Date(now) },
    log: silentLog,
    isUp: async () => true,
    wait: async (ms) => {
      now += ms
      await new Promise(setImmediate)
    },
    ...options,
  })
  await intake.open()
  t.after(() => intake.close())
  return { intake, now: () => now, pass: (ms: number) => (now += ms) }
}

suite('what was collected', () => {
  test('waits through ten minutes in which the stores do not answer, and is stored then, all of it', async (t) => {
    const stored: string[] = []
    const tries: number[] = []
    const { intake, now } = await openIntake(t, {
      async write(_shop, events) {
        tries.push(now())
        if (now() < tenMinutes) throw new AppError('unavailable', 'The warehouse does not answer.')
        stored.push(...events.map(({ eventId }) => eventId))
      },
    })
    const ids = Array.from({ length: 200 }, (_, n) => `event-${n}`)
    await Promise.all(ids.map((id) => intake.keep(tea, [event(id)])))
    await waitFor('the events', () => (stored.length >= ids.length ? true : undefined))
    assert.deepEqual(stored.toSorted(), ids.toSorted())
    assert.ok(now() >= tenMinutes)
    const pauses = tries.slice(1).map((at, n) => at - (tries[n] ?? 0))
    assert.ok(Math.max(...pauses) <= 31_000 && tries.length < 60, 'it asks less and less often, and every half minute')
    await waitFor('an empty spool', () => (intake.heldBytes() === 0 ? true : undefined))
  })

  test('of one shop does not hold up the others when it cannot be stored, and is tried again later', async (t) => {
    const stored: string[] = []
    let broken = true
    const { intake, pass } = await openIntake(t, {
      async write(shop, events) {
        if (shop === tea && broken) throw new Error('a value that the warehouse does not take')
        stored.push(...events.map(({ eventId }) => eventId))
      },
    })
    await intake.keep(tea, [event('tea')])
    await intake.keep(coffee, [event('coffee')])
    await waitFor('the other shop', () => (stored.includes('coffee') ? true : undefined))
    await waitFor('an empty spool', () => (intake.heldBytes() === 0 ? true : undefined))
    assert.deepEqual(stored, ['coffee'])
    broken = false
    pass(tenMinutes)
    await intake.keep(coffee, [event('more')])
    await waitFor('what was set aside', () => (stored.length === 3 ? true : undefined))
    assert.deepEqual(stored.toSorted(), ['coffee', 'more', 'tea'])
  })

  test('is not set aside while the stores are down, whatever they say', async (t) => {
    const stored: string[] = []
    const { intake, now } = await openIntake(t, {
      async write(_shop, events) {
        if (now() < tenMinutes) throw new Error('connect ECONNREFUSED')
        stored.push(...events.map(({ eventId }) => eventId))
      },
      isUp: async () => false,
    })
    await intake.keep(tea, [event('tea')])
    await waitFor('the event', () => (stored.length > 0 ? true : undefined))
    assert.deepEqual(stored, ['tea'])
    assert.ok(now() < tenMinutes + 60_000)
  })

  test('of a shop that is gone is dropped', async (t) => {
    const { intake } = await openIntake(t, {
      write: async () => Promise.reject(new AppError('not_found', 'There is no such shop.')),
    })
    await intake.keep(tea, [event('tea')])
    await waitFor('an empty spool', () => (intake.heldBytes() === 0 ? true : undefined))
  })

  test('goes straight to the stores where a process has no spool', async () => {
    const stored: string[] = []
    const intake = createIntake({
      dataDir: 'nowhere',
      clock: { now: () => new Date(0) },
      log: silentLog,
      isUp: async () => true,
      write: async (_shop, events) => void stored.push(...events.map(({ eventId }) => eventId)),
    })
    await intake.keep(tea, [event('tea')])
    assert.deepEqual(stored, ['tea'])
  })
})
