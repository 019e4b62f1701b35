import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { parseSearch } from '../../search/index.ts'
import { resolvePeriod } from '../../search/resolve-period.server.ts'
import type { CatalogueView, MetricView, Result } from '../../services.ts'
import { testShop } from '../../testing.ts'
import { packTerms, unpackTerms } from './formula-terms.ts'
import { printFigures } from './print-figures.server.ts'
import type { WidgetFrame } from './widget-frame.ts'

type Printing = Parameters<typeof printFigures>[1]

const shop = testShop()

function metricOf(key: string, terms: MetricView['terms'] = []): MetricView {
  const texts = { key, label: key, description: '', formula: 'what is left' }
  const kind = { unit: 'money', better: 'higher', additive: true, about: 'orders' } as const
  return { ...texts, ...kind, dimensions: [], counting: [], terms }
}

const orders = metricOf('orders')
const sales = metricOf('sales', [
  { metric: 'orders', operator: '+' },
  { metric: 'cost', operator: '-' },
])

function catalogueOf(...metrics: readonly MetricView[]): CatalogueView {
  return { metrics, dimensions: [], platforms: [] }
}

const frame: WidgetFrame = {
  key: 'woocommerce.sales',
  stat: 'woocommerce.sales',
  metric: 'sales',
  title: 'sales',
  label: 'sales',
  unit: 'money',
  section: 'woocommerce',
  isPinned: false,
  isConnected: true,
  place: 0,
  kind: 'number',
  size: 1,
  by: '',
  limit: 0,
  hasComparison: true,
  followsAddress: false,
  isOwn: false,
  settings: {},
}

const [from, to] = [parseDay('2026-11-01'), parseDay('2026-11-02')]
const values = { sales: '1000.00', orders: '20', cost: '7.00' }
const answer: Omit<Result, 'freshness'> = {
  range: { from, to },
  timezone: shop.zone,
  currency: 'EUR',
  totals: values,
  partial: false,
  warnings: [],
  series: Object.freeze([{ at: from, values }]),
}

const catalogue = catalogueOf(sales, orders, metricOf('cost'))
const period = resolvePeriod(parseSearch(''), shop)
const now = '2026-11-21T09:30:00Z'

function print(changed: Partial<Printing> = {}, frames: readonly WidgetFrame[] = [frame]) {
  // Everything but the parts of a remembered result is another object each time.
  return printFigures(frames, {
    shop: structuredClone(shop),
    catalogue,
    answer: { ...answer },
    question: { period: structuredClone(period), now },
    notes: [],
    ...changed,
  })
}

function figureIn(printed: ReturnType<typeof print>) {
  const [found] = printed
  const load = found?.[1]
  assert.ok(load?.state === 'ready' && load.kind === 'number')
  return load.content
}

test('a result that is remembered is printed once for all who see it the same way', () => {
  const first = print()
  assert.equal(print(), first)
  assert.equal(print({ question: { period, now: '2026-11-21T09:31:00Z' } }), first, 'days do not follow the clock')
})

test('it is printed anew for every other way to see it', () => {
  const first = print()
  const german = { ...shop, display: { ...shop.display, language: 'de', numbers: 'de-DE' } } as const
  assert.equal(figureIn(first).text, '€1,000.00')
  assert.match(figureIn(print({ shop: german })).text, /1\.000,00/)
  const withoutCosts = print({ catalogue: catalogueOf(sales, orders) })
  assert.deepEqual(
    [first, withoutCosts].map((each) => unpackTerms(figureIn(each).terms).map(({ key }) => key)),
    [['orders', 'cost'], ['orders']],
  )
  assert.equal(print({}, []).length, 0)
  const note = { id: 'a', day: from, text: 'Sale', isShared: false, author: null, mayRemove: true }
  assert.notEqual(print({ notes: [note] }), first)
  const hours = { period: { ...period, interval: 'hour' as const }, now }
  assert.notEqual(print({ question: hours }), print({ question: { ...hours, now: '2026-11-21T10:30:00Z' } }))
  assert.equal(print().length, 1)
})

test('another result is never taken for it, nor one that is put together of several', () => {
  const totals = { ...values, sales: '2000.00' }
  print()
  assert.equal(figureIn(print({ answer: { ...answer, totals } })).text, '€2,000.00')
  assert.equal(figureIn(print()).text, '€1,000.00')
  assert.equal(figureIn(print({ answer: { ...answer, partial: true } })).notes[0]?.kind, 'partial')
  const joined = { ...answer, series: [...(answer.series ?? [])] }
  assert.notEqual(print({ answer: joined }), print({ answer: joined }))
})

test('terms come out of their packing as they went in', () => {
  const terms = [
    { key: 'orders', label: 'Orders, paid', text: '€1,000.00', operator: '+' },
    { key: 'returns', label: 'Returns', text: '–', operator: '-' },
    { key: 'cost', label: 'Cost', text: '', operator: '/' },
  ] as const
  assert.deepEqual(unpackTerms(packTerms(terms)), terms)
  assert.deepEqual(unpackTerms(packTerms([])), [])
})
