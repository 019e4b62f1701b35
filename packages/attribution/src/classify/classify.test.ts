import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Classified, classify, type Evidence } from './classify.ts'
import type { Landing } from './landing.ts'

const shop = 'https://nordlicht.example/socks'

function land(query: string, referrer = '', more: Partial<Landing> = {}): Classified {
  return classify({ url: `${shop}${query}`, referrer, ownDomains: ['nordlicht.example'], ...more })
}

/** Expected channel, whether it is paid, platform and evidence. */
type Expected = readonly [channel: string, paid: boolean, platform: string | null, evidence: Evidence]

function check(cases: readonly (readonly [query: string, referrer: string, expected: Expected])[]): void {
  for (const [query, referrer, expected] of cases) {
    const { newTouch, channel, paid, platform, evidence } = land(query, referrer)
    assert.ok(newTouch, query)
    assert.deepEqual([channel, paid, platform, evidence], expected, `${query} from ${referrer}`)
  }
}

describe('the channel of a visit', () => {
  it('is paid where the address proves it, whatever it came from', () => {
    check([
      ['?gclid=a', 'https://www.google.de/', ['paid_search', true, 'google', 'click_id']],
      ['?GCLID=a', '', ['paid_search', true, 'google', 'click_id']],
      ['?wbraid=a', '', ['paid_search', true, 'google', 'click_id']],
      ['?msclkid=a', '', ['paid_search', true, 'microsoft', 'click_id']],
      ['?yclid=a', '', ['paid_search', true, 'yandex', 'click_id']],
      ['?dclid=a', '', ['display', true, 'google_marketing_platform', 'click_id']],
      ['?ttclid=a', '', ['paid_social', true, 'tiktok', 'click_id']],
      ['?ScCid=a', '', ['paid_social', true, 'snapchat', 'click_id']],
      ['?twclid=a', '', ['paid_social', true, 'x', 'click_id']],
      ['?li_fat_id=a', '', ['paid_social', true, 'linkedin', 'click_id']],
      ['?rdt_cid=a', '', ['paid_social', true, 'reddit', 'click_id']],
      ['?gad_source=1&gad_campaignid=5', '', ['paid_search', true, 'google', 'click_id']],
      ['?gad_source=5&gad_campaignid=5', '', ['other_paid', true, 'google', 'click_id']],
      ['?gad_source=5&gclid=a', '', ['paid_search', true, 'google', 'click_id']],
    ])
  })

  it('is paid where the tags say so', () => {
    check([
      ['?utm_source=google&utm_medium=cpc', '', ['paid_search', true, 'google', 'utm']],
      ['?utm_source=Google&utm_medium=%20CPC%20', '', ['paid_search', true, 'google', 'utm']],
      ['?utm_source=google&utm_medium=cpm', '', ['display', true, 'google', 'utm']],
      ['?utm_source=google&utm_medium=cpc&utm_campaign=x-cross-network', '', ['cross_network', true, 'google', 'utm']],
      ['?utm_source=google&utm_medium=cpc&utm_campaign=shopping%20all', '', ['paid_shopping', true, 'google', 'utm']],
      ['?utm_source=google&utm_medium=cpc&utm_campaign=workshop', '', ['paid_search', true, 'google', 'utm']],
      ['?utm_source=google&utm_medium=cpc&utm_campaign=eshop', '', ['paid_shopping', true, 'google', 'utm']],
      ['?utm_source=facebook&utm_medium=paid_social', '', ['paid_social', true, 'meta', 'utm']],
      ['?utm_source=facebook_ads', '', ['paid_social', true, 'meta', 'utm']],
      ['?utm_source=adwords', '', ['paid_search', true, 'google', 'utm']],
      ['?utm_source=tiktok_ads', '', ['paid_social', true, 'tiktok', 'utm']],
      ['?utm_source=youtube&utm_medium=cpc', '', ['paid_video', true, 'google', 'utm']],
      ['?utm_source=somewhere&utm_medium=cpc', '', ['other_paid', true, null, 'utm']],
      ['?utm_source=somewhere&utm_medium=banner', '', ['display', true, null, 'utm']],
      ['?utm_source=amazon&utm_medium=cpc', '', ['paid_shopping', true, null, 'utm']],
      ['?utm_source=facebook&utm_medium=retargeting', '', ['paid_social', true, 'meta', 'utm']],
    ])
  })

  it('is free where nothing proves an ad', () => {
    check([
      ['', 'https://www.google.co.uk/', ['organic_search', false, 'google', 'referrer']],
      ['', 'https://google.com.au/', ['organic_search', false, 'google', 'referrer']],
      ['', 'https://duckduckgo.com/', ['organic_search', false, 'duckduckgo', 'referrer']],
      ['', 'https://notgoogle.example/', ['referral', false, null, 'referrer']],
      ['', 'https://google.evil.example/', ['referral', false, null, 'referrer']],
      ['', 'https://l.facebook.com/', ['organic_social', false, 'meta', 'referrer']],
      ['?fbclid=a', '', ['organic_social', false, 'meta', 'click_id']],
      ['?fbclid=a', 'https://l.instagram.com/', ['organic_social', false, 'meta', 'click_id']],
      ['?epik=a', '', ['organic_social', false, 'pinterest', 'click_id']],
      ['', 'https://t.co/abc', ['organic_social', false, 'x', 'referrer']],
      ['', 'https://x.com/i/grok', ['ai_assistant', false, null, 'referrer']],
      ['', 'https://chatgpt.com/', ['ai_assistant', false, null, 'referrer']],
      ['?utm_source=chatgpt.com', '', ['ai_assistant', false, null, 'utm']],
      ['', 'https://youtu.be/x', ['organic_video', false, 'google', 'referrer']],
      ['?srsltid=a', 'https://www.google.de/', ['organic_shopping', false, 'google', 'click_id']],
      ['?utm_source=etsy', '', ['organic_shopping', false, null, 'utm']],
      ['', 'https://mail.google.com/', ['email', false, null, 'referrer']],
      ['?fbclid=a', 'https://mail.google.com/', ['email', false, 'meta', 'referrer']],
      ['', 'android-app://com.google.android.gm', ['email', false, null, 'referrer']],
      ['', 'android-app://com.google.android.googlequicksearchbox/', ['organic_search', false, 'google', 'referrer']],
      ['?utm_source=blog&utm_medium=referral', '', ['referral', false, null, 'utm']],
      ['?utm_medium=organic&utm_source=somewhere', '', ['organic_search', false, null, 'utm']],
      ['?utm_medium=social', '', ['organic_social', false, null, 'utm']],
      ['', '', ['direct', false, null, 'none']],
      ['?utm_source=(direct)', '', ['direct', false, null, 'utm']],
      ['?utm_source=flyer', '', ['unassigned', false, null, 'utm']],
      ['?utm_source=&gclid=', '', ['direct', false, null, 'none']],
      ['?page=2', 'not an address', ['direct', false, null, 'none']],
    ])
  })

  it('tells letters and partners from both', () => {
    check([
      ['?utm_medium=affiliate&utm_source=blog', '', ['affiliate', false, null, 'utm']],
      ['?awc=1_2', '', ['affiliate', false, 'awin', 'click_id']],
      ['?utm_source=klaviyo&utm_medium=sms', '', ['sms', false, null, 'utm']],
      ['?_kx=a&utm_medium=sms', '', ['sms', false, 'klaviyo', 'utm']],
      ['?_kx=a', '', ['email', false, 'klaviyo', 'click_id']],
      ['?mc_cid=a', '', ['email', false, 'mailchimp', 'click_id']],
      ['?utm_source=newsletter', '', ['email', false, null, 'utm']],
      ['?utm_source=newsletter&utm_medium=cpc', '', ['other_paid', true, null, 'utm']],
      ['?utm_source=partner&utm_medium=paid_email', '', ['email', false, null, 'utm']],
      ['?utm_medium=web-push', '', ['push', false, null, 'utm']],
      ['?utm_medium=app_notification', '', ['push', false, null, 'utm']],
    ])
  })

  it('names the source by its tag, and believes the click id about paid', () => {
    check([
      ['?utm_source=instagram&utm_medium=social&ttclid=a', '', ['paid_social', true, 'tiktok', 'click_id']],
      [
        '?utm_source=google&utm_medium=organic',
        'https://www.facebook.com/',
        ['organic_search', false, 'google', 'utm'],
      ],
      ['?utm_source=facebook&fbclid=a', 'https://www.google.de/', ['organic_social', false, 'meta', 'utm']],
    ])
  })

  it('knows the shop’s own name', () => {
    const own = { brandTerms: ['Nordlicht', ' '] }
    assert.equal(land('?gclid=a&utm_term=nordlicht%20socken', '', own).channel, 'paid_search_brand')
    assert.equal(
      land('?utm_source=bing&utm_medium=cpc&utm_campaign=Brand%20NORDLICHT', '', own).channel,
      'paid_search_brand',
    )
    assert.equal(land('?gclid=a&utm_term=socken', '', own).channel, 'paid_search')
    assert.equal(land('?utm_source=google&utm_term=nordlicht', '', own).channel, 'organic_search')
  })
})

describe('what is nothing new', () => {
  it('comes back from the shop itself, a payment or a log-in', () => {
    for (const referrer of [
      'https://nordlicht.example/cart',
      'https://checkout.nordlicht.example/',
      'https://www.paypal.com/checkoutnow',
      'https://hooks.stripe.com/3d',
      'https://accounts.google.com/o/oauth2',
      'https://www.facebook.com/login.php',
    ]) {
      const found = land('', referrer)
      assert.deepEqual(
        found,
        { newTouch: false, channel: null, paid: false, platform: null, evidence: 'none' },
        referrer,
      )
    }
    assert.equal(land('?utm_source=newsletter', 'https://nordlicht.example/').newTouch, true)
    assert.equal(land('?gclid=a', 'https://www.paypal.com/').channel, 'paid_search')
  })

  it('is a click id that somebody else brought: the other signals decide', () => {
    const seen = { seenClickIds: ['abc'] }
    assert.equal(land('?gclid=abc', '', seen).channel, 'direct')
    assert.equal(land('?gclid=abc', 'https://www.facebook.com/', seen).channel, 'organic_social')
    assert.equal(land('?gclid=abd', '', seen).channel, 'paid_search')
    assert.equal(land('?gclid=abc', 'https://nordlicht.example/', seen).newTouch, false)
  })
})

it('an address that cannot be read says nothing', () => {
  const found = classify({ url: 'not an address', referrer: null })
  assert.deepEqual(found, { newTouch: true, channel: 'direct', paid: false, platform: null, evidence: 'none' })
})
