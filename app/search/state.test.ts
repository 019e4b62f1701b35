import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseSearch, type SearchState, samePage, toSearch, withSearch } from './state.ts'

const plain = parseSearch('')

test('an empty query string is the default page and the default page has an empty query string', () => {
  assert.equal(plain.range, '30d')
  assert.equal(plain.compare, 'previous')
  assert.equal(plain.metric, 'sales')
  assert.equal(toSearch(plain), '')
})

test('defaults never appear in a link, even when the address held them', () => {
  assert.equal(toSearch(parseSearch('?range=30d&compare=previous&metric=sales&by=country&align=date')), '')
})

test('custom days win over a preset and are kept as they are written', () => {
  const state = parseSearch('?range=mtd&from=2026-03-01&to=2026-03-09')
  assert.equal(state.range, 'custom')
  assert.equal(toSearch(state), '?from=2026-03-01&to=2026-03-09')
})

test('nonsense in the address is ignored', () => {
  const state = parseSearch('?range=forever&from=yesterday&compare=&align=x&interval=second&metric=%3Cb%3E&f=::&open=1')
  assert.equal(toSearch(state), '')
})

test('weekday matching is on for whole weeks and years unless the address says otherwise', () => {
  assert.equal(parseSearch('?range=7d').matchWeekday, true)
  assert.equal(parseSearch('?range=7d&align=date').matchWeekday, false)
  assert.equal(parseSearch('?range=30d').matchWeekday, false)
  assert.equal(parseSearch('?compare=year').matchWeekday, true)
})

test('choosing another range puts weekday matching and the interval back to their defaults', () => {
  const state = parseSearch('?range=7d&align=date&interval=hour')
  assert.equal(withSearch(state, { range: 'mtd' }), '?range=mtd')
})

test('opening another list begins at its first page and leaves an order', () => {
  const state = parseSearch('?open=sales&order=7&after=abc')
  assert.equal(withSearch(state, { open: 'orders' }), '?open=orders')
  assert.equal(withSearch(state, { order: undefined }), '?open=sales&after=abc')
})

test('another sorting or search of a table begins at its first page, another breakdown of the page does not', () => {
  const state = parseSearch('?sort=sales&find=tea&after=2')
  assert.equal(withSearch(state, { sort: '-sales' }), '?sort=-sales&find=tea')
  assert.equal(withSearch(state, { find: undefined }), '?sort=sales')
  assert.equal(withSearch(state, { metric: 'orders' }), '?metric=orders&sort=sales&find=tea&after=2')
})

test('what lies beside the page does not make another page of it', () => {
  const page = (search: string) => new URLSearchParams(search)
  assert.equal(samePage(page('?range=7d'), page('?range=7d&open=sales&after=x&order=1')), true)
  assert.equal(samePage(page('?range=7d'), page('?range=7d&metric=orders')), false)
})

test('filters survive the way through the address, whatever their values contain', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), fc.boolean(), (values, isKept) => {
      const filters: SearchState['filters'] = [{ dimension: 'product', operator: isKept ? 'is' : 'is_not', values }]
      assert.deepEqual(parseSearch(toSearch({ ...plain, filters })).filters, filters)
    }),
  )
})

test('reading a written link and writing it again gives the same link', () => {
  const part = fc.constantFrom(
    'range=7d',
    'range=all',
    'compare=year',
    'compare=none',
    'align=date',
    'align=weekday',
    'interval=week',
    'f=country:DE',
    'f=-coupon:',
    'metric=aov',
    'by=product',
    'open=sales',
    'order=9',
    'after=c',
    'sort=-unitsSold',
    'find=a%20b',
  )
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const link = toSearch(parseSearch(parts.join('&')))
      assert.equal(toSearch(parseSearch(link)), link)
    }),
  )
})
