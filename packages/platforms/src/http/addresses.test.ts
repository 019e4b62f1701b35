import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isPublicAddress } from './addresses.ts'
import { redactHeaders, redactText, redactUrl } from './recording.ts'
import { isSameRegistrableDomain } from './redirects.ts'

describe('Public addresses', () => {
  it('are told from every kind of private and reserved one', () => {
    for (const address of ['8.8.8.8', '93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '2a00:1450:4001::1']) {
      assert.ok(isPublicAddress(address), address)
    }
    for (const address of [
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '172.31.255.255',
      '192.168.1.1',
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::ffff:8.8.8.8',
      '::ffff:7f00:1',
      'fe80::1',
      'fe80::1%eth0',
      'fc00::1',
      'fd12::1',
      'ff02::1',
      '2001:db8::1',
      '2002:7f00:1::',
      '64:ff9b::7f00:1',
      'shop.example',
    ]) {
      assert.ok(!isPublicAddress(address), address)
    }
  })
})

describe('Registrable domains', () => {
  it('hold together the names of one owner', () => {
    for (const [one, other] of [
      ['shop.example', 'www.shop.example'],
      ['a.shop.co.uk', 'b.shop.co.uk'],
      ['www.hm.de', 'hm.de'],
      ['WWW.Shop.Example', 'shop.example.'],
      ['shop.unknown-ending.pl', 'www.shop.unknown-ending.pl'],
      ['127.0.0.1', '127.0.0.1'],
    ] as const) {
      assert.ok(isSameRegistrableDomain(one, other), `${one} ${other}`)
    }
  })

  it('keep strangers apart', () => {
    for (const [one, other] of [
      ['shop.example', 'shop.test'],
      ['one.co.uk', 'two.co.uk'],
      ['one.myshopify.com', 'two.myshopify.com'],
      ['one.wpengine.com', 'two.wpengine.com'],
      ['one.blogspot.com', 'two.blogspot.com'],
      ['one.blogspot.de', 'two.blogspot.de'],
      ['one.hostingersite.com', 'two.hostingersite.com'],
      ['one.uk.com', 'two.uk.com'],
      ['one.roma.it', 'two.roma.it'],
      ['one.co.unknown', 'two.co.unknown'],
      ['127.0.0.1', '127.0.0.2'],
    ] as const) {
      assert.ok(!isSameRegistrableDomain(one, other), `${one} ${other}`)
    }
  })
})

describe('Redaction', () => {
  it('hides the values of secret parameters and headers and whatever looks like a key', () => {
    const url = `https://u:p@shop.example/wp-json/wc/v3/orders?page=2&consumer_key=ck_1&oauth_signature=a%3D&note=cs_${'0a'.repeat(20)}`
    const redacted = redactUrl(url)
    assert.match(redacted, /page=2/)
    for (const secret of ['u:p', 'ck_1', 'a%3D', '0a0a']) assert.ok(!redacted.includes(secret), redacted)
    const headers = redactHeaders({ authorization: 'Basic x', 'set-cookie': 'y', accept: 'z' })
    assert.deepEqual(headers, { authorization: '(hidden)', 'set-cookie': '(hidden)', accept: 'z' })
    assert.equal(redactText('{"webhook_secret": "a\\"b", "id": 1}'), '{"webhook_secret": "(hidden)", "id": 1}')
  })
})
