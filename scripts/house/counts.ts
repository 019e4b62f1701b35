/** How tests ended. */
export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0 }

export function sumOf(all: Iterable<Counts>): Counts {
  let sum = none
  for (const { passed, failed, skipped } of all) {
    sum = { passed: sum.passed + passed, failed: sum.failed + failed, skipped: sum.skipped + skipped }
  }
  return sum
}
