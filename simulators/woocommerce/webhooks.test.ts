import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { fixedClock } from '@tillsight/core'
import { openReceiver, type Receiver } from '../web/testing.ts'
import { fillStore, type WooCommerceFake } from './index.ts'
import { call, openShop, sampleOrder } from './testing.ts'

interface Webhook {
  readonly id: number
  readonly status: string
  readonly secret?: string
}

const secret = 'a-secret-of-more-than-32-characters!'

async function register(fake: WooCommerceFake, receiver: Receiver, topic: string): Promise<Webhook> {
  const { body } = await call<Webhook>(fake, 'webhooks', {
    method: 'POST',
    json: { name: topic, topic, delivery_url: receiver.url, secret },
  })
  return body
}

const deliveries = (receiver: Receiver) =>
  receiver.received.filter(({ headers }) => headers['x-wc-webhook-topic'] !== undefined)

test('creation pings unsigned as a form before it answers, and never tells the secret', async (t) => {
  const [fake, receiver] = [await openShop(t), await openReceiver(t)]
  const webhook = await register(fake, receiver, 'order.created')
  assert.deepEqual([webhook.status, webhook.secret], ['active', undefined])
  const [ping] = receiver.received
  assert.deepEqual(
    [ping?.body, ping?.headers['content-type'], ping?.headers['x-wc-webhook-signature']],
    [`webhook_id=${webhook.id}`, 'application/x-www-form-urlencoded', undefined],
  )
  const bad = await call(fake, 'webhooks', {
    method: 'POST',
    json: { topic: 'order.eaten', delivery_url: receiver.url },
  })
  assert.deepEqual([bad.status, bad.body['code']], [400, 'woocommerce_rest_shop_webhook_invalid_topic'])
})

test('deliveries are signed over the raw body, which shows the order as it is when it is sent', async (t) => {
  const [fake, receiver] = [await openShop(t), await openReceiver(t)]
  await fillStore(fake, { orders: [sampleOrder(5)] })
  await register(fake, receiver, 'order.updated')
  fake.store.updateOrder(5, { status: 'processing' })
  fake.store.updateOrder(5, { status: 'completed' })
  assert.equal(fake.webhooks.waiting, 1)
  await fake.deliverWebhooks()
  const [delivery, ...more] = deliveries(receiver)
  assert.equal(more.length, 0)
  assert.equal(
    delivery?.headers['x-wc-webhook-signature'],
    createHmac('sha256', secret)
      .update(delivery?.body ?? '')
      .digest('base64'),
  )
  assert.equal(delivery?.headers['x-wc-webhook-source'], `${fake.url}/`)
  assert.match(String(delivery?.headers['user-agent']), /^WooCommerce\/10\.5\.0 Hookshot \(WordPress\/6\.9\)$/)
  assert.equal(delivery?.headers['connection'], 'close')
  assert.equal(JSON.parse(delivery?.body ?? '{}').status, 'completed')
})

test('two orders of one second share their delivery id; created may come after updated and twice', async (t) => {
  const [fake, receiver] = [await openShop(t, { clock: fixedClock('2026-11-01T12:00:00Z') }), await openReceiver(t)]
  await register(fake, receiver, 'order.created')
  await register(fake, receiver, 'order.updated')
  fake.store.createOrder({ status: 'pending', lines: [] })
  fake.store.createOrder({ status: 'pending', lines: [] })
  const reports = await fake.deliverWebhooks({ reversed: true, copies: 2 })
  assert.deepEqual(
    reports.slice(0, 4).map(({ topic }) => topic),
    ['order.updated', 'order.updated', 'order.created', 'order.created'],
  )
  const created = reports.filter(({ topic }) => topic === 'order.created')
  assert.deepEqual(
    [new Set(created.map(({ deliveryId }) => deliveryId)).size, new Set(created.map(({ objectId }) => objectId)).size],
    [1, 2],
  )
})

test('which changes tell and which do not', async (t) => {
  const [fake, receiver] = [await openShop(t), await openReceiver(t)]
  for (const topic of ['order.created', 'order.updated', 'order.deleted', 'order.restored', 'product.updated'])
    await register(fake, receiver, topic)
  await fillStore(fake, {
    orders: [sampleOrder(5), sampleOrder(6)],
    products: [{ id: 11, name: 'Socks', sku: 'S', price: '1', createdAt: '2026-01-01T00:00:00Z' }],
  })
  const fired = async (change: () => unknown) => {
    change()
    return (await fake.deliverWebhooks()).map(({ topic }) => topic)
  }
  assert.deepEqual(await fired(() => fake.store.updateOrder(5, {})), ['order.updated'])
  assert.deepEqual(await fired(() => fake.store.refundOrder(5, { amount: '1' })), ['order.updated'])
  assert.deepEqual(await fired(() => fake.store.deleteRefund(5, fake.store.order(5)?.refunds?.[0]?.id ?? 0)), [])
  assert.deepEqual(await fired(() => fake.store.trashOrder(5)), ['order.deleted'])
  assert.equal(deliveries(receiver).at(-1)?.body, '{"id":5}')
  assert.deepEqual(await fired(() => fake.store.restoreOrder(5)), ['order.restored'])
  assert.deepEqual(await fired(() => fake.store.trashOrder(5)), ['order.deleted'])
  assert.deepEqual(await fired(() => fake.store.updateOrder(5, { status: 'completed' })), [])
  assert.deepEqual(await fired(() => fake.store.deleteOrder(6)), [])
  assert.deepEqual(
    await fired(() =>
      fake.store.putProduct({ id: 11, name: 'New', sku: 'S', price: '1', createdAt: '2026-01-01T00:00:00Z' }),
    ),
    ['product.updated'],
  )
})

test('a deleted order and an owner without rights make signed error bodies', async (t) => {
  const [fake, receiver] = [await openShop(t), await openReceiver(t)]
  await fillStore(fake, { orders: [sampleOrder(5), sampleOrder(6)] })
  await register(fake, receiver, 'order.updated')
  fake.store.updateOrder(5, {})
  fake.store.updateOrder(6, {})
  fake.store.deleteOrder(5)
  await fake.deliverWebhooks({ limit: 1 })
  fake.keys.setRole('admin', 'customer')
  await fake.deliverWebhooks()
  assert.deepEqual(
    deliveries(receiver).map(({ body }) => JSON.parse(body).code),
    ['woocommerce_rest_shop_order_invalid_id', 'woocommerce_rest_cannot_view'],
  )
})

test('the seventh failure in a row switches a webhook off for good; PUT active brings it back', async (t) => {
  const [fake, receiver] = [await openShop(t), await openReceiver(t)]
  await fillStore(fake, { orders: [sampleOrder(5)] })
  const { id } = await register(fake, receiver, 'order.updated')
  const statusOf = async () => (await call<Webhook>(fake, `webhooks/${id}`)).body.status
  receiver.status = 500
  const touch = async () => {
    fake.store.updateOrder(5, {})
    await fake.deliverWebhooks()
  }
  for (let failure = 1; failure <= 6; failure += 1) await touch()
  assert.equal(await statusOf(), 'active')
  await touch()
  assert.equal(await statusOf(), 'disabled')
  const before = receiver.received.length
  await touch()
  assert.equal(receiver.received.length, before)
  receiver.status = 200
  await call(fake, `webhooks/${id}`, { method: 'PUT', json: { status: 'active' } })
  await touch()
  assert.deepEqual([await statusOf(), deliveries(receiver).length], ['active', 8])
})

test('until a ping was answered with 200 every save pings again', async (t) => {
  const [fake, receiver] = [await openShop(t), await openReceiver(t)]
  receiver.status = 404
  const { id } = await register(fake, receiver, 'order.updated')
  await call(fake, `webhooks/${id}`, { method: 'PUT', json: { name: 'x' } })
  receiver.status = 200
  await call(fake, `webhooks/${id}`, { method: 'PUT', json: { name: 'y' } })
  await call(fake, `webhooks/${id}`, { method: 'PUT', json: { name: 'z' } })
  assert.equal(receiver.received.length, 3)
})

test('a timed shop runs its queue by itself', async (t) => {
  const [fake, receiver] = [await openShop(t, { webhooks: { run: 'timed', delayMs: 1 } }), await openReceiver(t)]
  await fillStore(fake, { orders: [sampleOrder(5)] })
  await register(fake, receiver, 'order.updated')
  const arrival = new Promise<void>((resolve) => {
    const push = receiver.received.push.bind(receiver.received)
    receiver.received.push = (...items) => {
      resolve()
      return push(...items)
    }
  })
  fake.store.updateOrder(5, {})
  await arrival
  assert.equal(deliveries(receiver).length, 1)
})
