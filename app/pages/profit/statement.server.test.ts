import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import type { PageQuery } from '../../blocks/figures-page/load-page.server.ts'
import { printFigure, unpackFigures } from '../../format/index.ts'
import { parseSearch } from '../../search/index.ts'
import type { Result } from '../../services.ts'
import { shopVerbsOf } from '../../testing.ts'
import { caveatOf, loadStatement } from './load-profit.server.ts'
import { intervalsFor, lineSpecs, printCsv, readStatement } from './read-statement.server.ts'

const range = { from: parseDay('2026-10-20'), to: parseDay('2026-11-18') }
const values = {
  netSales: '100',
  sharedCharges: '10',
  productRevenue: '110',
  cogs: '40',
  cm2: '60',
  blendedAdSpend: '12.5',
  totalMarketingSpend: '20.25',
  cm3: '39.75',
  netProfit: '39.75',
  netMargin: '0.36',
  orders: 50,
}
const known = { exact: '0.9000', assumed: '0.0400', unknown: '0.0600' }
const answer: Result = {
  range,
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  totals: values,
  partial: false,
  quality: {
    cogs: { bound: 'at_least', goods: known },
    netProfit: {
      bound: 'at_most',
      goods: known,
      fees: { exact: '1', assumed: '0', unknown: '0' },
      shipping: { exact: '0.5', assumed: '0.5', unknown: '0' },
    },
  },
  series: [
    { at: '2026-10-01', values, bounds: { netProfit: 'at_most' } },
    { at: '2026-11-01', values: { ...values, netProfit: null } },
  ],
  compare: { range, totals: { ...values, netProfit: '30' }, partial: false, changes: {} },
  freshness: {},
  warnings: [],
}

function pageOf(result: Result): PageQuery {
  const keys = new Set(lineSpecs.map(({ key, open = key }) => open))
  const metric = (key: string) => ({
    key,
    label: key,
    description: '',
    unit: key.endsWith('Margin') ? 'percent' : 'money',
  })
  return {
    state: parseSearch(''),
    range,
    ask: (metrics) => ({ metrics, ...range }),
    services: {
      shop: { zone: 'Europe/Berlin', display: { currency: 'EUR', decimals: 2, language: 'en', numbers: 'en-US' } },
      catalogue: () => ({ metrics: [...keys].map(metric) }),
      run: shopVerbsOf({ 'metrics.query': async () => result }),
    } as unknown as PageQuery['services'],
  }
}

test('each line has total, share, comparison and columns that end with the page’s days, with their marks', async () => {
  const { lines, columns, format } = await loadStatement(pageOf(answer))
  assert.deepEqual(
    columns.map(({ from, to }) => `${from}/${to}`),
    ['2026-10-20/2026-10-31', '2026-11-01/2026-11-18'],
  )
  const printed = (wanted: string) => {
    const line = lines.find(({ key }) => key === wanted)
    assert.ok(line)
    const measures = [line.measure, { unit: 'percent' as const }, line.measure, line.measure, line.measure]
    const figures = unpackFigures(
      line.figures,
      measures.map((measure) => ({ measure })),
    )
    return figures.map((figure) => figure && printFigure(figure, format))
  }
  assert.deepEqual(printed('netProfit'), ['≤\u00a0€39.75', '≤\u00a036.1%', '€30.00', '≤\u00a0€39.75', '–'])
  assert.deepEqual(printed('otherMarketing'), ['€7.75', '7.0%', '€7.75', '€7.75', '€7.75'])
  assert.equal(printed('netMargin')[1], '–')
})

test('the sentence says what is unknown and what is assumed, and nothing where all is known', () => {
  const format = { currency: 'EUR', decimals: 2 }
  assert.equal(
    caveatOf(answer, format),
    'Profit is at most what is shown: 6.0% of net sales have no cost, 4.0% of net sales have an assumed cost, and 50.0% of orders have an assumed shipping cost.',
  )
  assert.equal(caveatOf({ quality: { netProfit: { bound: 'exact' } } }, format), null)
})

test('the drawing goes from net revenue to what is left, and with filters ends with what orders contribute', async () => {
  const steps = async (totals: Result['totals']) =>
    (await loadStatement(pageOf({ ...answer, totals }))).waterfall.steps.map(({ key, to }) => `${key} ${to}`)
  assert.deepEqual(await steps({ ...values, handlingCost: '10' }), [
    'productRevenue 110',
    'cogs 70',
    'handlingCost 60',
    'cm2 60',
    'blendedAdSpend 47.5',
    'otherMarketing 39.75',
    'netProfit 39.75',
  ])
  const filtered = await steps({ ...values, blendedAdSpend: null, totalMarketingSpend: null, netProfit: null })
  assert.equal(filtered.at(-1), 'cm2 60')
})

test('without any known cost there is no statement', async () => {
  const nothing = { exact: '0.0000', assumed: '0.0000', unknown: '1.0000' }
  const unknown = { ...answer, quality: { cogs: { bound: 'at_least', goods: nothing } } } as const
  assert.equal((await loadStatement(pageOf(unknown))).isUnknown, true)
  assert.equal((await loadStatement(pageOf(answer))).isUnknown, false)
})

test('the file has raw numbers and whether each is exact', async () => {
  const lines = printCsv(await readStatement(pageOf(answer))).split('\r\n')
  assert.equal(
    lines[0],
    '\uFEFFLine,Metric,Unit,Total,bound,Share of net revenue,Before,bound,2026-10-20,bound,2026-11-01,bound',
  )
  assert.equal(
    lines.find((line) => line.startsWith('netProfit')),
    'netProfit,netProfit,EUR,39.75,at_most,0.361364,30,exact,39.75,at_most,,',
  )
})

test('columns are months unless the address and the length of the period allow others', () => {
  assert.deepEqual(intervalsFor(range, 'day'), { intervals: ['month', 'week', 'day'], interval: 'day' })
  const year = { from: parseDay('2025-11-19'), to: range.to }
  assert.deepEqual(intervalsFor(year, 'day'), { intervals: ['month'], interval: 'month' })
})
