/** How quickly a bucket fills and how much it holds. */
export interface BucketSize {
  readonly capacity: number
  readonly refillPerMs: number
}

/** Level of one bucket at an instant. */
export interface BucketLevel {
  readonly tokens: number
  readonly atMs: number
}

/** The level at `nowMs`, before anything is taken. A clock that was set back adds nothing and costs nothing. */
export function refill(size: BucketSize, level: BucketLevel, nowMs: number): BucketLevel {
  const elapsedMs = Math.max(0, nowMs - level.atMs)
  return { tokens: Math.min(size.capacity, level.tokens + elapsedMs * size.refillPerMs), atMs: nowMs }
}

/** The level after one token is gone; undefined when there is none. */
export function takeToken(level: BucketLevel): BucketLevel | undefined {
  // The sum of many small refills may miss the whole number by a rounding error.
  return level.tokens < 1 - 1e-9 ? undefined : { ...level, tokens: Math.max(0, level.tokens - 1) }
}
