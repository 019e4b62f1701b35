import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NumberChangeView } from '@tillsight/domain'
import type { ShopServices } from '../../services.ts'
import { loadChanges } from './load-changes.server.ts'

const change: NumberChangeView = {
  id: '1',
  day: '2026-11-05',
  metric: 'sales',
  cause: 'late_refund',
  orderId: '7',
  orderName: 'NK-7',
  account: null,
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
    numberChanges: async () => ({ currency: 'EUR', changes }),
  }
  // What loading does not look at is not there.
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
      '−€11.50',
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
    ['Google Ads spend', 'Restated by the platform', name, campaigns, '$20.00', '$8.50', '−$11.50'],
    ['Google Ads conversions', 'Restated by the platform', name, campaigns, '2', '3.5', '+1.5'],
  ])
})
