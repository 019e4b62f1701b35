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
      code: 'purchase',
      name: 'Purchase',
      page: 'tea.example/thanks',
      tags: 'facebook · Spring · ts_ad',
      from: '–',
      visitor: 'abcdef…',
      consent: 'Given',
      value: '€12.30',
      tells: ['Order', 'From a server'],
      bot: { isCertain: false, why: 'sends no language and something_new' },
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
    '5 Everything received, bots included',
    '50.0% 2 of 4 since Sat 14 Nov 2026: the customer’s device is known',
    '75.0% Of people’s events. The others are only counted',
    '20.0% Excluded from reports. 2 more are suspected bots',
  ])
  assert.equal((await figures(0))[1], '– No orders since Sat 14 Nov 2026')
})

test('visits are told with what speaks against them', async () => {
  const visits = async (orders: number) => (await loadLive(servicesOf([], orders), '2026-11-20T13:00:00Z')).visits
  assert.equal(await visits(0), null)
  assert.deepEqual(await visits(4), {
    note: 'Since Sat 14 Nov 2026. Visits with an order never count as bots',
    shares: [
      { name: 'Bots', text: '3.0%', note: '6 of 200, with two kinds of signals. Excluded from reports' },
      { name: 'Suspected bots', text: '2.5%', note: '5 of 200, with one kind of signal. Included in reports' },
    ],
    reasons: [
      { name: 'opens pages faster than people do', text: '9' },
      { name: 'something_new', text: '2' },
    ],
  })
})
