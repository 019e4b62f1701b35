import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { addDays, parseDay } from '@tillsight/core/days'
import { createHttpClient } from '@tillsight/platforms/connectors'
import { decryptPush, startPushFake, startSlackFake } from '../../../../simulators/index.ts'
import { run } from '../context/index.ts'
import { servicesWithoutNetwork } from '../context/services.testing.ts'
import { openTestPeople } from '../organisations/testing.ts'
import { saveNotifications } from '../people/index.ts'
import { createTestBrowser, testPushParts } from '../push/attempts.testing.ts'
import { pushVerbs, pushWaitingMessages } from '../push/index.ts'
import { openTestStores, silentLog } from '../reports/shop.testing.ts'
import { addSlack, postWaitingMessages } from '../slack/index.ts'
import { addAlert, lookAtAlerts, tellOfAlerts } from './index.ts'
import { as, renderAsData, sell } from './testing.ts'

const stores = await openTestStores({ after })
const people = await openTestPeople({ after }, { db: stores.db })
const today = parseDay('2026-03-20')
const [, , subscribe] = pushVerbs

/** A shop whose sales fell, with alerts to every channel, at ten minutes past eleven. */
async function open(t: { after(work: () => Promise<void>): void }) {
  let now = Date.parse(`${today}T11:10:00Z`)
  const clock = { now: () => new Date(now) }
  const [slack, service] = await Promise.all([startSlackFake(() => now), startPushFake(() => now)])
  t.after(() => slack.close())
  t.after(() => service.close())
  const ctx = await stores.openShop({ zone: 'UTC' }, clock)
  const owner = { ...(await people.newMember(ctx.organisation, 'owner')), clock, push: testPushParts }
  for (let week = 8; week > 0; week -= 1) await sell(ctx, addDays(today, -7 * week), 20)
  await sell(ctx, today, 8)
  const browser = createTestBrowser(service.endpoint(randomUUID()))
  await run(subscribe, owner, browser.subscription)
  const place = await run(addSlack, { ...ctx, services: servicesWithoutNetwork }, { name: '#sales', url: slack.url() })
  const to = [{ channel: 'mail' as const }, { channel: 'push' as const }, { channel: 'slack' as const, id: place.id }]
  const http = createHttpClient({
    log: silentLog,
    clock,
    userAgent: 'Tillsight/test',
    allowPrivateAddresses: true,
    pace: 'off',
  })
  const services = { db: stores.db, clock, log: silentLog, secrets: servicesWithoutNetwork.secrets, http }
  return {
    owner,
    to,
    own: as(ctx, owner.person),
    async round(open: Parameters<typeof lookAtAlerts>[1] = []) {
      await lookAtAlerts(ctx, open)
      await tellOfAlerts(ctx, renderAsData)
    },
    wait: (hours: number) => void (now += hours * 3_600_000),
    /** Sends what is due; how many messages Slack and the device have by then. */
    async send() {
      await postWaitingMessages({ ...services, sleep: async (ms) => void (now += ms) })
      const subject = () => 'https://till.example'
      await pushWaitingMessages({ ...services, subject, openShopsOf: async () => [ctx] })
      return [slack.taken.length, service.taken.length]
    },
    pushed: () => service.taken.map(({ body }) => JSON.parse(decryptPush(body, browser))),
    topics: () => service.taken.map(({ topic }) => topic),
  }
}

const drop = {
  name: 'Sales fell',
  metric: 'sales',
  op: 'below' as const,
  bound: { changeAgainst: 'same_weekday' as const, percent: '-30' },
  minOrders: 20,
}
const quiet = { from: '12:00', until: '14:00' }
const finding = { kind: 'stale', title: 'Nothing was read', severity: 'error' as const }

suite('channels of an alert', () => {
  test('a device shows no figures unless its person wants them; what is over replaces what fired', async (t) => {
    const { own, owner, to, round, wait, send, pushed, topics } = await open(t)
    const { id, to: where } = await run(addAlert, own, { ...drop, to })
    assert.deepEqual(
      where.map(({ channel }) => channel),
      ['mail', 'push', 'slack'],
    )
    await round()
    wait(1)
    await round()
    assert.deepEqual(await send(), [1, 1])
    assert.deepEqual(pushed(), [{ title: 'Sales fell', body: 'Open it', link: '/alerts', tag: id.replaceAll('-', '') }])
    await run(saveNotifications, owner, { pushFigures: true })
    await sell(own, today, 20)
    wait(1)
    await round()
    assert.deepEqual(await send(), [2, 2])
    assert.match(pushed()[1]?.title, /is over/)
    assert.match(pushed()[1]?.body, /\d/)
    assert.deepEqual(new Set(topics()), new Set([id.replaceAll('-', '')]))
  })

  test('quiet hours hold messages to Slack and devices, each comes once afterwards', async (t) => {
    const { own, owner, to, round, wait, send } = await open(t)
    await run(saveNotifications, owner, { quiet })
    await run(addAlert, own, { ...drop, to })
    await round()
    wait(1)
    await round()
    assert.deepEqual(await send(), [0, 0], 'ten past twelve')
    wait(1.8)
    assert.deepEqual(await send(), [0, 0], 'two minutes to two')
    await round()
    wait(0.1)
    assert.deepEqual(await send(), [1, 1], 'after two')
    assert.deepEqual(await send(), [1, 1])
  })

  test('data that is being lost breaks quiet hours', async (t) => {
    const { own, owner, to, round, wait, send } = await open(t)
    await run(saveNotifications, owner, { quiet })
    await run(addAlert, own, { name: 'Data', op: 'finding', severity: 'error', to })
    await round([finding])
    wait(1)
    await round([finding])
    assert.deepEqual(await send(), [1, 1])
  })
})
