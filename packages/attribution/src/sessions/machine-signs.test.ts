import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { adClickOf, crowdOf, type SharedSigns, sharedClickOf } from './machine-signs.ts'
import type { VisitEvent } from './sessions.ts'
import { deriveTouches, type TouchContext } from './touches.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const minute = 60_000
const network = '198.51.100.0/24'
const mail = 'https://nordlicht.example/?utm_source=letter&utm_medium=email'
const none: SharedSigns = { crowds: new Set(), clicks: new Set() }

function page(atMs: number, more: Partial<VisitEvent> = {}): VisitEvent {
  return {
    eventId: `e${atMs}`,
    at: noon + atMs,
    name: 'page_view',
    url: 'https://nordlicht.example/socks',
    referrer: '',
    source: 'pixel',
    bot: 'no',
    botReasons: [],
    network,
    ...more,
  }
}

function derive(events: readonly VisitEvent[], more: Partial<TouchContext> = {}) {
  const rules = { ownDomains: ['nordlicht.example'], brandTerms: [], bounceReferrers: [], customRules: [] }
  return deriveTouches(events, { visitor: 'v', rules, firstVisitorOf: new Map(), hasBought: false, ...more })
}

function verdict(events: readonly VisitEvent[], shared: SharedSigns = none): string {
  const [touch] = derive(events, { shared })
  return touch ? [touch.bot, ...touch.botReasons].join(' ') : 'no touch'
}

const quick = (pages: number, apartMs: number, more: Partial<VisitEvent> = {}) =>
  Array.from({ length: pages }, (_, nth) => page(nth * apartMs, more))

describe('signs of machines', () => {
  it('are more pages than anybody opens: ten within five seconds', () => {
    assert.equal(verdict(quick(10, 555)), 'suspect speed')
    assert.equal(verdict(quick(10, 556)), 'no')
    assert.equal(verdict([page(0), ...quick(9, 100).map((event) => ({ ...event, at: event.at + minute }))]), 'no')
    assert.equal(verdict(quick(10, 1, { name: 'product_view' })), 'no', 'a page may tell more than its view')
    assert.equal(verdict(quick(10, 1, { source: 'server' })), 'no')
    const ahead = { bot: 'suspect', botReasons: ['prefetch'] } as const
    assert.equal(verdict(quick(10, 1, ahead)), 'suspect prefetch', 'a browser fetches many pages ahead')
  })

  it('are one page of a crowd whose network the visitor shares, and not two', () => {
    const shared = { ...none, crowds: new Set([crowdOf(page(0))]) }
    assert.equal(verdict([page(0)], shared), 'suspect crowd')
    assert.equal(verdict([page(599_999)], shared), 'suspect crowd')
    for (const other of [{ at: noon + 10 * minute }, { network: '203.0.113.0/24' }, { network: '' }])
      assert.equal(verdict([page(0, other)], shared), 'no')
    assert.equal(verdict([page(0), page(minute)], shared), 'no')
    assert.equal(verdict([page(0), page(11 * minute)], shared), 'suspect crowd', 'the other page is of another slot')
  })

  it('are clicks on ads that many bring on a day, not links that are passed on', () => {
    const url = 'https://nordlicht.example/?gclid=a'
    const shared = { ...none, clicks: new Set([sharedClickOf(page(0, { url }))]) }
    assert.equal(verdict([page(-minute), page(0, { url })], shared), 'suspect shared_click')
    assert.equal(verdict([page(0, { url, at: noon + 86_400_000 })], shared), 'no')
    assert.equal(verdict([page(0)], shared), 'no')
    const clicks = ['?fbclid=a', '?gbraid=a', '?wbraid=a', '?_kx=a', '', '?wbraid=b&gclid=a'].map((query) =>
      adClickOf(`https://nordlicht.example/${query}`),
    )
    assert.deepEqual(clicks, ['', '', '', '', '', 'a'])
  })

  it('make a bot of a session when two kinds of them come together, in whatever events', () => {
    const [first, ...others] = quick(10, 100)
    assert.ok(first)
    const doubted: VisitEvent = { ...first, bot: 'suspect', botReasons: ['no_language'] }
    assert.equal(verdict([doubted, ...others]), 'bot no_language speed')
    assert.equal(verdict([doubted, { ...first, eventId: 'e', botReasons: ['no_language'] }]), 'suspect no_language')
    assert.deepEqual(
      derive([doubted, ...others], { hasBought: true }).map(({ bot, botReasons }) => [bot, botReasons]),
      [['no', []]],
    )
  })

  it('are letters of which only a link was opened: no touch, until a script or a deed shows somebody', () => {
    const opened = page(0, { url: mail, source: 'server' })
    assert.deepEqual(derive([opened, page(1, { source: 'picture' })]), [])
    assert.deepEqual(derive([opened, page(31 * minute)]).length, 1, 'the next visit proves nothing of this one')
    for (const proof of [page(minute), page(minute, { source: 'server', name: 'add_to_cart' })])
      assert.equal(derive([opened, proof])[0]?.channel, 'email')
    const customRules = [
      { conditions: [{ field: 'source', comparison: 'is', text: 'letter' }], channel: 'club', paid: false },
    ] as const
    const rules = { ownDomains: [], brandTerms: [], bounceReferrers: [], customRules }
    assert.deepEqual(derive([opened], { rules }), [], 'whatever the shop calls it')
    assert.equal(derive([page(0, { source: 'server' })]).length, 1, 'other visits may be told by a server')
  })

  it('are the same in whatever order events are told, and however often', () => {
    const shared = {
      crowds: new Set([crowdOf(page(0))]),
      clicks: new Set([sharedClickOf(page(0, { url: 'https://nordlicht.example/?gclid=a' }))]),
    }
    const one = fc.record({
      at: fc.oneof(fc.integer({ min: 0, max: 6_000 }), fc.integer({ min: 0, max: 100 * minute })),
      source: fc.constantFrom('pixel', 'pixel', 'server', 'picture'),
      botReasons: fc.constantFrom([], [], [], ['prefetch'], ['no_language']),
      network: fc.constantFrom(network, ''),
      url: fc.constantFrom(mail, 'https://nordlicht.example/', 'https://nordlicht.example/?gclid=a'),
    })
    const told = fc.array(one, { maxLength: 30 }).map((list) =>
      list.map(({ at, botReasons, ...more }, nth) => {
        const bot = botReasons.length === 0 ? 'no' : 'suspect'
        return page(at, { ...more, bot, botReasons, eventId: `e${nth}` })
      }),
    )
    const arrivals = told.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 })),
    )
    fc.assert(
      fc.property(arrivals, ([list, again]) => {
        const touches = derive(list, { shared })
        assert.deepEqual(derive(again, { shared }), touches)
        for (const { bot, botReasons } of touches)
          assert.equal(bot, botReasons.length > 1 ? 'bot' : ['no', 'suspect'][botReasons.length])
      }),
    )
  })
})
