import type { Cost } from './answers.ts'

const spare = 1.1
const shortestMs = 100
/** What a question is taken to cost until its first answer says it. */
const unknownCost = 100

/**
 * The allowance that Shopify grants an app at a shop: a bucket of points that fills up all the time. What a question
 * needs is set aside before it is answered, so a question waits until the bucket holds it.
 */
export class Allowance {
  #bucket: { readonly cost: Cost; readonly atMs: number } | undefined
  readonly #costs = new Map<string, number>()

  /** How long to wait before asking; the name stands for a question with its sizes. */
  waitMs(name: string, nowMs: number): number {
    if (this.#bucket === undefined) return 0
    const { cost, atMs } = this.#bucket
    const filled = Math.min(cost.maximum, cost.available + ((nowMs - atMs) / 1_000) * cost.perSecond)
    const needed = Math.min(this.#costs.get(name) ?? unknownCost, cost.maximum)
    return needed <= filled ? 0 : Math.ceil(((needed - filled) / cost.perSecond) * 1_000)
  }

  /** Learns from an answer, a refused one too. */
  learn(name: string, cost: Cost | undefined, nowMs: number): void {
    if (cost === undefined) return
    this.#bucket = { cost, atMs: nowMs }
    this.#costs.set(name, cost.requested)
  }

  /** What a question of this name set aside last; undefined while none was answered. */
  costOf(name: string): number | undefined {
    return this.#costs.get(name)
  }
}

/** How long to wait after a refusal for cost; undefined when the question never fits. */
export function pauseAfterThrottle(cost: Cost | undefined): number | undefined {
  if (cost === undefined) return 1_000
  if (cost.requested > cost.maximum) return undefined
  const missing = Math.max(0, cost.requested - cost.available)
  return Math.max(shortestMs, Math.ceil((missing / cost.perSecond) * 1_000 * spare))
}
