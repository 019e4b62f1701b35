import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { readCollectMessage, readMessage, ServerMessage } from './message.ts'
import { correctInstant, networkOf, readConsent, toCollectedEvent } from './to-collected.ts'

const now = Date.UTC(2026, 2, 10, 12)
const event = { id: 'e1234567', name: 'page_view', at: now, url: 'https://shop.example/' }
const message = { key: 'tk_0123456789abcdef01234567', v: 1, sent: now, events: [event] }

function refusal(value: unknown): [field: unknown, text: string] {
  try {
    readCollectMessage(typeof value === 'string' ? value : JSON.stringify(value))
  } catch (error) {
    assert.ok(isAppError(error) && error.code === 'invalid_input')
    return [error.details['field'], error.message]
  }
  assert.fail('it was taken')
}

suite('messages', () => {
  test('with the least that is needed are read, and what was not said about consent is unknown', () => {
    const read = readCollectMessage(JSON.stringify(message))
    assert.deepEqual(read.consent, {
      analytics_storage: 'unknown',
      ad_storage: 'unknown',
      ad_user_data: 'unknown',
      ad_personalization: 'unknown',
    })
    assert.deepEqual([read.source, read.events], ['pixel', [event]])
  })

  test('that are wrong are refused with the field and what to write there', () => {
    const wrong = (change: object) => refusal({ ...message, events: [{ ...event, ...change }] })
    assert.deepEqual(wrong({ at: 1_760_000_000 }), [
      'events.0.at',
      '“events.0.at” is not right. This time is before the year 2000: give milliseconds since 1970, not seconds.',
    ])
    assert.match(wrong({ name: 'Page View' }).join(' '), /events\.0\.name.*small letters/)
    assert.match(wrong({ id: undefined }).join(' '), /events\.0\.id.*Give every event an id/)
    assert.match(wrong({ url: '/tea' }).join(' '), /events\.0\.url.*whole address/)
    assert.match(wrong({ value: 12.3 }).join(' '), /events\.0\.value.*"12\.30"/)
    assert.match(wrong({ customer: 'ann' }).join(' '), /events\.0\.customer.*an object with “id”/)
    assert.match(refusal({ ...message, v: 2 }).join(' '), /“v”: 1/)
    assert.match(refusal({ ...message, visitor: 'me' }).join(' '), /visitor.*32 hexadecimal/)
    assert.match(refusal({ ...message, events: [] }).join(' '), /at least one event/)
    assert.match(refusal({ ...message, events: Array(51).fill(event) }).join(' '), /at most 50 events/)
    assert.match(refusal({ ...message, consent: { ad_storage: 'yes' } }).join(' '), /consent\.ad_storage.*“granted”/)
    assert.match(refusal('{"key":').join(' '), /not JSON/)
    assert.match(refusal([]).join(' '), /The message is not right/)
  })

  test('of a server may leave out the address, and name visitor and consent of each event', () => {
    const { url: _, ...bare } = event
    const [read] = readMessage(ServerMessage, { events: [{ ...bare, visitor: 'a'.repeat(32) }] }).events
    assert.deepEqual([read?.visitor, read?.consent.analytics_storage], ['a'.repeat(32), 'unknown'])
  })
})

const granted = {
  analytics_storage: 'granted',
  ad_storage: 'granted',
  ad_user_data: 'granted',
  ad_personalization: 'granted',
} as const

function collect(consent: Parameters<typeof readConsent>[0]) {
  const full = {
    ...event,
    url: 'https://shop.example/?gclid=1&utm_source=g',
    order: '1001',
    checkout: 'c',
    cart: 'k',
    customer: { email: 'ann@mail.example' },
    ids: { fbp: 'fb.1', ttp: '' },
  }
  return toCollectedEvent(full, {
    source: 'pixel',
    allowed: readConsent(consent),
    visitorId: 'v',
    at: now,
    receivedAt: now,
    judgement: { bot: 'no', reasons: [] },
    network: '203.0.113.0/24',
    isForeign: false,
    identify: ({ email }) => [`hash of ${email}`],
  })
}

suite('what is stored of an event', () => {
  test('is everything that the visitor agreed to', () => {
    const kept = collect(granted)
    assert.deepEqual(
      [kept.consent, kept.visitorId, kept.url, kept.identifiers, kept.browserKeys, kept.network, kept.cartToken],
      [
        'granted',
        'v',
        'https://shop.example/?gclid=1&utm_source=g',
        ['hash of ann@mail.example'],
        { fbp: 'fb.1' },
        '203.0.113.0/24',
        'k',
      ],
    )
  })

  test('names nobody and no device without consent, whatever was sent', () => {
    const none = { ...granted, analytics_storage: 'denied' } as const
    const kinds = [
      ['denied', none],
      ['unknown', { ...granted, analytics_storage: 'unknown' }],
      ['withdrawn', { ...granted, withdrawn: true }],
    ] as const
    for (const [state, consent] of kinds) {
      const kept = collect(consent)
      assert.deepEqual(
        [
          kept.consent,
          kept.visitorId,
          kept.url,
          kept.identifiers,
          kept.browserKeys,
          kept.network,
          kept.cartToken,
          kept.checkoutToken,
        ],
        [state, '', 'https://shop.example/?utm_source=g', [], {}, '', '', ''],
      )
      assert.deepEqual([kept.mayKeepClicks, kept.maySendUserData, kept.mayPersonalise], [false, false, false])
      assert.deepEqual([kept.name, kept.orderId], ['page_view', '1001'], 'it is counted')
    }
  })

  test('holds click ids and browser keys only with the consent to these', () => {
    assert.equal(collect({ ...granted, ad_storage: 'denied' }).url, 'https://shop.example/?utm_source=g')
    assert.deepEqual(collect({ ...granted, ad_user_data: 'unknown' }).browserKeys, {})
  })
})

suite('times and networks', () => {
  test('a clock that is off is put right, to the minute, and nothing happens after it is told', () => {
    const hour = 3_600_000
    assert.equal(correctInstant(now - 5000, { sent: now, received: now + 700 }), now - 5000)
    assert.equal(correctInstant(now - hour - 5000, { sent: now - hour, received: now + 700 }), now - 5000)
    assert.equal(correctInstant(now + hour, { sent: now + hour, received: now + 900 }), now)
    assert.equal(correctInstant(now + 9000, { sent: now, received: now + 900 }), now + 900)
  })

  test('told again a little later, an event keeps its time', () => {
    const at = (received: number) => correctInstant(now - 100, { sent: now, received })
    assert.equal(at(now + 400), at(now + 20_000))
  })

  test('an address is cut to its network', () => {
    assert.equal(networkOf('203.0.113.77'), '203.0.113.0/24')
    assert.equal(networkOf('2001:db8:1234:5678::1'), '2001:db8:1234::/48')
    assert.equal(networkOf('2001:DB8::1%eth0'), '2001:db8:0::/48')
    assert.equal(networkOf('::1'), '0:0:0::/48')
    assert.equal(networkOf('nothing'), '')
  })
})
