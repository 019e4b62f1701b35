// A socket by itself, with time that tests move: no database, no network.
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { type TestContext, test } from 'node:test'
import { toPersonId } from '@tillsight/core'
import type { JsonObject } from '@tillsight/core/merge-patch'
import { silentLog } from '../../testing/silent-log.ts'
import { type Channel, JoinRefusal, type OpenChannel, type Standing, type Teller } from './channel.ts'
import { usualPace } from './joined-channel.ts'
import { RealtimeSocket } from './socket.ts'

const person = toPersonId('11111111-1111-4111-8111-111111111111')

class WireEnd extends EventEmitter {
  readonly OPEN = 1
  readyState: 0 | 1 | 2 | 3 = 1
  bufferedAmount = 0
  readonly sent: unknown[][] = []
  closed: number | undefined
  send(text: string): void {
    this.sent.push(JSON.parse(text) as unknown[])
  }
  close(code = 1005): void {
    this.closed ??= code
    this.readyState = 3
    this.emit('close')
  }
  terminate(): void {
    this.close(1006)
  }
  receive(...frame: unknown[]): void {
    this.emit('message', Buffer.from(JSON.stringify(frame)), false)
  }
  /** The events that were sent since the last look. */
  take(): unknown[] {
    return this.sent.splice(0).map(([, , , event]) => event)
  }
}

interface ChannelState {
  expiresAt: number
  standing: Standing
}

/** A channel whose token lasts until somebody says otherwise. */
function channelOf(state: ChannelState): Channel {
  return {
    person,
    session: 'session',
    expiresAt: () => state.expiresAt,
    begin: async () => undefined,
    async renew(token) {
      if (token !== 'newer') return false
      state.expiresAt += 3_600_000
      return true
    },
    standing: async () => (state.expiresAt <= Date.now() ? 'expired' : state.standing),
    stop: () => undefined,
  }
}

/** Time stands still until it is moved. */
function open(t: TestContext, given: { readonly open?: OpenChannel } = {}) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] })
  const state: ChannelState = { expiresAt: 3_600_000, standing: 'valid' }
  const tellers: Teller[] = []
  const wire = new WireEnd()
  new RealtimeSocket({
    socket: wire,
    version: '2.0.0',
    log: silentLog,
    pace: usualPace,
    takePlace: () => () => undefined,
    open:
      given.open ??
      (async ({ token, teller, topic }) => {
        if (token === undefined) throw new JoinRefusal(`Unauthorized: ${topic}`)
        tellers.push(teller)
        return channelOf(state)
      }),
  })
  return {
    wire,
    state,
    tellers,
    join: (topic = 'shop:1', ref = '1') =>
      wire.receive(ref, ref, `realtime:${topic}`, 'phx_join', { config: { private: true }, access_token: 'first' }),
    /** Moves time in steps, with what follows each. */
    async pass(ms: number, stepMs = 1_000) {
      for (let passed = 0; passed < ms; passed += stepMs) {
        t.mock.timers.tick(Math.min(stepMs, ms - passed))
        await settled()
      }
    },
  }
}

/** Promises go on when the loop turns, which is no timer. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

function payloadsOf(wire: WireEnd, event: string): JsonObject[] {
  return wire.sent.filter(([, , , sent]) => sent === event).map(([, , , , payload]) => payload as JsonObject)
}

test('a socket lasts while its client beats every 30 s, and each beat is answered at once', async (t) => {
  const { wire, join, pass } = open(t)
  join()
  await settled()
  assert.deepEqual(wire.take(), ['phx_reply'])
  for (let beat = 1; beat <= 20; beat += 1) {
    await pass(30_000, 10_000)
    wire.receive(null, `${beat}`, 'phoenix', 'heartbeat', {})
    assert.deepEqual(wire.sent.splice(0), [[null, `${beat}`, 'phoenix', 'phx_reply', { status: 'ok', response: {} }]])
  }
  assert.equal(wire.closed, undefined)
})

test('a socket that says nothing for 75 s is closed, and so is one that joins nothing for a minute', async (t) => {
  const silent = open(t)
  silent.join()
  await silent.pass(70_000)
  assert.equal(silent.wire.closed, undefined)
  await silent.pass(25_000)
  assert.equal(silent.wire.closed, 1000)
})

test('a socket without a channel is closed after a minute, also when its last one was left', async (t) => {
  const { wire, join, pass } = open(t)
  await pass(50_000)
  join()
  await settled()
  await pass(40_000)
  wire.receive('1', '2', 'realtime:shop:1', 'phx_leave', {})
  assert.equal(wire.closed, undefined)
  wire.receive(null, '3', 'phoenix', 'heartbeat', {})
  await pass(55_000)
  assert.equal(wire.closed, undefined)
  wire.receive(null, '4', 'phoenix', 'heartbeat', {})
  await pass(25_000)
  assert.equal(wire.closed, 1000)
})

test('a join is answered before clients give up, also when a store does not', async (t) => {
  let late: ((channel: Channel) => void) | undefined
  let stopped = 0
  const { wire, join, pass } = open(t, {
    open: () =>
      new Promise((resolve) => {
        late = resolve
      }),
  })
  join()
  await pass(9_000)
  assert.deepEqual(payloadsOf(wire, 'phx_reply'), [
    { status: 'error', response: { reason: 'RealtimeRestarting: Try again in a moment' } },
  ])
  late?.({ ...channelOf({ expiresAt: 0, standing: 'valid' }), stop: () => (stopped += 1) })
  await settled()
  assert.equal(stopped, 1)
})

test('nothing is told once the token has expired; a newer one of the session goes on where it stopped', async (t) => {
  const { wire, state, tellers, join, pass } = open(t)
  state.expiresAt = 60_000
  join()
  await settled()
  const [teller] = tellers
  teller?.tell('changed', { version: '1' })
  assert.deepEqual(wire.take(), ['phx_reply', 'broadcast'])
  await pass(40_000)
  wire.receive('1', '2', 'realtime:shop:1', 'access_token', { access_token: 'sb_publishable_key' })
  wire.receive('1', '3', 'realtime:shop:1', 'access_token', { access_token: 'newer' })
  await pass(30_000)
  teller?.tell('changed', { version: '2' })
  assert.deepEqual(wire.take(), ['broadcast'])
  state.expiresAt = Date.now()
  teller?.tell('changed', { version: '3' })
  await pass(30_000)
  assert.deepEqual(wire.take(), ['system', 'phx_error'])
})

test('the token of somebody else ends the channel, and so does the end of the session', async (t) => {
  const { wire, state, tellers, join, pass } = open(t)
  join()
  await settled()
  wire.receive('1', '2', 'realtime:shop:1', 'access_token', { access_token: 'of somebody else' })
  await settled()
  assert.deepEqual(wire.take(), ['phx_reply', 'system', 'phx_close'])
  join('shop:2', '2')
  await settled()
  state.standing = 'ended'
  tellers[1]?.lookAgain()
  await settled()
  assert.deepEqual(wire.take(), ['phx_reply', 'system', 'phx_close'])
  await pass(1_000)
  tellers[1]?.tell('changed', { version: '9' })
  assert.deepEqual(wire.take(), [])
})

test('of what waits, the newest of each piece of work is told, once a second', async (t) => {
  const { wire, tellers, join, pass } = open(t)
  join()
  await settled()
  wire.take()
  const [teller] = tellers
  teller?.tell('changed', { version: '1' })
  for (let done = 0; done <= 100; done += 1) {
    teller?.tell('progress', { id: 'a', done }, 'progress a')
    teller?.tell('progress', { id: 'b', done: done * 2 }, 'progress b')
    teller?.tell('changed', { version: `${done}` })
  }
  await pass(1_000)
  assert.deepEqual(
    payloadsOf(wire, 'broadcast').map(({ payload }) => payload),
    [{ version: '1' }, { id: 'a', done: 100 }, { id: 'b', done: 200 }, { version: '100' }],
  )
})

test('a socket has 50 channels, ten joins a second and sixty a minute', async (t) => {
  const { wire, join, pass } = open(t)
  for (let index = 0; index < 51; index += 1) {
    join(`shop:${index}`, `${index}`)
    await pass(200)
  }
  const refused = payloadsOf(wire, 'phx_reply').filter(({ status }) => status === 'error')
  assert.deepEqual(refused, [{ status: 'error', response: { reason: 'ChannelRateLimitReached: Too many channels' } }])
  for (let index = 0; index < 9; index += 1) {
    join('shop:0', `again ${index}`)
    await pass(200)
  }
  assert.equal(wire.closed, undefined)
  join('shop:0', 'one too many')
  await settled()
  assert.equal(wire.closed, 1008)
})

test('messages beyond fifty at once and twenty a second close a socket; a steady twenty do not', async (t) => {
  const { wire, join, pass } = open(t)
  join()
  const beat = () => wire.receive(null, '1', 'phoenix', 'heartbeat', {})
  for (let index = 0; index < 49; index += 1) beat()
  for (let second = 0; second < 30; second += 1) {
    await pass(1_000)
    for (let index = 0; index < 20; index += 1) beat()
  }
  assert.equal(wire.closed, undefined)
  for (let index = 0; index < 21; index += 1) beat()
  assert.equal(wire.closed, 1008)
  assert.match(JSON.stringify(payloadsOf(wire, 'system')), /Too many messages per second/)
})

test('whoever reads nothing is cut off before a megabyte waits', async (t) => {
  const { wire, tellers, join } = open(t)
  join()
  await settled()
  wire.bufferedAmount = 1024 * 1024 + 1
  tellers[0]?.tell('changed', { version: '1' })
  assert.equal(wire.closed, 1006)
})
