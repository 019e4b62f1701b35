import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Preference } from '@tillsight/domain/inputs'
import fc from 'fast-check'
import { type Arrangement, arrange, mostPinned, type SummaryPreference } from './arrange.ts'
import {
  defaultWidgets,
  packCatalogue,
  type StatOption,
  type SummaryCatalogue,
  unpackCatalogue,
} from './summary-catalogue.ts'
import type { WidgetFrame } from './widget-frame.ts'

const storeMetrics: readonly string[] = [
  ['sales', 'orders', 'aov', 'unitsSold', 'newCustomers', 'orderRevenue', 'grossSales', 'discounts', 'returns'],
  ['paidOrders', 'trueaov', 'saleTaxes', 'taxes', 'newCustomerOrders', 'newCustomerRevenue'],
  ['returningCustomers', 'returningCustomerRevenue', 'netRevenue'],
].flat()

const catalogue: SummaryCatalogue = {
  platform: 'woocommerce',
  sections: [
    { id: 'woocommerce', name: 'WooCommerce', type: 'store', isConnected: true },
    { id: 'metaads', name: 'Meta Ads', type: 'ads', isConnected: false },
    { id: 'blended', name: 'Blended', type: 'blended', isConnected: true },
  ],
  stats: [
    ...storeMetrics.map((metric) => stat('woocommerce', metric)),
    stat('metaads', 'spend'),
    stat('metaads', 'roas'),
    stat('blended', 'aovNew'),
  ],
  dimensions: [
    { key: 'country', label: 'Country', isOfAds: false },
    { key: 'product', label: 'Product', isOfAds: false },
  ],
}
const address = { metric: 'sales', by: 'country' }

test('the catalogue comes out of its package as it went in', () => {
  const [first = stat('metaads', 'spend')] = catalogue.stats
  const stats = [
    ...catalogue.stats,
    { ...first, by: ['campaign', 'ad'] },
    { ...first, by: [] },
    { ...first, label: '' },
  ]
  for (const each of [catalogue, { ...catalogue, stats }, { ...catalogue, stats: [] }])
    assert.deepEqual(unpackCatalogue(packCatalogue(each)), each)
})

test('whoever has arranged nothing sees the usual five figures pinned and the sections in their usual order', () => {
  const { pinned, sections, hidden } = arranged({})
  assert.deepEqual(keysOf(pinned), [
    'woocommerce.sales',
    'woocommerce.orders',
    'woocommerce.aov',
    'woocommerce.unitsSold',
    'woocommerce.newCustomers',
  ])
  assert.deepEqual(
    sections.map(({ id, widgets }) => [id, widgets.length]),
    [
      ['woocommerce', 14],
      ['metaads', 2],
      ['blended', 1],
    ],
  )
  assert.deepEqual(keysOf(sections[0]?.widgets ?? []).slice(0, 3), [
    'woocommerce.chart',
    'woocommerce.breakdown',
    'woocommerce.orderRevenue',
  ])
  assert.deepEqual(hidden, [])
})

test('all pins taken away is not the same as never having pinned', () => {
  assert.deepEqual(arranged({ stats: { pins: [], 'section.pins': { chosen: true } } }).pinned, [])
})

test('pins of a platform that the shop does not have are passed over, the others keep their order', () => {
  const pins = ['shopify.sales', 'woocommerce.returns', 'nowhere.none', 'woocommerce.netRevenue', 'woocommerce.returns']
  assert.deepEqual(keysOf(arranged({ stats: { pins } }).pinned), ['woocommerce.returns', 'woocommerce.netRevenue'])
})

test('a ninth pin stays in its section', () => {
  const pins = storeMetrics.slice(0, 9).map((metric) => `woocommerce.${metric}`)
  const { pinned, sections } = arranged({ stats: { pins } })
  assert.equal(pinned.length, mostPinned)
  assert.ok(keysOf(sections[0]?.widgets ?? []).includes('woocommerce.returns'))
})

test('sections that are named come first, the rest follows in the usual order', () => {
  const { sections } = arranged({ channelOrder: ['blended', 'elsewhere', 'blended'] })
  assert.deepEqual(
    sections.map(({ id }) => id),
    ['blended', 'woocommerce', 'metaads'],
  )
})

test('a hidden widget is listed as hidden, a pinned one is shown all the same', () => {
  const stats = {
    pins: ['woocommerce.sales'],
    'woocommerce.taxes': { hidden: true },
    'woocommerce.sales': { hidden: true },
  }
  const { pinned, hidden } = arranged({ stats })
  assert.deepEqual([keysOf(pinned), keysOf(hidden)], [['woocommerce.sales'], ['woocommerce.taxes']])
})

test('a widget of one’s own stands where it was put and shows what it was given', () => {
  const own = { stat: 'woocommerce.netRevenue', kind: 'bars', by: 'product', section: 'blended', title: ' Mine ' }
  const frame = arranged({ stats: { 'own.a1': own } }).sections[2]?.widgets.find(({ key }) => key === 'own.a1')
  assert.deepEqual(
    [frame?.metric, frame?.kind, frame?.by, frame?.title, frame?.size, frame?.isOwn],
    ['netRevenue', 'bars', 'product', 'Mine', 2, true],
  )
})

test('the chart follows the address until the person gives it a figure', () => {
  const chart = (stats: object) =>
    arranged({ stats }, { metric: 'orders', by: 'country' }).sections[0]?.widgets.find(({ key }) =>
      key.endsWith('.chart'),
    )
  assert.deepEqual([chart({})?.metric, chart({})?.followsAddress], ['orders', true])
  const fixed = chart({ 'woocommerce.chart': { stat: 'woocommerce.aov' } })
  assert.deepEqual([fixed?.metric, fixed?.followsAddress], ['aov', false])
})

test('a figure of a channel that is not connected says so', () => {
  const spend = arranged({}).sections[1]?.widgets[0]
  assert.deepEqual([spend?.key, spend?.isConnected], ['metaads.spend', false])
})

const key = fc.oneof(
  fc.constantFrom('woocommerce.sales', 'woocommerce.chart', 'metaads.spend', 'own.a', 'own.b', 'section.blended'),
  fc.constantFrom('shopify.sales', 'own.c', 'constructor.x', 'section.pins'),
)
const settings = fc.record(
  {
    kind: fc.constantFrom('number', 'line', 'area', 'bars', 'table', 'goal'),
    stat: fc.constantFrom('woocommerce.taxes', 'metaads.roas', 'shopify.sales'),
    section: fc.constantFrom('woocommerce', 'blended', 'gone'),
    position: fc.double({ noNaN: true, noDefaultInfinity: true }),
    hidden: fc.boolean(),
    size: fc.integer({ min: 1, max: 4 }),
    by: fc.constantFrom('product', 'nothing'),
    later: fc.anything(),
  },
  { requiredKeys: [] },
)

test('every widget stands in exactly one place, whatever a preference says', () => {
  fc.assert(
    fc.property(
      fc.dictionary(key, settings),
      fc.array(key, { maxLength: 20 }),
      fc.array(fc.constantFrom('metaads', 'blended', 'x')),
      (stats, pins, channelOrder) => {
        const arrangement = arranged({ stats: { ...stats, pins }, channelOrder })
        const all = keysOf(everything(arrangement))
        assert.equal(new Set(all).size, all.length)
        for (const usual of defaultWidgets(catalogue)) assert.ok(all.includes(usual.key), usual.key)
        assert.ok(arrangement.pinned.length <= mostPinned)
        assert.deepEqual(arrangement.sections.map(({ id }) => id).toSorted(), ['blended', 'metaads', 'woocommerce'])
      },
    ),
  )
})

function arranged(summary: object, at = address): Arrangement {
  return arrange(preferring(summary), catalogue, at)
}

function preferring(summary: object): SummaryPreference {
  return Preference.parse({ summary }).summary
}

function everything({ pinned, sections, hidden }: Arrangement): WidgetFrame[] {
  return [...pinned, ...sections.flatMap(({ widgets }) => widgets), ...hidden]
}

function keysOf(frames: readonly WidgetFrame[]): string[] {
  return frames.map((frame) => frame.key)
}

function stat(section: string, metric: string): StatOption {
  return { key: `${section}.${metric}`, section, metric, label: metric, unit: 'money' }
}
