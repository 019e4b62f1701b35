// Everything that messages go to is down for a day of simulated time.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { addMessage, readPerson } from '@tillsight/database'
import { createHttpClient } from '@tillsight/platforms/connectors'
import { decryptPush, type Outage, startPushFake, startReceiver, startSlackFake } from '../../../../simulators/index.ts'
import { run } from '../context/index.ts'
import { servicesWithoutNetwork } from '../context/services.testing.ts'
import { openTestPeople } from '../organisations/testing.ts'
import { emitEvent, webhookEvents } from '../outbox/index.ts'
import { createTestBrowser, testPushParts } from '../push/attempts.testing.ts'
import { fitPush, pushVerbs, pushWaitingMessages } from '../push/index.ts'
import { openTestStores, silentLog } from '../reports/shop.testing.ts'
import { addSlack, postWaitingMessages, toSlackMessage } from '../slack/index.ts'
import { addWebhook, sendDueMessages, tidyWebhooks } from '../webhooks/index.ts'
import { deliver, listOwnInbox, sendDeliveries, sendWaitingMails } from './index.ts'
import { createTestPost, deliveriesOf } from './testing.ts'

const stores = await openTestStores({ after })
const people = await openTestPeople({ after }, { db: stores.db })
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const [, , subscribe] = pushVerbs
/** Of news, and of rounds. */
const everyMs = 10 * minuteMs
/** Alerts that come again and again, each with a topic of its own on devices. */
const alerts = 3

/** An owner who is told by every channel, and a program. */
async function open(t: { after(work: () => Promise<void>): void }) {
  let now = Date.parse('2026-03-20T10:00:00Z')
  let down: Outage | undefined
  const clock = { now: () => new Date(now) }
  const slack = await startSlackFake(() => now)
  const service = await startPushFake(() => now)
  const told: string[] = []
  const program = await startReceiver({
    statuses: {},
    retryAfterSeconds: 0,
    answer(_request, body) {
      told.push(JSON.parse(body.toString()).data.metric)
      return [204, '']
    },
  })
  for (const each of [slack, service, program]) t.after(() => each.close())
  const ctx = { ...(await stores.openShop({}, clock)), services: servicesWithoutNetwork }
  const owner = { ...(await people.newMember(ctx.organisation, 'owner')), clock, push: testPushParts }
  const browser = createTestBrowser(service.endpoint(randomUUID()))
  const { id: pushId } = await run(subscribe, owner, browser.subscription)
  const { id: slackId } = await run(addSlack, ctx, { name: '#sales', url: slack.url() })
  await run(addWebhook, ctx, { url: `http://${program.host}/`, events: ['alert.fired'] })
  const http = createHttpClient({
    log: silentLog,
    clock,
    userAgent: 'Tillsight/test',
    allowPrivateAddresses: true,
    pace: 'off',
  })
  t.after(async () => http.close())
  // Nobody waits for quarters of a minute here.
  const impatient = {
    request: (request: Parameters<typeof http.request>[0]) =>
      http.request({ ...request, timeoutMs: down === undefined ? 5_000 : 15 }),
  }
  const { secrets } = servicesWithoutNetwork
  const services = { db: stores.db, clock, log: silentLog, secrets, http: impatient, openShopsOf: async () => [ctx] }
  const post = createTestPost()
  const mail = async (message: Parameters<typeof post.sendMail>[0]) => {
    // A mail server that says nothing has not been handed the mail either.
    return down === undefined ? post.sendMail(message) : { state: 'later' as const, reason: 'No mail server.' }
  }
  const common = { kind: 'alert', shopId: ctx.shop.id, shops: [ctx.shop.id] }
  return {
    slack,
    service,
    post,
    told,
    rows: () => deliveriesOf(stores.db, owner.person),
    inbox: async () => (await run(listOwnInbox, owner, {})).unread,
    at: () => now,
    wait: (ms: number) => void (now += ms),
    async fail(how: Outage) {
      down = how
      for (const each of [slack, service, program]) await each.goDown(how)
    },
    async mend() {
      down = undefined
      for (const each of [slack, service, program]) await each.comeBack()
    },
    /** Tells one piece of news by every channel. */
    async tell(title: string, topic: string) {
      const at = clock.now()
      const reader = await readPerson(stores.db.kysely, owner.person)
      const notice = { ...common, episode: title, title, body: title, link: '/', isUrgent: false }
      const content = { subject: title, html: '', text: title, headers: {} }
      await deliver({ queries: stores.db.kysely, clock, zone: 'UTC' }, reader, { ...notice, mail: content })
      const message = { ...common, personId: owner.person, title, at, dueAt: at }
      const link = { label: 'Open', url: 'https://t.test/' }
      await addMessage(stores.db.kysely, {
        ...message,
        episode: `${title} slack`,
        to: { channel: 'slack', slackId, slack: toSlackMessage(title, { parts: [], link }) },
      })
      await addMessage(stores.db.kysely, {
        ...message,
        episode: `${title} push`,
        to: { channel: 'push', pushId, push: fitPush({ title, body: '', link: '/', topic }) },
      })
      await emitEvent(stores.db.kysely, ctx.shop.id, {
        type: 'alert.fired',
        at,
        data: { ...webhookEvents['alert.fired'].example, parts: [], open: [], metric: title },
      })
    },
    async round() {
      await sendDeliveries(services, {
        mail: () => sendWaitingMails({ ...services, sendMail: mail }),
        slack: () => postWaitingMessages({ ...services, sleep: async (ms) => void (now += ms) }),
        push: () => pushWaitingMessages({ ...services, subject: () => 'https://till.example' }),
      })
      const outgoing = { ...services, composeMail: () => content, random: () => 0.5 }
      await sendDueMessages(outgoing)
      await tidyWebhooks(outgoing)
    },
    pushed: () => service.taken.map(({ body }) => String(JSON.parse(decryptPush(body, browser)).title)),
    slackTitles: () => slack.taken.map(({ text }) => text),
  }
}

const content = { subject: '', html: '', text: '', headers: {} }

suite('while everything is down for a day', () => {
  for (const how of ['error', 'refused', 'silent'] as const) {
    test(`(${how}) the inbox has all; what is still news is sent once afterwards, and nothing that is old`, async (t) => {
      const { tell, round, wait, fail, mend, rows, inbox, at, ...world } = await open(t)
      const began = at()
      const waiting = async () =>
        Map.groupBy(
          (await rows()).filter(({ state }) => state === 'waiting'),
          ({ channel }) => channel,
        )
      await fail(how)
      const toldAt = new Map<string, number>()
      for (let count = 0; at() < began + 25 * hourMs; count += 1) {
        const title = `News ${count}`
        toldAt.set(title, at())
        // Said once, and too old for a device by the end.
        await tell(title, count === 6 ? 'once' : `alert${count % alerts}`)
        await round()
        wait(everyMs)
        if (count % 36 !== 0) continue
        const now = await waiting()
        assert.ok((now.get('mail')?.length ?? 0) <= 31)
        assert.ok((now.get('push')?.length ?? 0) <= alerts + 1)
        assert.ok((now.get('slack')?.length ?? 0) <= 24 * 6 + 1)
      }
      assert.equal(await inbox(), toldAt.size, 'nothing is lost in the inbox')
      const calls = world.slack.calls() + world.service.calls()
      // One of each in a round.
      assert.ok(calls <= 2 * 25 * 6, `${calls} calls in a day`)
      const mended = at()
      const held = await waiting()
      const still = (channel: 'mail' | 'slack' | 'push', ms: number) =>
        (held.get(channel) ?? []).filter(({ createdAt }) => createdAt.getTime() > mended - ms).map(({ title }) => title)
      await mend()
      // Programs are asked again after a day at the latest, people after an hour.
      for (let hours = 0; hours < 26; hours += hours < 2 ? 1 / 6 : 1) {
        await round()
        wait(hours < 2 ? everyMs : hourMs)
      }
      assert.equal((await waiting()).size, 0)
      for (const [channel, got, most] of [
        ['mail', world.post.mails.map(({ subject }) => subject), 24 * hourMs],
        ['slack', world.slackTitles(), 24 * hourMs],
        ['push', world.pushed(), 12 * hourMs],
      ] as const) {
        assert.equal(new Set(got).size, got.length, `${channel}: none twice`)
        for (const title of got) assert.ok((toldAt.get(title) ?? 0) >= mended - most, `${channel}: ${title} is old`)
        const expected = still(channel, most - hourMs)
        assert.ok(expected.length > 0, channel)
        for (const title of expected) assert.ok(got.includes(title), `${channel}: ${title} was not sent`)
      }
      assert.ok(!world.pushed().includes('News 6'))
      assert.deepEqual(new Set(world.told), new Set(toldAt.keys()), 'programs are told of everything, in the end')
      const ended = (await rows()).filter(({ channel, state }) => channel !== 'inbox' && state !== 'sent')
      assert.ok(ended.every(({ reason, mail, slack, push }) => reason !== '' && !mail && !slack && !push))
    })
  }
})
