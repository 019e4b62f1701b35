import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { readPerson } from '@tillsight/database'
import { run } from '../context/index.ts'
import { followFacts } from '../follow-facts.ts'
import { openTestPeople } from '../organisations/testing.ts'
import { saveNotifications } from '../people/index.ts'
import { openTestStores, silentLog } from '../reports/shop.testing.ts'
import { deliver, listOwnInbox, type Notice, sendDeliveries, sendWaitingMails } from './index.ts'
import { createTestPost, deliveriesOf, testDigests } from './testing.ts'

const { db, warehouse, openShop } = await openTestStores({ after })
const shopStores = { warehouse, identityKey: new Uint8Array(32), follower: followFacts }
const minuteMs = 60_000
const hourMs = 60 * minuteMs

async function open(start = '2026-06-30T12:00:00Z') {
  let now = Date.parse(start)
  const clock = { now: () => new Date(now) }
  const people = await openTestPeople({ after() {} }, { db, clock })
  const { id: organisation, owner } = await people.newOrganisation()
  const member = await people.newMember(organisation, 'analyst')
  const post = createTestPost()
  const services = { ...testDigests(shopStores, { db, clock, log: silentLog }), db, clock, log: silentLog }
  let count = 0
  const notice = (changes: Partial<Notice> = {}): Notice => ({
    kind: 'health',
    shopId: null,
    episode: `${(count += 1)}`,
    shops: [],
    title: `News ${count}`,
    body: 'Something happened.',
    link: '/',
    mail: { subject: `News ${count}`, html: '<p>x</p>', text: 'x', headers: {} },
    isUrgent: false,
    ...changes,
  })
  return {
    owner,
    member,
    post,
    notice,
    clock,
    wait: (ms: number) => {
      now += ms
    },
    tell: async (given: Notice) =>
      deliver({ queries: db.kysely, clock, zone: 'Europe/Berlin' }, await readPerson(db.kysely, member.person), given),
    send: (sendMail = post.sendMail) =>
      sendDeliveries(services, { mail: () => sendWaitingMails({ ...services, sendMail }) }),
    inbox: async (of = member) => run(listOwnInbox, { ...of, clock }, {}),
    mails: async () => (await deliveriesOf(db, member.person)).filter(({ channel }) => channel === 'mail'),
  }
}

test('what is told once is in the inbox once and mailed once, however often it is told', async () => {
  const { tell, notice, send, post, inbox, member } = await open()
  const news = notice()
  assert.deepEqual([await tell(news), await tell(news)], [true, false])
  assert.deepEqual([await send(), await send()], [1, 0])
  const { entries, unread } = await inbox()
  assert.deepEqual([entries.length, unread, entries[0]?.mail?.state], [1, 1, 'sent'])
  const { email } = await readPerson(db.kysely, member.person)
  assert.deepEqual(
    post.mails.map(({ to, subject }) => [to, subject]),
    [[email, news.title]],
  )
})

test('two processes that send at the same time send each mail once', async () => {
  const { tell, notice, send, post } = await open()
  for (let index = 0; index < 12; index += 1) await tell(notice())
  await Promise.all([send(), send(), send()])
  assert.equal(post.mails.length, 12)
  assert.equal(new Set(post.mails.map(({ key }) => key)).size, 12)
})

suite('a process that dies', () => {
  test('with a claimed mail leaves the claim: it is never sent again, and the inbox says that it may be missing', async () => {
    const { tell, notice, send, wait, post, inbox, mails } = await open()
    await tell(notice())
    // The process ends while the server has the mail: nothing after the hand-over happens.
    post.answers.push(() => Promise.reject(new Error('killed')))
    await assert.rejects(send(), /killed/)
    assert.equal((await mails())[0]?.state, 'claimed')
    await send()
    wait(11 * minuteMs)
    await send()
    assert.equal(post.mails.length, 0)
    const [entry] = (await inbox()).entries
    assert.deepEqual([entry?.title, entry?.mail?.state], ['News 1', 'unknown'])
    assert.match(entry?.mail?.reason ?? '', /may never have arrived/)
  })

  test('before it claimed loses nothing', async () => {
    const { tell, notice, send, post } = await open()
    await tell(notice())
    assert.equal(await send(), 1)
    assert.equal(post.mails.length, 1)
  })
})

suite('a mail server', () => {
  test('that is down for a day loses nothing of the inbox, and the queue stays small', async () => {
    const { tell, notice, send, wait, post, inbox, mails } = await open()
    const down = createTestPost({ state: 'later', reason: 'The mail server did not answer.' })
    for (let hour = 0; hour < 26; hour += 1) {
      await tell(notice())
      await tell(notice({ kind: 'digest.day', episode: `day ${hour}` }))
      for (let round = 0; round < 6; round += 1) {
        await send(down.sendMail)
        wait(10 * minuteMs)
      }
    }
    assert.equal((await inbox()).unread, 52)
    const waiting = (await mails()).filter(({ state }) => state === 'waiting')
    assert.ok(waiting.length <= 31, `${waiting.length} wait`)
    assert.equal(waiting.filter(({ kind }) => kind === 'digest.day').length, 1, 'the last digest alone')
    assert.ok((await mails()).every(({ state, mail }) => (state === 'waiting') === (mail !== null)))
    wait(2 * hourMs)
    await send()
    assert.ok(post.mails.length >= waiting.length - 3)
    assert.equal((await mails()).filter(({ state }) => state === 'waiting').length, 0)
  })

  test('is left alone for the round after three failures in a row', async () => {
    const { tell, notice, send, wait, post } = await open()
    for (let index = 0; index < 10; index += 1) await tell(notice())
    let asked = 0
    await send(async () => {
      asked += 1
      return { state: 'later', reason: 'no' }
    })
    assert.equal(asked, 3)
    assert.equal(await send(), 7, 'the three come after their pause')
    wait(minuteMs)
    assert.equal(await send(), 3)
    assert.equal(post.mails.length, 10)
  })

  test('that refuses the address for good switches it off, and the owner is told', async () => {
    const { tell, notice, send, post, inbox, member, owner } = await open()
    await tell(notice())
    post.answers.push({ state: 'refused', reason: '550 no such user' })
    await send()
    const { email, refusedAddress } = await readPerson(db.kysely, member.person)
    assert.equal(refusedAddress, email)
    await tell(notice())
    await send()
    assert.equal(post.mails.length, 0)
    const own = (await inbox()).entries
    assert.deepEqual(own.map(({ title }) => title).sort(), [
      'News 1',
      'News 2',
      'Your email address refuses our emails',
    ])
    assert.match(own.find(({ title }) => title === 'News 2')?.mail?.reason ?? '', /refuses our emails/)
    assert.match((await inbox(owner)).entries[0]?.title ?? '', /^Mails to Person \d+ do not arrive$/)
    await db.kysely
      .updateTable('people')
      .set({ email: `new-${email}` })
      .where('id', '=', member.person)
      .execute()
    await tell(notice())
    assert.equal(await send(), 1, 'another address gets mails again')
  })
})

test('no more than 30 mails a day are sent, besides digests; the inbox has all', async () => {
  const { tell, notice, send, wait, post, inbox } = await open()
  for (let index = 0; index < 34; index += 1) await tell(notice())
  await tell(notice({ kind: 'digest.week' }))
  await send()
  assert.equal(post.mails.length, 31)
  const { entries } = await inbox()
  assert.equal(entries.filter(({ mail }) => mail?.state === 'failed').length, 4)
  assert.match(entries.find(({ mail }) => mail?.state === 'failed')?.mail?.reason ?? '', /More than 30 emails/)
  wait(24 * hourMs)
  await tell(notice())
  assert.equal(await send(), 1)
})

test('quiet hours are those of the person’s zone; lost data breaks them', async () => {
  const { tell, notice, send, wait, post, member } = await open('2026-06-30T21:00:00Z')
  await run(saveNotifications, member, { quiet: { from: '22:00', until: '07:00' } })
  await db.kysely.updateTable('people').set({ zone: 'Europe/London' }).where('id', '=', member.person).execute()
  await tell(notice())
  await tell(notice({ isUrgent: true }))
  assert.equal(await send(), 1)
  assert.equal(post.mails[0]?.subject, 'News 2')
  wait(9 * hourMs - 1)
  assert.equal(await send(), 0)
  wait(1)
  assert.equal(await send(), 1)
})

test('a mail about a shop that is closed to the person by now is not sent, and neither is it in the inbox', async () => {
  const { tell, notice, send, post, inbox } = await open()
  const { shop } = await openShop()
  await tell(notice({ shops: [shop.id] }))
  await send()
  assert.equal(post.mails.length, 0)
  assert.deepEqual((await inbox()).entries, [])
})
