import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Environment, fetchRetrying, type RetryingInit } from './fetch-retrying.ts'

type Step = number | 'network' | 'silence' | Response

interface Series {
  readonly tries: number
  readonly pauses: readonly number[]
  /** The response, or the error thrown. */
  readonly result: unknown
}

const timeoutMs = 1_000

/** Plays responses in order; pauses are skipped, and an attempt without a response times out. */
async function play(steps: readonly Step[], init: RetryingInit = {}): Promise<Series> {
  const left = [...steps]
  const pauses: number[] = []
  let tries = 0
  const environment: Environment = {
    random: () => 0.5,
    after(milliseconds, work) {
      const isTimeout = milliseconds === timeoutMs
      if (!isTimeout) pauses.push(milliseconds)
      const isDue = !isTimeout || left[0] === 'silence'
      let isOff = false
      if (isDue) queueMicrotask(() => isOff || work())
      return () => {
        isOff = true
      }
    },
    fetch(_input, { signal }) {
      tries += 1
      const step = left.shift() ?? 200
      if (step === 'network') return Promise.reject(new TypeError('Failed to fetch'))
      if (step === 'silence') {
        return new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)))
      }
      return Promise.resolve(typeof step === 'number' ? new Response('body', { status: step }) : step)
    },
  }
  const result = await fetchRetrying('/x', { timeoutMs, ...init }, environment).catch((error: unknown) => error)
  return { tries, pauses, result }
}

function statusOf({ result }: Series): number | undefined {
  return result instanceof Response ? result.status : undefined
}

test('what passes is tried again up to three times, each after a longer pause', async () => {
  for (const status of [408, 409, 425, 429, 500, 502, 503, 504]) {
    const series = await play([status, 200])
    assert.equal(statusOf(series), 200, String(status))
    assert.equal(series.tries, 2)
  }
  const series = await play([503, 'network', 'silence', 200])
  assert.equal(statusOf(series), 200)
  assert.deepEqual(series.pauses, [225, 450, 900])
})

test('after the third repetition the answer stands, or the failure', async () => {
  const answered = await play([503, 503, 503, 503, 200])
  assert.equal(answered.tries, 4)
  assert.equal(statusOf(answered), 503)
  const failed = await play(['network', 'network', 'network', 'network'])
  assert.ok(failed.result instanceof TypeError)
  const silent = await play(['silence', 'silence', 'silence', 'silence'])
  assert.ok(silent.result instanceof DOMException && silent.result.name === 'TimeoutError')
})

test('an answer that will not change is handed on at once', async () => {
  for (const status of [200, 304, 400, 401, 403, 404, 422, 501]) {
    const response = status === 304 ? new Response(null, { status }) : status
    const series = await play([response, 200])
    assert.equal(statusOf(series), status)
    assert.equal(series.tries, 1)
  }
})

test('PUT and DELETE are repeated; POST and PATCH never, and neither is a body that can be read once', async () => {
  for (const method of ['PUT', 'delete']) assert.equal((await play([503, 200], { method, body: '{}' })).tries, 2)
  for (const method of ['POST', 'PATCH']) {
    assert.equal(statusOf(await play([503, 200], { method, body: '{}' })), 503)
    assert.equal((await play(['network', 200], { method })).tries, 1)
  }
  assert.equal((await play([503, 200], { method: 'PUT', body: new ReadableStream() })).tries, 1)
})

test('a pause that the server asks for is kept, in seconds or until a date; a long one is not waited for', async () => {
  const busy = (headers: HeadersInit) => new Response('', { status: 429, headers })
  assert.deepEqual((await play([busy({ 'retry-after': '2' }), 200])).pauses, [2000])
  const date = 'Sat, 21 Nov 2026 10:00:00 GMT'
  const until = busy({ date, 'retry-after': 'Sat, 21 Nov 2026 10:00:05 GMT' })
  assert.deepEqual((await play([until, 200])).pauses, [5000])
  assert.deepEqual((await play([busy({ 'retry-after': 'soon' }), 200])).pauses, [225])
  const later = await play([busy({ 'retry-after': '3600' }), 200])
  assert.equal(statusOf(later), 429)
  assert.equal(later.tries, 1)
})

test('whoever gives up is told so at once, before, during and between tries', async () => {
  const reason = new Error('left')
  assert.equal((await play(['network', 200], { signal: AbortSignal.abort(reason) })).result, reason)
  const leaving = new AbortController()
  const series = fetchRetrying(
    '/x',
    { signal: leaving.signal },
    {
      random: () => 0,
      after: () => () => {},
      fetch: async () => {
        queueMicrotask(() => queueMicrotask(() => leaving.abort(reason)))
        return new Response('', { status: 503 })
      },
    },
  )
  await assert.rejects(series, reason)
})
