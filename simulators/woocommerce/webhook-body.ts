import { couponJson, customerJson, productJson } from './catalogue-json.ts'
import { fieldFilter } from './list-parameters.ts'
import { orderJson } from './order-json.ts'
import type { StoreEvent } from './store.ts'
import { restUrl, type World } from './world.ts'

/** The body of a delivery, built when it is sent: what `GET` would answer now, errors included. */
export function webhookBody(world: World, { resource, event, id }: StoreEvent, owner: string): string {
  if (event === 'deleted') return JSON.stringify({ id })
  if (!world.keys.mayManage(owner)) {
    return JSON.stringify({
      code: 'woocommerce_rest_cannot_view',
      message: 'Sorry, you cannot view this resource.',
      data: { status: 403 },
    })
  }
  const body = bodyOf(world, resource, id)
  if (body) return JSON.stringify(body)
  const code =
    resource === 'order' ? 'woocommerce_rest_shop_order_invalid_id' : `woocommerce_rest_${resource}_invalid_id`
  return JSON.stringify({ code, message: 'Invalid ID.', data: { status: 404 } })
}

function bodyOf(world: World, resource: StoreEvent['resource'], id: number): unknown {
  const { site, store } = world
  const view = { site, restUrl: restUrl(site), decimals: site.decimals, fields: fieldFilter(undefined) }
  if (resource === 'order') {
    const order = store.order(id)
    return order && orderJson(order, { ...view, includeMeta: undefined, excludeMeta: undefined, inList: false })
  }
  if (resource === 'product') {
    const product = store.products.get(id)
    return product && productJson(product, view)
  }
  if (resource === 'customer') {
    const customer = store.customers.get(id)
    return customer && customerJson(customer, world)
  }
  const coupon = store.coupons.get(id)
  return coupon && couponJson(coupon, view)
}
