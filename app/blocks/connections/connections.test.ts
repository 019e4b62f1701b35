import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import type { ConnectionView, WorkView } from '@tillsight/domain'
import type { Viewer } from '../../services.ts'
import { shopVerbsOf } from '../../testing.ts'
import { readConnections } from './connections.ts'

const waiting = { for: 'Google’s daily limit', until: '2026-11-21T05:12:00.000Z' }

const standing: ConnectionView = {
  id: 'c',
  connector: 'googleads',
  label: 'Google Ads',
  status: 'catching_up',
  message: 'The daily limit is used up until 2026-11-21 05:12 UTC.',
  since: '2026-11-20T18:00:00.000Z',
  waiting,
  paused: false,
  pausedAt: null,
  access: 'read',
  account: null,
  warnings: [],
  gaps: [],
  values: {},
  webhooks: null,
  streams: [],
  createdAt: '2026-11-01T00:00:00.000Z',
  isStore: false,
  adAccounts: [],
  orderPage: null,
  accessEndsAt: null,
}

async function view(of: ConnectionView, { work = [], ...viewer }: Partial<Circumstances>) {
  const [shown] = await readConnections({
    run: shopVerbsOf({
      'connection.list': async () => [of],
      'connector.list': async () => [{ id: 'woocommerce', apiVersion: 'wc/v3', updates: 'possible' }],
      'work.list': async () => work,
    }),
    viewer: async () => ({ zone: 'UTC', today: parseDay('2026-11-20'), ...viewer }),
  })
  return shown ?? assert.fail('nothing is connected')
}

interface Circumstances extends Viewer {
  readonly work: readonly WorkView[]
}

async function messageAt(today: string, zone: string): Promise<string> {
  return (await view(standing, { today: parseDay(today), zone })).message ?? ''
}

test('429 project scope: the page says until when Google’s daily limit is waited for, in the time of whoever looks', async () => {
  assert.match(await messageAt('2026-11-21', 'Europe/Berlin'), /^Waiting for Google’s daily limit until 06:12\./)
  assert.match(await messageAt('2026-11-20', 'Europe/Berlin'), /until 21 Nov 2026, 06:12\./, 'another day')
  assert.match(await messageAt('2026-11-20', 'America/Chicago'), /until 23:12\./)
})

const failing: ConnectionView = {
  ...standing,
  connector: 'woocommerce',
  status: 'missing_permission',
  message: 'shop.example is protected by Wordfence, which refuses us.',
  waiting: null,
  isStore: true,
  streams: [
    {
      id: 'orders',
      label: 'Orders',
      complete: false,
      done: 6_722,
      total: 12_628,
      syncedThrough: null,
      completeSince: null,
      restateFrom: null,
      oldestAvailable: null,
      lastSuccessAt: null,
      nextLookAt: '2026-11-20T20:04:00.000Z',
      problem: {
        kind: 'transient',
        message: 'Wordfence refuses us.',
        since: '2026-11-20T18:00:00.000Z',
        attempts: 2,
        retryAt: '2026-11-20T20:04:00.000Z',
      },
    },
  ],
}

function workOn(change: Partial<WorkView>): WorkView {
  return {
    id: 'j',
    what: 'sync',
    about: 'c',
    label: 'Reading orders',
    state: 'waiting',
    isDue: false,
    done: 0,
    total: null,
    message: null,
    estimatedEndAt: null,
    ...change,
  }
}

test('what was asked for is being read at once, and what failed before is not called failed meanwhile', async () => {
  const states = async (work: readonly WorkView[]) => {
    const { isReading, streams } = await view(failing, { work })
    return [isReading, streams[0]?.state, streams[0]?.error]
  }
  const before = [false, 'retrying', 'Wordfence refuses us.']
  assert.deepEqual(await states([]), before)
  const elsewhere = [workOn({ about: 'another', isDue: true }), workOn({ what: 'import', isDue: true })]
  assert.deepEqual(await states(elsewhere), before)
  assert.deepEqual(await states([workOn({})]), before, 'a job for later')
  assert.deepEqual(await states([workOn({ isDue: true })]), [true, 'importing', null], 'asked for a moment ago')
  assert.deepEqual(await states([workOn({ state: 'running' })]), [true, 'importing', null])
})

test('the stream that is read says when it ends', async () => {
  const estimatedEndAt = '2026-11-20T20:30:00.000Z'
  const work = [workOn({ state: 'running', message: 'Orders: 2026-03', estimatedEndAt })]
  const { streams } = await view(
    { ...failing, streams: failing.streams.flatMap((one) => [one, { ...one, label: 'P' }]) },
    { work },
  )
  assert.deepEqual(
    streams.map((one) => one.estimatedEndAt),
    [estimatedEndAt, null],
  )
})

test('a stream has failed only when somebody is needed', async () => {
  const [stream] = failing.streams
  assert.ok(stream?.problem)
  const lasting = { ...stream.problem, kind: 'permission', worsenedFrom: 'transient' } as const
  const [shown] = (await view({ ...failing, streams: [{ ...stream, problem: lasting }] }, {})).streams
  assert.equal(shown?.state, 'failed')
})

test('updates of a store are in one state', async () => {
  const webhooks = { ensuredAt: '2026-11-20T18:00:00.000Z', active: 9, reactivatedAt: [], ids: [], mistrusted: [] }
  const stateOf = async (change: Partial<ConnectionView>) =>
    (await view({ ...failing, access: 'read_write', ...change }, {})).updates.state
  assert.equal(await stateOf({ connector: 'unknown' }), 'unsupported')
  assert.equal(await stateOf({ access: 'read' }), 'not_allowed')
  assert.equal(await stateOf({}), 'pending')
  assert.equal(await stateOf({ webhooks: { ...webhooks, active: 0 } }), 'refused')
  assert.equal(await stateOf({ webhooks: { ...webhooks, mistrusted: ['1'] } }), 'mending')
  assert.equal(await stateOf({ webhooks }), 'working')
})
