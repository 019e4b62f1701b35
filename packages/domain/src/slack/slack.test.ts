import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { addMessage } from '@tillsight/database'
import { createHttpClient } from '@tillsight/platforms/connectors'
import fc from 'fast-check'
import { startSlackFake } from '../../../../simulators/index.ts'
import { run } from '../context/index.ts'
import { servicesWithoutNetwork } from '../context/services.testing.ts'
import { sendDeliveries } from '../notifications/index.ts'
import { deliveriesOf } from '../notifications/testing.ts'
import { openTestPeople } from '../organisations/testing.ts'
import { openTestStores, silentLog } from '../reports/shop.testing.ts'
import { addSlack, changeSlack, checkSlackAddress, postWaitingMessages, removeSlack, toSlackMessage } from './index.ts'

const stores = await openTestStores({ after })
const people = await openTestPeople({ after }, { db: stores.db })
const start = Date.parse('2026-03-20T10:00:00Z')

/** A shop with an owner and places in a simulated Slack, on a clock that only sleeping and waiting move. */
async function open(t: { after(work: () => Promise<void>): void }) {
  let now = start
  const clock = { now: () => new Date(now) }
  const slack = await startSlackFake(() => now)
  t.after(() => slack.close())
  const ctx = { ...(await stores.openShop({}, clock)), services: servicesWithoutNetwork }
  const owner = await people.newMember(ctx.organisation, 'owner')
  const http = createHttpClient({
    log: silentLog,
    clock,
    userAgent: 'Tillsight/test',
    allowPrivateAddresses: true,
    pace: 'off',
  })
  const sleep = async (ms: number) => void (now += ms)
  const services = { db: stores.db, clock, log: silentLog, secrets: servicesWithoutNetwork.secrets, http, sleep }
  return {
    ctx,
    slack,
    owner,
    post: () => postWaitingMessages(services),
    wait: (minutes: number) => void (now += minutes * 60_000),
    /** Ends what waited too long, as every round does. */
    endStale: () => sendDeliveries(services, {}),
    add: (channel: string) => run(addSlack, ctx, { name: `#${channel}`, url: slack.url(channel) }),
    say: (slackId: string, title: string) =>
      addMessage(stores.db.kysely, {
        kind: 'alert',
        shopId: ctx.shop.id,
        personId: owner.person,
        episode: randomUUID(),
        shops: [ctx.shop.id],
        title,
        at: clock.now(),
        dueAt: clock.now(),
        to: {
          channel: 'slack',
          slackId,
          slack: toSlackMessage(title, {
            parts: [{ title, lines: ['Sales: 640'] }],
            link: { label: 'Open', url: 'https://t.test/' },
          }),
        },
      }),
    rows: async (channel: 'slack' | 'inbox') =>
      (await deliveriesOf(stores.db, owner.person)).filter((row) => row.channel === channel),
    seconds: () => (now - start) / 1000,
  }
}

suite('posting to Slack', () => {
  test('takes a second for each message at an address, whatever else waits, and each is posted once', async (t) => {
    const { add, say, post, slack, seconds, rows } = await open(t)
    const [sales, ads] = [await add('sales'), await add('ads')]
    for (const title of ['1', '2', '3']) await say(sales.id, title)
    await say(ads.id, '4')
    assert.equal(await post(), 4)
    assert.deepEqual(
      slack.taken
        .filter(({ channel }) => channel === 'sales')
        .map(({ text }) => text)
        .toSorted(),
      ['1', '2', '3'],
    )
    assert.equal(slack.taken.filter(({ channel }) => channel === 'ads').length, 1)
    assert.equal(slack.calls(), 4, 'none was refused for coming too soon')
    assert.equal(seconds(), 2)
    assert.equal(await post(), 0)
    assert.deepEqual(
      new Set((await rows('slack')).map(({ state, slack: content }) => `${state} ${JSON.stringify(content)}`)),
      new Set(['sent null']),
    )
  })

  test('waits as long as Slack wants, and tries again', async (t) => {
    const { add, say, post, slack, wait } = await open(t)
    const { id } = await add('sales')
    slack.faults.push('rate_limited', 'rollup_error')
    await say(id, '1')
    assert.equal(await post(), 0)
    assert.equal(await post(), 0)
    assert.equal(slack.calls(), 1)
    wait(0.6)
    assert.equal(await post(), 0, 'and fails')
    wait(3)
    assert.equal(await post(), 1)
  })

  for (const [fault, status] of [
    ['no_service', 404],
    ['channel_is_archived', 410],
    ['action_prohibited', 403],
  ] as const) {
    test(`${fault}: the address is off, what waits is given up, and people are told once`, async (t) => {
      const { ctx, add, say, post, slack, rows } = await open(t)
      const { id } = await add('sales')
      slack.faults.push(fault)
      await say(id, '1')
      await say(id, '2')
      await post()
      await post()
      assert.equal(slack.calls(), 1)
      assert.deepEqual(
        (await rows('inbox')).map(({ title }) => title),
        ['Slack refuses messages to #sales'],
      )
      assert.deepEqual(
        (await rows('slack')).map(({ state }) => state),
        ['failed', 'failed'],
      )
      const on = await run(changeSlack, ctx, { slack: id, state: 'on' })
      assert.deepEqual([on.state, on.reason], ['on', ''])
      assert.equal(status, { no_service: 404, channel_is_archived: 410, action_prohibited: 403 }[fault])
    })
  }

  test('what may have arrived is never posted again', async (t) => {
    const { add, say, post, slack, rows } = await open(t)
    const { id } = await add('sales')
    slack.faults.push('cut')
    await say(id, '1')
    await post()
    await post()
    assert.equal(slack.calls(), 1)
    assert.deepEqual(
      (await rows('slack')).map(({ state }) => state),
      ['unknown'],
    )
  })

  test('a day of failures ends what waits; the queue does not grow for ever', async (t) => {
    const { add, say, post, slack, wait, rows, endStale } = await open(t)
    const { id } = await add('sales')
    for (let hour = 0; hour < 50; hour += 1) {
      slack.faults.push('rollup_error', 'rollup_error', 'rollup_error', 'rollup_error')
      if (hour < 25) await say(id, `${hour}`)
      await post()
      await endStale()
      wait(60)
    }
    assert.deepEqual(new Set((await rows('slack')).map(({ state }) => state)), new Set(['failed']))
    assert.ok(slack.calls() < 200, `${slack.calls()} calls`)
  })

  test('an address belongs to its shop, is stored sealed and never shown', async (t) => {
    const { ctx, add, slack } = await open(t)
    const view = await add('secret')
    assert.equal(JSON.stringify(view).includes('services'), false)
    const row = await stores.db.kysely
      .selectFrom('slackAddresses')
      .selectAll()
      .where('id', '=', view.id)
      .executeTakeFirstOrThrow()
    assert.equal(row.url.includes(slack.host), false)
    const other = { ...(await stores.openShop()), services: servicesWithoutNetwork }
    await assert.rejects(run(removeSlack, other, { slack: view.id }), { code: 'not_found' })
    await run(removeSlack, ctx, { slack: view.id })
  })
})

suite('messages', () => {
  test('are within the limits of Slack, and nothing of strangers is a link, a mention or a mark', () => {
    const text = fc.string({ unit: 'binary', maxLength: 5000 })
    const part = fc.record({ title: text, lines: fc.array(text, { maxLength: 5 }) })
    fc.assert(
      fc.property(text, fc.array(part, { maxLength: 70 }), (title, parts) => {
        const message = toSlackMessage(title, { parts, link: { label: 'Open', url: 'https://t.test/' } })
        assert.ok(message.blocks.length <= 50)
        for (const block of message.blocks) {
          const { type, text: content } = block as { type: string; text?: { text: string } }
          if (type !== 'section') continue
          assert.ok((content?.text.length ?? 0) <= 3000)
          assert.doesNotMatch(content?.text ?? '', /<|>|&(?!amp;|lt;|gt;)/)
        }
      }),
      { numRuns: 50 },
    )
    const [, section] = toSlackMessage('x', {
      parts: [{ title: 'A & <!channel> *b*', lines: ['<https://evil.example|here>'] }],
      link: { label: 'Open', url: 'https://t.test/' },
    }).blocks as { text: { text: string } }[]
    assert.equal(
      section?.text.text.replaceAll('\u200B', ''),
      '*A &amp; &lt;!channel&gt; *b**\n&lt;https://evil.example|here&gt;',
    )
  })

  test('go to Slack, or to a host that the operator names, and nowhere else', () => {
    const check = (url: string) => checkSlackAddress(url, ['hooks.slack.com'])
    assert.equal(check('https://hooks.slack.com/services/T/B/x#y'), 'https://hooks.slack.com/services/T/B/x')
    for (const url of [
      'http://hooks.slack.com/services/T/B/x',
      'https://hooks.slack.com.evil.example/services/T/B/x',
      'https://hooks.slack.com@evil.example/x',
      'https://user:pass@hooks.slack.com/services/x',
      'https://hooks.slack.com:8443/services/x',
      'https://127.0.0.1/services/x',
      'nonsense',
    ]) {
      assert.throws(() => check(url), { code: 'invalid_input' }, url)
    }
  })
})
