// How sure a share is (attribution.md §13). Pure.

/** Covers 95 of 100. */
const standardErrors = 1.96

/** A share with its interval, as fractions to a millionth; null of none. */
interface ShareInterval {
  readonly share: number | null
  readonly low: number | null
  readonly high: number | null
}

/** p ± 1.96·√(p(1−p)/n), cut to 0 and 1. */
export function shareOfAnswers(answers: number, all: number): ShareInterval {
  if (all === 0) return { share: null, low: null, high: null }
  const share = answers / all
  const half = standardErrors * Math.sqrt((share * (1 - share)) / all)
  const [low, high] = [Math.max(0, share - half), Math.min(1, share + half)]
  return { share: toMillionth(share), low: toMillionth(low), high: toMillionth(high) }
}

/** Rounded to what somebody may want to read. */
export function toMillionth(fraction: number): number {
  return Math.round(fraction * 1e6) / 1e6
}
