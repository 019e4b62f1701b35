import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { isSignedBody, isSignedQuery, signedText } from './signatures.ts'

const secret = 'hush'

function signed(query: Record<string, string>, text: string): Record<string, string> {
  return { ...query, hmac: createHmac('sha256', secret).update(text).digest('hex') }
}

describe('addresses signed by Shopify', () => {
  it('are recognised whatever parameters they have and in whatever order these come', () => {
    const query = signed(
      { timestamp: '1700000000', shop: 'a.myshopify.com', 'unknown one': 'x y+z', code: '0907a6' },
      'code=0907a6&shop=a.myshopify.com&timestamp=1700000000&unknown%20one=x%20y%2Bz',
    )
    assert.equal(signedText(query), 'code=0907a6&shop=a.myshopify.com&timestamp=1700000000&unknown%20one=x%20y%2Bz')
    assert.ok(isSignedQuery(query, secret))
    assert.ok(isSignedQuery({ ...query, signature: 'older' }, secret))
  })

  it('are refused after any change, with another secret and unsigned', () => {
    const query = signed({ shop: 'a.myshopify.com', code: '1' }, 'code=1&shop=a.myshopify.com')
    assert.ok(isSignedQuery(query, secret))
    assert.equal(isSignedQuery({ ...query, shop: 'b.myshopify.com' }, secret), false)
    assert.equal(isSignedQuery({ ...query, extra: '' }, secret), false)
    assert.equal(isSignedQuery(query, 'other'), false)
    assert.equal(isSignedQuery({ ...query, hmac: query.hmac?.slice(0, -2) ?? '' }, secret), false)
    assert.equal(isSignedQuery({ shop: 'a.myshopify.com' }, secret), false)
  })
})

it('recognises signed bodies and nothing without a secret', () => {
  const body = Buffer.from('{"id":5630001}')
  const signature = createHmac('sha256', secret).update(body).digest('base64')
  assert.ok(isSignedBody(body, signature, secret))
  assert.equal(isSignedBody(Buffer.from('{"id":5630002}'), signature, secret), false)
  assert.equal(isSignedBody(body, createHmac('sha256', '').update(body).digest('base64'), ''), false)
  assert.equal(isSignedBody(body, '', secret), false)
})
