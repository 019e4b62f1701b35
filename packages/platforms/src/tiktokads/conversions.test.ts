import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ConversionRequest } from '../conversions/contract.ts'
import { hashed } from '../conversions/hashing.ts'
import { nobody, samplePurchase } from '../conversions/sample-purchase.testing.ts'
import { toTikTokEvent } from './conversion-body.ts'
import { conversions } from './conversions.ts'
import { accounts, noon, startFixture } from './testing.ts'

const [account] = accounts

async function startSending(t: Parameters<typeof startFixture>[0]) {
  const fixture = await startFixture(t)
  const { code, token } = fixture.fake.pixel(account.id)
  const setup = { destination: code, eventName: 'CompletePayment', token }
  const send = async (more: Partial<ConversionRequest> = {}) =>
    await conversions.send(fixture.ctx({ settings: {} }), { setup, events: [samplePurchase(noon)], ...more })
  return { ...fixture, setup, send }
}

suite('an order in TikTok’s terms', () => {
  test('has the order’s number as event ID, seconds, and hashed people', () => {
    const clicks = { ttclid: { id: 'E.C.P.abc', at: noon } }
    const event = toTikTokEvent(samplePurchase(noon, { clicks, browserKeys: { ttp: 'tt1' } }), 'CompletePayment')
    assert.deepEqual(event, {
      event: 'CompletePayment',
      event_time: Math.floor(noon.getTime() / 1_000) - 3_600,
      event_id: '1001',
      user: {
        email: [hashed('jane.doe@gmail.com')],
        phone: [hashed('+4930123456')],
        external_id: [hashed('77')],
        ttclid: 'E.C.P.abc',
        ttp: 'tt1',
        user_agent: 'Mozilla/5.0 (sample)',
      },
      properties: {
        currency: 'EUR',
        value: 94.9,
        order_id: '1001',
        content_type: 'product',
        contents: [{ content_id: 'SOCK-M', content_name: 'Wool socks', quantity: 2, price: 47.45 }],
      },
      page: { url: 'https://shop.example/checkout/thanks' },
    })
  })
})

suite('sending orders to TikTok', () => {
  test('a pixel’s own token suffices, and sent twice an order counts once', async (t) => {
    const { send, fake } = await startSending(t)
    const [outcome] = await send()
    assert.deepEqual(outcome, {
      orderId: '1001',
      kind: 'accepted',
      keys: ['email', 'phone', 'external_id', 'user_agent'],
      answer: 'OK',
    })
    await send()
    assert.equal(fake.conversions.received.length, 2)
    assert.equal(fake.conversions.counted.length, 1)
  })

  test('the access of a connection does where it reaches the pixel', async (t) => {
    const { ctx, setup, fake } = await startSending(t)
    const request = { setup: { ...setup, token: '' }, events: [samplePurchase(noon)] }
    assert.equal((await conversions.send(ctx(), request))[0]?.kind, 'accepted')
    assert.equal(fake.conversions.counted.length, 1)
  })

  test('an order that TikTok complains of is refused alone, with its reason', async (t) => {
    const { send, fake } = await startSending(t)
    const events = [0, 1, 2, 3, 4].map((index) =>
      samplePurchase(noon, { orderId: String(index), ...(index === 3 ? { currency: 'euro' } : {}) }),
    )
    const outcomes = await send({ events })
    const refused = outcomes.filter(({ kind }) => kind === 'refused')
    assert.deepEqual(
      refused.map(({ orderId }) => orderId),
      ['3'],
    )
    assert.match(refused[0]?.kind === 'refused' ? refused[0].message : '', /properties: value and currency/)
    assert.equal(fake.conversions.counted.length, 4)
  })

  test('an order by which nobody can be found is not sent', async (t) => {
    const { send, fake } = await startSending(t)
    const events = [samplePurchase(noon, { buyer: nobody })]
    assert.equal((await send({ events }))[0]?.kind, 'refused')
    assert.equal(fake.requests.length, 0)
  })

  test('a test code makes it count nowhere', async (t) => {
    const { send, fake } = await startSending(t)
    assert.equal((await send({ test: 'TEST9' }))[0]?.kind, 'accepted')
    assert.equal(fake.conversions.counted.length, 0)
    assert.equal(fake.conversions.received[0]?.test, 'TEST9')
  })

  test('a wrong pixel, a dead token, a pause and a failing TikTok leave the orders waiting, each as what it is', async (t) => {
    const { send, fake, setup } = await startSending(t)
    const failureOf = async (more: Partial<ConversionRequest> = {}) => {
      const [outcome] = await send(more)
      assert.ok(outcome?.kind === 'waits')
      return outcome.failure
    }
    const wrong = await failureOf({ setup: { ...setup, destination: 'CPIXELOTHER' } })
    assert.equal(wrong.kind, 'permission')
    assert.match(wrong.message, /does not know the pixel CPIXELOTHER/)
    const dead = await failureOf({ setup: { ...setup, token: 'gone' } })
    assert.equal(dead.kind, 'permission')
    assert.match(dead.message, /Generate a new one/)
    fake.faults.add({ kind: 'code', code: 50_000, path: 'event/track' })
    assert.equal((await failureOf()).kind, 'transient')
    fake.faults.clear()
    fake.faults.add({ kind: 'code', code: 40_100, path: 'event/track' })
    assert.equal((await failureOf()).kind, 'throttled')
  })

  test('pixels of the chosen accounts are listed with their names', async (t) => {
    const { ctx, setup } = await startSending(t)
    const [first] = await conversions.listDestinations(ctx())
    assert.deepEqual(first, { id: setup.destination, label: 'Pixel of Socks EU · Socks EU' })
    assert.match(setup.destination, conversions.destination.pattern)
  })
})
