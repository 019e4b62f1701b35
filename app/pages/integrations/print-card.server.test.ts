import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ConnectionView } from '../../blocks/connections/connections.ts'
import type { Fact } from '../../blocks/connections/model.ts'
import { sampleConnection, sampleStream } from '../../blocks/connections/testing.ts'
import { type CardDetails, printCard } from './print-card.server.ts'

const details: CardDetails = {
  connection: 'c',
  orders: null,
  adDays: null,
  deliveries: { lastAt: '2026-11-21T08:57:00Z', lately: 1_204, waiting: 0 },
  notes: [],
}
const gap = {
  what: 'access scope read_all_orders',
  cost: 'earlier sales are missing',
  where: 'In the app',
  who: 'the owner',
}

function print(change: Partial<ConnectionView> = {}, own: Partial<CardDetails> = {}) {
  return printCard(sampleConnection({ streams: [sampleStream()], ...change }), {
    zone: 'Europe/Berlin',
    now: '2026-11-21T09:02:00Z',
    language: 'en',
    details: { ...details, ...own },
  })
}

const values = (facts: readonly Fact[]) => Object.fromEntries(facts.map(({ name, value }) => [name, value]))

suite('a card', () => {
  test('says at a glance what came when and what comes next', () => {
    const card = print({ nextSyncAt: '2026-11-21T09:15:00Z' })
    assert.deepEqual(values(card.glance), {
      'Last sync': '2 min ago',
      'Next sync': 'In 13 min',
      'Orders complete through': '21 Nov 2026, 09:58',
      'Instant updates': 'On, last 5 min ago',
    })
    assert.equal(card.glance[0]?.title, '21 Nov 2026, 10:00')
  })

  test('that is being read says so, and when what failed is tried again', () => {
    assert.equal(values(print({ isReading: true, nextSyncAt: null }).glance)['Next sync'], 'Right now')
    const stream = sampleStream({ state: 'retrying', done: 6_722, total: 12_628, retryAt: '2026-11-21T09:06:00Z' })
    const [printed] = print({ streams: [stream] }).streams
    assert.deepEqual([printed?.amount, printed?.triedAgain], ['6,722 of 12,628', 'in 4 min'])
  })

  test('counts what was read once all of it is in, whatever the store counted at the beginning', () => {
    assert.equal(print({ streams: [sampleStream({ done: 12_632, total: 20_385 })] }).streams[0]?.amount, '12,632')
  })

  test('of a paused account promises no look, and says since when', () => {
    const card = print({ status: 'paused', message: 'Paused.', pausedAt: '2026-11-20T10:00:00Z' })
    assert.equal(values(card.glance)['Next sync'], 'After resuming')
    assert.deepEqual([card.message, card.since], [null, '20 Nov 2026, 11:00'])
  })

  test('says of each stream how complete it is and what may still change', () => {
    const card = print({
      streams: [
        sampleStream({ oldestAvailable: '2026-09-22T00:00:00Z' }),
        sampleStream({ id: 'p', completeSince: null }),
      ],
    })
    assert.deepEqual(values(card.marks.orders ?? []), {
      'Complete since': 'Thu 21 Nov 2024',
      'Complete through': '21 Nov 2026, 09:58',
      'May still change from': 'Tue 22 Sep 2026',
      'Oldest data on the platform': 'Tue 22 Sep 2026',
      'Last sync': '2 min ago',
      'Next sync': 'In 13 min',
    })
    assert.equal(values(card.marks.p ?? [])['Complete since'], 'The beginning')
  })

  test('names what is missing once, with its cost, where and by whom it is granted', () => {
    const note = { severity: 'warning' as const, message: 'It lacks the access scope read_all_orders.' }
    const other = { severity: 'info' as const, message: 'An order cannot be read.' }
    const { gaps, notes } = print({ gaps: [gap] }, { notes: [note, other] })
    assert.deepEqual(gaps, [
      {
        what: 'Access scope read_all_orders',
        cost: 'Earlier sales are missing.',
        where: 'In the app.',
        who: 'The owner.',
        isOwn: false,
      },
    ])
    assert.deepEqual(notes, [other])
  })

  test('tells why nothing is announced: a key that may not write is somebody’s to change, a missing address is not', () => {
    const state = (name: ConnectionView['updates']['state']) =>
      print({ updates: { state: name, ensuredAt: null, active: 0, reactivatedAt: [] } })
    assert.deepEqual(
      state('not_allowed').gaps.map(({ what }) => what),
      ['Instant updates'],
    )
    assert.deepEqual([state('no_address').gaps, state('refused').gaps], [[], []])
    assert.match(state('no_address').updates.text, /no public address/)
    assert.match(state('mending').updates.text, /changed their secret in the store/)
  })

  test('counts how often the platform had switched announcements off', () => {
    const reactivatedAt = ['2026-11-18T03:00:00Z', '2026-11-20T03:00:00Z']
    const { updates } = print({
      updates: { state: 'working', ensuredAt: '2026-11-21T03:00:00Z', active: 9, reactivatedAt },
    })
    assert.deepEqual(values(updates.facts), {
      'Last update received': '5 min ago',
      'In the last 24 hours': '1,204',
      'Topics subscribed to': '9',
      'Last checked': '6 h ago',
      'Turned off by the store and on again': '2 times within a week, last 20 Nov 2026, 04:00',
    })
  })
})
