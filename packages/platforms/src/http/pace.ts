import { findLanes, type LaneLimits } from './lanes.ts'

/** How fast one connection may be asked. */
export interface PaceOptions {
  /** Requests a second at the beginning and after trouble, and once several answers have come without any. */
  readonly perSecond: number
  readonly calmPerSecond: number
  readonly lanes: LaneLimits
}

/**
 * What WooCommerce shops bear: at most four questions a second and four at once, and no visitor's answer more than 1.7 times
 * as long as with one at a time. The guide to connecting a store promises these numbers.
 */
export const gentlePace: PaceOptions = {
  perSecond: 2,
  calmPerSecond: 4,
  lanes: { most: 4, longest: 1.7 },
}

/** How a request ended, told by whoever got the turn for it. */
type Leave = (outcome: {
  readonly stressed: boolean
  /** What tells comparable amounts of work from others; absent = it says nothing about the store's speed. */
  readonly alike: string | undefined
}) => void

/** Lets requests through, learning from how the platform bears them. */
export interface Pace {
  /** Waits for a turn; rejects with the signal's reason. */
  enter(signal: AbortSignal | undefined): Promise<Leave>
  /** How many requests are let through at once right now. */
  lanes(): number
  /** Halves the rate after "too many requests". */
  slowDown(): void
}

/** No pacing at all: benchmarks and tests. */
export const freePace: Pace = {
  async enter(signal) {
    signal?.throwIfAborted()
    return () => {}
  },
  lanes: () => Number.POSITIVE_INFINITY,
  slowDown() {},
}

const calmAfter = 5
const slowest = 1 / 16
const catchUpMs = 1_000

/** Starts slow, adds lanes while they bring something, falls back on the first sign of stress. */
export function adaptivePace(
  options: PaceOptions,
  time: { stopwatch(): number; sleep(ms: number, signal: AbortSignal | undefined): Promise<void> },
): Pace {
  const lanes = findLanes(options.lanes)
  const load = watchLoad(() => time.stopwatch())
  let share = 1
  let calm = 0
  let nextAt = 0

  const limit = () => (share === 1 ? lanes.count() : 1)
  const rate = () => (share === 1 && calm >= calmAfter ? options.calmPerSecond : options.perSecond * share)
  const slots = createSlots(limit)
  const trouble = () => {
    calm = 0
    nextAt = Math.max(nextAt, time.stopwatch())
    lanes.retreat()
  }

  const rateTurn = async (signal: AbortSignal | undefined): Promise<void> => {
    const now = time.stopwatch()
    const at = Math.max(now, nextAt)
    // What was not used a moment ago may be made up for, so that lanes in step with the rate keep it.
    nextAt = Math.max(nextAt, now - catchUpMs) + 1000 / rate()
    if (at > now) await time.sleep(at - now, signal)
  }

  return {
    async enter(signal) {
      await slots.take(signal)
      try {
        await rateTurn(signal)
      } catch (error) {
        slots.free()
        throw error
      }
      const ended = load.begin()
      return ({ stressed, alike }) => {
        const { durationMs, lanes: beside } = ended()
        if (stressed) trouble()
        else {
          calm += 1
          share = Math.min(1, share * 1.1)
          if (alike !== undefined && share === 1) lanes.note({ alike, lanes: beside, durationMs })
        }
        slots.free()
      }
    },
    lanes: limit,
    slowDown() {
      share = Math.max(slowest, share / 2)
      trouble()
    },
  }
}

/** Places that are taken and given back, as many at once as the limit says by then; who comes first is first. */
function createSlots(limit: () => number) {
  const waiting: (() => void)[] = []
  let taken = 0
  return {
    async take(signal: AbortSignal | undefined): Promise<void> {
      signal?.throwIfAborted()
      if (taken < limit() && waiting.length === 0) {
        taken += 1
        return
      }
      await new Promise<void>((resolve, reject) => {
        const go = () => {
          signal?.removeEventListener('abort', give)
          resolve()
        }
        const give = () => {
          waiting.splice(waiting.indexOf(go), 1)
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', give, { once: true })
        waiting.push(go)
      })
    },
    free(): void {
      taken -= 1
      while (taken < limit()) {
        const next = waiting.shift()
        if (next === undefined) return
        taken += 1
        next()
      }
    },
  }
}

/** Measures how long requests take and how many were under way meanwhile, rounded from the mean over that time. */
function watchLoad(stopwatch: () => number) {
  let underWay = 0
  let requestMs = 0
  let at = 0
  const move = (by: number) => {
    const now = stopwatch()
    requestMs += underWay * (now - at)
    at = now
    underWay += by
  }
  return {
    begin() {
      move(1)
      const beganAt = at
      const before = requestMs
      return () => {
        move(-1)
        const durationMs = at - beganAt
        return { durationMs, lanes: durationMs > 0 ? Math.round((requestMs - before) / durationMs) : underWay + 1 }
      }
    },
  }
}
