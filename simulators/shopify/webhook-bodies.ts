import { handleOf, variantTitle } from './catalogue-nodes.ts'
import type { ShopCustomer, ShopProduct, ShopRefund } from './history.ts'
import { orderBody, refundBody, transactionBody } from './order-bodies.ts'
import { orderNode } from './order-node.ts'
import type { ShopWorld } from './shop-world.ts'
import type { StoreEvent } from './store.ts'
import type { Message } from './webhooks.ts'
import { gid, localTime } from './world.ts'

/** The body of a webhook: in REST's format, with the shop's own offset in every time. */
export function messageOf(world: ShopWorld, event: StoreEvent): Message {
  return { topic: event.topic, body: bodyOf(world, event) }
}

function bodyOf(world: ShopWorld, event: StoreEvent): Message['body'] {
  if ('orderId' in event) return orderEvent(world, event)
  if ('inventoryItemId' in event) return itemBody(world, event)
  if ('productId' in event) return productBody(world, event.productId)
  if ('disputeId' in event) {
    const dispute = world.store.disputes.get(event.disputeId)
    const { orderId = null, amount = '0', status = 'NEEDS_RESPONSE' } = dispute ?? {}
    return {
      id: event.disputeId,
      order_id: orderId,
      amount,
      currency: world.site.currency,
      status: status.toLowerCase(),
    }
  }
  if ('mergedId' in event) {
    return {
      admin_graphql_api_customer_kept_id: gid('Customer', event.customerId),
      admin_graphql_api_customer_deleted_id: gid('Customer', event.mergedId),
      admin_graphql_api_job_id: null,
      status: 'completed',
      errors: [],
    }
  }
  if ('customerId' in event) return customerBody(world, event.customerId)
  if (event.topic === 'app/scopes_update') {
    return {
      id: world.site.id,
      previous: [],
      current: [...world.tokens.handles()],
      updated_at: localTime(world, world.store.now()),
    }
  }
  return shopBody(world)
}

function orderEvent(world: ShopWorld, event: Extract<StoreEvent, { orderId: number }>): Message['body'] {
  if (event.topic === 'orders/delete') return { id: event.orderId }
  const node = orderNode(world.store.existing(event.orderId), world)
  if (event.topic === 'refunds/create') {
    const refund = node.facts.refunds.find((entry: ShopRefund) => entry.id === event.refundId)
    if (!refund) throw new Error(`The sandbox has no refund ${event.refundId}`)
    return refundBody(refund, node)
  }
  if (event.topic === 'order_transactions/create') return transactionBody(event.transaction, node)
  if (event.topic !== 'orders/edited') return orderBody(node)
  return {
    order_edit: {
      id: event.edit.id,
      order_id: event.orderId,
      created_at: localTime(world, event.edit.at),
      committed_at: localTime(world, event.edit.at),
      notify_customer: false,
      staff_note: '',
      line_items: {
        additions: (event.edit.added ?? []).map(({ id, quantity }) => ({ id, delta: quantity })),
        removals: (event.edit.removed ?? []).map(({ lineId, quantity }) => ({ id: lineId, delta: quantity })),
      },
      discounts: { line_item: { additions: [], removals: [] } },
      shipping_lines: { additions: [], removals: [] },
    },
  }
}

function productBody(world: ShopWorld, id: number): Message['body'] {
  const product = world.store.products.get(id)
  if (!product) return { id }
  const at = (text: string | undefined): string => localTime(world, text ?? product.createdAt)
  return {
    id,
    admin_graphql_api_id: gid('Product', id),
    title: product.title,
    handle: handleOf(product),
    status: (product.status ?? 'ACTIVE').toLowerCase(),
    vendor: product.vendor ?? world.site.name,
    product_type: product.type ?? '',
    tags: (product.tags ?? []).join(', '),
    created_at: at(undefined),
    updated_at: at(product.updatedAt),
    published_at: at(undefined),
    image: product.imageUrl ? { src: product.imageUrl } : null,
    variants: product.variants.map((variant) => variantBody(variant, product, at)),
  }
}

function variantBody(
  variant: ShopProduct['variants'][number],
  product: ShopProduct,
  at: (text: string | undefined) => string,
) {
  return {
    id: variant.id,
    admin_graphql_api_id: gid('ProductVariant', variant.id),
    product_id: product.id,
    title: variantTitle(variant),
    sku: variant.sku,
    price: variant.price,
    compare_at_price: variant.compareAtPrice ?? null,
    barcode: variant.barcode ?? null,
    inventory_item_id: variant.inventoryItemId,
    inventory_quantity: variant.quantity ?? 0,
    taxable: variant.taxable ?? true,
    updated_at: at(variant.updatedAt ?? product.updatedAt),
  }
}

function itemBody(
  world: ShopWorld,
  event: { readonly productId: number; readonly inventoryItemId: number },
): Message['body'] {
  const product = world.store.products.get(event.productId)
  const variant = product?.variants.find((entry) => entry.inventoryItemId === event.inventoryItemId)
  return {
    id: event.inventoryItemId,
    admin_graphql_api_id: gid('InventoryItem', event.inventoryItemId),
    sku: variant?.sku ?? null,
    cost: variant?.cost ?? null,
    tracked: variant?.tracked ?? true,
    updated_at: localTime(world, variant?.itemUpdatedAt ?? world.store.now()),
  }
}

function customerBody(world: ShopWorld, id: number): Message['body'] {
  const customer: ShopCustomer | undefined = world.store.customers.get(id)
  if (!customer) return { id, admin_graphql_api_id: gid('Customer', id) }
  return {
    id,
    admin_graphql_api_id: gid('Customer', id),
    email: customer.email ?? null,
    first_name: customer.firstName ?? null,
    last_name: customer.lastName ?? null,
    phone: customer.phone ?? null,
    state: (customer.state ?? 'DISABLED').toLowerCase(),
    tags: (customer.tags ?? []).join(', '),
    created_at: localTime(world, customer.createdAt),
    updated_at: localTime(world, customer.updatedAt ?? customer.createdAt),
  }
}

function shopBody(world: ShopWorld): Message['body'] {
  const { site } = world
  return {
    id: site.id,
    name: site.name,
    email: site.email,
    domain: site.primaryDomain,
    myshopify_domain: site.shop,
    country: site.country,
    currency: site.currency,
    iana_timezone: site.zone,
    taxes_included: site.taxesIncluded,
    tax_shipping: site.taxShipping,
    plan_name: site.plan.toLowerCase(),
    created_at: localTime(world, site.createdAt),
    updated_at: localTime(world, world.store.now()),
  }
}
