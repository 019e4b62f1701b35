import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { adaptivePace, gentlePace } from './pace.ts'

/** Time that passes only when somebody sleeps. */
function virtualTime() {
  const time = { at: 0 }
  return {
    time,
    stopwatch: () => time.at,
    sleep: async (ms: number) => {
      time.at += ms
    },
  }
}

async function run(pace: ReturnType<typeof adaptivePace>, durationMs: number, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    await pace.enter(undefined)
    pace.leave({ durationMs, stressed: false })
  }
}

describe('The pace of one connection', () => {
  it('starts with two requests a second, one at a time', async () => {
    const virtual = virtualTime()
    const pace = adaptivePace(gentlePace, virtual)
    await run(pace, 2_000, 11)
    assert.equal(virtual.time.at, 5_000)
    await pace.enter(undefined)
    let second = false
    const waiting = pace.enter(undefined).then(() => {
      second = true
    })
    await Promise.resolve()
    assert.equal(second, false)
    pace.leave({ durationMs: 2_000, stressed: false })
    await waiting
    assert.equal(second, true)
  })

  it('goes up to two at once and four a second while answers are quick', async () => {
    const virtual = virtualTime()
    const pace = adaptivePace(gentlePace, virtual)
    await run(pace, 200, 6)
    const before = virtual.time.at
    await run(pace, 200, 8)
    assert.equal(virtual.time.at - before, 2_000)
    await Promise.all([pace.enter(undefined), pace.enter(undefined)])
  })

  it('falls back to one at a time with the first sign of stress, and halves its rate when told to slow down', async () => {
    const virtual = virtualTime()
    const pace = adaptivePace(gentlePace, virtual)
    await run(pace, 200, 6)
    await pace.enter(undefined)
    pace.leave({ durationMs: 200, stressed: true })
    pace.slowDown()
    const before = virtual.time.at
    await run(pace, 2_000, 3)
    assert.ok(virtual.time.at - before > 1_500, String(virtual.time.at - before))
  })

  it('lets go of a place in the queue when its request is called off', async () => {
    const pace = adaptivePace(gentlePace, virtualTime())
    await pace.enter(undefined)
    const controller = new AbortController()
    const called = pace.enter(controller.signal)
    controller.abort(new Error('stop'))
    await assert.rejects(called, /stop/)
    const next = pace.enter(undefined)
    pace.leave({ durationMs: 1, stressed: false })
    await next
  })
})
