import assert from 'node:assert/strict'
import { test } from 'node:test'
import { basesOf, isQuotient, metricOf, partsOf } from '../formula.ts'
import { datasets, dimensions, metrics } from './index.ts'

const storeStats = {
  trueaov: 'True AOV',
  aov: 'AOV',
  sales: 'Sales',
  orders: 'Orders',
  returns: 'Returns',
  orderRevenue: 'Order revenue',
  newCustomers: 'New customers',
  grossSales: 'Gross sales',
  newCustomerRevenue: 'New customer revenue',
  paidOrders: 'Orders > $0',
  taxes: 'Taxes (net)',
  returningCustomerRevenue: 'Returning customer revenue',
  saleTaxes: 'Sale taxes',
  returningCustomers: 'Returning customers',
  newCustomerOrders: 'New customer orders',
  discounts: 'Discounts',
  unitsSold: 'Units sold',
}

// SQL words that are not columns of the dataset.
const words = new Set(
  'AND OR NOT IN if concat startsWith toString toUInt8 intDiv local_second day_number campaign_status campaign_kind'.split(
    ' ',
  ),
)

function columnsIn(sql: string): string[] {
  return [...sql.replaceAll(/'[^']*'/g, '').matchAll(/[a-z_]+[a-z0-9_]*/gi)]
    .map(([word]) => word)
    .filter((w) => !words.has(w))
}

test('the seventeen store stats are there under their keys and labels', () => {
  for (const [key, label] of Object.entries(storeStats)) assert.equal(metricOf(key).label, label)
})

test('ids are unique and safe to write into a statement', () => {
  for (const entries of [metrics, dimensions]) {
    const ids = entries.map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
    for (const id of ids) assert.match(id, /^[a-z][a-z_A-Z0-9]*(\.[a-z][a-zA-Z]*)?$/)
  }
})

test('every entry explains itself to an owner in one sentence', () => {
  for (const { label, description } of [...metrics, ...dimensions]) {
    assert.match(label, /^[A-Z]/)
    assert.match(description, /^[A-Z].{10,120}\.$/, description)
  }
  for (const { formula } of metrics) assert.ok(formula.length > 10)
})

test('formulas name metrics that exist and end in figures that are read', () => {
  for (const metric of metrics) {
    assert.ok(basesOf([metric]).length > 0)
    if (!('aggregate' in metric.value)) for (const part of partsOf(metric.value)) assert.ok(!isQuotient(metricOf(part)))
  }
})

test('measures and dimensions name columns of their dataset only', () => {
  for (const id of ['ledger', 'ads', 'reach'] as const) {
    const expressions = metrics.flatMap(({ value }) =>
      'aggregate' in value && value.dataset === id ? [value.where, 'of' in value ? value.of : ''] : [],
    )
    const ofOrders = id === 'ledger'
    const broken = dimensions.flatMap(({ on, lines = '', name = '' }) => [
      on[id] ?? '',
      ...(ofOrders ? [lines, name] : []),
    ])
    for (const expression of [...expressions, ...broken]) {
      for (const column of columnsIn(expression)) {
        assert.ok(column in datasets[id].columns, `${column} in ${expression}`)
      }
    }
  }
})

test('places of ads are told apart by columns of their dataset', () => {
  const columns = dimensions.flatMap(({ place }) => place?.columns ?? [])
  assert.ok(columns.length > 0)
  for (const column of columns) assert.ok(column in datasets.ads.columns, column)
})

test('counts of orders and people look at facts that are the same on every row of an order', () => {
  for (const { value } of metrics) {
    if ('aggregate' in value && (value.aggregate === 'count' || value.aggregate === 'uniq')) {
      assert.doesNotMatch(value.where, /line_type|side|gross|quantity|product_id/)
    }
  }
})
