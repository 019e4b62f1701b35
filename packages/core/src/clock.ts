/** The only source of "now"; tests hand in a fixed one. */
export interface Clock {
  now(): Date
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() }

/** A clock that stands still at one instant. */
export function fixedClock(at: Date | string): Clock {
  const instant = new Date(at)
  return { now: () => new Date(instant) }
}
