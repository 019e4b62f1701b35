import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type FoundTraces, type Trace, weighEvidence } from './evidence.ts'

const placedAt = new Date('2026-11-20T12:00:00Z')
const order = { orderId: '1', placedAt, visitorId: '', landingUrl: '' }
const placed = placedAt.getTime()
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

function trace(more: Partial<Trace> = {}): Trace {
  return {
    visitor_id: 'v1',
    order_id: '',
    ms: placed - minuteMs,
    url: 'https://shop.example/',
    consent: 'granted',
    may_send_user_data: 1,
    may_personalise: 0,
    browser_keys: '',
    ...more,
  }
}

function weigh(found: Partial<FoundTraces>, more: Partial<typeof order> = {}) {
  return weighEvidence({ ...order, ...more }, { own: [], visits: [], touches: [], ...found })
}

suite('what a visit says about an order', () => {
  test('nothing is unknown, and so is a visitor who has not decided', () => {
    assert.equal(weigh({}).consent, 'unknown')
    assert.equal(weigh({ own: [trace({ consent: 'unknown', may_send_user_data: 0 })] }).consent, 'unknown')
  })

  test('agreeing to be counted is not agreeing to user data being sent', () => {
    assert.equal(weigh({ own: [trace()] }).consent, 'granted')
    assert.equal(weigh({ own: [trace({ may_send_user_data: 0 })] }).consent, 'denied')
    assert.equal(
      weigh({ own: [trace({ consent: 'denied', may_send_user_data: 0, visitor_id: '' })] }).consent,
      'denied',
    )
  })

  test('withdrawing later on the device counts; agreeing later does not undo a refusal on the order', () => {
    const withdrawn = trace({ ms: placed + dayMs, consent: 'withdrawn', may_send_user_data: 0 })
    assert.equal(weigh({ own: [trace()], visits: [withdrawn] }).consent, 'denied')
    const later = trace({ ms: placed + dayMs })
    assert.equal(weigh({ own: [trace({ may_send_user_data: 0 })], visits: [later] }).consent, 'denied')
    assert.equal(
      weigh({ own: [trace()], visits: [trace({ ms: placed - dayMs, may_send_user_data: 0 }), later] }).consent,
      'granted',
    )
  })

  test('the last click of each kind before the order counts, dated when it was seen first', () => {
    const click = (ms: number, query: string) => trace({ ms, url: `https://shop.example/?${query}` })
    const { clicks } = weigh({
      visits: [
        click(placed - 5 * dayMs, 'fbclid=First1'),
        click(placed - 3 * dayMs, 'fbclid=Second2&gclid=Goog1'),
        click(placed - 2 * dayMs, 'fbclid=Second2'),
        click(placed + dayMs, 'fbclid=After3'),
        click(placed - 100 * dayMs, 'ttclid=TooOld'),
      ],
    })
    assert.deepEqual(clicks, {
      fbclid: { id: 'Second2', at: new Date(placed - 3 * dayMs) },
      gclid: { id: 'Goog1', at: new Date(placed - 3 * dayMs) },
    })
  })

  test('a touch of before whose address lost the id tells it by its platform; the store’s own landing page counts too', () => {
    const touch = { visitor_id: 'v1', order_id: '', ms: placed - dayMs, url: '', click_id: 'Tik12', platform: 'tiktok' }
    const later = { ...touch, ms: placed + dayMs, click_id: 'Later3' }
    const { clicks } = weigh({ touches: [touch, later] }, { landingUrl: 'https://shop.example/?gbraid=Braid1' })
    assert.deepEqual(clicks, {
      ttclid: { id: 'Tik12', at: new Date(placed - dayMs) },
      gbraid: { id: 'Braid1', at: placedAt },
    })
  })

  test('keys of the browser are the newest of before, and what is no JSON is none', () => {
    const { browserKeys } = weigh({
      own: [trace({ browser_keys: '{"fbp":"new","ttp":"t"}' })],
      visits: [
        trace({ ms: placed - dayMs, browser_keys: '{"fbp":"old","fbc":"c"}' }),
        trace({ ms: placed + dayMs, browser_keys: '{"fbp":"later"}' }),
        trace({ browser_keys: 'broken' }),
      ],
    })
    assert.deepEqual(browserKeys, { fbp: 'new', fbc: 'c', ttp: 't' })
  })
})
