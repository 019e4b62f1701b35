import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isConnectorError } from '../failures.ts'
import { baseUrlOf, isShopDomain, orderPage, shopOf, toShopDomain } from './shop-domain.ts'

describe('the page of an order', () => {
  it('is in the admin under the shop’s name, and unknown until that is', () => {
    assert.equal(
      orderPage({ shopDomain: 'northwind.myshopify.com' }),
      'https://admin.shopify.com/store/northwind/orders/{order}',
    )
    assert.equal(orderPage({}), undefined)
    assert.equal(orderPage({ shopDomain: 'evil.example/northwind.myshopify.com' }), undefined)
  })
})

describe('the name of a shop', () => {
  it('is taken from an address, the admin and a bare name', () => {
    for (const typed of [
      'northwind.myshopify.com',
      ' HTTPS://Northwind.myshopify.com/ ',
      'https://northwind.myshopify.com/admin/orders',
      'https://admin.shopify.com/store/northwind/products?x=1',
      'northwind',
    ]) {
      assert.equal(toShopDomain(typed), 'northwind.myshopify.com', typed)
    }
  })

  it('is refused when it could lead anywhere else', () => {
    for (const typed of [
      '',
      'northwind.myshopify.com.evil.example',
      'evil.example/northwind.myshopify.com',
      'northwind.myshopify.com:8443',
      'user@northwind.myshopify.com',
      'northwind.myshopify.com#.evil.example',
      'northwind.myshopify.com\nevil.example',
      '-northwind.myshopify.com',
      'shop.example',
      '127.0.0.1',
      'admin.shopify.com/store/../evil',
    ]) {
      assert.equal(toShopDomain(typed), undefined, typed)
      assert.equal(isShopDomain(typed), false, typed)
    }
    assert.throws(
      () => shopOf({ url: 'shop.example' }),
      (error) => isConnectorError(error) && /name\.myshopify\.com/.test(error.failure.message),
    )
  })

  it('becomes an address by the operator’s template, https by default', () => {
    assert.equal(baseUrlOf({}, 'a.myshopify.com'), 'https://a.myshopify.com')
    assert.equal(
      baseUrlOf({ shopUrl: 'http://127.0.0.1:8100/{shop}' }, 'a.myshopify.com'),
      'http://127.0.0.1:8100/a.myshopify.com',
    )
  })
})
