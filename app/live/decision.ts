/** Inputs to the decision about new facts. */
export interface Situation {
  /** The newest version received. */
  readonly newest: string
  /** The state that the page shows, or has tried to show. */
  readonly shown: string
  /** Somebody is reading closely or dragging: nothing may move. */
  readonly isHeld: boolean
  /** The page is loading already. */
  readonly isLoading: boolean
  /** The last load was a moment ago. */
  readonly isResting: boolean
}

/** `offer`: show a chip and let the person choose; `wait`: check again soon. */
export type Decision = 'nothing' | 'wait' | 'offer' | 'load'

/** Decides what to do about new facts. */
export function decide({ newest, shown, isHeld, isLoading, isResting }: Situation): Decision {
  if (!isNewer(newest, shown)) return 'nothing'
  if (isLoading) return 'wait'
  if (isHeld) return 'offer'
  return isResting ? 'wait' : 'load'
}

/** Whether any shop has a later version; versions are joined by commas. */
export function isNewer(newest: string, shown: string): boolean {
  const known = shown.split(',')
  return newest.split(',').some((version, index) => toVersion(version) > toVersion(known[index] ?? ''))
}

/** The later version of each shop. */
export function latest(one: string, other: string): string {
  const others = other.split(',')
  return one
    .split(',')
    .map((version, index) => (toVersion(others[index] ?? '') > toVersion(version) ? others[index] : version))
    .join(',')
}

function toVersion(text: string): bigint {
  return /^\d+$/.test(text) ? BigInt(text) : 0n
}

const leastPauseMs = 2_000
const longestPauseMs = 30_000

/** Pause after a load, so that a long import and slow figures leave time for everything else. */
export function pauseAfter(loadMs: number): number {
  return Math.min(Math.max(leastPauseMs, loadMs * 4), longestPauseMs)
}
