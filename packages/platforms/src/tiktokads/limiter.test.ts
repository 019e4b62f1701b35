import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { HttpClient } from '../http.ts'
import { Limiter } from './limiter.ts'

/** A clock that moves while somebody waits. */
function status(requestsPerSecond = '') {
  const time = { now: 1_000_000, waited: [] as number[] }
  const abort = new AbortController()
  const http: HttpClient = {
    request: async () => await Promise.reject(new Error('Nothing is asked here')),
    async pause(ms, signal) {
      signal.throwIfAborted()
      time.waited.push(ms)
    },
  }
  const clock = { now: () => new Date(time.now) }
  return { time, abort, ctx: { http, clock, signal: abort.signal, app: { requestsPerSecond } } }
}

it('lets three requests a second through, for all connections of an app together', async () => {
  const { time, ctx } = status()
  const limiter = new Limiter()
  for (const advertiser of ['1', '2', '3', '4']) (await limiter.enter(advertiser, ctx))()
  assert.deepEqual(time.waited.map(Math.round), [333, 667, 1_000])
  time.now += 5_000
  ;(await limiter.enter('1', ctx))()
  assert.equal(time.waited.length, 3, 'time that passed was waited for already')
})

it('goes as fast as the operator says that TikTok allows', async () => {
  const { time, ctx } = status('20')
  const limiter = new Limiter()
  for (const advertiser of ['1', '2', '3']) (await limiter.enter(advertiser, ctx))()
  assert.deepEqual(time.waited, [50, 100])
})

it('keeps everybody waiting while TikTok has asked for a pause', async () => {
  const { time, ctx } = status()
  const limiter = new Limiter()
  limiter.hold(time.now + 30_000)
  ;(await limiter.enter('1', ctx))()
  assert.deepEqual(time.waited, [30_000])
})

it('has at most two questions about one advertiser on the way', async () => {
  const { ctx, abort } = status('1000')
  const limiter = new Limiter()
  const [leave] = [await limiter.enter('1', ctx), await limiter.enter('1', ctx)]
  const order: string[] = []
  const third = limiter.enter('1', ctx).then((left) => {
    order.push('third')
    return left
  })
  ;(await limiter.enter('2', ctx))()
  order.push('other')
  leave()
  const leaveThird = await third
  assert.deepEqual(order, ['other', 'third'])
  const fourth = limiter.enter('1', ctx)
  abort.abort(new Error('enough'))
  leaveThird()
  await assert.rejects(fourth, /enough/)
})
