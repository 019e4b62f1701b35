import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { addMembership, createConnection, deleteMembership, endDigest } from '@tillsight/database'
import { run } from '../context/index.ts'
import { followFacts } from '../follow-facts.ts'
import { openTestPeople } from '../organisations/testing.ts'
import { saveNotifications, saveProfile } from '../people/index.ts'
import { openTestStores, silentLog } from '../reports/shop.testing.ts'
import { type DigestContext, listOwnDigests, makeDueDigests, saveOwnDigests, sendDigest } from './index.ts'
import { deliveriesOf, testDigests } from './testing.ts'

const { db, warehouse, openShop } = await openTestStores({ after })
const shopStores = { warehouse, identityKey: new Uint8Array(32), follower: followFacts }
const minuteMs = 60_000

/** A person in Berlin with a shop in Berlin, on a Friday evening. */
async function open(start = '2026-06-26T18:00:00Z') {
  let now = Date.parse(start)
  const clock = { now: () => new Date(now) }
  const people = await openTestPeople({ after() {} }, { db, clock })
  const shop = (await openShop()).shop
  const person = await people.newPerson()
  const join = () =>
    addMembership(db.kysely, {
      organisationId: shop.organisation,
      personId: person.person,
      role: 'viewer',
      shopIds: [shop.id],
    })
  await join()
  await run(saveProfile, person, { name: 'Ann', language: 'en', zone: 'Europe/Berlin' })
  const digests = testDigests(shopStores, { db, clock, log: silentLog })
  const services = {
    ...digests,
    db,
    clock,
    log: silentLog,
    sendMail: async () => ({ state: 'sent', reason: '' }) as const,
  }
  const ctx: DigestContext = { ...person, digests }
  return {
    shop,
    ctx,
    services,
    join,
    leave: () => deleteMembership(db.kysely, { organisationId: shop.organisation, personId: person.person }),
    async want(...every: ('day' | 'week' | 'month')[]) {
      // The one that everybody has began on the clock of the database.
      await run(saveOwnDigests, ctx, { digests: [] })
      await run(saveOwnDigests, ctx, { digests: every.map((each) => ({ every: each, shop: null })) })
    },
    /** Rounds, one every five minutes, up to an instant. */
    async goTo(instant: string) {
      while (now < Date.parse(instant)) {
        now = Math.min(now + 5 * minuteMs, Date.parse(instant))
        await makeDueDigests(services)
      }
    },
    jumpTo(instant: string) {
      now = Date.parse(instant)
    },
    made: async () =>
      (await deliveriesOf(db, person.person))
        .filter(({ channel }) => channel === 'inbox')
        .map(({ kind, episode, createdAt }) => `${kind} ${episode} at ${createdAt.toISOString().slice(0, 16)}`)
        .toSorted(),
  }
}

test('a sample shop is in no digest, and is not offered for one', async () => {
  const { want, goTo, made, ctx, shop } = await open()
  await want('day')
  await db.kysely.updateTable('shops').set({ isSample: true }).where('id', '=', shop.id).execute()
  await goTo('2026-06-27T18:00:00Z')
  assert.deepEqual(await made(), [])
  assert.deepEqual((await run(listOwnDigests, ctx, {})).shops, [])
  await assert.rejects(run(saveOwnDigests, ctx, { digests: [{ every: 'day', shop: shop.id }] }), { code: 'not_found' })
  await assert.rejects(run(sendDigest, ctx, { every: 'day', shop: null }), { code: 'not_found' })
})

test('somebody new gets a week’s digest over all shops', async () => {
  const { ctx } = await open()
  assert.deepEqual((await run(listOwnDigests, ctx, {})).digests, [{ every: 'week', shop: null }])
})

suite('a digest comes', () => {
  test('every day at its time, and on Monday the week’s as well', async () => {
    const { want, goTo, made } = await open()
    await want('day', 'week')
    await goTo('2026-06-29T18:00:00Z')
    assert.deepEqual(await made(), [
      'digest.day 2026-06-26..2026-06-26 at 2026-06-27T05:30',
      'digest.day 2026-06-27..2026-06-27 at 2026-06-28T05:30',
      'digest.day 2026-06-28..2026-06-28 at 2026-06-29T05:30',
      'digest.week 2026-06-22..2026-06-28 at 2026-06-29T05:30',
    ])
  })

  test('once for each period, also when it is looked at again, its time changes or it is begun anew', async () => {
    const { want, goTo, made, ctx, services } = await open()
    await want('day')
    await goTo('2026-06-27T05:30:00Z')
    await run(saveNotifications, ctx, { digestAt: '09:00' })
    await goTo('2026-06-27T18:00:00Z')
    await want()
    await want('day')
    await makeDueDigests(services)
    assert.deepEqual(await made(), ['digest.day 2026-06-26..2026-06-26 at 2026-06-27T05:30'])
    await goTo('2026-06-28T07:00:00Z')
    assert.deepEqual((await made()).at(-1), 'digest.day 2026-06-27..2026-06-27 at 2026-06-28T07:00')
  })

  test('late, and not several times, when nothing ran at its time', async () => {
    const { want, jumpTo, goTo, made, services } = await open()
    await want('day', 'week')
    jumpTo('2026-07-01T12:00:00Z')
    await makeDueDigests(services)
    await goTo('2026-07-01T20:00:00Z')
    assert.deepEqual(await made(), [
      'digest.day 2026-06-30..2026-06-30 at 2026-07-01T12:00',
      'digest.week 2026-06-22..2026-06-28 at 2026-07-01T12:00',
    ])
  })

  test('when the period is over in the shop, however far away its reader is', async () => {
    const { want, goTo, made, ctx } = await open()
    await run(saveProfile, ctx, { name: 'Ann', language: 'en', zone: 'Pacific/Auckland' })
    await want('week')
    await goTo('2026-06-30T12:00:00Z')
    // 07:30 on Tuesday in Auckland; on Monday at that time it is still Sunday in Berlin.
    assert.deepEqual(await made(), ['digest.week 2026-06-22..2026-06-28 at 2026-06-29T19:30'])
  })

  test('no more once its link ended it, and of no shop that is closed to the person', async () => {
    const { want, goTo, made, leave, join, ctx } = await open()
    await want('day')
    await leave()
    await goTo('2026-06-27T12:00:00Z')
    assert.deepEqual(await made(), [])
    await join()
    await goTo('2026-06-29T12:00:00Z')
    assert.equal((await made()).length, 3, 'the last day as soon as it is open again')
    const [row] = await db.kysely
      .selectFrom('digests')
      .selectAll()
      .where('personId', '=', ctx.person)
      .where('enabled', '=', true)
      .execute()
    await endDigest(db.kysely, row?.id ?? '')
    await goTo('2026-07-01T12:00:00Z')
    assert.equal((await made()).length, 3)
    assert.deepEqual((await run(listOwnDigests, ctx, {})).digests, [])
  })
})

suite('a source that is not read up to the end of the day', () => {
  async function connect(shop: Awaited<ReturnType<typeof open>>['shop'], readUntil: string) {
    const { id } = await createConnection(db.kysely, {
      shopId: shop.id,
      connector: 'woocommerce',
      settings: {},
      secrets: Buffer.from('sealed elsewhere'),
      status: 'active',
    })
    const state = { connectionId: id, stream: 'orders', mode: 'increment' as const }
    const read = async (until: string) =>
      void (await db.kysely
        .insertInto('syncStates')
        .values({
          ...state,
          checkpoint: null,
          done: 0,
          updatedAt: new Date(until),
          syncedThrough: new Date(until),
          lastSuccessAt: new Date(until),
        })
        .onConflict((conflict) =>
          conflict
            .columns(['connectionId', 'stream', 'mode'])
            .doUpdateSet({ syncedThrough: new Date(until), lastSuccessAt: new Date(until) }),
        )
        .execute())
    await read(readUntil)
    return read
  }

  test('is waited for', async () => {
    const { want, goTo, made, shop } = await open()
    const read = await connect(shop, '2026-06-26T20:00:00Z')
    await want('day')
    await goTo('2026-06-27T07:00:00Z')
    assert.deepEqual(await made(), [])
    await read('2026-06-26T22:00:00Z')
    await goTo('2026-06-27T07:05:00Z')
    assert.deepEqual(await made(), ['digest.day 2026-06-26..2026-06-26 at 2026-06-27T07:05'])
  })

  test('is waited for three hours; then the digest says what is missing', async () => {
    const { want, goTo, made, shop, ctx } = await open()
    await connect(shop, '2026-06-26T20:00:00Z')
    await want('day')
    await goTo('2026-06-27T08:25:00Z')
    assert.deepEqual(await made(), [])
    await goTo('2026-06-27T08:30:00Z')
    assert.deepEqual(await made(), ['digest.day 2026-06-26..2026-06-26 at 2026-06-27T08:30'])
    const [{ body } = { body: '' }] = await deliveriesOf(db, ctx.person)
    assert.deepEqual(JSON.parse(body).shops[0].missing, [{ source: 'WooCommerce', until: '2026-06-26T20:00:00.000Z' }])
  })
})

test('a process that dies while a digest is written leaves none or all of it', async () => {
  const { want, goTo, jumpTo, made, services } = await open()
  await want('day')
  await goTo('2026-06-27T05:25:00Z')
  jumpTo('2026-06-27T05:30:00Z')
  const transaction: typeof db.transaction = (work) =>
    db.transaction(async (queries) => {
      await work(queries)
      throw new Error('killed')
    })
  const dying = { ...services, db: { ...db, transaction } }
  await makeDueDigests(dying)
  assert.deepEqual(await made(), [])
  await goTo('2026-06-27T06:00:00Z')
  assert.equal((await made()).length, 1)
})

test('messages that may be missing are named by the next digest, once, with the ways that they went', async () => {
  const { want, goTo, ctx } = await open()
  await want('day')
  await goTo('2026-06-27T05:30:00Z')
  await db.kysely
    .updateTable('deliveries')
    .set({ state: 'unknown', endedAt: new Date('2026-06-27T05:31:00Z') })
    .where('personId', '=', ctx.person)
    .where('channel', '=', 'mail')
    .execute()
  const [lost] = await db.kysely
    .selectFrom('deliveries')
    .selectAll()
    .where('personId', '=', ctx.person)
    .where('channel', '=', 'mail')
    .execute()
  assert.ok(lost)
  await db.kysely
    .insertInto('deliveries')
    .values({ ...lost, id: randomUUID(), channel: 'push', mail: null, slack: null, push: null })
    .execute()
  await goTo('2026-06-29T05:30:00Z')
  const bodies = (await deliveriesOf(db, ctx.person))
    .filter(({ channel }) => channel === 'inbox')
    .map(({ body }) => body)
  assert.deepEqual(
    bodies.map((body) => JSON.parse(body).lost),
    [[], [{ title: 'day 2026-06-26..2026-06-26', channels: ['mail', 'push'] }], []],
  )
})

test('one can be sent at once, at most one a minute', async () => {
  const { ctx } = await open()
  await run(sendDigest, ctx, { every: 'month', shop: null })
  await run(sendDigest, ctx, { every: 'month', shop: null })
  const all = await deliveriesOf(db, ctx.person)
  assert.deepEqual(
    all.map(({ kind, title }) => [kind, title]),
    [
      ['digest.now', 'month 2026-05-01..2026-05-31'],
      ['digest.now', 'month 2026-05-01..2026-05-31'],
    ],
  )
  assert.equal(all.filter(({ channel }) => channel === 'mail').length, 1)
})
