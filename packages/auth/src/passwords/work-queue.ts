import { AuthError } from '../errors.ts'

/** Lets a few pieces of heavy work run at once; the rest waits in order. */
export interface WorkQueue {
  /** Throws a `504`, which clients repeat, when too many wait already, and after a wait that nobody has waited out. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** `atOnce` running, `mostWaiting` behind them, none of them longer than `longestWaitMs`. */
export interface WorkQueueSize {
  readonly atOnce: number
  readonly mostWaiting: number
  readonly longestWaitMs: number
}

interface Waiter {
  readonly since: number
  enter(): void
  refuse(): void
}

/**
 * A queue in memory, so that a burst takes longer instead of taking all memory and threads. Whoever waited longer than a call
 * may last has been answered by now; their work would only keep others waiting.
 */
export function createWorkQueue(size: WorkQueueSize, nowMs: () => number = () => performance.now()): WorkQueue {
  const { atOnce, mostWaiting, longestWaitMs } = size
  const waiting: Waiter[] = []
  let running = 0
  const enter = (): Promise<void> | undefined => {
    if (running < atOnce) {
      running += 1
      return undefined
    }
    if (waiting.length >= mostWaiting) throw tookTooLong()
    return new Promise((resolve, reject) => {
      waiting.push({ since: nowMs(), enter: resolve, refuse: () => reject(tookTooLong()) })
    })
  }
  const leave = () => {
    for (;;) {
      const next = waiting.shift()
      if (next === undefined) {
        running -= 1
        return
      }
      if (nowMs() - next.since < longestWaitMs) {
        // The next one takes this place, so `running` stays as it is.
        next.enter()
        return
      }
      next.refuse()
    }
  }
  return {
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

function tookTooLong(): AuthError {
  return new AuthError(504, 'request_timeout', 'Processing this request timed out, please retry after a moment.')
}
