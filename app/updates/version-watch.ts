export interface ServedBuild {
  readonly id: string
  /** Whether this page was made by it, as far as the page can tell. */
  readonly isOwn: boolean
}

/** What the browser does for the watch; tests hand in their own. */
export interface Surroundings {
  /** Undefined when the server does not say. */
  readonly ask: () => Promise<ServedBuild | undefined>
  /** Runs `work` later; the function that it gives calls it off. */
  readonly after: (milliseconds: number, work: () => void) => () => void
  /** From 0 up to 1. */
  readonly random: () => number
}

/** Looks for newer builds until it is stopped. */
export interface VersionWatch {
  /** Looks soon: the page is seen again. Does nothing when it has looked a moment ago. */
  look(): void
  stop(): void
}

const everyMs = 300_000
/** Pages that are seen again are asked about at most this often. */
const leastMs = 30_000
const longestMs = 3_600_000

/**
 * Asks every five minutes, more seldom while nobody answers, which build is served. `found` runs once for each that
 * follows the page's own.
 */
export function watchVersion({ ask, after, random }: Surroundings, found: (id: string) => void): VersionWatch {
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
