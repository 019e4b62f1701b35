import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { cleanReferrer, cleanUrl } from './to-collected.ts'

suite('addresses before they are stored', () => {
  test('keep path, tags, ids of ads and click ids, as they came', () => {
    const kept =
      'https://shop.example/tea/green?utm_source=Facebook&utm_id=12&ts_as=3&ts_ad=4&ts_pl=feed&hx_ad=5&campaign_id=6&adset_id=7&adgroupid=8&ad_id=9&fbclid=Ab-_c&GCLID=x&gad_source=1'
    assert.equal(cleanUrl(kept, true), kept)
    assert.equal(
      cleanUrl('https://shop.example/tea?utm_campaign=Herbst%20%26%20Tee', true),
      'https://shop.example/tea?utm_campaign=Herbst%20%26%20Tee',
    )
  })

  test('lose everything else: other parameters, the part behind #, passwords, addresses of people', () => {
    const cleaned = (query: string) => cleanUrl(`https://shop.example/tea${query}`, true)
    assert.equal(
      cleaned('?session=1&utm_source=x&token=secret#email=a@b.example'),
      'https://shop.example/tea?utm_source=x',
    )
    assert.equal(cleaned('?q=a&utm_source=&gclid='), 'https://shop.example/tea')
    assert.equal(cleaned('?'), 'https://shop.example/tea')
    assert.equal(cleanUrl('https://ann:pw@shop.example/x', true), 'https://shop.example/x')
    assert.equal(
      cleaned('/ann@mail.example/bye?utm_content=ann%40mail.example'),
      'https://shop.example/tea/*/bye?utm_content=*',
    )
    assert.equal(cleanUrl('https://www.tiktok.com/@creator/video/1', true), 'https://www.tiktok.com/@creator/video/1')
  })

  test('hold no click id without the visitor’s consent to it', () => {
    const url =
      'https://shop.example/?gclid=1&fbclid=2&mc_eid=3&_kx=4&srsltid=5&utm_source=g&gad_source=1&gad_campaignid=7'
    assert.equal(cleanUrl(url, false), 'https://shop.example/?utm_source=g&gad_source=1&gad_campaignid=7')
  })

  test('are empty where there is none', () => {
    for (const url of ['', 'tea', 'javascript:alert(1)', 'file:///etc/passwd', 'https://'])
      assert.equal(cleanUrl(url, true), '')
  })

  test('no parameter survives that is not on the list', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.string()), (query) => {
        const names = new URL(
          cleanUrl(`https://shop.example/?${new URLSearchParams(query)}`, false),
        ).searchParams.keys()
        assert.deepEqual(
          [...names].filter((name) => !/^(?:utm_|ts_|hx_|campaign_?id|adset_?id|ad_?group_?id|ad_?id)/.test(name)),
          [],
        )
      }),
    )
  })

  test('of where a visit came from are host and path', () => {
    assert.equal(cleanReferrer('https://www.google.com/search?q=ann+smith'), 'https://www.google.com/search')
    assert.equal(cleanReferrer('https://x.com/i/grok?utm_source=y#z'), 'https://x.com/i/grok')
    assert.equal(cleanReferrer('android-app://com.google.android.gm/'), 'android-app://com.google.android.gm')
    assert.equal(cleanReferrer('about:blank'), '')
  })
})
