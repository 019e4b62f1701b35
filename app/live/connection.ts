/** Events of a stream. None arrive after it was closed. */
export interface StreamListener {
  /** The version of the facts, at the start of the stream and after each change. */
  heard(state: string): void
  /** A heartbeat. */
  beat(): void
  failed(): void
}

/** The browser's functions for a connection; tests pass their own. */
export interface Environment {
  /** Opens a stream for a client at version `known`; the returned function closes it. */
  readonly open: (known: string, listener: StreamListener) => () => void
  /** Runs `work` later; the returned function cancels it. */
  readonly after: (milliseconds: number, work: () => void) => () => void
  /** From 0 up to 1. */
  readonly random: () => number
}

/** A stream that is open while the page is visible. */
export interface Connection {
  /** Connects at once if disconnected: the page is visible again, or the network is back. */
  resume(): void
  /** Disconnects until resumed. */
  pause(): void
}

const connectTimeoutMs = 10_000
const beatMs = 30_000
const firstPauseMs = 1_000
const longestPauseMs = 300_000

/**
 * Keeps a stream open between `resume` and `pause`, and reconnects from the last version received. A stream that is silent
 * for a heartbeat interval plus ten seconds counts as dead.
 */
export function createConnection(
  { open, after, random }: Environment,
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
      const isStatus = isWanted && close !== undefined
      isWanted = true
      if (isStatus) return
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
