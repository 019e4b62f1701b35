import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSearch } from '../../search/index.ts'
import type { ShopServices } from '../../services.ts'
import { shopVerbsOf, testShop } from '../../testing.ts'
import { loadReading } from './load-reading.server.ts'

test('hours of today that have not begun have no figure', async () => {
  const series = ['2026-11-21T09:00:00Z', '2026-11-21T10:00:00Z', '2026-11-21T11:00:00Z'].map((at) => ({
    at,
    values: { sales: '0', orders: 0 },
  }))
  const services = {
    factsVersion: async () => '1',
    shop: testShop(),
    may: {},
    viewer: async () => ({ zone: 'UTC', today: '2026-11-21' }),
    run: shopVerbsOf({
      'metrics.query': async () => ({ totals: { sales: '0', orders: 0 }, series, partial: false }),
      'health.list': async () => [],
      'work.list': async () => [],
      'connection.list': async () => [],
      'connector.list': async () => [],
      'shop.get': async () => ({ settings: { keepsOwnBasics: false } }),
    }),
  }
  // Safe because nothing else of the shop is used.
  const { figures } = await loadReading(services as unknown as ShopServices, {
    state: parseSearch('?range=today'),
    currency: 'EUR',
    now: '2026-11-21T10:20:00Z',
  })
  assert.deepEqual(
    figures.series.map((values) => values['sales']),
    ['0', '0', undefined],
  )
})
