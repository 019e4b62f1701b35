import type { ShopOrder } from './history.ts'
import { MoneyBag, micros, moneyV2 } from './money.ts'
import { type Fields, GraphNode } from './node.ts'
import { type OrderFacts, orderFacts } from './order-facts.ts'
import { OrderSums } from './order-sums.ts'
import type { Call, NodeWorld } from './world.ts'

/** An order as all formats see it; its facts and sums are computed on access. */
export class OrderView extends GraphNode {
  readonly __typename = 'Order'
  readonly order: ShopOrder
  readonly world: NodeWorld
  readonly #fields: Fields<OrderView>
  #facts: OrderFacts | undefined
  #sums: OrderSums | undefined

  constructor(order: ShopOrder, world: NodeWorld, fields: Fields<OrderView>) {
    super()
    this.order = order
    this.world = world
    this.#fields = fields
  }

  get facts(): OrderFacts {
    this.#facts ??= orderFacts(this.order, this.world.site)
    return this.#facts
  }

  get sums(): OrderSums {
    this.#sums ??= new OrderSums(this.facts)
    return this.#sums
  }

  /** Money of this order. */
  bag(amount: bigint): MoneyBag {
    return new MoneyBag(amount, this.facts.currencies)
  }

  read(field: string, args: object, call: Call): unknown {
    return this.#fields[field]?.(this, args, call)
  }
}

/** `#1001` */
export function orderName(order: ShopOrder): string {
  return `#${order.number ?? order.id}`
}

const sources: Readonly<Record<string, { readonly id: number; readonly name: string; readonly handle: string }>> = {
  web: { id: 580_111, name: 'Online Store', handle: 'online-store' },
  pos: { id: 129_785, name: 'Point of Sale', handle: 'pos' },
  shopify_draft_order: { id: 1_354_745, name: 'Draft Orders', handle: 'draft-orders' },
}

/** The source of an order: its app and channel, derived from its source name if the order has none. */
export function sourceOf(order: ShopOrder): {
  readonly app: { readonly id: number; readonly name: string }
  readonly channel: { readonly handle: string; readonly name: string }
} {
  const sourceName = order.sourceName ?? 'web'
  const { id, name, handle } = sources[sourceName] ?? { id: 900_001, name: sourceName, handle: sourceName }
  return { app: order.app ?? { id, name }, channel: order.channel ?? { handle, name } }
}

/** The order's fulfilment and return status. */
export function statusOf(facts: OrderFacts): { readonly fulfilment: string; readonly returned: string } {
  const isRestocked = facts.cancellation !== undefined && facts.refunds.length > 0
  return {
    fulfilment: facts.isFulfilled ? 'FULFILLED' : isRestocked ? 'RESTOCKED' : 'UNFULFILLED',
    returned: facts.agreements.some((entry) => entry.type === 'ReturnAgreement') ? 'RETURNED' : 'NO_RETURN',
  }
}

/** A discount of the order in GraphQL's format. */
export function discountApplication({ order, facts }: OrderView, index: number): Readonly<Record<string, unknown>> {
  const discount = order.discounts?.[index]
  if (!discount) throw new Error(`Order ${order.id} of the sandbox has no discount ${index}`)
  const { kind, name, target, percentage } = discount
  const typename = { code: 'DiscountCode', automatic: 'AutomaticDiscount', manual: 'ManualDiscount' }[kind]
  return {
    __typename: `${typename}Application`,
    index,
    allocationMethod: 'ACROSS',
    targetSelection: 'ALL',
    targetType: target === 'shipping' ? 'SHIPPING_LINE' : 'LINE_ITEM',
    value:
      percentage === undefined
        ? { __typename: 'MoneyV2', ...moneyV2(micros(discount.amount), facts.currencies.shop) }
        : { __typename: 'PricingPercentageValue', percentage },
    ...(kind === 'code' ? { code: name } : { title: name }),
    ...(kind === 'manual' ? { description: null } : {}),
  }
}
