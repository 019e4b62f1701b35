import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { signOAuth } from './authentication.ts'

// Worked out with another implementation (Python's hmac) from the base string
// GET&http%3A%2F%2Fshop.example%2Findex.php&_wp%3Dwp-json%252Fwc%252F%26name%3Dit%2527s%2520…
const input = {
  method: 'get',
  url: "https://shop.example/index.php?rest_route=/wc/v3/orders&page=2&per_page=100&status=any&name=it's+(ok)*!&_wp=wp-json/wc/",
  consumerKey: 'ck_key',
  consumerSecret: 'cs_secret',
  timestamp: 1_700_000_000,
  nonce: 'n0nce',
  signAs: 'http',
} as const

describe('OAuth 1.0a signatures', () => {
  it('agree with known ones', () => {
    const signature = (url: string) => new URL(url).searchParams.get('oauth_signature')
    assert.equal(signature(signOAuth(input)), 'L2NQ0eIG1Q9P3qV3optjj6YOAnVjMlaAkCANweVcFfY=')
    assert.equal(signature(signOAuth({ ...input, signatureMethod: 'HMAC-SHA1' })), '7Y5hTK3SShxzFbNii6St6sn5EJQ=')
  })

  it('differ by the scheme the shop believes in, and leave the address as it is spelt', () => {
    const signed = signOAuth({ ...input, signAs: 'https' })
    assert.ok(signed.startsWith(`${input.url}&oauth_consumer_key=ck_key&`))
    assert.notEqual(signed.split('oauth_signature=')[1], signOAuth(input).split('oauth_signature=')[1])
  })
})
