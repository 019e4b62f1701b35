import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MetricQueryInput, parseQuery } from './input.ts'

const valid = { metrics: ['sales'], from: '2026-03-01', to: '2026-03-31' }

function refuses(change: Record<string, unknown>, message: RegExp): void {
  assert.throws(() => parseQuery({ ...valid, ...change }), { code: 'invalid_input', message })
}

test('a whole question is read as it is, without entries that were not given', () => {
  const query = {
    ...valid,
    interval: 'day',
    dimensions: ['country', 'coupon'],
    filters: [{ dimension: 'customer_class', operator: 'is_not', values: ['none'] }],
    compare: { from: '2026-02-01', to: '2026-02-28' },
    currency: 'USD',
    limit: 1000,
  }
  assert.deepEqual(parseQuery({ ...query, cursor: undefined }), query)
})

test('an unknown metric or dimension is named together with what is spelled like it', () => {
  refuses({ metrics: ['sales', 'retrns'] }, /metrics\.1: There is no metric “retrns”: did you mean returns\?/)
  refuses({ metrics: ['Sales'] }, /did you mean sales/)
  refuses({ metrics: ['customers'] }, /did you mean newCustomers or returningCustomers or uniqueCustomers/)
  refuses({ metrics: ['xyzzy'] }, /the catalogue lists all there are/)
  refuses({ dimensions: ['contry'] }, /There is no dimension “contry”: did you mean country\?/)
})

test('a range has to run forwards, on existing days, for at most ten years', () => {
  refuses({ from: '2026-04-01' }, /ends on 2026-03-31, before it begins on 2026-04-01/)
  refuses({ from: '2026-02-30' }, /“2026-02-30” is not a day/)
  refuses({ from: '2010-01-01' }, /longer than 10 years/)
  refuses({ compare: { from: '2026-03-02', to: '2026-03-01' } }, /compare/)
})

test('hours are for short ranges', () => {
  assert.equal(parseQuery({ ...valid, interval: 'hour' }).interval, 'hour')
  refuses({ to: '2026-04-01', interval: 'hour' }, /Hours are available for up to 31 days/)
})

test('values of a dimension with fixed values are checked', () => {
  refuses(
    { filters: [{ dimension: 'customer_class', operator: 'is', values: ['vip'] }] },
    /“vip” is not a value of customer_class: it has none, new/,
  )
  refuses({ filters: [{ dimension: 'country', operator: 'is', values: [] }] }, /filters\.0\.values/)
})

test('limits, currencies, doubles and unknown entries are refused', () => {
  refuses({ limit: 1001 }, /At most 1000 rows/)
  refuses({ currency: 'euro' }, /ISO 4217/)
  refuses({ metrics: [] }, /at least one metric/)
  refuses({ dimensions: ['country', 'country'] }, /named once/)
  refuses({ dimensions: ['country', 'region', 'sku', 'gateway'] }, /At most 3 dimensions/)
  refuses({ group_by: 'country' }, /group_by/)
})

test('everything that is wrong is said at once', () => {
  const result = MetricQueryInput.safeParse({ metrics: ['x'], from: 'y', to: '2026-03-31', limit: 0 })
  assert.equal(result.error?.issues.length, 3)
})

test('a series is of metrics that are asked for, by an interval', () => {
  const query = { ...valid, metrics: ['sales', 'orders'], interval: 'week', seriesOf: ['orders'] }
  assert.deepEqual(parseQuery(query), query)
  refuses({ seriesOf: ['sales'] }, /seriesOf: It is about a series: name an interval as well/)
  refuses({ seriesOf: ['orders'], interval: 'day' }, /seriesOf: .*orders is none of that/)
  refuses({ seriesOf: ['nothing'], interval: 'day' }, /There is no metric “nothing”/)
})
