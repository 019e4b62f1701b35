import assert from 'node:assert/strict'
import { test } from 'node:test'
import { privacy } from './privacy.ts'

const delivery = (headers: Record<string, string>, body = '{}') => ({ headers, body: Buffer.from(body) })

test('a delivery is known by the platform’s id of it, else by what it says', () => {
  const named = delivery({ 'X-Shopify-Webhook-Id': 'w-1', 'X-Shopify-Topic': 'shop/redact' })
  assert.equal(privacy.keyOf(named), 'w-1')
  const topic = { 'X-Shopify-Topic': 'shop/redact' }
  assert.equal(privacy.keyOf(delivery(topic, '{"a":1}')), privacy.keyOf(delivery(topic, '{"a":1}')))
  assert.notEqual(privacy.keyOf(delivery(topic, '{"a":1}')), privacy.keyOf(delivery(topic, '{"a":2}')))
  assert.notEqual(privacy.keyOf(delivery(topic)), privacy.keyOf(delivery({ 'X-Shopify-Topic': 'customers/redact' })))
})

test('a connection is meant by the shop’s own domain, granted or pasted', () => {
  assert.ok(privacy.isAbout({ shopDomain: 'wool.myshopify.com', url: 'other' }, 'Wool.myshopify.com'))
  assert.ok(privacy.isAbout({ url: 'https://wool.myshopify.com/admin' }, 'wool.myshopify.com'))
  assert.ok(!privacy.isAbout({ url: 'wool.example' }, 'wool.myshopify.com'))
  assert.ok(!privacy.isAbout({}, 'wool.myshopify.com'))
})
