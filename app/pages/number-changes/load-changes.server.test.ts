import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NumberChangeView } from '@tillsight/domain'
import type { ShopServices } from '../../services.ts'
import { shopVerbsOf } from '../../testing.ts'
import { loadChanges } from './load-changes.server.ts'

const change: NumberChangeView = {
  id: '1',
  day: '2026-11-05',
  metric: 'sales',
  cause: 'late_refund',
  orderId: '7',
  orderName: 'NK-7',
  account: null,
  credit: null,
  change: null,
  before: '20.000000',
  after: '8.500000',
  difference: '-11.500000',
  seenAt: '2026-11-14T03:10:00.000Z',
}
const account = { platform: 'googleads', id: '123', name: 'Shop in America', currency: 'USD' }
const restated = { orderId: '', orderName: '', cause: 'platform_restated', account } as const

function servicesOf(changes: readonly NumberChangeView[]): ShopServices {
  const services = {
    shop: {
      domain: 'nord.test',
      zone: 'Europe/Berlin',
      currency: 'EUR',
      display: { currency: 'EUR', decimals: 2, language: 'en', chosenLanguage: null, numbers: 'en-US' },
    },
    may: { openOrders: true },
    catalogue: () => ({
      metrics: [
        { key: 'sales', label: 'Sales', unit: 'money' },
        { key: 'googleads.spend', label: 'Google Ads spend', unit: 'money' },
        { key: 'googleads.conversions', label: 'Google Ads conversions', unit: 'count' },
      ],
      platforms: [{ id: 'googleads', name: 'Google Ads' }],
    }),
    run: shopVerbsOf({ 'numbers.changes': async () => ({ currency: 'EUR', changes }) }),
  }
  // Services that loading does not use are missing.
  return services as unknown as ShopServices
}

async function printed(changes: readonly NumberChangeView[]) {
  const page = await loadChanges(servicesOf(changes), '2026-11-21T09:00:00Z', new URLSearchParams())
  return page.changes.map(({ figure, reason, name, to, before, after, difference }) => [
    figure,
    reason,
    name,
    to,
    before,
    after,
    difference,
  ])
}

test('a change of an order is shown in the shop’s currency and leads to the order', async () => {
  assert.deepEqual(await printed([change]), [
    [
      'Sales',
      'Late refund',
      'NK-7',
      '/shop/nord.test?from=2026-11-05&to=2026-11-05&open=sales&order=7',
      '€20.00',
      '€8.50',
      '−\u2060€11.50',
    ],
  ])
})

test('a day that an ad platform restated is shown with its account, in its currency or as a count, and leads to its campaigns', async () => {
  const campaigns = '/shop/nord.test/campaigns?from=2026-11-05&to=2026-11-05'
  const name = 'Shop in America, Google Ads'
  const spend = { ...change, ...restated, metric: 'googleads.spend' }
  const conversions = {
    ...change,
    ...restated,
    metric: 'googleads.conversions',
    before: '2',
    after: '3.5',
    difference: '1.5',
  }
  assert.deepEqual(await printed([spend, conversions]), [
    ['Google Ads spend', 'Updated by the platform', name, campaigns, '$20.00', '$8.50', '−\u2060$11.50'],
    ['Google Ads conversions', 'Updated by the platform', name, campaigns, '2', '3.5', '+1.5'],
  ])
})

test('credit that moved is told with its amount and direction, and leads to the orders of the channel that has it now', async () => {
  const rules = {
    model: 'linear_all',
    click_window_days: null,
    view_window_days: 1,
    direct_policy: 'include',
    journey_scope: 'window',
    value: 'goods',
    instead_of: null,
  } as const
  const credit = { from: 'direct', to: 'paid_social', because: 'late_identification', orders: 12, rules } as const
  const moved = { ...change, metric: 'credit', cause: 'credit_moved', orderId: '', orderName: '' } as const
  const lost = {
    ...credit,
    to: null,
    orders: 1,
    rules: { ...rules, model: 'last_non_direct', instead_of: 'markov' },
  } as const
  const page = await loadChanges(
    servicesOf([
      { ...moved, difference: '1240.000000', credit },
      { ...moved, difference: '9.500000', credit: lost },
    ]),
    '2026-11-21T09:00:00Z',
    new URLSearchParams(),
  )
  assert.deepEqual(page.changes, [])
  assert.deepEqual(
    page.moves.map(({ day, orders, amount, from, into, reason }) => [day, orders, amount, from, into, reason]),
    [
      ['Thu 5 Nov 2026', '12 orders', '€1,240.00', 'Direct', 'Paid social', 'Customer identified late'],
      ['Thu 5 Nov 2026', '1 order', '€9.50', 'Direct', 'Unattributed', 'Customer identified late'],
    ],
  )
  assert.match(page.moves[1]?.rules ?? '', /^Model: Last non-direct click, because Markov looks at all orders at once$/)
  const [to, other] = page.moves.map((move) => new URL(move.to, 'https://a.test'))
  assert.equal(to?.pathname, '/shop/nord.test/attributions')
  assert.deepEqual(Object.fromEntries(to?.searchParams ?? []), {
    from: '2026-11-05',
    to: '2026-11-05',
    place: 'channel:paid_social',
    model: 'linear_all',
    clicks: 'ever',
    views: '1',
    dates: 'order',
    value: 'goods',
    direct: 'include',
    scope: 'window',
  })
  assert.equal(other?.searchParams.get('place'), 'channel:(not_tracked)')
})
