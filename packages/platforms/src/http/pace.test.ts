import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { adaptivePace, gentlePace, type Pace } from './pace.ts'

/** Time that only advances when everybody waits: to the next instant that somebody waits for. */
function virtualTime() {
  const alarms: { at: number; ring: () => void }[] = []
  const time = { now: 0 }
  const at = (instant: number, ring: () => void) => void alarms.push({ at: instant, ring })
  return {
    stopwatch: () => time.now,
    at,
    sleep: (ms: number) => new Promise<void>((resolve) => at(time.now + ms, resolve)),
    /** Advances time until the work is done. */
    async until(work: Promise<unknown>): Promise<void> {
      const state = { done: false }
      const noted = work.finally(() => {
        state.done = true
      })
      for (;;) {
        await nextTurn()
        if (state.done) break
        alarms.sort((one, other) => one.at - other.at)
        const next = alarms.shift()
        assert.ok(next, 'nobody waits for anything')
        time.now = Math.max(time.now, next.at)
        next.ring()
      }
      await noted
    },
  }
}

type VirtualTime = ReturnType<typeof virtualTime>

/** A server: the promise resolves when it has responded. */
type Serve = (workMs: number) => Promise<void>

/** Processors shared by all requests: more requests than processors make every response slower. */
function sharedProcessors(time: VirtualTime, processors: number): Serve {
  const requests = new Set<{ left: number; answer: () => void }>()
  let since = 0
  let round = 0
  const speed = () => Math.min(1, processors / requests.size)
  const advance = () => {
    const passed = (time.stopwatch() - since) * speed()
    since = time.stopwatch()
    for (const request of requests) request.left -= passed
  }
  const plan = () => {
    round += 1
    const own = round
    if (requests.size === 0) return
    const least = Math.min(...[...requests].map(({ left }) => left))
    time.at(time.stopwatch() + Math.max(0, least) / speed(), () => {
      if (own !== round) return
      advance()
      for (const request of [...requests].filter(({ left }) => left <= 1e-6)) {
        requests.delete(request)
        request.answer()
      }
      plan()
    })
  }
  return (workMs) =>
    new Promise((answer) => {
      advance()
      requests.add({ left: workMs, answer })
      plan()
    })
}

/** Processes that handle one request each: when all are busy, a request waits for the first to finish. */
function workerPool(time: VirtualTime, workers: number): Serve {
  const freeAt: number[] = Array.from({ length: workers }, () => 0)
  return (workMs) => {
    freeAt.sort((one, other) => one - other)
    const done = Math.max(time.stopwatch(), freeAt[0] ?? 0) + workMs
    freeAt[0] = done
    return new Promise((response) => time.at(done, response))
  }
}

interface Import {
  readonly store: (time: VirtualTime) => Serve
  readonly pageMs: number
  readonly pages: number
  /** How often other visitors request a page; absent: never. */
  readonly visitEveryMs?: number
  /** All responses take the same time; absent: they vary by a quarter either way. */
  readonly isEven?: boolean
  /** A fixed number of lanes; absent: as the pace determines. */
  readonly fixed?: number
}

const visitMs = 300

/** Reads pages of a store. */
async function read({ store, pageMs, pages, visitEveryMs, isEven = false, fixed }: Import) {
  const time = virtualTime()
  const serve = store(time)
  const pace: Pick<Pace, 'enter'> =
    fixed === undefined ? adaptivePace(gentlePace, time) : { enter: async () => () => {} }
  let left = pages
  const lane = async () => {
    while (left > 0) {
      left -= 1
      const spread = isEven ? 1 : 0.75 + (((pages - left) * 7_919) % 101) / 200
      const leave = await pace.enter(undefined)
      await serve(pageMs * spread)
      leave({ stressed: false, alike: 'orders 100' })
    }
  }
  const visits: number[] = []
  const visit = async () => {
    const began = time.stopwatch()
    await serve(visitMs)
    visits.push(time.stopwatch() - began)
  }
  const visitors = async () => {
    if (visitEveryMs === undefined) return
    while (left > 0) {
      await time.sleep(visitEveryMs)
      void visit()
    }
  }
  await time.until(Promise.all([visitors(), ...Array.from({ length: fixed ?? gentlePace.lanes.most }, lane)]))
  return { pagesPerSecond: (pages / time.stopwatch()) * 1000, visits }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

async function best(reading: Import): Promise<number> {
  const speeds = []
  for (let fixed = 1; fixed <= gentlePace.lanes.most; fixed += 1)
    speeds.push((await read({ ...reading, fixed })).pagesPerSecond)
  return Math.max(...speeds)
}

describe('The pace of one connection', () => {
  for (const pageMs of [1_000, 1_600, 3_000]) {
    for (const processors of [1, 2, 3, 4, 8]) {
      it(`reads at nine tenths of the best number of lanes: pages of ${pageMs} ms, ${processors} at once`, async () => {
        for (const store of [sharedProcessors, workerPool]) {
          const reading = { store: (time: VirtualTime) => store(time, processors), pageMs, pages: 400 }
          const { pagesPerSecond } = await read(reading)
          const most = await best(reading)
          assert.ok(pagesPerSecond >= 0.9 * most, `${store.name}: ${pagesPerSecond} of ${most} pages a second`)
        }
      })
    }
  }

  for (const workers of [1, 2, 3, 4, 8]) {
    it(`reads at nine tenths of the best number of lanes where answers are alike, and ${workers} processes give them`, async () => {
      // With one lane too many, half of the responses take twice as long as the others: the median shows nothing.
      const store = (time: VirtualTime) => workerPool(time, workers)
      const reading = { store, pageMs: 1_000, pages: 200, isEven: true }
      const { pagesPerSecond } = await read(reading)
      const most = await best(reading)
      assert.ok(pagesPerSecond >= 0.9 * most, `${pagesPerSecond} of ${most} pages a second`)
    })
  }

  it('makes no visitor’s answer longer than promised, compared with one question at a time', async () => {
    for (const processors of [1, 1.4, 2, 2.3, 2.5, 3, 3.5, 4]) {
      const store = (time: VirtualTime) => sharedProcessors(time, processors)
      const reading = { store, pageMs: 1_600, pages: 400, visitEveryMs: 3_000 }
      const gentle = mean((await read({ ...reading, fixed: 1 })).visits)
      const paced = mean((await read(reading)).visits)
      assert.ok(
        paced <= gentle * gentlePace.lanes.longest,
        `${processors} processors: ${paced} instead of ${gentle} ms`,
      )
    }
  })

  it('keeps no visitor waiting for more than one of its pages where every process is busy', async () => {
    for (const workers of [1, 2, 3]) {
      const pageMs = 1_600
      const store = (time: VirtualTime) => workerPool(time, workers)
      const { visits } = await read({ store, pageMs, pages: 200, visitEveryMs: 4_100 })
      const usual = visits.toSorted((one, other) => one - other)[Math.floor(visits.length * 0.95)] ?? 0
      assert.ok(usual <= visitMs + pageMs * 1.25, `${workers} workers: ${usual} ms`)
    }
  })

  it('measures afresh when the store has become slower, and takes lanes back', async () => {
    const time = virtualTime()
    const now = { processors: 4 }
    const pace = adaptivePace(gentlePace, time)
    let left = 300
    let underWay = 0
    const lane = async () => {
      while (left > 0) {
        left -= 1
        const leave = await pace.enter(undefined)
        underWay += 1
        await time.sleep(1_500 * Math.max(1, underWay / now.processors))
        underWay -= 1
        leave({ stressed: false, alike: 'orders 100' })
      }
    }
    const lanes = Array.from({ length: 4 }, lane)
    const steps = async () => {
      while (left > 200) await time.sleep(1_000)
      assert.equal(pace.lanes(), 4)
      now.processors = 1
      while (left > 20) await time.sleep(1_000)
      assert.equal(pace.lanes(), 1)
    }
    await time.until(Promise.all([...lanes, steps()]))
  })

  it('starts with two requests a second, one at a time, and goes up to four a second', async () => {
    const time = virtualTime()
    const pace = adaptivePace(gentlePace, time)
    const ask = async (times: number) => {
      for (let count = 0; count < times; count += 1)
        (await pace.enter(undefined))({ stressed: false, alike: undefined })
    }
    await time.until(ask(6))
    assert.equal(time.stopwatch(), 2_500)
    await time.until(ask(9))
    assert.equal(time.stopwatch(), 2_500 + 9 * 250)
    const first = pace.enter(undefined)
    let second = false
    const waiting = pace.enter(undefined).then(() => {
      second = true
    })
    await time.until(first)
    assert.equal(second, false, 'nothing is known yet of what the store bears')
    ;(await first)({ stressed: false, alike: undefined })
    await time.until(waiting)
    assert.equal(second, true)
  })

  it('falls back to one at a time with the first sign of stress, and halves its rate when told to slow down', async () => {
    const time = virtualTime()
    const pace = adaptivePace(gentlePace, time)
    const read = async (times: number) => {
      for (let count = 0; count < times; count += 1) {
        const leave = await pace.enter(undefined)
        await time.sleep(1_000)
        leave({ stressed: false, alike: 'orders 100' })
      }
    }
    await time.until(read(6))
    assert.equal(pace.lanes(), 2)
    await time.until(pace.enter(undefined).then((leave) => leave({ stressed: true, alike: 'orders 100' })))
    assert.equal(pace.lanes(), 1)
    pace.slowDown()
    const before = time.stopwatch()
    const ask = async () => {
      for (let count = 0; count < 3; count += 1) (await pace.enter(undefined))({ stressed: false, alike: undefined })
    }
    await time.until(ask())
    assert.ok(time.stopwatch() - before > 1_500, String(time.stopwatch() - before))
  })

  it('lets go of a place in the queue when its request is called off', async () => {
    const time = virtualTime()
    const pace = adaptivePace(gentlePace, time)
    const leave = await pace.enter(undefined)
    const controller = new AbortController()
    const called = pace.enter(controller.signal)
    controller.abort(new Error('stop'))
    await assert.rejects(called, /stop/)
    const next = pace.enter(undefined)
    leave({ stressed: false, alike: undefined })
    await time.until(next)
  })
})
