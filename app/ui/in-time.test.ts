import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { inTime, streamMs } from './in-time.ts'

test('a part of a page that takes too long fails on the server, and one that is there in time does not', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const { promise, resolve } = Promise.withResolvers<string>()
  const never = new Promise<string>(() => undefined)
  const [soon, late] = [inTime(promise), inTime(never)]
  // React calls this again with every attempt.
  assert.equal(inTime(never), late)
  resolve('there')
  assert.equal(await soon, 'there')
  const refused = assert.rejects(late, /took too long/)
  mock.timers.tick(streamMs)
  await refused
})
