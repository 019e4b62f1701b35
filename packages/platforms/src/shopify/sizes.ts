import { isConnectorError } from '../failures.ts'
import type { Question, Shop } from './shop.ts'

const wanted = 900

/** How many at once, between one and `most`. */
export interface SizePlan {
  /** Of the question, for remembering. */
  readonly name: string
  readonly first: number
  readonly most: number
}

/**
 * Asks for as many at once as Shopify answers: halves when that is too much, and remembers. Throws `too_big` when even one
 * is.
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

/** A refusal for size, or an answer that Shopify did not finish in its own time. */
function isAboutSize(error: unknown): boolean {
  return isConnectorError(error) && (error.failure.kind === 'too_big' || error.failure.platformCode === 'TIMEOUT')
}

/** Adapts a size to what a question of it cost, so that the next one stays below the limit of a single question. */
export function adaptSize<T>(
  shop: Shop,
  plan: SizePlan,
  { question, size }: { question: Question<T>; size: number },
): void {
  const cost = shop.costOf(question)
  if (cost === undefined || cost <= 0) return
  const fitting = Math.floor((wanted * size) / cost)
  shop.learnt.sizes.set(plan.name, Math.max(1, Math.min(plan.most, fitting)))
}
