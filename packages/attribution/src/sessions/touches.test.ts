import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { usualBouncers } from '../classify/index.ts'
import { cutSessions, sessionPause, type VisitEvent } from './sessions.ts'
import { deriveTouches, type TouchDraft } from './touches.ts'
import type { VisitRules } from './visit.ts'

const minute = 60_000
const noon = Date.UTC(2026, 10, 20, 12)
const rules: VisitRules = {
  ownDomains: ['nordlicht.example'],
  brandTerms: [],
  bounceReferrers: usualBouncers,
  customRules: [],
}
const visitor = 'v1'

function page(at: number, query = '', more: Partial<VisitEvent> = {}): VisitEvent {
  return {
    eventId: `e${at}`,
    at: noon + at * minute,
    name: 'page_view',
    url: `https://nordlicht.example/socks${query}`,
    referrer: '',
    source: 'pixel',
    bot: 'no',
    botReasons: [],
    network: '',
    ...more,
  }
}

function derive(events: readonly VisitEvent[], more: Partial<Parameters<typeof deriveTouches>[1]> = {}): TouchDraft[] {
  return deriveTouches(events, { visitor, rules, firstVisitorOf: new Map(), hasBought: false, ...more })
}

const reported = (touches: readonly TouchDraft[]) => touches.map(({ at, channel }) => [(at - noon) / minute, channel])

describe('touches of a visitor', () => {
  it('begin with the first event of a session, which ends after half an hour and not at midnight', () => {
    const late = page(12 * 60 - 5)
    const events = [page(0), page(30), page(61), late, page(12 * 60 + 10)]
    assert.deepEqual(
      cutSessions(events).map((session) => session.events.length),
      [2, 1, 2],
    )
    assert.deepEqual(reported(derive(events)), [
      [0, 'direct'],
      [61, 'direct'],
      [12 * 60 - 5, 'direct'],
    ])
  })

  it('within a session need a signature that is new: a click id, tags, or another site', () => {
    const events = [
      page(0, '', { referrer: 'https://www.google.de/' }),
      page(1),
      page(2, '?utm_source=news&utm_medium=email'),
      page(3, '?utm_source=news&utm_medium=email'),
      page(4, '', { referrer: 'https://blog.example/best-socks' }),
      page(5, '', { referrer: 'https://nordlicht.example/socks' }),
      page(6, '?gclid=a'),
    ]
    assert.deepEqual(reported(derive(events)), [
      [0, 'organic_search'],
      [2, 'email'],
      [4, 'referral'],
      [6, 'paid_search'],
    ])
  })

  it('are one for the same click, in whatever session it is seen again, and its first sight stands', () => {
    const [touch, ...others] = derive([page(200, '?gclid=a'), page(0, '?gclid=a'), page(100, '?gclid=a')])
    assert.equal(touch?.at, noon)
    assert.equal(others.length, 0)
    assert.deepEqual(derive([page(100, '?gclid=a')], { earlierClicks: new Set(['a']) }), [])
  })

  it('without a click id are one for the same signature within half an hour', () => {
    const tagged = '?utm_source=facebook&utm_medium=paid_social&utm_id=1'
    assert.equal(derive([page(0, tagged), page(20, tagged), page(45, tagged)]).length, 1)
    assert.equal(derive([page(0, tagged), page(20), page(40, tagged)]).length, 2)
    assert.equal(derive([page(0, tagged), page(5, `${tagged}2`)]).length, 2)
  })

  it('ignore a click that somebody else brought first, and believe the other signals', () => {
    const firstVisitorOf = new Map([['a', 'somebody else']])
    const passedOn = page(0, '?gclid=a&dclid=b', { referrer: 'https://www.reddit.com/' })
    const [touch] = derive([passedOn], { firstVisitorOf })
    assert.deepEqual([touch?.channel, touch?.paid, touch?.clickId], ['organic_social', false, ''])
    assert.equal(derive([page(0), page(1, '?gclid=a')], { firstVisitorOf }).length, 1)
  })

  it('never come of a payment page, a log-in or the shop itself, and the list of such places can be changed', () => {
    const back = page(40, '', { referrer: 'https://www.paypal.com/checkout' })
    assert.equal(derive([page(0, '?gclid=a'), back]).length, 1)
    const own = page(0, '', { referrer: 'https://pay.nordlicht.example/' })
    assert.equal(derive([own]).length, 0)
    const custom = { ...rules, bounceReferrers: ['bank.example/3ds'] }
    assert.deepEqual(reported(derive([back], { rules: custom })), [[40, 'referral']])
    assert.equal(derive([page(0, '', { referrer: 'https://bank.example/3ds/x' })], { rules: custom }).length, 0)
    assert.equal(derive([page(0, '', { referrer: 'https://bank.example/news' })], { rules: custom }).length, 1)
  })

  it('need a page: what a server tells without one begins no visit', () => {
    assert.deepEqual(derive([page(0, '', { url: '', name: 'purchase', source: 'server' })]), [])
    assert.equal(derive([page(0, '', { name: 'product_view', source: 'server' })])[0]?.origin, 'server')
  })

  it('are as suspect as their session, unless an order was placed on the device', () => {
    const events = [page(0), page(1, '', { bot: 'bot' }), page(90, '', { bot: 'suspect' })]
    assert.deepEqual(
      derive(events).map(({ bot }) => bot),
      ['bot', 'suspect'],
    )
    assert.ok(derive(events, { hasBought: true }).every(({ bot }) => bot === 'no'))
  })

  it('carry the ids of their ad, and no placeholder that a platform has left in', () => {
    const [good] = derive([page(0, '?utm_source=facebook&utm_medium=paid_social&utm_id=11&ts_as=22&ts_ad=33')])
    assert.deepEqual([good?.campaignId, good?.adSetId, good?.adId, good?.unresolved], ['11', '22', '33', []])
    const query = '?utm_source=tiktok&utm_medium=paid_social&utm_id={{campaign.id}}&ts_as=_AID_&ts_ad=__CID__'
    const [bad] = derive([page(0, `${query}&utm_campaign=__CAMPAIGN_NAME__&campaignid={campaignid}`)])
    assert.deepEqual([bad?.campaignId, bad?.adSetId, bad?.adId, bad?.campaign], ['', '', '', ''])
    assert.deepEqual(bad?.unresolved, ['utm_id', 'ts_as', 'ts_ad', 'utm_campaign', 'campaignid'])
  })

  it('follow the rules of the shop before all others', () => {
    const customRules = [
      {
        conditions: [
          { field: 'source', comparison: 'is', text: 'Partner' },
          { field: 'path', comparison: 'starts', text: '/socks' },
        ],
        channel: 'influencer',
        paid: true,
      },
      {
        conditions: [{ field: 'referrer', comparison: 'is', text: 'blog.example' }],
        channel: 'press',
        paid: false,
      },
      { conditions: [{ field: 'medium', comparison: 'contains', text: '' }], channel: 'never', paid: true },
    ] as const
    const ask = (query: string, referrer = '') => {
      const [touch] = derive([page(0, query, { referrer })], { rules: { ...rules, customRules } })
      return [touch?.channel, touch?.paid, touch?.isCustom]
    }
    assert.deepEqual(ask('?utm_source=partner'), ['influencer', true, true])
    assert.deepEqual(ask('', 'https://www.blog.example/a'), ['press', false, true])
    assert.deepEqual(ask('?gclid=a'), ['paid_search', true, false])
  })
})

const events: fc.Arbitrary<VisitEvent[]> = fc
  .array(
    fc.record({
      at: fc.integer({ min: 0, max: 300 }),
      name: fc.constantFrom('page_view', 'page_view', 'page_view', 'add_to_cart', 'purchase'),
      query: fc.constantFrom('', '', '', '?gclid=a', '?gclid=b', '?utm_source=x&utm_medium=cpc', '?fbclid=c'),
      referrer: fc.constantFrom('', '', 'https://www.google.de/', 'https://www.paypal.com/', 'https://blog.example/'),
    }),
    { maxLength: 25 },
  )
  .map((list) => list.map(({ at, query, ...more }, nth) => page(at, query, { ...more, eventId: `e${nth}` })))

describe('whatever a visitor does', () => {
  it('gives the same touches in any order and however often it is told', () => {
    const arrivals = events.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 })),
    )
    fc.assert(
      fc.property(arrivals, ([list, told]) => {
        assert.deepEqual(derive(told), derive(list))
      }),
    )
  })

  it('makes at most one touch of a click, no two with one name, and direct ones only where a session begins', () => {
    fc.assert(
      fc.property(events, (list) => {
        const touches = derive(list)
        const clicks = touches.flatMap(({ clickId }) => clickId || [])
        assert.equal(new Set(clicks).size, clicks.length)
        assert.equal(new Set(touches.map(({ touchId }) => touchId)).size, touches.length)
        const starts = new Set(cutSessions(list).map((session) => session.events[0]?.at))
        for (const { channel, at } of touches) if (channel === 'direct') assert.ok(starts.has(at))
      }),
    )
  })

  it('can be worked out session by session, when the clicks before are known', () => {
    fc.assert(
      fc.property(events, (list) => {
        const earlierClicks = new Set<string>()
        const apart = cutSessions(list).flatMap((session) => {
          const own = derive(session.events, { earlierClicks })
          for (const { clickId } of own) if (clickId !== '') earlierClicks.add(clickId)
          return own
        })
        assert.deepEqual(apart, derive(list))
      }),
    )
  })

  it('keeps sessions apart by more than half an hour, and nothing within by more', () => {
    fc.assert(
      fc.property(events, (list) => {
        const sessions = cutSessions(list).map((session) => session.events.map(({ at }) => at))
        for (const [nth, times] of sessions.entries()) {
          for (const [place, at] of times.entries())
            if (place > 0) assert.ok(at - (times[place - 1] ?? 0) <= sessionPause)
          const before = sessions[nth - 1]?.at(-1)
          if (before !== undefined) assert.ok((times[0] ?? 0) - before > sessionPause)
        }
      }),
    )
  })
})
