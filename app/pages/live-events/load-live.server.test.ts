import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveView } from '@tillsight/domain'
import type { ShopServices } from '../../services.ts'
import { shopVerbsOf } from '../../testing.ts'
import { loadLive } from './load-live.server.ts'

const event = {
  id: 'e1',
  at: '2026-11-20T12:59:58.000Z',
  name: 'purchase',
  source: 'server',
  url: 'https://www.tea.example/thanks?utm_source=facebook&utm_campaign=Spring&ts_ad=7',
  referrer: '',
  visitor: 'abcdef',
  consent: 'granted',
  bot: 'suspect',
  botReasons: ['no_language', 'something_new'],
  hasOrder: true,
  hasPerson: false,
  value: '12.3',
  currency: 'EUR',
}

function servicesOf(events: LiveView['events'], orders = 0): ShopServices {
  const live: LiveView = {
    events,
    hour: {
      minutes: [
        { at: '2026-11-20T12:58:00.000Z', events: 1 },
        { at: '2026-11-20T12:59:00.000Z', events: 4 },
      ],
      names: [{ name: 'purchase', events: 5 }],
      events: 5,
      bots: 1,
      suspects: 2,
      granted: 3,
      people: 4,
    },
    tracked: { since: '2026-11-14', orders, tracked: orders / 2 },
    visits: {
      since: '2026-11-14',
      visits: orders * 50,
      bots: 6,
      suspects: 5,
      reasons: [
        { reason: 'speed', visits: 9 },
        { reason: 'something_new', visits: 2 },
      ],
    },
    hasAny: events.length > 0,
  }
  const display = { currency: 'EUR', decimals: 2, language: 'en', chosenLanguage: null, numbers: 'en-US' }
  const services = {
    shop: { domain: 'tea.example', zone: 'Europe/Berlin', currency: 'EUR', display },
    run: shopVerbsOf({ 'tracking.live': async () => live }),
  }
  // Services that loading does not use are missing.
  return services as unknown as ShopServices
}

test('an event is told in words, in the shop’s time', async () => {
  const live = await loadLive(servicesOf([event]), '2026-11-20T13:00:00Z')
  assert.deepEqual(live.events, [
    {
      id: 'e1',
      time: '13:59:58',
      name: 'purchase',
      page: 'tea.example/thanks',
      tags: 'facebook · Spring · ts_ad',
      from: '–',
      visitor: 'abcdef…',
      consent: 'granted',
      value: '€12.30',
      tells: ['order', 'by a server'],
      bot: { isCertain: false, why: 'it names no language, something_new' },
    },
  ])
  assert.deepEqual(
    live.minutes.map(({ height }) => height),
    [0.25, 1],
  )
})

test('shares are of what they are about, and missing where there is nothing', async () => {
  const figures = async (orders: number) =>
    (await loadLive(servicesOf([], orders), '2026-11-20T13:00:00Z')).figures.map(({ text, note }) => `${text} ${note}`)
  assert.deepEqual(await figures(4), [
    '5 Everything that came in, machines too',
    '50.0% 2 of 4 since Sat 14 Nov 2026: their buyer’s device is known',
    '75.0% Of events by people; the rest is counted only',
    '20.0% Left out of reports; 2 more are suspects',
  ])
  assert.equal((await figures(0))[1], '– No orders since Sat 14 Nov 2026')
})

test('visits are told with what speaks against them', async () => {
  const visits = async (orders: number) => (await loadLive(servicesOf([], orders), '2026-11-20T13:00:00Z')).visits
  assert.equal(await visits(0), null)
  assert.deepEqual(await visits(4), {
    note: 'Since Sat 14 Nov 2026. Whoever buys is no machine',
    shares: [
      { name: 'Machines', text: '3.0%', note: '6 of 200: two kinds of signals. Left out of reports' },
      { name: 'Suspects', text: '2.5%', note: '5 of 200: one kind of signal. Reports count them' },
    ],
    reasons: [
      { name: 'pages follow each other faster than anybody opens them', text: '9' },
      { name: 'something_new', text: '2' },
    ],
  })
})
