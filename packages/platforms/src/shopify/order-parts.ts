import { isConnectorError } from '../failures.ts'
import { type OrderPart, orderParts } from './documents/orders.ts'
import type { Shop } from './shop.ts'

/** The parts of orders that this shop has not refused so far. */
export function shownParts({ learnt }: Shop): readonly OrderPart[] {
  return orderParts.filter((part) => !learnt.denied.has(part))
}

/** Asks for whole orders; a part that is refused, so that nothing of the answer is left, is not asked for again. */
export async function askShown<T>(shop: Shop, ask: (parts: readonly OrderPart[]) => Promise<T>): Promise<T> {
  for (;;) {
    const parts = shownParts(shop)
    try {
      return await ask(parts)
    } catch (error) {
      const isDenied = isConnectorError(error) && error.failure.platformCode === 'ACCESS_DENIED'
      if (!isDenied || shownParts(shop).length === parts.length) throw error
    }
  }
}

/** The same for products, whose costs may be refused. */
export async function askCosts<T>({ learnt }: Shop, ask: (costs: boolean) => Promise<T>): Promise<T> {
  const costs = !learnt.denied.has('costs')
  try {
    return await ask(costs)
  } catch (error) {
    const isDenied = isConnectorError(error) && error.failure.platformCode === 'ACCESS_DENIED'
    if (!isDenied || !costs || !learnt.denied.has('costs')) throw error
    return await ask(false)
  }
}
