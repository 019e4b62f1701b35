import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillStore } from './index.ts'
import { call, openShop } from './testing.ts'

const createdAt = '2026-01-01T00:00:00Z'
const sock = {
  id: 310,
  name: 'Wool socks',
  sku: 'SOCK',
  price: '21.01',
  createdAt,
  modifiedAt: '2026-05-01T00:00:00Z',
  categories: ['Clothes'],
  variations: [{ id: 314, sku: 'SOCK-M', price: '21.01', attributes: { Size: 'M' }, cost: '12.3' }],
}
const cup = { id: 320, name: 'Cup', sku: 'CUP', price: '9.00', createdAt }

test('products and variations carry what the connector needs, costs only while that feature is on', async (t) => {
  const fake = await openShop(t)
  await fillStore(fake, { products: [sock, cup] })
  const { body } = await call<Record<string, unknown>[]>(fake, 'products?orderby=id&order=asc')
  assert.deepEqual(
    body.map((product) => [product['id'], product['type'], product['variations']]),
    [
      [310, 'variable', [314]],
      [320, 'simple', []],
    ],
  )
  const variations = await call<Record<string, unknown>[]>(fake, 'products/310/variations')
  assert.deepEqual([variations.body[0]?.['id'], 'cost_of_goods_sold' in (variations.body[0] ?? {})], [314, false])
  fake.site.features = { ...fake.site.features, costOfGoods: true }
  const again = await call<Record<string, unknown>[]>(fake, 'products/310/variations')
  assert.deepEqual(again.body[0]?.['cost_of_goods_sold'], {
    values: [{ defined_value: 12.3, effective_value: 12.3 }],
    total_value: 12.3,
    defined_value_is_additive: false,
  })
  const changed = await call<unknown[]>(
    fake,
    'products?modified_after=2026-04-01T00:00:00&dates_are_gmt=true&_fields=id',
  )
  assert.deepEqual(changed.body, [{ id: 310 }])
})

test('customers are listed by role and know no filter by modification; coupons are lower case', async (t) => {
  const fake = await openShop(t)
  const people = [
    { id: 1, email: 'a@example.com', createdAt },
    { id: 2, email: 'boss@example.com', createdAt, role: 'administrator' },
  ]
  await fillStore(fake, {
    customers: people,
    coupons: [{ id: 700, code: 'WELCOME10', discountType: 'percent', amount: '10', createdAt }],
  })
  assert.equal((await call<unknown[]>(fake, 'customers')).body.length, 1)
  assert.equal((await call<unknown[]>(fake, 'customers?role=all&modified_after=2030-01-01T00:00:00')).body.length, 2)
  const coupons = await call<{ code: string; amount: string }[]>(fake, 'coupons')
  assert.deepEqual([coupons.body[0]?.code, coupons.body[0]?.amount], ['welcome10', '10.00'])
})

test('settings, currency and system status describe the shop', async (t) => {
  const fake = await openShop(t, { currency: 'GBP', country: 'GB', pricesIncludeTax: true })
  const general = await call<{ id: string; value: string }[]>(fake, 'settings/general')
  assert.equal(general.body.find(({ id }) => id === 'woocommerce_currency')?.value, 'GBP')
  assert.match((await call(fake, 'settings/tax')).text, /"woocommerce_prices_include_tax".*"value":"yes"/)
  assert.deepEqual((await call(fake, 'data/currencies/current')).body, {
    code: 'GBP',
    name: 'British Pound',
    symbol: '&pound;',
  })
  const status = await call<{ environment: Record<string, unknown>; settings: Record<string, unknown> }>(
    fake,
    'system_status?_fields=environment,settings',
  )
  assert.deepEqual(
    [
      status.body.environment['version'],
      status.body.environment['default_timezone'],
      status.body.settings['HPOS_enabled'],
    ],
    ['10.5.0', 'UTC', true],
  )
})
