import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import { Preference } from '@tillsight/domain/inputs'
import { sampleConnection } from '../../blocks/connections/testing.ts'
import { parseSearch } from '../../search/index.ts'
import { resolvePeriod } from '../../search/resolve-period.server.ts'
import type { CatalogueView, MetricView, Result } from '../../services.ts'
import { type FigureQuery, shopVerbsOf, testShop } from '../../testing.ts'
import { loadSummary } from './load-summary.server.ts'

const shop = testShop()

const connection = sampleConnection({ id: 'c1' })

test('all figures are asked for at once, the breakdown after them', async () => {
  const { model, asked } = await load({})
  assert.equal(asked[0]?.dimensions, undefined)
  assert.ok(asked[0]?.metrics.includes('sales'))
  assert.ok(asked[0]?.metrics.includes('refundRateOrders'))
  assert.deepEqual(
    asked.slice(1).map(({ dimensions }) => dimensions),
    [['country']],
  )
  const sales = await model.contents['number:woocommerce.sales']
  assert.ok(sales?.state === 'ready' && sales.kind === 'number')
  assert.equal(sales.content.text, '€1,000.00')
  assert.equal((await model.contents['bars:woocommerce.sales:country:10'])?.state, 'ready')
})

test('profit is among the usual figures of a shop that knows its costs', async () => {
  const shares = { exact: '0.2000', assumed: '0.0000', unknown: '0.8000' }
  const quality = { grossProfit: { bound: 'at_most', goods: shares } } as const
  const further = ['netProfit', 'cm3', 'grossMargin', 'netMargin']
  const [known, unknown] = await Promise.all([load({ hasCosts: undefined, further, quality }), load({ further })])
  assert.deepEqual(known.asked[0]?.metrics, ['grossProfit'])
  const isShown = (key: string, { model }: typeof known) => Object.keys(model.contents).some((id) => id.endsWith(key))
  assert.ok(further.every((key) => isShown(`.${key}`, known)))
  assert.ok(!further.some((key) => isShown(`.${key}`, unknown)))
})

test('a list whose rows exceed the total names its figure', async () => {
  const [counted, plain] = await Promise.all([load({ overlapping: ['sales'] }), load({ overlapping: ['orders'] })])
  const list = async ({ model }: typeof counted) => {
    const load = await model.contents['bars:woocommerce.sales:country:10']
    return load?.state === 'ready' && load.kind === 'bars' ? load.content.overlapping : undefined
  }
  assert.deepEqual(await list(counted), ['sales'])
  assert.deepEqual(await list(plain), [], 'only figures that are listed matter')
})

test('a breakdown that fails leaves the figures alone and is written down', async () => {
  const { model, logged } = await load({ fails: ({ dimensions }) => dimensions !== undefined && broken })
  assert.equal(model.failure, undefined)
  const list = await model.contents['bars:woocommerce.sales:country:10']
  assert.deepEqual(list, { state: 'failed', message: broken.message })
  assert.deepEqual(logged, [broken])
})

test('figures that cannot be asked for leave a page that says so', async () => {
  const { model, logged } = await load({ fails: ({ dimensions }) => dimensions === undefined && broken })
  assert.equal(model.failure, broken.message)
  assert.ok(logged.includes(broken))
  assert.equal((await model.contents['bars:woocommerce.sales:country:10'])?.state, 'ready')
})

test('a question that the person can mend is not swallowed', async () => {
  const wrong = new AppError('invalid_input', 'This is not a value of country.')
  await assert.rejects(load({ fails: () => wrong }), wrong)
})

test('a question that cannot be answered falls back to the usual one and says why', async () => {
  const wrong = new AppError('invalid_input', 'This is not a value of country.')
  const fails = ({ filters = [] }: FigureQuery) => filters.length > 0 && wrong
  const { model, refusal } = await load({ search: '?f=country:XX', fails })
  assert.equal(refusal, wrong.message)
  assert.equal((await model.contents['number:woocommerce.sales'])?.state, 'ready')
  assert.equal((await load({ fails })).refusal, undefined)
})

test('more figures than fit into one question are asked for in two and shown as one answer', async () => {
  const many = Array.from({ length: 70 }, (_, index) => `extra${index}`)
  const stats = Object.fromEntries(many.map((key) => [`own.${key}`, { stat: `woocommerce.${key}` }]))
  const { model, asked } = await load({ further: many, stats })
  assert.ok(asked.every(({ metrics }) => metrics.length <= 60))
  for (const key of many) assert.equal((await model.contents[`number:woocommerce.${key}`])?.state, 'ready')
})

test('what is hidden is not asked for, and what is not connected has no figures', async () => {
  const { model } = await load({
    stats: { 'section.blended': { hidden: true }, 'woocommerce.breakdown': { hidden: true } },
  })
  assert.deepEqual(
    Object.keys(model.contents).filter((id) => !id.includes('woocommerce') || id.startsWith('bars')),
    [],
  )
  assert.deepEqual(Object.keys(model.freshness), ['woocommerce', 'blended'])
})

test('of a folded section the figures are loaded and the lists are not', async () => {
  const { model } = await load({ stats: { 'section.woocommerce': { collapsed: true } } })
  assert.ok(model.contents['course:woocommerce.sales'])
  assert.equal(model.contents['bars:woocommerce.sales:country:10'], undefined)
})

const broken = new AppError('unavailable', 'The warehouse does not answer.')

interface Staged {
  readonly search?: string
  readonly fails?: (query: FigureQuery) => AppError | false
  readonly further?: readonly string[]
  readonly stats?: object
  readonly overlapping?: readonly string[]
  /** Undefined: to be found out. */
  readonly hasCosts?: boolean | undefined
  readonly quality?: NonNullable<Result['quality']>
}

async function load(staged: Staged) {
  const { search = '', fails = () => false, further = [], stats = {}, overlapping, quality } = staged
  const hasCosts = 'hasCosts' in staged ? staged.hasCosts : false
  const asked: FigureQuery[] = []
  const logged: unknown[] = []
  const state = parseSearch(search)
  const { model, refusal } = await loadSummary({
    services: {
      shop,
      may: {
        changeConnections: true,
        importOrders: true,
        openOrders: true,
        enterSpend: true,
        seeProfit: true,
        readCosts: true,
        enterCosts: true,
        closeCosts: true,
        changeTracking: true,
        changeSettings: true,
        shareAnnotations: true,
        useSlack: true,
        shareDashboards: true,
        seeMembers: true,
        handleCustomers: true,
      },
      catalogue: () => catalogueOf(further),
      run: shopVerbsOf({
        async 'metrics.query'(query) {
          asked.push(query)
          const failure = fails(query)
          if (failure) throw failure
          return {
            ...answerTo(query),
            ...(quality && { quality }),
            ...(query.dimensions && overlapping && { overlapping }),
          }
        },
        'annotation.list': async () => [],
      }),
    },
    summary: Preference.parse({ summary: { stats } }).summary,
    ...(hasCosts === undefined ? {} : { hasCosts }),
    connections: [connection],
    state,
    period: resolvePeriod(state, shop),
    now: '2026-11-21T09:30:00Z',
    log: (failure) => logged.push(failure),
  })
  return { model, refusal, asked, logged }
}

function answerTo({ metrics, from, to, dimensions }: FigureQuery): Result {
  const values = Object.fromEntries(metrics.map((metric) => [metric, '1000.00']))
  return {
    range: { from: parseDay(from), to: parseDay(to) },
    timezone: shop.zone,
    currency: 'EUR',
    totals: values,
    partial: false,
    warnings: [],
    freshness: {},
    ...(dimensions ? { rows: [{ dimensions: { country: 'DE' }, values }] } : { series: [{ at: from, values }] }),
  }
}

function catalogueOf(further: readonly string[]): CatalogueView {
  const plain = ['sales', 'orders', 'returns', 'refundedOrders', 'paidOrders', ...further]
  return {
    metrics: [
      ...plain.map((key) => metricNamed(key)),
      metricNamed('refundRateOrders', [
        { metric: 'refundedOrders', operator: '+' },
        { metric: 'paidOrders', operator: '/' },
      ]),
    ],
    dimensions: [{ key: 'country', label: 'Country' }],
    platforms: [
      { id: 'woocommerce', name: 'WooCommerce', type: 'store', description: '', stats: [], hasConnectStep: true },
      {
        id: 'metaads',
        name: 'Meta Ads',
        type: 'ads',
        description: '',
        stats: [{ metric: 'spend', label: 'Spend', description: '', isCurrency: true }],
        hasConnectStep: true,
      },
    ],
  }
}

function metricNamed(key: string, terms: MetricView['terms'] = []): MetricView {
  return {
    key,
    label: key,
    description: '',
    formula: '',
    unit: 'money',
    better: 'higher',
    additive: true,
    dimensions: ['country'],
    terms,
    counting: [],
    about: 'orders',
  }
}
