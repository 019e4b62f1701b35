import type { ShopCall } from './shop-world.ts'
import type { SubscriptionInput } from './webhooks.ts'
import { readGid } from './world.ts'

interface UserError {
  readonly field: readonly string[] | null
  readonly message: string
}

/** Changes that an app may make through the API. */
export const mutations = {
  webhookSubscriptionCreate: (
    { topic, webhookSubscription }: { readonly topic: string; readonly webhookSubscription: SubscriptionInput },
    call: ShopCall,
  ) => subscribed(call.world.webhooks.create(topic, webhookSubscription, call), call),
  webhookSubscriptionUpdate: (
    { id, webhookSubscription }: { readonly id: string; readonly webhookSubscription: SubscriptionInput },
    call: ShopCall,
  ) => subscribed(call.world.webhooks.update(readGid(id)?.id ?? 0, webhookSubscription), call),
  webhookSubscriptionDelete: ({ id }: { readonly id: string }, { world }: ShopCall) => {
    const isGone = world.webhooks.remove(readGid(id)?.id ?? 0)
    return {
      deletedWebhookSubscriptionId: isGone ? id : null,
      userErrors: isGone ? [] : [{ field: ['id'], message: 'Webhook subscription does not exist' }],
    }
  },
  bulkOperationRunQuery: (
    { query, groupObjects }: { readonly query: string; readonly groupObjects?: boolean },
    call: ShopCall,
  ) => call.world.bulk.run(query, { call, isGrouped: groupObjects === true }),
  bulkOperationCancel: ({ id }: { readonly id: string }, { world }: ShopCall) => {
    const operation = world.bulk.cancel(readGid(id)?.id ?? 0)
    const userErrors = operation ? [] : [{ field: ['id'], message: 'Bulk operation does not exist' }]
    return { bulkOperation: operation ?? null, userErrors }
  },
  webPixelCreate: (
    { webPixel }: { readonly webPixel: { readonly settings: unknown } },
    { scopes, world }: ShopCall,
  ) => {
    const missing = ['write_pixels', 'read_customer_events'].filter((scope) => !scopes.has(scope))
    if (missing.length > 0) return { webPixel: null, userErrors: [pixelError(`Missing scopes: ${missing.join(', ')}`)] }
    world.pixels.push(webPixel.settings)
    return {
      webPixel: { id: `gid://shopify/WebPixel/${world.pixels.length}`, settings: webPixel.settings },
      userErrors: [],
    }
  },
} as const

function pixelError(message: string) {
  return { __typename: 'ErrorsWebPixelUserError', field: ['webPixel'], message, code: 'UNEXPECTED_ERROR' }
}

function subscribed(result: number | UserError, call: ShopCall) {
  if (typeof result === 'number') return { webhookSubscription: call.world.webhooks.node(result, call), userErrors: [] }
  return { webhookSubscription: null, userErrors: [result] }
}
