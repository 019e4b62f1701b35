import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import type { DimensionView, MetricView, Result } from '../../../services.ts'
import { printCsv } from './csv-figures.server.ts'

const money = {
  description: 'Money.',
  formula: 'Σ',
  unit: 'money',
  better: 'higher',
  dimensions: ['product'],
  terms: [],
  counting: [],
  about: 'orders',
} as const
const sales: MetricView = { ...money, key: 'sales', label: 'Sales', additive: true }
const aov: MetricView = { ...money, key: 'aov', label: 'AOV', additive: false }
const orders: MetricView = { ...money, key: 'orders', label: 'Orders', unit: 'count', additive: true }
const product: DimensionView = { key: 'product', label: 'Product' }
const days = (from: string, to: string) => ({ from: parseDay(from), to: parseDay(to) })

const course: Result = {
  range: days('2026-11-01', '2026-11-03'),
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  totals: { sales: '-12.505', aov: null },
  partial: false,
  series: [
    { at: '2026-11-01', values: { sales: '7.495', aov: '3.7475' } },
    { at: '2026-11-02', values: { sales: '-20.00', aov: null } },
    { at: '2026-11-03', values: {} },
  ],
  compare: {
    range: days('2026-10-30', '2026-10-31'),
    totals: { sales: '1.00', aov: '1.00' },
    partial: false,
    changes: {},
    series: [
      { at: '2026-10-30', values: { sales: '1.00', aov: '1.00' } },
      { at: '2026-10-31', values: { sales: '0.00', aov: null } },
    ],
  },
  warnings: [],
  freshness: {},
}

test('a course is a row for each point, with what it is compared with, and holds the figures as they are', () => {
  const text = printCsv({ metrics: [sales, aov], answer: course, dimension: undefined, rows: [], notes: [] })
  assert.deepEqual(text.split('\r\n'), [
    '\uFEFFPeriod (Europe/Berlin),Compared with,Sales (EUR),Sales before (EUR),AOV (EUR),AOV before (EUR)',
    'Total,Total,-12.505,1.00,,1.00',
    '2026-11-01,2026-10-30,7.495,1.00,3.7475,1.00',
    '2026-11-02,2026-10-31,-20.00,0.00,,',
    '2026-11-03,,,,,',
    '',
  ])
})

test('without a comparison there are no columns for it', () => {
  const { compare: _compare, ...answer } = course
  const text = printCsv({ metrics: [sales], answer, dimension: undefined, rows: [], notes: [] })
  assert.equal(text.split('\r\n')[1], 'Total,-12.505')
})

test('a breakdown names its values, gives exact shares, and never a formula', () => {
  const { series: _series, compare: _compare, ...answer } = { ...course, totals: { sales: '30.00', orders: 3 } }
  const row = (value: string, sales: string, orders: number) => ({
    dimensions: { product: value },
    names: { product: value === '1' ? '=HYPERLINK("x")' : 'Tea, "green"' },
    values: { sales, orders },
  })
  const rows = [row('2', '20.00', 2), row('1', '10.00', 1)]
  const text = printCsv({ metrics: [sales, orders], answer, dimension: product, rows, notes: [] })
  assert.deepEqual(text.split('\r\n'), [
    '\uFEFFProduct,Product (key),Sales (EUR),Orders,Share of Sales',
    'Total,,30.00,3,1.000000',
    '"Tea, ""green""",2,20.00,2,0.666667',
    '"\'=HYPERLINK(""x"")",1,10.00,1,0.333333',
    '',
  ])
})

test('what should be known stands beside the totals, and every line keeps its columns', () => {
  const notes = ['Not all days are loaded.', '2026-11-03 is not over.']
  const text = printCsv({ metrics: [sales], answer: course, dimension: undefined, rows: [], notes })
  assert.deepEqual(text.split('\r\n').slice(0, 3), [
    '\uFEFFPeriod (Europe/Berlin),Compared with,Sales (EUR),Sales before (EUR),Notes',
    'Total,Total,-12.505,1.00,Not all days are loaded. 2026-11-03 is not over.',
    '2026-11-01,2026-10-30,7.495,1.00,',
  ])
})

test('beside each figure with costs in it stands whether it is exact', () => {
  const profit: MetricView = { ...money, key: 'netProfit', label: 'Net profit', additive: true }
  const quality = { netProfit: { bound: 'at_most' } } as const
  const bounds = { netProfit: 'at_most' } as const
  const answer: Result = {
    range: days('2026-11-01', '2026-11-02'),
    timezone: 'UTC',
    currency: 'EUR',
    totals: { sales: '30', netProfit: '9' },
    partial: false,
    quality,
    series: [
      { at: '2026-11-01', values: { sales: '10', netProfit: '4' } },
      { at: '2026-11-02', values: { sales: '20', netProfit: '5' }, bounds },
    ],
    compare: {
      range: days('2026-10-30', '2026-10-31'),
      totals: { sales: '0', netProfit: null },
      partial: false,
      changes: {},
    },
    freshness: {},
    warnings: [],
  }
  const table = { metrics: [sales, profit], answer, rows: [], notes: [] }
  assert.equal(
    printCsv({ ...table, dimension: undefined }).replaceAll('\r\n', '\n'),
    `\uFEFFPeriod (UTC),Sales (EUR),Net profit (EUR),Net profit bound
Total,30,9,at_most
2026-11-01,10,4,exact
2026-11-02,20,5,at_most
`,
  )
  const rows = [
    { dimensions: { product: 'a' }, values: { sales: '30', netProfit: '9' }, bounds, before: { sales: '1' } },
  ]
  assert.equal(
    printCsv({ ...table, dimension: product, rows }).replaceAll('\r\n', '\n'),
    `\uFEFFProduct,Product (key),Sales (EUR),Sales before (EUR),Net profit (EUR),Net profit bound,Net profit before (EUR),Share of Sales
Total,,30,0,9,at_most,,1.000000
a,a,30,1,9,at_most,,1.000000
`,
  )
})
