export interface ServedBuild {
  readonly id: string
  /** Whether this page was made by the served build, as far as known. */
  readonly isOwn: boolean
}

/** The browser's functions for the watch; tests pass their own. */
export interface Environment {
  /** Undefined when the server does not say. */
  readonly ask: () => Promise<ServedBuild | undefined>
  /** Runs `work` later; the returned function cancels it. */
  readonly after: (milliseconds: number, work: () => void) => () => void
  /** From 0 up to 1. */
  readonly random: () => number
}

/** Looks for newer builds until it is stopped. */
export interface VersionWatch {
  /** Checks soon: the page is visible again. Does nothing right after another check. */
  look(): void
  stop(): void
}

const everyMs = 300_000
/** Minimum interval between checks when a page becomes visible again. */
const leastMs = 30_000
const longestMs = 3_600_000

/**
 * Checks the served build every five minutes, less often while the server does not respond. `found` runs once for each build
 * newer than the page's own.
 */
export function watchVersion({ ask, after, random }: Environment, found: (id: string) => void): VersionWatch {
  let known: string | undefined
  let failures = 0
  let mayLook = true
  let isStopped = false
  let callOffNext: () => void = () => {}
  let callOffRest: () => void = () => {}

  const look = async (): Promise<void> => {
    callOffNext()
    mayLook = false
    callOffRest = after(leastMs, () => {
      mayLook = true
    })
    const build = await ask().catch(() => undefined)
    if (isStopped) return
    failures = build === undefined ? failures + 1 : 0
    if (build !== undefined && isOther(build, known)) found(build.id)
    known = build?.id ?? known
    const pause = Math.min(everyMs * 2 ** failures, longestMs)
    // Spread, so that the pages of a whole company do not ask in the same second.
    callOffNext = after(pause * (0.9 + 0.2 * random()), () => void look())
  }
  void look()

  return {
    look() {
      if (mayLook) void look()
    },
    stop() {
      isStopped = true
      callOffNext()
      callOffRest()
    },
  }
}

function isOther({ id, isOwn }: ServedBuild, known: string | undefined): boolean {
  return known === undefined ? !isOwn : id !== known
}
