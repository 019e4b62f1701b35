import { AuthError } from '../wire/errors.ts'

/** Lets a few pieces of heavy work run at once; the rest waits in order. */
export interface WorkQueue {
  /** Throws a `504`, which clients repeat, when too many wait already. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** `atOnce` running, `mostWaiting` behind them. */
export interface WorkQueueSize {
  readonly atOnce: number
  readonly mostWaiting: number
}

/** A queue in memory, so that a burst takes longer instead of taking all memory and threads. */
export function createWorkQueue({ atOnce, mostWaiting }: WorkQueueSize): WorkQueue {
  const waiting: (() => void)[] = []
  let running = 0
  const enter = (): Promise<void> | undefined => {
    if (running < atOnce) {
      running += 1
      return undefined
    }
    if (waiting.length >= mostWaiting) {
      throw new AuthError(504, 'request_timeout', 'Processing this request timed out, please retry after a moment.')
    }
    return new Promise((resolve) => {
      waiting.push(resolve)
    })
  }
  const leave = () => {
    // The next one takes this place, so `running` stays as it is.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
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
