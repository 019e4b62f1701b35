/** What a stream reports. Nothing after it was closed. */
export interface StreamListener {
  /** The state of the facts, as the stream begins and with each change. */
  heard(state: string): void
  /** A sign of life. */
  beat(): void
  failed(): void
}

/** What the browser does for a connection; tests hand in their own. */
export interface Surroundings {
  /** Opens a stream for whoever knows the state already; the function that it gives closes it. */
  readonly open: (known: string, listener: StreamListener) => () => void
  /** Runs `work` later; the function that it gives calls it off. */
  readonly after: (milliseconds: number, work: () => void) => () => void
  /** From 0 up to 1. */
  readonly random: () => number
}

/** A stream that stands while the page is looked at. */
export interface Connection {
  /** Connects at once if it does not stand: the page is looked at, or the network is back. */
  resume(): void
  /** Lets go until it is resumed. */
  pause(): void
}

const connectTimeoutMs = 10_000
const beatMs = 30_000
const firstPauseMs = 1_000
const longestPauseMs = 300_000

/**
 * Keeps a stream standing between `resume` and `pause`, and asks each time for what was missed since the last word of
 * the one before. A stream that is silent for a beat and ten seconds is taken for dead.
 */
export function createConnection(
  { open, after, random }: Surroundings,
  { known, heard }: { readonly known: string; readonly heard: (state: string) => void },
): Connection {
  let last = known
  let failures = 0
  let isWanted = false
  let close: (() => void) | undefined
  let callOff: () => void = () => {}

  const wait = (milliseconds: number, work: () => void): void => {
    callOff()
    callOff = after(milliseconds, work)
  }
  const letGo = (): void => {
    callOff()
    close?.()
    close = undefined
  }
  const fail = (): void => {
    letGo()
    const pause = Math.min(firstPauseMs * 2 ** failures, longestPauseMs)
    failures += 1
    wait(pause / 2 + (pause / 2) * random(), connect)
  }
  const live = (): void => {
    failures = 0
    wait(beatMs + connectTimeoutMs, fail)
  }
  const connect = (): void => {
    wait(connectTimeoutMs, fail)
    close = open(last, {
      heard(state) {
        last = state
        live()
        heard(state)
      },
      beat: live,
      failed: fail,
    })
  }

  return {
    resume() {
      const isStanding = isWanted && close !== undefined
      isWanted = true
      if (isStanding) return
      failures = 0
      letGo()
      connect()
    },
    pause() {
      isWanted = false
      letGo()
    },
  }
}
