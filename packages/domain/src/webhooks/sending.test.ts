import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { addMembership, readShop } from '@tillsight/database'
import { run } from '../context/index.ts'
import { servicesWithoutNetwork } from '../context/services.testing.ts'
import { openTestPeople } from '../organisations/testing.ts'
import { openTestStores } from '../reports/shop.testing.ts'
import {
  addWebhook,
  changeWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  resendDelivery,
  rotateWebhook,
  sendDueMessages,
  testWebhook,
  tidyWebhooks,
} from './index.ts'
import { type Answer, type Receiver, senderServices, startReceiver, verify } from './receiver.testing.ts'

const { db, openShop } = await openTestStores({ after })
const people = await openTestPeople({ after }, { db })
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A shop that tells a receiver, with a clock that the test moves. */
async function open(always: Answer = 204) {
  // The reference library compares with the machine's own clock.
  let now = Date.now()
  const clock = { now: () => new Date(now) }
  const receiver = await startReceiver({ after }, always)
  const ctx = { ...(await openShop({}, clock)), services: servicesWithoutNetwork }
  const { id: webhook, secret } = await run(addWebhook, ctx, { url: receiver.url, events: ['order.booked'] })
  const services = senderServices({ after }, { db, clock })
  return {
    ctx,
    webhook,
    secret,
    receiver,
    services,
    clock,
    wait(ms: number) {
      now += ms
    },
    tell: async () => (await run(testWebhook, ctx, { webhook })).id,
    send: () => sendDueMessages(services),
    view: async () => (await run(listWebhooks, ctx, {})).items.find(({ id }) => id === webhook),
    deliveries: async () => (await run(listDeliveries, ctx, { webhook })).items,
  }
}

/** The ids and seconds after the first of what arrived, moving the clock to each next attempt. */
async function sendUntilOver({ send, wait, deliveries, clock }: Awaited<ReturnType<typeof open>>): Promise<number[]> {
  const pauses: number[] = []
  for (;;) {
    await send()
    const [delivery] = await deliveries()
    if (!delivery?.nextAt) return pauses
    const pause = Date.parse(delivery.nextAt) - clock.now().getTime()
    pauses.push(pause / 1000)
    wait(pause)
  }
}

suite('a message', () => {
  test('arrives signed, once, and is told to be delivered', async () => {
    const shop = await open()
    const id = await shop.tell()
    await shop.send()
    await shop.send()
    const [message] = shop.receiver.received
    assert.ok(message)
    assert.deepEqual([message.id, shop.receiver.received.length], [id, 1])
    assert.equal(message.headers['content-type'], 'application/json')
    const told = verify(message, shop.secret)
    assert.deepEqual(told, {
      type: 'webhook.test',
      timestamp: shop.clock.now().toISOString(),
      data: { shop: shop.ctx.shop.domain, webhook: shop.webhook },
    })
    const [delivery] = await shop.deliveries()
    assert.deepEqual([delivery?.state, delivery?.status, delivery?.reason], ['delivered', 204, ''])
    assert.equal((await shop.view())?.deliveredAt, shop.clock.now().toISOString())
  })

  test('is tried ten times over three days with the same id, and then given up', async () => {
    const shop = await open(500)
    const id = await shop.tell()
    const hours = [2, 5, 10, 14, 20, 24].map((each) => each * 3600)
    assert.deepEqual(await sendUntilOver(shop), [5, 300, 1800, ...hours])
    assert.deepEqual(
      shop.receiver.received.map((each) => each.id),
      Array.from({ length: 10 }, () => id),
    )
    const [delivery] = await shop.deliveries()
    assert.deepEqual([delivery?.state, delivery?.reason], ['failed', 'It answered 500.'])
    shop.receiver.answers.push(200)
    await run(resendDelivery, shop.ctx, { delivery: id })
    await shop.send()
    assert.equal(shop.receiver.received.at(-1)?.id, id, 'sent again by hand it is the same message')
    assert.equal((await shop.deliveries())[0]?.state, 'delivered')
  })

  test('spreads its attempts by a tenth', async () => {
    const shop = await open(500)
    await shop.tell()
    await sendDueMessages({ ...shop.services, random: () => 1 })
    const [delivery] = await shop.deliveries()
    assert.equal(Date.parse(delivery?.nextAt ?? '') - shop.clock.now().getTime(), 5_500)
  })

  for (const [what, answer, reason] of [
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/elsewhere' } }, /302.*not followed/],
    ['no answer in time', () => {}, /./],
    ['a broken connection', ({ socket }: { socket: { destroy(): void } }) => socket.destroy(), /./],
    ['an answer without an end', (_: unknown, response: { write(text: string): void }) => response.write('x'), /./],
    ['a refusal', 403, /403/],
  ] as const) {
    test(`takes ${what} for a failure`, async () => {
      const shop = await open(answer as Answer)
      await shop.tell()
      await shop.send()
      const [delivery] = await shop.deliveries()
      assert.equal(delivery?.state, 'retrying')
      assert.match(delivery.reason, reason)
      assert.equal(shop.receiver.received.length, 1)
      assert.ok((await shop.view())?.failingSince)
    })
  }

  test('waits as long as the receiver asks, with all others to it', async () => {
    const shop = await open()
    shop.receiver.answers.push({ status: 429, headers: { 'retry-after': '90' } })
    await shop.tell()
    await shop.send()
    await shop.tell()
    const { received } = shop.receiver
    await shop.send()
    shop.wait(89_000)
    await shop.send()
    assert.equal(received.length, 1)
    shop.wait(2_000)
    await shop.send()
    assert.equal(received.length, 3)
    assert.equal((await shop.view())?.failingSince, null)
  })

  test('reaches nobody inside a network, whatever its name led to before', async () => {
    const shop = await open()
    const { port } = new URL(shop.receiver.url)
    await run(changeWebhook, shop.ctx, { webhook: shop.webhook, url: `http://rebind.example:${port}/in` })
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    const guarded = { allowPrivateAddresses: false, resolve }
    await shop.tell()
    await sendDueMessages(senderServices({ after }, { db, clock: shop.clock, ...guarded }))
    assert.equal(shop.receiver.received.length, 0)
    const [delivery] = await shop.deliveries()
    assert.deepEqual([delivery?.state, delivery?.status], ['retrying', null])
  })
})

suite('a webhook', () => {
  test('signs with both secrets for a day after one was replaced', async () => {
    const shop = await open()
    const { secret } = await run(rotateWebhook, shop.ctx, { webhook: shop.webhook })
    await shop.tell()
    await shop.send()
    const [first] = shop.receiver.received
    assert.ok(first)
    for (const each of [secret, shop.secret]) verify(first, each)
    shop.wait(dayMs)
    await tidyWebhooks(shop.services)
    await shop.tell()
    await shop.send()
    const last = shop.receiver.received.at(-1)
    assert.equal(String(last?.headers['webhook-signature']).split(' ').length, 1)
    assert.equal((await shop.view())?.rotatesUntil, null)
  })

  test('is told nothing while it is paused, and what waited goes on afterwards', async () => {
    const shop = await open()
    await shop.tell()
    await run(changeWebhook, shop.ctx, { webhook: shop.webhook, state: 'paused' })
    await shop.send()
    assert.equal(shop.receiver.received.length, 0)
    await assert.rejects(shop.tell(), /not on/)
    await run(changeWebhook, shop.ctx, { webhook: shop.webhook, state: 'on' })
    await shop.send()
    assert.equal(shop.receiver.received.length, 1)
    await run(removeWebhook, shop.ctx, { webhook: shop.webhook })
    assert.deepEqual((await run(listWebhooks, shop.ctx, {})).items, [])
  })

  test('is one of ten at most', async () => {
    const shop = await open()
    const one = { url: shop.receiver.url, events: ['order.booked' as const] }
    for (let count = 1; count < 10; count += 1) await run(addWebhook, shop.ctx, one)
    await assert.rejects(run(addWebhook, shop.ctx, one), /10 webhooks at most/)
  })

  test('keeps a bounded number of messages, for two weeks', async () => {
    const shop = await open()
    for (let count = 0; count < 5; count += 1) await shop.tell()
    await tidyWebhooks(shop.services, 3)
    const states = (await shop.deliveries()).map(({ state }) => state)
    assert.deepEqual(states.toSorted(), ['dropped', 'dropped', 'waiting', 'waiting', 'waiting'])
    shop.wait(15 * dayMs)
    await tidyWebhooks(shop.services)
    assert.deepEqual(await shop.deliveries(), [])
  })
})

suite('a webhook that nobody takes', () => {
  /** Its organisation's admin, and what they were told. */
  async function withAdmin(answer: Answer) {
    const shop = await open(answer)
    const { organisationId } = await readShop(db.kysely, shop.ctx.shop.id)
    const tellTo = async (role: string) => {
      const { person } = await people.newPerson()
      await addMembership(db.kysely, { organisationId, personId: person, role, shopIds: [shop.ctx.shop.id] })
      return async () =>
        db.kysely.selectFrom('deliveries').select(['title', 'channel']).where('personId', '=', person).execute()
    }
    return { ...shop, toldAdmin: await tellTo('admin'), toldAnalyst: await tellTo('analyst') }
  }

  test('is switched off when its receiver is gone, and its admins are told', async () => {
    const shop = await withAdmin(410)
    await shop.tell()
    await shop.send()
    const view = await shop.view()
    assert.deepEqual([view?.state, view?.reason], ['off', 'gone'])
    assert.equal((await shop.deliveries())[0]?.state, 'failed')
    const told = await shop.toldAdmin()
    assert.deepEqual(told.map(({ channel }) => channel).toSorted(), ['inbox', 'mail'])
    assert.match(told[0]?.title ?? '', /switched off/)
    assert.deepEqual(await shop.toldAnalyst(), [])
  })

  test('is switched off after five days without a success, and not before', async () => {
    const shop = await withAdmin(500)
    await shop.tell()
    await shop.send()
    shop.wait(5 * dayMs - minuteMs)
    await tidyWebhooks(shop.services)
    assert.equal((await shop.view())?.state, 'on')
    shop.wait(minuteMs)
    await tidyWebhooks(shop.services)
    await tidyWebhooks(shop.services)
    assert.deepEqual([(await shop.view())?.state, (await shop.view())?.reason], ['off', 'failing'])
    assert.equal((await shop.toldAdmin()).length, 2, 'told once')
    await run(changeWebhook, shop.ctx, { webhook: shop.webhook, state: 'on' })
    await tidyWebhooks(shop.services)
    assert.equal((await shop.view())?.state, 'on', 'five days begin anew')
  })

  test('stays on when one message in five days arrives', async () => {
    const shop = await withAdmin(204)
    shop.receiver.answers.push(500, 204)
    await shop.tell()
    await shop.send()
    shop.wait(dayMs)
    await shop.send()
    shop.wait(5 * dayMs)
    await tidyWebhooks(shop.services)
    assert.equal((await shop.view())?.state, 'on')
  })
})

suite('a slow receiver', () => {
  test('gets two messages at once and holds up nobody else', async () => {
    const slow = await open(() => {})
    const quick = await startReceiver({ after })
    const { id } = await run(addWebhook, slow.ctx, { url: quick.url, events: ['order.booked'] })
    for (let count = 0; count < 6; count += 1) {
      await slow.tell()
      await run(testWebhook, slow.ctx, { webhook: id })
    }
    const sending = slow.send()
    await until(() => quick.received.length >= 2 && slow.receiver.received.length === 2, slow.receiver)
    await sending
    assert.equal(quick.received.length, 6)
  })
})

async function until(holds: () => boolean, { received }: Receiver): Promise<void> {
  for (let look = 0; look < 200; look += 1) {
    if (holds()) return
    await new Promise((done) => setTimeout(done, 2))
  }
  assert.fail(`it never held: ${received.length} messages`)
}
