/** Which waiting deliveries to send, and how badly. */
export interface Jumble {
  readonly limit?: number
  /** Latest first: `orders/updated` before `orders/create`. */
  readonly reversed?: boolean
  /** Sends every delivery this many times. */
  readonly copies?: number
  /** The copies have webhook ids of their own, as some shops see. */
  readonly newIds?: boolean
  /** Only these topics (`orders/create`); the others go on waiting. */
  readonly topics?: readonly string[]
}

/** Picks and orders deliveries; what is not picked keeps waiting. */
export function jumbled<T extends { readonly topic: string }>(
  jobs: readonly T[],
  { limit, reversed, topics }: Jumble,
): { readonly chosen: readonly T[]; readonly rest: T[] } {
  const wanted = jobs.filter((job) => topics === undefined || topics.includes(job.topic))
  const ordered = reversed === true ? wanted.toReversed() : wanted
  const chosen = ordered.slice(0, limit ?? ordered.length)
  const taken = new Set(chosen)
  return { chosen, rest: jobs.filter((job) => !taken.has(job)) }
}
