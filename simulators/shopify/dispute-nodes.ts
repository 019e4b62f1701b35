import type { ShopDispute } from './history.ts'
import { micros, moneyV2 } from './money.ts'
import { nodeType } from './node.ts'
import type { ShopWorld } from './shop-world.ts'
import { type Call, gid } from './world.ts'

interface OfDispute {
  readonly dispute: ShopDispute
  readonly world: ShopWorld
  readonly call: Call
}

/** A dispute of Shopify Payments. */
export const disputeNode = nodeType<OfDispute>('ShopifyPaymentsDispute', {
  id: ({ dispute }) => gid('ShopifyPaymentsDispute', dispute.id),
  legacyResourceId: ({ dispute }) => String(dispute.id),
  amount: ({ dispute, world }) => moneyV2(micros(dispute.amount), dispute.currency ?? world.site.currency),
  type: ({ dispute }) => dispute.type ?? 'CHARGEBACK',
  status: ({ dispute }) => dispute.status ?? 'NEEDS_RESPONSE',
  initiatedAt: ({ dispute }) => dispute.initiatedAt,
  finalizedOn: ({ dispute }) => dispute.finalizedOn ?? null,
  evidenceDueBy: () => null,
  evidenceSentOn: () => null,
  reasonDetails: ({ dispute }) => ({ reason: dispute.reason ?? 'FRAUDULENT', networkReasonCode: null }),
  order: ({ dispute, world, call }) => world.store.listings.orders.one(dispute.orderId, { ...call, world }) ?? null,
})

/** Disputes, by ascending id. */
export function disputesOf(world: ShopWorld): ShopDispute[] {
  return [...world.store.disputes.values()].toSorted((a, b) => a.id - b.id)
}
