import type { Clock } from '@tillsight/core'

/** Limits the number of attempts. */
export interface Attempts {
  /** Counts an attempt; false when there were too many, by default ten. */
  take(subject: string, most?: number): boolean
  /** Undoes one that should not count. */
  giveBack(subject: string): void
  /** Seconds until the subject's count is reset, rounded up; 0 when it has none. */
  waitSeconds(subject: string): number
}

const windowMs = 15 * 60_000

/** Limits attempts per subject within a quarter of an hour, counted in this process. */
export function createAttempts(clock: Clock): Attempts {
  const taken = new Map<string, { readonly since: number; readonly count: number }>()
  return {
    take(subject, most = 10) {
      const now = clock.now().getTime()
      for (const [key, { since }] of taken) if (now - since >= windowMs) taken.delete(key)
      const { since, count } = taken.get(subject) ?? { since: now, count: 0 }
      if (count >= most) return false
      taken.set(subject, { since, count: count + 1 })
      return true
    },
    giveBack(subject) {
      const known = taken.get(subject)
      if (known !== undefined) taken.set(subject, { ...known, count: Math.max(0, known.count - 1) })
    },
    waitSeconds(subject) {
      const since = taken.get(subject)?.since
      return since === undefined ? 0 : Math.max(0, Math.ceil((since + windowMs - clock.now().getTime()) / 1000))
    },
  }
}
