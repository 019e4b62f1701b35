import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { run } from '../context/index.ts'
import { listHealth } from '../health/index.ts'
import { sampleLine, sampleRefund } from '../ledger/sample-facts.ts'
import { openTestStores } from '../sync/testing.ts'
import {
  getConversions,
  listConversionDestinations,
  resendConversions,
  saveConversionSetup,
  switchConversions,
  tryConversions,
} from './index.ts'
import { openGoogle, openMeta, openTikTok } from './sending.testing.ts'

const stores = await openTestStores({ after })

test('an order of somebody who agreed is told once, with its value, and the log says so without saying who', async (t) => {
  const { fake, order, visit, tell, entry, wait, shop } = await openMeta(t, stores)
  const { id } = await order()
  await visit(id, { browser_keys: '{"fbp":"fb.1.1763539200000.55"}' })
  wait(6)
  await tell()
  await tell()
  assert.equal(fake.conversions.received.length, 1)
  const [received] = fake.conversions.counted
  assert.equal(received?.eventId, id)
  assert.deepEqual(received?.body['custom_data'], {
    currency: 'EUR',
    value: 119,
    order_id: id,
    content_type: 'product',
    content_ids: ['7'],
    contents: [{ id: '7', quantity: 2, item_price: 59.5 }],
    num_items: 2,
  })
  const told = await entry(id)
  assert.equal(told.state, 'sent')
  assert.equal(told.value, '119.000000')
  assert.deepEqual(told.keys, ['em', 'country', 'fbp'])
  assert.match(told.answer, /^Received, trace/)
  const { rows } = await stores.db.kysely
    .selectFrom('conversionEvents')
    .selectAll()
    .where('shopId', '=', shop.ctx.shop.id)
    .execute()
    .then((all) => ({ rows: JSON.stringify(all) }))
  assert.doesNotMatch(rows, /mail\.example|[0-9a-f]{64}|fb\.1/i)
})

test('nothing is told before it is switched on, and what was placed before never is', async (t) => {
  const { fake, order, visit, tell, log, wait, shop, platform } = await openMeta(t, stores)
  await run(switchConversions, shop.ctx, { platform, enabled: false })
  const early = await order()
  await visit(early.id)
  wait(10)
  await tell()
  assert.deepEqual(await log(), {})
  await run(switchConversions, shop.ctx, { platform, enabled: true })
  wait(10)
  await tell()
  assert.deepEqual(await log(), {})
  const later = await order()
  await visit(later.id)
  wait(10)
  await tell()
  assert.deepEqual(await log(), { [later.id]: 'sent' })
  assert.equal(fake.conversions.received.length, 1)
})

test('what waits when it is switched off is not told after switching on again', async (t) => {
  const { fake, order, visit, tell, entry, wait, shop, platform } = await openMeta(t, stores)
  const { id } = await order()
  await visit(id)
  await tell()
  assert.equal((await entry(id)).state, 'waiting')
  await run(switchConversions, shop.ctx, { platform, enabled: false })
  await run(switchConversions, shop.ctx, { platform, enabled: true })
  wait(30)
  await tell()
  assert.equal((await entry(id)).state, 'left_out')
  assert.equal(fake.requests.length, 0)
})

test('without consent nothing is told: not against a refusal, and not where nobody said anything', async (t) => {
  const { fake, order, visit, tell, log, entry, wait, save } = await openMeta(t, stores)
  const refused = await order()
  await visit(refused.id, { may_send_user_data: 0 })
  const silent = await order()
  wait(6)
  await tell()
  assert.deepEqual(await log(), { [refused.id]: 'no_consent', [silent.id]: 'waiting' })
  wait(61)
  await tell()
  assert.deepEqual(await log(), { [refused.id]: 'no_consent', [silent.id]: 'no_consent' })
  assert.match((await entry(silent.id)).reason, /Nothing is known/)
  assert.equal(fake.requests.length, 0)
  await save({ consent: 'elsewhere' })
  const stated = await order()
  const against = await order()
  await visit(against.id, { consent: 'denied', visitor_id: '', may_send_user_data: 0 })
  wait(6)
  await tell()
  const states = await log()
  assert.deepEqual([states[stated.id], states[against.id]], ['sent', 'no_consent'])
})

test('consent that was withdrawn on the same device after the purchase counts', async (t) => {
  const { fake, order, visit, tell, entry, wait } = await openMeta(t, stores)
  const { id } = await order()
  await visit(id)
  await visit('', { consent: 'withdrawn', may_send_user_data: 0, name: 'page_view' })
  wait(6)
  await tell()
  assert.equal((await entry(id)).state, 'no_consent')
  assert.equal(fake.requests.length, 0)
})

test('an order that is edited while it waits is told once, as edited', async (t) => {
  const { fake, order, write, visit, tell, wait } = await openMeta(t, stores)
  const record = await order()
  await visit(record.id)
  await tell()
  const lines = [sampleLine({ id: '1', productId: '7', gross: '50.00', tax: '9.50' })]
  await write({ ...record, lines, updatedAt: new Date(Date.parse(record.placedAt) + 60_000).toISOString() })
  wait(6)
  await tell()
  assert.deepEqual(
    fake.conversions.received.map(({ body }) => Object(body['custom_data']).value),
    [59.5],
  )
})

test('an unpaid order waits for its money, and a cancelled one is left out', async (t) => {
  const { fake, order, write, visit, tell, log, wait } = await openMeta(t, stores)
  const unpaid = await order({ standing: 'unpaid', paidAt: null })
  const cancelled = await order()
  await visit(unpaid.id)
  await visit(cancelled.id)
  await tell()
  const updatedAt = new Date(Date.parse(cancelled.placedAt) + 60_000).toISOString()
  await write({ ...cancelled, standing: 'cancelled', cancelledAt: updatedAt, updatedAt })
  wait(6)
  await tell()
  const before = await log()
  assert.equal(before[cancelled.id], 'left_out')
  assert.ok(before[unpaid.id] === 'waiting' || before[unpaid.id] === undefined)
  const paidAt = new Date(Date.parse(unpaid.placedAt) + 3 * 60_000).toISOString()
  await write({ ...unpaid, standing: 'paid', paidAt, updatedAt: paidAt })
  wait(65)
  await tell()
  wait(6)
  await tell()
  assert.equal((await log())[unpaid.id], 'sent')
  assert.equal(fake.conversions.counted.length, 1)
})

test('while the platform fails it is tried again at growing distances, for 72 hours; then somebody can send it again', async (t) => {
  const { fake, order, visit, tell, entry, wait, shop, platform } = await openTikTok(t, stores)
  const { id } = await order()
  await visit(id)
  fake.faults.add({ kind: 'code', code: 50_000, path: 'event/track' })
  wait(6)
  await tell()
  assert.equal((await entry(id)).state, 'waiting')
  const minutesLeft = async () => {
    const { nextAt } = await entry(id)
    return (Date.parse(nextAt ?? '') - shop.clock.now().getTime()) / 60_000
  }
  for (const pause of [1, 2, 4]) {
    const left = await minutesLeft()
    assert.equal(Math.round(left), pause)
    wait(left)
    await tell()
  }
  // Close to the end, the last attempt is made at the end rather than a pause later.
  wait(72 * 60 - 12)
  await tell()
  wait(await minutesLeft())
  await tell()
  const gone = await entry(id)
  assert.equal(gone.state, 'given_up')
  const issue = (await run(listHealth, shop.ctx, {})).find(({ kind }) => kind === 'conversions_failing')
  assert.match(issue?.advice ?? '', /None has got through since.*TikTok failed/)
  assert.match(gone.reason, /Given up after 72 hours\. TikTok failed/)
  assert.doesNotMatch(gone.reason, /by itself|keep trying/)
  assert.equal(gone.attempts, 6)
  fake.faults.clear()
  wait(600)
  await tell()
  assert.equal(fake.conversions.received.length, 0, 'nothing is sent by itself any more')
  assert.deepEqual(await run(resendConversions, shop.ctx, { platform }), { queued: 1 })
  await tell()
  assert.equal((await entry(id)).state, 'sent')
  assert.equal(fake.conversions.counted.length, 1)
})

test('killed between telling and noting it, it is told again under the same name and counts once', async (t) => {
  const { fake, order, visit, tell, entry, wait, shop, platform } = await openMeta(t, stores)
  const { id } = await order()
  await visit(id)
  wait(6)
  let isDead = false
  const services = {
    ...shop.services,
    async openShop(shopId: Parameters<typeof shop.services.openShop>[0]) {
      const ctx = await shop.services.openShop(shopId)
      const transaction: typeof ctx.db.transaction = async (work) => {
        if (fake.conversions.received.length > 0) {
          isDead = true
          throw new Error('the process was killed')
        }
        return await ctx.db.transaction(work)
      }
      return { ...ctx, db: { ...ctx.db, kysely: ctx.db.kysely, transaction } }
    },
  }
  await assert.rejects(tell({ services }), /killed/)
  assert.ok(isDead)
  assert.equal((await entry(id)).state, 'waiting')
  await tell()
  assert.equal((await entry(id)).state, 'sent')
  assert.equal(fake.conversions.received.length, 2)
  assert.equal(fake.conversions.counted.length, 1)
  const { health } = await run(getConversions, shop.ctx, { platform })
  assert.deepEqual([health.again, health.late], [1, 0])
})

test('a refund is told to Google as the new value of the same order, down to nothing; to Meta nothing is', async (t) => {
  const google = await openGoogle(t, stores)
  const meta = await openMeta(t, stores)
  for (const { order, visit, tell, write, wait, fake, entry, platform } of [google, meta]) {
    const { id } = await order()
    await visit(id)
    wait(6)
    await tell()
    const at = new Date(Date.parse('2026-11-20T13:30:00Z')).toISOString()
    await write(sampleRefund({ id: 'r1', orderId: id, at, amount: '19.00' }))
    wait(120)
    await tell()
    const whole = new Date(Date.parse('2026-11-20T15:00:00Z')).toISOString()
    await write(sampleRefund({ id: 'r2', orderId: id, at: whole, amount: '100.00' }))
    wait(120)
    await tell()
    const told = await entry(id)
    assert.equal(told.state, 'sent', told.reason)
    if (platform === 'metaads') {
      assert.equal(meta.fake.conversions.received.length, 1)
      assert.deepEqual([told.value, told.corrections], ['119.000000', 0])
    } else {
      assert.deepEqual([...google.fake.conversions.counted('6500')], [[id, 0]])
      assert.equal(google.fake.conversions.received.length, 3)
      assert.deepEqual([told.value, told.corrections], ['0.000000', 2])
    }
    assert.ok(fake.requests.length > 0)
  }
})

test('what Google could not use of a request it had taken is in the log as refused, with its reason', async (t) => {
  const { fake, order, visit, tell, entry, wait } = await openGoogle(t, stores)
  fake.conversions.ends = 'FAILED'
  const { id } = await order()
  await visit(id, { url: 'https://shop.example/thanks?gclid=Cj0KCQ' })
  wait(6)
  await tell()
  assert.equal((await entry(id)).state, 'sent')
  wait(60)
  await tell()
  const told = await entry(id)
  assert.equal(told.state, 'refused')
  assert.match(told.reason, /INVALID_GCLID/)
})

test('an order by which nobody can be found is refused alone; the others are told', async (t) => {
  const { fake, order, visit, tell, log, wait } = await openMeta(t, stores)
  const nameless = await order({ customer: { platformId: null, email: null, phone: null } })
  const other = await order()
  await visit(nameless.id)
  await visit(other.id)
  wait(6)
  await tell()
  assert.deepEqual(await log(), { [nameless.id]: 'refused', [other.id]: 'sent' })
  assert.equal(fake.conversions.counted.length, 1)
})

test('a token that ended is a problem with what to do about it, until a new one is entered', async (t) => {
  const { fake, order, visit, tell, entry, wait, shop, platform, save, token } = await openMeta(t, stores)
  const { id } = await order()
  await visit(id)
  fake.kill(458, token)
  wait(6)
  await tell()
  const told = await run(getConversions, shop.ctx, { platform })
  assert.match(told.problem?.message ?? '', /Make a new one in Events Manager/)
  const issues = async () => (await run(listHealth, shop.ctx, {})).filter(({ kind }) => kind === 'conversions_failing')
  const [issue, ...others] = await issues()
  assert.deepEqual(others, [])
  assert.equal(issue?.title, 'Orders do not reach Meta Ads')
  assert.match(issue.advice, /Make a new one in Events Manager.* lately: 1\./)
  assert.deepEqual(issue.place, { page: 'sending', platform })
  for (const minutes of [2, 4, 8]) {
    wait(minutes)
    await tell()
  }
  const requested = shop.requested.length
  await save({ token: fake.dataset('1000001').token })
  assert.deepEqual(shop.requested.slice(requested), [`tell ${platform}`], 'nobody waits for the next attempt')
  await tell()
  assert.deepEqual(await issues(), [])
  assert.equal((await entry(id)).state, 'sent')
  const after = await run(getConversions, shop.ctx, { platform })
  assert.equal(after.problem, null)
  assert.deepEqual([after.health.sent, after.health.placed, after.health.share, after.health.again], [1, 1, 1, 1])
  assert.deepEqual(
    after.health.keys.filter(({ share }) => share > 0).map(({ kind }) => kind),
    ['email', 'place'],
  )
})

test('a set-up with mistakes names the fields, a token never comes back, and without access it is not switched on', async (t) => {
  const { shop, platform, save } = await openMeta(t, stores)
  const fieldsOf = async (typed: { readonly destination: string; readonly token?: string }) => {
    try {
      await save(typed)
      return []
    } catch (error) {
      assert.ok(isAppError(error))
      return Object.keys(error.details ?? {})
    }
  }
  assert.deepEqual(await fieldsOf({ destination: 'my pixel', token: 'a b' }), ['destination', 'token'])
  assert.deepEqual(await fieldsOf({ destination: '' }), ['destination'])
  const told = await run(getConversions, shop.ctx, { platform })
  assert.equal(told.setup.hasToken, true)
  assert.doesNotMatch(JSON.stringify(told), /EAA[0-9a-f]{20}/)
  await run(switchConversions, shop.ctx, { platform, enabled: false })
  const { destination } = told.setup
  const bare = { platform, destination, consent: 'visitor', value: 'goods', itemId: 'sku', forgetToken: true } as const
  await run(saveConversionSetup, shop.ctx, bare)
  await assert.rejects(run(switchConversions, shop.ctx, { platform, enabled: true }), /Enter an access token/)
})

test('a trial counts for nothing and says what is wrong', async (t) => {
  const { fake, shop, platform } = await openMeta(t, stores)
  await assert.rejects(run(tryConversions, shop.ctx, { platform }), /Enter the test code/)
  const good = await run(tryConversions, shop.ctx, { platform, code: 'TEST42' })
  assert.equal(good.accepted, true)
  assert.equal(fake.conversions.counted.length, 0)
  assert.equal(fake.conversions.received.length, 1)
  const google = await openGoogle(t, stores)
  assert.equal((await run(tryConversions, google.shop.ctx, { platform: google.platform })).accepted, true)
  assert.equal(google.fake.conversions.received.length, 0)
})

test('what the platform lists can be chosen; without a connection it says how to get there', async (t) => {
  const google = await openGoogle(t, stores)
  const listed = await run(listConversionDestinations, google.shop.ctx, { platform: google.platform })
  assert.deepEqual(
    listed.destinations.map(({ id }) => id),
    ['1234567891/6500', '1234567892/6500'],
  )
  const meta = await openMeta(t, stores)
  const none = await run(listConversionDestinations, meta.shop.ctx, { platform: meta.platform })
  assert.deepEqual(none.destinations, [])
  assert.match(none.message ?? '', /Connect Meta Ads/)
})
