import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ConversionOutcome, ConversionRequest } from '../conversions/contract.ts'
import { hashed } from '../conversions/hashing.ts'
import { nobody, samplePurchase } from '../conversions/sample-purchase.testing.ts'
import { toMetaEvent } from './conversion-body.ts'
import { conversions } from './conversions.ts'
import { startFixture } from './testing.ts'

const day = 86_400_000

async function startSending(t: Parameters<typeof startFixture>[0]) {
  const fixture = await startFixture(t)
  const { id, token } = fixture.fake.dataset('1234')
  const setup = { destination: id, eventName: 'Purchase', token }
  const send = async (more: Partial<ConversionRequest> = {}) =>
    await conversions.send(fixture.ctx({ settings: {} }), {
      setup,
      events: [samplePurchase(fixture.clock.now())],
      ...more,
    })
  return { ...fixture, setup, send, now: () => fixture.clock.now() }
}

function kinds(outcomes: readonly ConversionOutcome[]): string[] {
  return outcomes.map(({ kind }) => kind)
}

suite('an order in Meta’s terms', () => {
  const now = new Date('2026-11-20T12:00:00Z')

  test('has the order’s number as event ID, seconds, and hashed people', () => {
    const event = toMetaEvent(samplePurchase(now), 'Purchase')
    assert.deepEqual(event, {
      event_name: 'Purchase',
      event_time: Math.floor(now.getTime() / 1_000) - 3_600,
      event_id: '1001',
      action_source: 'website',
      event_source_url: 'https://shop.example/checkout/thanks',
      user_data: {
        em: [hashed('jane.doe@gmail.com')],
        ph: [hashed('4930123456')],
        st: [hashed('berlin')],
        country: [hashed('de')],
        external_id: [hashed('77')],
        client_user_agent: 'Mozilla/5.0 (sample)',
      },
      custom_data: {
        currency: 'EUR',
        value: 94.9,
        order_id: '1001',
        content_type: 'product',
        content_ids: ['SOCK-M'],
        contents: [{ id: 'SOCK-M', quantity: 2, item_price: 47.45 }],
        num_items: 2,
      },
    })
    assert.doesNotMatch(JSON.stringify(event), /jane|123456"/i)
  })

  test('makes fbc of the click, with its letters as they are, unless the browser has one', () => {
    const at = new Date('2026-11-19T08:00:00.123Z')
    const clicks = { fbclid: { id: 'IwAR0x_Yz', at } }
    const userOf = (more: object) => toMetaEvent(samplePurchase(now, { clicks, ...more }), 'Purchase')['user_data']
    assert.equal(Object(userOf({})).fbc, `fb.1.${at.getTime()}.IwAR0x_Yz`)
    const browserKeys = { fbc: 'fb.1.1763539200000.Own', fbp: 'fb.1.1763539200000.55' }
    assert.deepEqual(
      [Object(userOf({ browserKeys })).fbc, Object(userOf({ browserKeys })).fbp],
      Object.values(browserKeys),
    )
  })

  test('is not said to be of the website when nothing is known of the browser', () => {
    assert.equal(toMetaEvent(samplePurchase(now, { userAgent: '' }), 'Purchase')['action_source'], 'other')
  })
})

suite('sending orders to Meta', () => {
  test('a dataset’s own token suffices, and what was sent is what the dataset has', async (t) => {
    const { send, fake } = await startSending(t)
    const [outcome] = await send()
    assert.equal(outcome?.kind, 'accepted')
    assert.ok(outcome?.kind === 'accepted' && outcome.keys.includes('em') && /trace/.test(outcome.answer))
    assert.deepEqual(
      fake.conversions.counted.map(({ eventName, eventId }) => [eventName, eventId]),
      [['Purchase', '1001']],
    )
    assert.ok(
      fake.requests.every(({ uri }) => !uri.includes('token')),
      'no token stands in an address',
    )
  })

  test('sent twice, an order counts once', async (t) => {
    const { send, fake } = await startSending(t)
    await send()
    await send()
    assert.equal(fake.conversions.received.length, 2)
    assert.equal(fake.conversions.counted.length, 1)
  })

  test('one order of eight days ago does not keep the others from being sent', async (t) => {
    const { send, fake, now } = await startSending(t)
    const old = samplePurchase(now(), { orderId: 'old', at: new Date(now().getTime() - 8 * day) })
    const outcomes = await send({ events: [old, samplePurchase(now())] })
    assert.deepEqual(kinds(outcomes), ['refused', 'accepted'])
    assert.match(outcomes[0]?.kind === 'refused' ? outcomes[0].message : '', /seven days/)
    assert.equal(fake.conversions.counted.length, 1)
  })

  test('an order by which nobody can be found is not sent', async (t) => {
    const { send, fake, now } = await startSending(t)
    const outcomes = await send({ events: [samplePurchase(now(), { buyer: nobody })] })
    assert.deepEqual(kinds(outcomes), ['refused'])
    assert.equal(fake.requests.length, 0)
  })

  test('an order that Meta complains of is found among the others and refused alone, with its reason', async (t) => {
    const { send, fake, now } = await startSending(t)
    const events = [0, 1, 2, 3].map((index) =>
      samplePurchase(now(), { orderId: String(index), ...(index === 2 ? { currency: 'euro' } : {}) }),
    )
    const outcomes = await send({ events })
    assert.deepEqual(
      outcomes.filter(({ kind }) => kind === 'refused').map(({ orderId }) => orderId),
      ['2'],
    )
    assert.equal(fake.conversions.counted.length, 3)
  })

  test('1,001 orders go in two requests', async (t) => {
    const { send, fake, now } = await startSending(t)
    const events = Array.from({ length: 1_001 }, (_, index) => samplePurchase(now(), { orderId: String(index) }))
    const outcomes = await send({ events })
    assert.ok(outcomes.every(({ kind }) => kind === 'accepted'))
    assert.equal(fake.requests.length, 2)
  })

  test('a test code makes it count nowhere', async (t) => {
    const { send, fake } = await startSending(t)
    assert.deepEqual(kinds(await send({ test: 'TEST123' })), ['accepted'])
    assert.equal(fake.conversions.received[0]?.test, 'TEST123')
    assert.equal(fake.conversions.counted.length, 0)
  })

  test('the access of a connection that only reads is told what it lacks', async (t) => {
    const { ctx, setup, now } = await startSending(t)
    const request = { setup: { ...setup, token: '' }, events: [samplePurchase(now())] }
    const [outcome] = await conversions.send(ctx(), request)
    assert.equal(outcome?.kind, 'waits')
    assert.ok(outcome?.kind === 'waits')
    assert.equal(outcome.failure.kind, 'permission')
    assert.match(outcome.failure.message, /Generate access token/)
    assert.equal(conversions.lacks({}, { ...setup, token: '' }) === undefined, false)
  })

  test('a dead token, a pause and a failing Meta leave the orders waiting, each as what it is', async (t) => {
    const { send, fake, setup } = await startSending(t)
    const failureOf = async () => {
      const [outcome] = await send()
      assert.ok(outcome?.kind === 'waits')
      return outcome.failure
    }
    fake.faults.add({ kind: 'error', code: 2, status: 500, on: 'conversions' })
    assert.equal((await failureOf()).kind, 'transient')
    fake.faults.clear()
    fake.faults.add({ kind: 'error', code: 17, subcode: 2_446_079, on: 'conversions' })
    assert.equal((await failureOf()).kind, 'throttled')
    fake.faults.clear()
    fake.faults.add({ kind: 'truncated', on: 'conversions' })
    assert.equal((await failureOf()).kind, 'transient')
    fake.faults.clear()
    fake.kill(458, setup.token)
    const dead = await failureOf()
    assert.equal(dead.kind, 'permission')
    assert.match(dead.message, /Make a new one in Events Manager/)
  })

  test('datasets of the chosen accounts are listed with their names', async (t) => {
    const { ctx, setup } = await startSending(t)
    assert.deepEqual(await conversions.listDestinations(ctx()), [
      { id: setup.destination, label: 'Pixel of Main · Main' },
    ])
    assert.match(setup.destination, conversions.destination.pattern)
  })
})
