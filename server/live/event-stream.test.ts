import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EventStream, type EventStreamOptions, openEventStream } from './event-stream.ts'

interface Opened {
  readonly stream: EventStream
  /** The next event, without the blank line that ends it; undefined at the end. */
  next(): Promise<string | undefined>
  readonly ends: () => number
}

function open(options: Partial<EventStreamOptions> = {}): Opened {
  let count = 0
  const stream = openEventStream({
    current: '5',
    known: undefined,
    beatMs: 60_000,
    changeMs: 60_000,
    mayGoOn: async () => true,
    ended: () => {
      count += 1
    },
    ...options,
  })
  const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader()
  return { stream, next: async () => (await reader.read()).value?.trimEnd(), ends: () => count }
}

test('a stream begins with the state; whoever knows another one is told at once that it changed', async () => {
  const same = open({ known: '5' })
  assert.equal(await same.next(), 'event: hello\nid: 5\ndata: 5')
  same.stream.close()
  assert.equal(await same.next(), undefined)
  const older = open({ known: '3' })
  await older.next()
  assert.equal(await older.next(), 'event: changed\nid: 5\ndata: 5')
  older.stream.close()
})

test('a burst of changes is told as two: the first at once, the last after the pause', async () => {
  const { stream, next } = open({ changeMs: 5 })
  await next()
  for (const state of ['6', '7', '8', '9']) stream.change(state)
  assert.equal(await next(), 'event: changed\nid: 6\ndata: 6')
  assert.equal(await next(), 'event: changed\nid: 9\ndata: 9')
  stream.change('9')
  stream.close()
  assert.equal(await next(), undefined)
})

test('signs of life come as long as the stream may go on; then it ends, once', async () => {
  const responses = [true, false]
  const { next, stream, ends } = open({ beatMs: 1, mayGoOn: async () => responses.shift() ?? false })
  await next()
  assert.equal(await next(), ': still here\nevent: beat\ndata: ok')
  assert.equal(await next(), undefined)
  stream.close()
  stream.change('6')
  assert.equal(ends(), 1)
})

test('a reader that leaves or reads nothing ends the stream', async () => {
  let ends = 0
  const options: EventStreamOptions = {
    current: '0',
    known: undefined,
    beatMs: 60_000,
    changeMs: 60_000,
    mayGoOn: async () => true,
    ended: () => {
      ends += 1
    },
  }
  await openEventStream(options).body.cancel()
  assert.equal(ends, 1)
  const idle = openEventStream({ ...options, beatMs: 0 })
  while (ends < 2) await new Promise(setImmediate)
  idle.change('1')
})
