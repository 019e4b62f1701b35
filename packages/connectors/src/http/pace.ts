/** How fast one connection may be asked. */
export interface PaceOptions {
  readonly perSecond: number
  readonly fastPerSecond: number
  readonly parallel: number
  readonly fastParallel: number
  /** The median duration below which the fast values hold. */
  readonly fastBelowMs: number
}

/** What WooCommerce shops on shared hosting bear. */
export const gentlePace: PaceOptions = {
  perSecond: 2,
  fastPerSecond: 4,
  parallel: 1,
  fastParallel: 2,
  fastBelowMs: 800,
}

/** Lets requests through one after the other, learning from how the platform bears them. */
export interface Pace {
  /** Waits for a turn; rejects with the signal's reason. */
  enter(signal: AbortSignal | undefined): Promise<void>
  leave(outcome: { readonly durationMs: number; readonly stressed: boolean }): void
  /** Halves the rate after "too many requests". */
  slowDown(): void
}

/** No pacing at all: benchmarks and tests. */
export const freePace: Pace = {
  async enter(signal) {
    signal?.throwIfAborted()
  },
  leave() {},
  slowDown() {},
}

const samplesKept = 9
const samplesNeeded = 5
const slowest = 1 / 16

/** Starts slow, speeds up while answers are quick, falls back on the first sign of stress. */
export function adaptivePace(
  options: PaceOptions,
  time: { stopwatch(): number; sleep(ms: number, signal: AbortSignal | undefined): Promise<void> },
): Pace {
  const waiting: (() => void)[] = []
  let durations: number[] = []
  let running = 0
  let share = 1
  let nextAt = 0

  const isFast = () => share === 1 && durations.length >= samplesNeeded && median(durations) < options.fastBelowMs
  const limit = () => (isFast() ? options.fastParallel : options.parallel)
  const rate = () => (isFast() ? options.fastPerSecond : options.perSecond * share)
  const wake = () => {
    while (running < limit()) {
      const next = waiting.shift()
      if (next === undefined) return
      running += 1
      next()
    }
  }
  const free = () => {
    running -= 1
    wake()
  }

  const slot = async (signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted()
    if (running < limit() && waiting.length === 0) {
      running += 1
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
  }

  return {
    async enter(signal) {
      await slot(signal)
      const now = time.stopwatch()
      const at = Math.max(now, nextAt)
      nextAt = at + 1000 / rate()
      if (at <= now) return
      try {
        await time.sleep(at - now, signal)
      } catch (error) {
        free()
        throw error
      }
    },
    leave({ durationMs, stressed }) {
      if (stressed) durations = []
      else {
        durations = [...durations, durationMs].slice(-samplesKept)
        share = Math.min(1, share * 1.1)
      }
      free()
    },
    slowDown() {
      share = Math.max(slowest, share / 2)
      durations = []
    },
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
