import type { ShopOrder } from './history.ts'
import { type Currencies, micros, moneyV2 } from './money.ts'
import type { OrderFacts } from './order-facts.ts'

/** `#1001` */
export function orderName(order: ShopOrder): string {
  return `#${order.number ?? order.id}`
}

const sources: Readonly<Record<string, { readonly id: number; readonly name: string; readonly handle: string }>> = {
  web: { id: 580_111, name: 'Online Store', handle: 'online-store' },
  pos: { id: 129_785, name: 'Point of Sale', handle: 'pos' },
  shopify_draft_order: { id: 1_354_745, name: 'Draft Orders', handle: 'draft-orders' },
}

/** Where an order came from: the app and the channel, from its source name where the order does not say. */
export function sourceOf(order: ShopOrder): {
  readonly app: { readonly id: number; readonly name: string }
  readonly channel: { readonly handle: string; readonly name: string }
} {
  const sourceName = order.sourceName ?? 'web'
  const { id, name, handle } = sources[sourceName] ?? { id: 900_001, name: sourceName, handle: sourceName }
  return { app: order.app ?? { id, name }, channel: order.channel ?? { handle, name } }
}

/** How far goods have gone, and whether they came back. */
export function statusOf(facts: OrderFacts): { readonly fulfilment: string; readonly returned: string } {
  const isRestocked = facts.cancellation !== undefined && facts.refunds.length > 0
  return {
    fulfilment: facts.isFulfilled ? 'FULFILLED' : isRestocked ? 'RESTOCKED' : 'UNFULFILLED',
    returned: facts.agreements.some((entry) => entry.type === 'ReturnAgreement') ? 'RETURNED' : 'NO_RETURN',
  }
}

/** A discount of the order as GraphQL has it. */
export function discountApplication(
  order: ShopOrder,
  index: number,
  currencies: Currencies,
): Readonly<Record<string, unknown>> {
  const discount = order.discounts?.[index]
  if (!discount) throw new Error(`Order ${order.id} of the sandbox has no discount ${index}`)
  const typename = {
    code: 'DiscountCodeApplication',
    automatic: 'AutomaticDiscountApplication',
    manual: 'ManualDiscountApplication',
  }[discount.kind]
  return {
    __typename: typename,
    index,
    allocationMethod: 'ACROSS',
    targetSelection: 'ALL',
    targetType: discount.target === 'shipping' ? 'SHIPPING_LINE' : 'LINE_ITEM',
    value:
      discount.percentage === undefined
        ? { __typename: 'MoneyV2', ...moneyV2(micros(discount.amount), currencies.shop) }
        : { __typename: 'PricingPercentageValue', percentage: discount.percentage },
    ...(discount.kind === 'code' ? { code: discount.name } : { title: discount.name }),
    ...(discount.kind === 'manual' ? { description: null } : {}),
  }
}
