import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import type { MetricView, Result } from '../../../services.ts'
import { type FigureQuery, shopVerbsOf, testShop } from '../../../testing.ts'
import { loadCsv } from './load-csv.server.ts'

const shop = testShop({ language: 'de', chosenLanguage: 'de', numbers: 'de-DE' })

const orders: MetricView = {
  key: 'orders',
  label: 'Orders',
  description: '',
  formula: '',
  unit: 'count',
  better: 'higher',
  additive: true,
  dimensions: ['product'],
  terms: [],
  counting: [],
  about: 'orders',
}

/** The lines and name of the export at an address; the engine returns two products at a time, of three. */
async function load(search: string, result: Partial<Result>) {
  const query = async ({ from, to, dimensions, limit = 2 }: FigureQuery): Promise<Result> => ({
    range: { from: parseDay(from), to: parseDay(to) },
    timezone: shop.zone,
    currency: 'EUR',
    totals: { orders: 3 },
    partial: false,
    warnings: [],
    freshness: {},
    ...(dimensions
      ? {
          rows: ['a', 'b'].slice(0, limit).map((product) => ({ dimensions: { product }, values: { orders: 2 } })),
          cursor: 'more',
        }
      : { series: [{ at: from, values: { orders: 3 } }] }),
    ...result,
  })
  const services = {
    shop,
    run: shopVerbsOf({ 'metrics.query': query }),
    catalogue: () => ({ metrics: [orders], dimensions: [{ key: 'product', label: 'Product' }], platforms: [] }),
  }
  const file = await loadCsv(services, new URLSearchParams(search), '2026-11-21T09:30:00Z')
  return { name: file.name, lines: file.text.replace('\uFEFF', '').trimEnd().split('\r\n') }
}

const past = 'metrics=orders&from=2026-11-01&to=2026-11-01&range=custom&compare=none'

test('a file of days that are all there and over has nothing but figures', async () => {
  const { name, lines } = await load(past, {})
  assert.deepEqual(lines, ['Period (Europe/Berlin),Orders', 'Total,3', '2026-11-01,3'])
  assert.equal(name, 'nord.test orders 2026-11-01.csv')
})

test('a file of days that are only partly loaded says so in its name and beside its totals', async () => {
  const warnings = ['Not all days from 2026-11-01 to 2026-11-01 are loaded: its totals are partial.']
  const { name, lines } = await load(past, { partial: true, warnings })
  assert.deepEqual(lines, ['Period (Europe/Berlin),Orders,Notes', `Total,3,${warnings[0]}`, '2026-11-01,3,'])
  assert.equal(name, 'nord.test orders 2026-11-01 partial.csv')
})

test('a day that is not over is named', async () => {
  const { lines } = await load('metrics=orders&range=today&compare=none', {})
  assert.equal(lines[1], 'Total,3,2026-11-21 is not over.')
})

test('a list that is cut, and one whose rows exceed the total, say so', async () => {
  const { lines } = await load(`${past}&by=product&limit=1`, { overlapping: ['orders'] })
  assert.equal(lines[0], 'Product,Product (key),Orders,Share of Orders,Notes')
  assert.match(
    lines[1] ?? '',
    /^Total,,3,1\.000000,"The 1 largest are listed\. Orders: an order or customer .*exceed the total\."$/,
  )
  assert.equal(lines[2], 'a,a,2,0.666667,')
  assert.equal(lines.length, 3)
})
