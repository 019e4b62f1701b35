import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { addMessage, listPushSubscriptions } from '@tillsight/database'
import { createHttpClient } from '@tillsight/platforms/connectors'
import fc from 'fast-check'
import { decryptPush, startPushFake } from '../../../../simulators/index.ts'
import { run } from '../context/index.ts'
import { servicesWithoutNetwork } from '../context/services.testing.ts'
import { deliveriesOf } from '../notifications/testing.ts'
import { openTestPeople } from '../organisations/testing.ts'
import { openTestStores, silentLog } from '../reports/shop.testing.ts'
import { createTestBrowser, testPushParts } from './attempts.testing.ts'
import { fitPush, pushVerbs, pushWaitingMessages } from './index.ts'
import { printPush } from './message.ts'

const stores = await openTestStores({ after })
const people = await openTestPeople({ after }, { db: stores.db })
const start = Date.parse('2026-03-20T10:00:00Z')
const [getKey, list, subscribe, tryOut, unsubscribe] = pushVerbs

/** A shop with an owner and a push service, on a clock that only waiting moves. */
async function open(t: { after(work: () => Promise<void>): void }) {
  let now = start
  const clock = { now: () => new Date(now) }
  const service = await startPushFake(() => now)
  t.after(() => service.close())
  const { shop, organisation } = await stores.openShop({}, clock)
  const owner = { ...(await people.newMember(organisation, 'owner')), clock, push: testPushParts }
  const http = createHttpClient({
    log: silentLog,
    clock,
    userAgent: 'Tillsight/test',
    allowPrivateAddresses: true,
    pace: 'off',
  })
  let opened = [{ shop }]
  const services = {
    db: stores.db,
    clock,
    log: silentLog,
    secrets: servicesWithoutNetwork.secrets,
    http,
    subject: () => 'https://till.example',
    openShopsOf: async () => opened,
  }
  const { key } = await run(getKey, owner, {})
  return {
    service,
    owner,
    key,
    organisation,
    push: () => pushWaitingMessages(services),
    wait: (minutes: number) => void (now += minutes * 60_000),
    closeShop: () => void (opened = []),
    async add() {
      const name = randomUUID()
      const browser = createTestBrowser(service.endpoint(name))
      return { ...browser, ...(await run(subscribe, owner, browser.subscription)), name }
    },
    say: (pushId: string, body = 'Sales: 640', topic = 'a'.repeat(32)) =>
      addMessage(stores.db.kysely, {
        kind: 'alert',
        shopId: shop.id,
        personId: owner.person,
        episode: randomUUID(),
        shops: [shop.id],
        title: 'Sales fell',
        at: clock.now(),
        dueAt: clock.now(),
        to: {
          channel: 'push',
          pushId,
          push: fitPush({ title: 'Sales fell', body, link: '/shop/x', topic }),
        },
      }),
    states: async () =>
      (await deliveriesOf(stores.db, owner.person)).flatMap(({ channel, state }) =>
        channel === 'push' ? [state] : [],
      ),
  }
}

suite('pushing', () => {
  test('only the browser can read a message, it is signed with our key, and is pushed once', async (t) => {
    const { add, say, push, service, states, key } = await open(t)
    const browser = await add()
    await say(browser.id)
    assert.equal(await push(), 1)
    assert.equal(await push(), 0)
    const [taken] = service.taken
    assert.ok(taken)
    assert.deepEqual(JSON.parse(decryptPush(taken.body, browser)), {
      title: 'Sales fell',
      body: 'Sales: 640',
      link: '/shop/x',
      tag: 'a'.repeat(32),
    })
    assert.throws(() => decryptPush(taken.body, createTestBrowser()))
    assert.deepEqual(
      [taken.key, taken.subject, taken.topic, taken.ttl],
      [key, 'https://till.example', 'a'.repeat(32), 12 * 3600],
    )
    assert.equal(service.calls(), 1)
    assert.deepEqual(await states(), ['sent'])
  })

  for (const fault of ['not_found', 'gone'] as const) {
    test(`${fault}: the device is forgotten with what waits for it; others go on`, async (t) => {
      const { add, say, push, service, owner } = await open(t)
      const [one, other] = [await add(), await add()]
      service.faults.push(fault)
      await say(one.id)
      await push()
      await say(other.id)
      assert.equal(await push(), 1)
      const { items } = await run(list, owner, {})
      assert.deepEqual(
        items.map(({ id }) => id),
        [other.id],
      )
      assert.equal(service.calls(), 2)
    })
  }

  test('a message that is too long is pushed in fewer words', async (t) => {
    const { add, say, push, service } = await open(t)
    const browser = await add()
    service.faults.push('too_large', 'too_large')
    await say(browser.id, 'x'.repeat(5000))
    assert.equal(await push(), 1)
    const [taken] = service.taken
    assert.equal(taken && JSON.parse(decryptPush(taken.body, browser)).body, '')
    service.faults.push('too_large')
    await say(browser.id, '')
    assert.equal(await push(), 0, 'and given up when there are none')
  })

  test('waits as long as the push service wants; other devices do not', async (t) => {
    const { add, say, push, service, wait } = await open(t)
    const [one, other] = [await add(), await add()]
    service.faults.push('too_many')
    await say(one.id)
    assert.equal(await push(), 0)
    await say(one.id, 'Orders: 12', 'b'.repeat(32))
    await say(other.id)
    assert.equal(await push(), 1)
    assert.equal(service.calls(), 2)
    wait(1.9)
    assert.equal(await push(), 0)
    wait(0.2)
    assert.equal(await push(), 2)
  })

  test('what may have arrived is never pushed again; what certainly did not is', async (t) => {
    const { add, say, push, service, wait, states } = await open(t)
    const { id } = await add()
    service.faults.push('cut')
    await say(id)
    await push()
    await push()
    assert.deepEqual([service.calls(), await states()], [1, ['unknown']])
    wait(15)
    service.faults.push('broken')
    await say(id)
    assert.equal(await push(), 0)
    assert.equal(await push(), 0)
    wait(1)
    assert.equal(await push(), 1)
  })

  test('whoever lost the shop is not told of it any more', async (t) => {
    const { add, say, push, closeShop, service, states } = await open(t)
    await say((await add()).id)
    closeShop()
    assert.equal(await push(), 0)
    assert.deepEqual([service.calls(), await states()], [0, ['failed']])
  })
})

suite('devices', () => {
  test('are stored sealed, belong to one person, and ten are the most', async (t) => {
    const { owner, add, say, push, organisation, service, key } = await open(t)
    const first = await add()
    const again = await run(subscribe, owner, first.subscription)
    assert.equal(again.id, first.id, 'the same browser again is no other one')
    const [row] = await listPushSubscriptions(stores.db.kysely, owner.person)
    assert.equal(row?.sealed.includes('127.0.0.1'), false)
    const colleague = { ...(await people.newMember(organisation, 'viewer')), push: testPushParts }
    assert.equal((await run(getKey, colleague, {})).key, key)
    await assert.rejects(run(unsubscribe, colleague, { subscription: first.id }), { code: 'not_found' })
    await say(first.id)
    await run(subscribe, colleague, first.subscription)
    assert.deepEqual((await run(list, owner, {})).items, [])
    assert.deepEqual([await push(), service.calls()], [0, 0], 'whoever uses it now does not get what was for another')
    for (let count = 0; count < 10; count += 1) await add()
    await assert.rejects(add(), { code: 'limit_reached' })
  })

  test('get a test, and nothing once they are removed', async (t) => {
    const { owner, add, push, service } = await open(t)
    const browser = await add()
    await run(tryOut, owner, { subscription: browser.id })
    assert.equal(await push(), 1)
    const [taken] = service.taken
    assert.match(taken ? decryptPush(taken.body, browser) : '', /It works/)
    await run(tryOut, owner, { subscription: browser.id })
    await run(unsubscribe, owner, { subscription: browser.id })
    assert.equal(await push(), 0)
  })

  test('keys of another length are refused', async (t) => {
    const { owner } = await open(t)
    const { subscription } = createTestBrowser()
    for (const keys of [
      { ...subscription.keys, auth: 'AAAA' },
      { ...subscription.keys, p256dh: subscription.keys.auth },
      { ...subscription.keys, auth: '<script>' },
    ]) {
      await assert.rejects(run(subscribe, owner, { ...subscription, keys }), { code: 'invalid_input' })
    }
  })
})

test('messages fit into what push services take, in any script', () => {
  const text = fc.string({ unit: 'binary', maxLength: 4000 })
  fc.assert(
    fc.property(text, text, (title, body) => {
      const fitting = fitPush({ title, body, link: '/x', topic: 'a'.repeat(32) })
      assert.ok(Buffer.byteLength(printPush(fitting)) <= 2800)
      assert.doesNotMatch(fitting.title, /[\p{Cc}\p{Cf}]/u)
      assert.doesNotMatch(fitting.body, /[^\P{C}\n]/u)
    }),
    { numRuns: 100 },
  )
})
