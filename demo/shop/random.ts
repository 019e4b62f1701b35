/** Pseudo-random numbers from a seed: the same seed always gives the same story. */
export interface Random {
  /** At least 0, below 1. */
  next(): number
  chance(probability: number): boolean
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number
  pick<T>(items: readonly T[]): T
  /** Picks by weight. */
  weighted<T>(items: readonly (readonly [T, number])[]): T
  /** A Poisson-distributed number of events with this mean. */
  poisson(mean: number): number
}

/** Starts a stream (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(next() * items.length)]
    if (item === undefined) throw new Error('Nothing to pick from')
    return item
  }
  return {
    next,
    pick,
    chance: (probability) => next() < probability,
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
    weighted: (items) => {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of items) {
        left -= weight
        if (left < 0) return item
      }
      return pick(items)[0]
    },
    poisson: (mean) => {
      const limit = Math.exp(-mean)
      let count = 0
      for (let product = next(); product > limit; product *= next()) count += 1
      return count
    },
  }
}
