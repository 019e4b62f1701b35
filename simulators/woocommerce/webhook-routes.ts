import { z } from 'zod'
import { json, type TextResponse } from '../web/exchange.ts'
import { toSeconds } from '../zone.ts'
import { couponJson, customerJson, productJson } from './catalogue-json.ts'
import { fieldFilter, flag, listParameters, pick } from './list-parameters.ts'
import { listResponse } from './list-response.ts'
import { readBody } from './order-input.ts'
import { localStamp, orderJson } from './order-json.ts'
import { invalidId, Refusal } from './responses.ts'
import type { StoreEvent } from './store.ts'
import { type FakeWebhook, isTopic } from './webhooks.ts'
import { type RestCall, restUrl, type World } from './world.ts'

const input = z
  .object({
    name: z.string(),
    topic: z.string(),
    delivery_url: z.string(),
    secret: z.string(),
    status: z.enum(['active', 'paused', 'disabled']),
  })
  .partial()

/** `GET webhooks` */
export function listWebhooks(call: RestCall): TextResponse {
  const parameters = listParameters(call.request.query, call.world.site, { orderby: ['date', 'id', 'title'] })
  return listResponse(call, 'webhooks', {
    items: call.world.webhooks.list(),
    parameters,
    rules: {
      id: (webhook) => webhook.id,
      created: (webhook) => toSeconds(webhook.createdAt),
      modified: (webhook) => toSeconds(webhook.modifiedAt),
      text: (webhook) => webhook.name,
      json: (webhook) => pick(webhookJson(call, webhook), parameters.fields),
    },
  })
}

/** `GET webhooks/{id}` */
export function getWebhook(call: RestCall): TextResponse {
  return json(webhookJson(call, existing(call)))
}

/** `POST webhooks`: sends a ping before it responds; a failed ping does not stop it. */
export async function createWebhook(call: RestCall): Promise<TextResponse> {
  const body = readBody(call, input)
  const topic = body.topic ?? ''
  if (!isTopic(topic))
    throw new Refusal(400, {
      code: 'woocommerce_rest_shop_webhook_invalid_topic',
      message: 'Webhook topic is required and must be valid.',
    })
  const url = deliveryUrl(body.delivery_url ?? '')
  const webhook = await call.world.webhooks.create({
    name: body.name ?? `Webhook created on ${call.world.store.now()}`,
    topic,
    deliveryUrl: url,
    secret: body.secret,
    status: body.status ?? 'active',
    owner: call.key.user,
  })
  return json(webhookJson(call, webhook), 201)
}

/** `PUT webhooks/{id}` */
export async function updateWebhook(call: RestCall): Promise<TextResponse> {
  const webhook = call.world.webhooks.find(call.ids[0] ?? 0)
  // For a missing webhook, WooCommerce responds with 404 to reading and deleting, and with 400 to writing.
  if (!webhook) throw new Refusal(400, { code: 'woocommerce_rest_shop_webhook_invalid_id', message: 'Invalid ID.' })
  const body = readBody(call, input)
  if (body.topic !== undefined && !isTopic(body.topic)) {
    throw new Refusal(400, {
      code: 'woocommerce_rest_shop_webhook_invalid_topic',
      message: 'Webhook topic must be valid.',
    })
  }
  const changed = await call.world.webhooks.update(webhook.id, {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.topic === undefined ? {} : { topic: body.topic }),
    ...(body.delivery_url === undefined ? {} : { deliveryUrl: deliveryUrl(body.delivery_url) }),
    ...(body.secret === undefined ? {} : { secret: body.secret }),
    ...(body.status === undefined ? {} : { status: body.status }),
  })
  return json(webhookJson(call, changed))
}

/** `DELETE webhooks/{id}?force=true` */
export function deleteWebhook(call: RestCall): TextResponse {
  const webhook = existing(call)
  if (!flag(call.request.query, 'force')) {
    throw new Refusal(501, {
      code: 'woocommerce_rest_trash_not_supported',
      message: 'Webhooks do not support trashing.',
    })
  }
  const body = webhookJson(call, webhook)
  call.world.webhooks.delete(webhook.id)
  return json(body)
}

function existing(call: RestCall): FakeWebhook {
  const webhook = call.world.webhooks.find(call.ids[0] ?? 0)
  if (!webhook) throw invalidId('shop_webhook')
  return webhook
}

function deliveryUrl(url: string): string {
  if (/^https?:\/\//i.test(url)) return url
  throw new Refusal(400, {
    code: 'woocommerce_rest_shop_webhook_invalid_delivery_url',
    message: 'Webhook delivery URL must be a valid URL starting with http:// or https://.',
  })
}

/** The secret is never returned. */
function webhookJson({ world }: RestCall, webhook: FakeWebhook): unknown {
  const [resource = '', event = ''] = webhook.topic.split('.')
  const root = restUrl(world.site)
  return {
    id: webhook.id,
    name: webhook.name,
    status: webhook.status,
    topic: webhook.topic,
    resource,
    event,
    hooks: [`woocommerce_${event}_${resource}`],
    delivery_url: webhook.deliveryUrl,
    date_created: localStamp(webhook.createdAt, world.site),
    date_created_gmt: webhook.createdAt.slice(0, 19),
    date_modified: localStamp(webhook.modifiedAt, world.site),
    date_modified_gmt: webhook.modifiedAt.slice(0, 19),
    _links: {
      self: [{ href: `${root}wc/v3/webhooks/${webhook.id}` }],
      collection: [{ href: `${root}wc/v3/webhooks` }],
    },
  }
}

/** The body of a delivery, built when it is sent: the current response of `GET`, including errors. */
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
