import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currentness } from './destinations.ts'
import { shopPath } from './shop-path.ts'

test('another shop opens on the same page with the same days', () => {
  assert.equal(shopPath({ pathname: '/shop/a.example', search: '' }, 'b.example'), '/shop/b.example')
  assert.equal(
    shopPath({ pathname: '/shop/a.example/costs/goods', search: '?range=7d&compare=none' }, 'b.example'),
    '/shop/b.example/costs/goods?range=7d&compare=none',
  )
  assert.equal(
    shopPath({ pathname: '/shop/a.example', search: '?from=2026-11-01&to=2026-11-05&align=date' }, 'b.example'),
    '/shop/b.example?from=2026-11-01&to=2026-11-05&align=date',
  )
})

test('filters, open panels and orders of a shop stay with it', () => {
  assert.equal(
    shopPath({ pathname: '/shop/a.example', search: '?f=product:12&open=sales&order=77&range=mtd' }, 'b.example'),
    '/shop/b.example?range=mtd',
  )
})

test('from a page above the shops the way leads to the summary', () => {
  assert.equal(shopPath({ pathname: '/account/security', search: '?done=x' }, 'b.example'), '/shop/b.example')
})

test('the navigation marks the page one is on, and the one around it', () => {
  assert.equal(currentness('/shop/a', '/shop/a'), 'page')
  assert.equal(currentness('/shop/a', '/shop/a/'), 'page')
  assert.equal(currentness('/shop/a', '/shop/a/costs'), undefined)
  assert.equal(currentness('/shop/a/costs', '/shop/a/costs/goods'), 'true')
  assert.equal(currentness('/shop/a/costs/goods', '/shop/a/costs/goods'), 'page')
  assert.equal(currentness('/shop/a/costs', '/shop/a/costsmore'), undefined)
  assert.equal(currentness('/shop/%C3%BC.example/hub', '/shop/ü.example/hub'), 'page')
  assert.equal(currentness('/shop/a/hub', '/shop/%'), undefined)
})
