import { isConnectorError } from '../failures.ts'
import type { Query, Shop } from './shop.ts'

const wanted = 900

/** How many items per query, between one and `most`. */
export interface SizePlan {
  /** The query's name, under which the size is remembered. */
  readonly name: string
  readonly first: number
  readonly most: number
}

/**
 * Queries as many items at once as Shopify allows: halves the number if it is too large, and remembers it. Throws `too_big`
 * if even one is too large.
 */
export async function askSized<T>(shop: Shop, plan: SizePlan, ask: (size: number) => Promise<T>): Promise<T> {
  const { sizes } = shop.learnt
  for (;;) {
    const size = sizes.get(plan.name) ?? plan.first
    try {
      return await ask(size)
    } catch (error) {
      if (!isAboutSize(error) || size <= 1) throw error
      sizes.set(plan.name, Math.floor(size / 2))
    }
  }
}

/** Whether a query was refused for its size, or timed out at Shopify. */
function isAboutSize(error: unknown): boolean {
  return isConnectorError(error) && (error.failure.kind === 'too_big' || error.failure.platformCode === 'TIMEOUT')
}

/** Adapts a size to the cost of a query, so that the next one stays below the limit of a single query. */
export function adaptSize<T>(
  shop: Shop,
  plan: SizePlan,
  { question, size }: { question: Query<T>; size: number },
): void {
  const cost = shop.costOf(question)
  if (cost === undefined || cost <= 0) return
  const fitting = Math.floor((wanted * size) / cost)
  shop.learnt.sizes.set(plan.name, Math.max(1, Math.min(plan.most, fitting)))
}
