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
