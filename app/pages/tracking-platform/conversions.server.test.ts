import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { AppError } from '@tillsight/core'
import type { ConversionEntry, Conversions } from '@tillsight/domain'
import type { ShopServices } from '../../services.ts'
import { shopVerbsOf } from '../../testing.ts'
import { changeConversions } from './change-conversions.server.ts'
import { printConversionsCsv } from './csv.server.ts'
import { loadConversions } from './load-conversions.server.ts'

const told: Conversions = {
  platform: 'metaads',
  label: 'Meta Ads',
  api: 'Conversions API',
  documentation: 'https://meta.example/docs',
  enabled: true,
  since: '2026-11-01T08:00:00Z',
  setup: {
    destination: '123456',
    eventName: 'Purchase',
    consent: 'visitor',
    value: 'orderRevenue',
    itemId: 'sku',
    hasToken: true,
  },
  isSetUp: true,
  problem: null,
  lacks: null,
  terms: {
    destination: { label: 'Dataset ID', help: 'There.', example: '1234' },
    token: { label: 'Token', help: 'There.' },
    eventNames: ['Purchase'],
    deduplication: 'Once.',
    corrects: false,
    correctionNote: 'None.',
    mostDays: 7,
    trial: 'code',
    trialNote: 'There.',
    keys: { em: 'email address', fbc: 'click' },
    ownWord: 'The score is over there.',
  },
  counts: { sent: 40, refused: 2, given_up: 1 },
  health: {
    days: 28,
    since: '2026-11-01T08:00:00Z',
    placed: 4,
    counts: { sent: 3, no_consent: 1 },
    sent: 3,
    share: 0.75,
    keysPerOrder: 1.5,
    keys: [
      { kind: 'email', label: 'email address', share: 1, advice: null },
      { kind: 'click', label: 'click', share: 0.5, advice: 'Look there.' },
    ],
    medianDelaySeconds: 371,
    slowDelaySeconds: 7_200,
    again: 2,
    late: 1,
    answers: [{ state: 'sent', text: 'Received', count: 3 }],
    advice: ['Do this.'],
  },
}

const entry: ConversionEntry = {
  order: '7',
  orderName: '#7',
  placedAt: '2026-11-20T12:00:00Z',
  state: 'refused',
  reason: 'Too old.',
  answer: '',
  attempts: 2,
  nextAt: null,
  sentAt: null,
  value: null,
  currency: '',
  keys: ['em'],
  corrections: 0,
  canResend: true,
}

type Params = (readonly [string, ...unknown[]])[]

function services(
  params: Params,
  more: Parameters<typeof shopVerbsOf>[0] = {},
  may: Partial<ShopServices['may']> = {},
): ShopServices {
  const given: Partial<ShopServices> = {
    shop: {
      id: 's',
      organisation: 'o',
      domain: 'nord.test',
      name: 'Nord',
      platform: 'woocommerce',
      zone: 'Europe/Berlin',
      currency: 'EUR',
      weekStartsOn: 1,
      today: '2026-11-20' as ShopServices['shop']['today'],
      firstDay: null,
      display: { currency: 'EUR', decimals: 2, chosenLanguage: null, language: 'en', numbers: 'en-US' },
    },
    may: { openOrders: true, changeTracking: true, ...may } as ShopServices['may'],
    run: shopVerbsOf({
      'conversions.get': async () => told,
      'conversions.list': async ({ platform: _platform, ...wish }) => {
        params.push(['log', wish])
        return { entries: [entry], count: 43 }
      },
      'conversions.destinations': async ({ platform }) => {
        params.push(['destinations', platform])
        return { destinations: [{ id: '1', label: 'One' }], message: null }
      },
      'conversions.resend': async ({ platform, order }) => {
        params.push(['resend', platform, order])
        return { queued: 1 }
      },
      ...more,
    }),
  }
  // Safe for these tests: missing services are not used.
  return given as ShopServices
}

function post(fields: Readonly<Record<string, string>>): Request {
  return new Request('https://t.test/x', { method: 'POST', body: new URLSearchParams(fields) })
}

suite('telling a platform of orders, on its page', () => {
  test('the log is asked for as the address says, and its links keep the rest of the address', async () => {
    const params: Params = []
    const search = new URLSearchParams('check=abc&orders=refused&page=2&told=saved')
    const { log, done } = await loadConversions(services(params), 'metaads', search)
    assert.deepEqual(params, [['log', { states: ['refused'], skip: 25, most: 25 }]])
    assert.equal(log?.filters.find(({ isCurrent }) => isCurrent)?.key, 'refused')
    assert.equal(log?.filters[0]?.to, '?check=abc')
    assert.equal(log?.pages.before, '?check=abc&orders=refused')
    assert.equal(log?.failed, 3)
    assert.equal(log?.fileTo, '/shop/nord.test/tracking/metaads/orders.csv?orders=refused')
    assert.match(done ?? '', /saved/)
  })

  test('an order is printed with its reason, its attempts and what it was recognised by', async () => {
    const { log } = await loadConversions(services([]), 'metaads', new URLSearchParams())
    assert.deepEqual(log?.rows, [
      {
        order: '7',
        name: '#7',
        placed: log?.rows[0]?.placed,
        state: { label: 'Rejected', tone: 'bad' },
        value: '',
        when: '',
        keys: 'email address',
        note: 'Too old.',
        attempts: '2 attempts.',
        again: 'again',
      },
    ])
  })

  test('everything is worded in the language of the page, but for what the platform says', async () => {
    const german = services([])
    const display = { ...german.shop.display, language: 'de' as const, numbers: 'de-DE' }
    const inGerman = { ...german, shop: { ...german.shop, display } }
    const { log, health, standing } = await loadConversions(inGerman, 'metaads', new URLSearchParams())
    assert.deepEqual([log?.rows[0]?.state.label, log?.rows[0]?.note], ['Abgelehnt', 'Too old.'])
    assert.match(standing, /^An seit 1\. Nov/)
    assert.deepEqual(
      health?.tiles.map(({ value }) => value.replaceAll(/\s/g, ' ')),
      ['75,0 %', '6 Min.', '2', '1,5'],
    )
  })

  test('health says shares, delay, repeats, keys and answers in words, with what to do', async () => {
    const { health } = await loadConversions(services([]), 'metaads', new URLSearchParams())
    assert.deepEqual(
      health?.tiles.map(({ value }) => value),
      ['75.0%', '6 min', '2', '1.5'],
    )
    assert.deepEqual(
      health?.tiles.slice(0, 3).map(({ note }) => note),
      [
        '3 of 4 orders placed; No consent: 1',
        'Median from placing to sending; the slowest 5%: 2 hr',
        'With the same event ID, so that Meta Ads counts them once; 1 may be counted twice',
      ],
    )
    assert.deepEqual([health?.advice, health?.keys[1]?.advice], [['Do this.'], 'Look there.'])
    assert.deepEqual(health?.said, {
      heading: 'Responses from Meta Ads',
      note: 'The score is over there.',
      answers: [{ state: { label: 'Sent', tone: 'good' }, text: 'Received', count: '3' }],
    })
    assert.deepEqual(
      health?.keys.map(({ label, text }) => `${label} ${text}`),
      ['email address 100.0%', 'click 50.0%'],
    )
  })

  test('the platform is asked for its list only when somebody wants that, and may', async () => {
    const params: Params = []
    const choose = new URLSearchParams('choose=1')
    await loadConversions(services(params), 'metaads', new URLSearchParams())
    await loadConversions(services(params, {}, { changeTracking: false }), 'metaads', choose)
    assert.ok(params.every(([what]) => what === 'log'))
    const { setup } = await loadConversions(services(params), 'metaads', choose)
    assert.deepEqual(setup.choices?.list, [{ id: '1', label: 'One' }])
  })

  test('an order that waits can be sent now, and the file has every one with its reason', async () => {
    const waiting: ConversionEntry = { ...entry, state: 'waiting', nextAt: '2026-11-20T18:00:00Z', orderName: '=7' }
    const list = async () => ({ entries: [waiting], count: 1 })
    const { log } = await loadConversions(services([], { 'conversions.list': list }), 'metaads', new URLSearchParams())
    assert.equal(log?.rows[0]?.again, 'now')
    const [head, line] = printConversionsCsv([waiting]).replace('\uFEFF', '').split('\r\n')
    assert.match(head ?? '', /^order_id,order,placed_at,state,reason,/)
    assert.equal(line, "7,'=7,2026-11-20T12:00:00Z,waiting,Too old.,,2,2026-11-20T18:00:00Z,,,,em,0")
  })

  test('who may not open orders sees no log', async () => {
    const params: Params = []
    const { log } = await loadConversions(services(params, {}, { openOrders: false }), 'metaads', new URLSearchParams())
    assert.equal(log, null)
    assert.deepEqual(params, [])
  })

  test('a set-up with mistakes comes back as typed, but for the token', async () => {
    const refusing = services([], {
      async 'conversions.save'() {
        throw new AppError('invalid_input', 'Not saved.', { details: { destination: 'Wrong.' } })
      },
    })
    const change = await changeConversions(
      refusing,
      'metaads',
      post({ intent: 'save', destination: 'x', token: 'secret' }),
    )
    assert.ok('outcome' in change && change.outcome.kind === 'refused')
    assert.deepEqual(change.outcome.fields, { destination: 'Wrong.' })
    assert.equal(change.outcome.typed?.destination, 'x')
    assert.doesNotMatch(JSON.stringify(change), /secret/)
  })

  test('one order or all that failed are queued again', async () => {
    const params: Params = []
    assert.deepEqual(await changeConversions(services(params), 'metaads', post({ intent: 'resend', order: '7' })), {
      told: 'resent',
    })
    await changeConversions(services(params), 'metaads', post({ intent: 'resend' }))
    assert.deepEqual(params, [
      ['resend', 'metaads', '7'],
      ['resend', 'metaads', undefined],
    ])
  })

  test('a form of another page is refused', async () => {
    await assert.rejects(changeConversions(services([]), 'metaads', post({ intent: 'erase' })), /not one of this page/)
  })
})
