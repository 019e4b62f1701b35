import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { readPrivacyRequest } from './privacy.ts'
import { receive } from './webhook-delivery.ts'

const secret = 'hush'
const settings = { url: 'a', shopDomain: 'a.myshopify.com' }
const rotated = { apiSecret: 'new', previousSecret: secret }

function delivery(topic: string, content: unknown, more: Record<string, string> = {}) {
  const body = Buffer.from(JSON.stringify(content))
  const headers = {
    'X-Shopify-Topic': topic,
    'X-Shopify-Hmac-Sha256': createHmac('sha256', secret).update(body).digest('base64'),
    'X-Shopify-Shop-Domain': 'a.myshopify.com',
    'X-Shopify-Webhook-Id': 'w1',
    ...more,
  }
  return { headers, body, secret, settings }
}

describe('a webhook of Shopify', () => {
  it('names the order or product to fetch, wherever the body says it', () => {
    const named = (topic: string, content: unknown) => {
      const outcome = receive(delivery(topic, content))
      return outcome.kind === 'event' ? [outcome.key, outcome.hint.type, outcome.hint.id] : outcome.kind
    }
    const big = { id: 2 ** 60, admin_graphql_api_id: 'gid://shopify/Order/1152921504606846977' }
    assert.deepEqual(named('orders/updated', big), ['w1', 'order', '1152921504606846977'])
    assert.deepEqual(named('orders/delete', { id: 5 }), ['w1', 'order', '5'])
    assert.deepEqual(named('orders/edited', { order_edit: { id: 1, order_id: 5 } }), ['w1', 'order', '5'])
    const refund = { id: 7, admin_graphql_api_id: 'gid://shopify/Refund/7', order_id: 5 }
    assert.deepEqual(named('refunds/create', refund), ['w1', 'order', '5'])
    assert.deepEqual(named('order_transactions/create', { id: 8, order_id: 5 }), ['w1', 'order', '5'])
    assert.deepEqual(named('products/update', { id: 310 }), ['w1', 'product', '310'])
    assert.deepEqual(named('products/create', { id: 310 }), ['w1', 'product', '310'])
    assert.deepEqual(named('products/delete', { id: 310 }), ['w1', 'product', '310'])
    const item = { id: 7, admin_graphql_api_id: 'gid://shopify/InventoryItem/7', cost: '3.20' }
    assert.deepEqual(named('inventory_items/update', item), ['w1', 'inventory_item', '7'])
    for (const topic of ['customers/create', 'customers/update', 'customers/delete'])
      assert.deepEqual(named(topic, { id: 41 }), ['w1', 'customer', '41'])
    assert.deepEqual(named('disputes/create', { id: 3, order_id: 5, status: 'needs_response' }), ['w1', 'dispute', '3'])
    assert.deepEqual(named('disputes/update', { id: 3, order_id: 5, status: 'lost' }), ['w1', 'dispute', '3'])
    assert.equal(named('constructor', { id: 1 }), 'ignored')
    assert.equal(named('orders/updated', {}), 'ignored')
    assert.equal(named('carts/update', { id: 1 }), 'ignored')
  })

  it('tells of merged customers who was kept, and that the other one is gone', () => {
    const merged = {
      admin_graphql_api_customer_kept_id: 'gid://shopify/Customer/41',
      admin_graphql_api_customer_deleted_id: 'gid://shopify/Customer/42',
    }
    const at = { 'X-Shopify-Triggered-At': '2026-11-20T10:00:00.123456789Z' }
    const outcome = receive(delivery('customers/merge', merged, at))
    assert.ok(outcome.kind === 'event')
    assert.deepEqual(outcome.hint, { topic: 'customers/merge', type: 'merged_customer', id: '41' })
    const gone = { type: 'deletion', of: 'customer', id: '42', seenAt: '2026-11-20T10:00:00Z' }
    assert.deepEqual(outcome.beside, [gone])
  })

  it('brings where the buyer of an order came from, which is nowhere else', () => {
    const visitOf = (more: object) => {
      const order = { id: 5, created_at: '2026-11-03T10:14:55+01:00', ...more }
      const outcome = receive(delivery('orders/create', order))
      return outcome.kind === 'event' ? outcome.beside : undefined
    }
    const from = {
      landing_site: '/products/sock?utm_source=facebook&utm_medium=paid&fbclid=IwAR0x',
      referring_site: 'https://l.facebook.com/',
    }
    assert.deepEqual(visitOf(from), [
      {
        type: 'order_visit',
        orderId: '5',
        at: '2026-11-03T09:14:55Z',
        origin: {
          sourceType: 'utm',
          referrer: 'https://l.facebook.com/',
          landingUrl: 'https://a.myshopify.com/products/sock?utm_source=facebook&utm_medium=paid&fbclid=IwAR0x',
          utm: { source: 'facebook', medium: 'paid' },
        },
      },
    ])
    const direct = visitOf({ landing_site: '/', referring_site: null })?.[0]
    assert.equal(direct?.type === 'order_visit' && direct.origin.sourceType, null)
    assert.deepEqual(visitOf({ landing_site: null, referring_site: '' }), [])
    assert.deepEqual(visitOf({}), [], 'a refund says nothing of it')
  })

  it('is understood with the newer header names too', () => {
    const { headers, ...rest } = delivery('orders/create', { id: 5 })
    const newer = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase().replace('x-', ''), value]),
    )
    assert.deepEqual(receive({ ...rest, headers: newer }), receive({ ...rest, headers }))
    assert.equal(receive({ ...rest, headers: newer }).kind, 'event')
  })

  it('tells of the account itself', () => {
    for (const topic of ['app/uninstalled', 'app/scopes_update', 'shop/update'])
      assert.equal(receive(delivery(topic, { id: 1 })).kind, 'account')
  })

  it('is refused when it is not signed, or comes from another shop', () => {
    assert.equal(receive({ ...delivery('orders/create', { id: 5 }), secret: 'other' }).kind, 'forged')
    assert.equal(
      receive(delivery('orders/create', { id: 5 }, { 'X-Shopify-Shop-Domain': 'b.myshopify.com' })).kind,
      'foreign',
    )
  })
})

describe('a request about privacy', () => {
  const app = { apiSecret: secret }
  const customer = { id: 41, email: 'ida@example.net', phone: null }
  const from = { shop_id: 1, shop_domain: 'a.myshopify.com' }

  it('says what is asked, about whom and in which shop', () => {
    const subject = { id: '41', email: 'ida@example.net', phone: null }
    const asked = delivery('customers/data_request', {
      ...from,
      customer,
      orders_requested: [5, 6],
      data_request: { id: 9 },
    })
    assert.deepEqual(readPrivacyRequest(asked, app), {
      kind: 'customer_data',
      shop: 'a.myshopify.com',
      customer: subject,
      orderIds: ['5', '6'],
    })
    assert.deepEqual(
      readPrivacyRequest(delivery('customers/redact', { ...from, customer, orders_to_redact: [5] }), app),
      {
        kind: 'erase_customer',
        shop: 'a.myshopify.com',
        customer: subject,
        orderIds: ['5'],
      },
    )
    assert.deepEqual(readPrivacyRequest(delivery('shop/redact', from), app), {
      kind: 'erase_shop',
      shop: 'a.myshopify.com',
    })
  })

  it('may be signed with the client secret that is being replaced', () => {
    assert.equal(readPrivacyRequest(delivery('shop/redact', from), rotated).kind, 'erase_shop')
    assert.equal(readPrivacyRequest(delivery('shop/redact', from), { apiSecret: 'new' }).kind, 'forged')
    assert.equal(
      readPrivacyRequest(delivery('shop/redact', from), { apiSecret: 'new', previousSecret: '' }).kind,
      'forged',
    )
  })

  it('is refused unless the app’s own secret signed it', () => {
    const asked = delivery('shop/redact', from)
    assert.equal(readPrivacyRequest(asked, { apiSecret: 'other' }).kind, 'forged')
    assert.equal(readPrivacyRequest(asked, {}).kind, 'forged')
    assert.equal(readPrivacyRequest({ ...asked, headers: {} }, app).kind, 'forged')
    assert.equal(readPrivacyRequest(delivery('orders/create', from), app).kind, 'ignored')
  })
})
