import { findLanes, type LaneLimits } from './lanes.ts'

/** How fast requests to one connection may be made. */
export interface PaceOptions {
  /** Requests per second at the start and after failures; `calmPerSecond` after several responses without any. */
  readonly perSecond: number
  readonly calmPerSecond: number
  readonly lanes: LaneLimits
}

/**
 * A load that WooCommerce shops can take: at most four requests a second and four at once, and no visitor waits more than 1.7
 * times as long as with one at a time. The guide to connecting a store promises these numbers.
 */
export const gentlePace: PaceOptions = {
  perSecond: 2,
  calmPerSecond: 4,
  lanes: { most: 4, longest: 1.7 },
}

/** Reports how a request ended; called by whoever got the turn for it. */
type Leave = (outcome: {
  readonly stressed: boolean
  /** The kind of request, for comparing response times; undefined if it says nothing about the store's speed. */
  readonly alike: string | undefined
}) => void

/** Limits requests and adapts to how the platform copes. */
export interface Pace {
  /** Waits for a turn; rejects with the signal's reason. */
  enter(signal: AbortSignal | undefined): Promise<Leave>
  /** How many requests are currently allowed at once. */
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

/** Starts slowly, adds lanes while they increase throughput, and slows down at the first sign of stress. */
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
    // Recently unused turns may be made up for, so that lanes in step with the rate keep up with it.
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

/** A semaphore whose limit may change; waiting callers are served in order. */
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

/** Measures how long requests take and the average number of concurrent requests meanwhile, rounded. */
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
