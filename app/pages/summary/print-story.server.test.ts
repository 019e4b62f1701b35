import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { parseSearch } from '../../search/index.ts'
import type { CatalogueView, MetricView, Result } from '../../services.ts'
import { testShop } from '../../testing.ts'
import { printStory } from './print-story.server.ts'

type Values = Readonly<Record<string, string | number | null>>

const before = { sales: '10000', orders: 100, aov: '100', blendedAdSpend: '2000', mer: '5', netProfit: '1000' }

test('sales are explained by what moved them most', () => {
  const more = { sales: '21000', orders: 200, aov: '105' }
  assert.equal(tell(more)[0], 'Sales rose 110.0%, mainly because there were more orders: 200, up from 100.')
  const larger = { sales: '15000', orders: 101, aov: '148.51' }
  assert.equal(
    tell(larger)[0],
    'Sales rose 50.0%, mainly because orders were larger: €148.51 on average, up from €100.00.',
  )
  const fewer = { sales: '5000', orders: 52, aov: '96.15' }
  assert.equal(tell(fewer)[0], 'Sales fell 50.0%, mainly because there were fewer orders: 52, down from 100.')
})

test('few orders are no ground for a reason, and a small change is none', () => {
  assert.equal(tell({ sales: '2000', orders: 20, aov: '100' })[0], 'Sales fell 80.0%.')
  assert.equal(tell({ sales: '10020', orders: 100, aov: '100.20' })[0], 'Sales stayed about the same.')
})

test('what ads cost is told with what it brought', () => {
  const ads = (now: Values) => tell({ sales: '10000', orders: 100, ...now })[1]
  assert.equal(ads({ blendedAdSpend: '3000', mer: '3.33' }), 'Ad spend rose 50.0%; MER went from 5.00× to 3.33×.')
  assert.equal(ads({ blendedAdSpend: '1000', mer: '5.001' }), 'Ad spend fell 50.0%; MER stayed at 5.00×.')
  assert.equal(ads({ blendedAdSpend: '2000', mer: '5' }), 'Ad spend and MER stayed about the same.')
})

test('profit comes first, and only where it grew from something', () => {
  assert.equal(tell({ netProfit: '1500' })[0], 'Net profit rose 50.0% to €1,500.00.')
  assert.deepEqual(tell({ netProfit: '1500' }, { compare: { netProfit: '-20' } }), [])
})

test('a profit that some costs are missing from is told as a limit, as its figure is', () => {
  const goods = { exact: '0.2000', assumed: '0.0000', unknown: '0.8000' }
  const answer = {
    ...answerOf({ netProfit: '1500' }, before),
    quality: { netProfit: { bound: 'at_most', goods } },
  } as const
  assert.equal(printStory(answer, question(), true)[0]?.text, 'Net profit rose 50.0% to ≤\u00A0€1,500.00.')
})

test('nothing is said without a comparison, or of days that are not loaded', () => {
  const { compare: _compare, ...alone } = answerOf({ sales: '20000' }, before)
  assert.deepEqual(printStory(alone, question(), true), [])
  const partial = { ...answerOf({ sales: '20000' }, before), partial: true, partialMetrics: ['sales'] }
  assert.deepEqual(printStory(partial, question(), true), [])
})

test('whoever may see profit is asked for costs while there are none', () => {
  const answer = answerOf({ sales: '10000', orders: 100 }, before)
  const asked = printStory(answer, question(), false).at(-1)
  assert.deepEqual([asked?.link, asked?.to], ['Add costs', '/shop/nord.test/costs'])
  assert.equal(printStory(answer, question(false), false).at(-1)?.link, 'Why?')
})

function tell(now: Values, { compare = before }: { readonly compare?: Values } = {}): string[] {
  return printStory(answerOf(now, compare), question(), true).map(({ text }) => text)
}

function answerOf(totals: Values, compared: Values): Result {
  const range = { from: parseDay('2026-11-01'), to: parseDay('2026-11-20') }
  return {
    range,
    timezone: shop.zone,
    currency: 'EUR',
    totals,
    partial: false,
    warnings: [],
    freshness: {},
    compare: { range, totals: compared, changes: {}, partial: false },
  }
}

const shop = testShop()

function question(seeProfit = true) {
  const units = { sales: 'money', netProfit: 'money', aov: 'money', blendedAdSpend: 'money', mer: 'ratio' } as const
  const metrics = Object.entries({ ...units, orders: 'count' } as const).map(
    ([key, unit]): MetricView => ({
      key,
      label: key,
      description: '',
      formula: '',
      unit,
      better: 'higher',
      additive: true,
      dimensions: [],
      terms: [],
      counting: [],
      about: 'orders',
    }),
  )
  const catalogue: CatalogueView = { metrics, dimensions: [], platforms: [] }
  return { services: { shop, catalogue: () => catalogue, may: { seeProfit } }, state: parseSearch('') }
}
