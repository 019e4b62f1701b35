import type { Cost } from './responses.ts'

const spare = 1.1
const shortestMs = 100
/** The assumed cost of a query until its first response reports it. */
const unknownCost = 100

/**
 * Shopify's rate limit for an app at a shop: a bucket of points that refills continuously. A query's cost is reserved before
 * it runs, so a query waits until the bucket holds it.
 */
export class Allowance {
  #bucket: { readonly cost: Cost; readonly atMs: number } | undefined
  readonly #costs = new Map<string, number>()

  /** How long to wait before a query; the name identifies a query with its page sizes. */
  waitMs(name: string, nowMs: number): number {
    if (this.#bucket === undefined) return 0
    const { cost, atMs } = this.#bucket
    const filled = Math.min(cost.maximum, cost.available + ((nowMs - atMs) / 1_000) * cost.perSecond)
    const needed = Math.min(this.#costs.get(name) ?? unknownCost, cost.maximum)
    return needed <= filled ? 0 : Math.ceil(((needed - filled) / cost.perSecond) * 1_000)
  }

  /** Learns from a response, including a refusal. */
  learn(name: string, cost: Cost | undefined, nowMs: number): void {
    if (cost === undefined) return
    this.#bucket = { cost, atMs: nowMs }
    this.#costs.set(name, cost.requested)
  }

  /** The cost last reserved for a query of this name; undefined before its first response. */
  costOf(name: string): number | undefined {
    return this.#costs.get(name)
  }
}

/** How long to wait after a refusal because of cost; undefined if the query never fits. */
export function pauseAfterThrottle(cost: Cost | undefined): number | undefined {
  if (cost === undefined) return 1_000
  if (cost.requested > cost.maximum) return undefined
  const missing = Math.max(0, cost.requested - cost.available)
  return Math.max(shortestMs, Math.ceil((missing / cost.perSecond) * 1_000 * spare))
}
