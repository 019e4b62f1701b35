import type { ShopOrder } from './history.ts'
import type { MoneyBag } from './money.ts'
import type { OrderFacts } from './order-facts.ts'
import type { NodeWorld } from './world.ts'

/** An order as its parts see it. */
export interface OrderView {
  readonly order: ShopOrder
  readonly world: NodeWorld
  readonly facts: OrderFacts
  readonly name: string
  readonly test: boolean
  readonly updatedAt: string
  readonly app: { readonly id: string; readonly name: string }
  /** Money of this order. */
  bag(amount: bigint): MoneyBag
}
