import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SurveyReport } from '@tillsight/domain'
import { parseSearch } from '../../search/index.ts'
import { shopVerbsOf } from '../../testing.ts'
import { loadReport } from './load-report.server.ts'

const compared = { answers: 40, share: 0.4, low: 0.304, high: 0.496, extrapolatedOrders: 80.4 }
const podcast = {
  ...compared,
  extrapolatedLow: 60.8,
  extrapolatedHigh: 99.2,
  attributedShare: 0.1,
  gap: 0.3,
}
const report: SurveyReport = {
  from: '2026-11-01',
  to: '2026-11-20',
  version: 1,
  model: 'linear_all',
  versions: [
    { version: 2, text: 'Where from?', from: '2026-11-20', to: null, answers: 0 },
    { version: 1, text: 'How did you hear of us?', from: '2026-10-01', to: '2026-11-20', answers: 100 },
  ],
  orders: 200,
  answers: 100,
  skipped: 12,
  responseRate: 0.5,
  rows: [
    { ...podcast, answer: 'podcast', label: 'A podcast', channel: 'podcast', platform: '' },
    {
      answer: 'other',
      label: 'Something else',
      channel: '',
      platform: '',
      answers: 0,
      share: 0,
      low: 0,
      high: 0,
      extrapolatedOrders: 0,
      extrapolatedLow: 0,
      extrapolatedHigh: 0,
      attributedShare: null,
      gap: null,
    },
  ],
  channels: [{ ...podcast, channel: 'podcast' }],
  others: null,
  warnings: [],
}

async function load(search: string, answer: Partial<SurveyReport> = {}) {
  const asked: unknown[] = []
  const display = { currency: 'EUR', decimals: 2 }
  const services = {
    shop: { display },
    run: shopVerbsOf({
      async 'survey.report'(question) {
        asked.push(question)
        return { ...report, ...answer }
      },
    }),
  }
  const survey = { enabled: true, question: { text: 'Where from?' } }
  const range = { from: '2026-11-01', to: '2026-11-20' }
  const model = await loadReport({ services, survey, state: parseSearch(search), range })
  return { model, asked }
}

test('a share stands with its interval, what it means for all orders, what clicks say, and the gap in points', async () => {
  const { model } = await load('')
  const [row, other] = model.rows
  assert.deepEqual(row?.share, {
    text: '40.0%',
    interval: '30.4% – 49.6%',
    // The bar's scale ends at the upper end of the widest interval.
    share: 0.806,
    low: 0.613,
    high: 1,
    attributed: 0.202,
  })
  assert.deepEqual(
    [row?.channel, row?.orders, row?.ordersInterval, row?.attributed, row?.gap],
    ['Podcasts', '≈\u00a080', '61–99', '10.0%', '+30.0 pp'],
  )
  assert.deepEqual([other?.channel, other?.attributed, other?.gap], ['No channel', '–', '–'])
  assert.equal(model.isSmall, false)
})

test('the address chooses wording and model; answers are never compared with a model made of them', async () => {
  const { model, asked } = await load('?tab=v2&model=linear_all&range=7d')
  const days = { from: '2026-11-01', to: '2026-11-20' }
  assert.deepEqual(asked, [{ ...days, version: 2, model: 'linear_all' }])
  assert.deepEqual(
    model.wordings.map(({ label, isChosen, to }) => [label, isChosen, to]),
    [
      ['Wording 2', false, '?range=7d&tab=v2&model=linear_all'],
      ['Wording 1', true, '?range=7d&tab=v1&model=linear_all'],
    ],
  )
  assert.deepEqual((await load('?model=survey_blend&tab=claims')).asked, [days])
})

test('few answers are said to be few, and none to be none', async () => {
  assert.equal((await load('', { answers: 29 })).model.isSmall, true)
  const { model } = await load('', { answers: 0, versions: [], rows: [], channels: [], responseRate: null })
  assert.deepEqual([model.isSmall, model.isNew, model.wording], [false, true, 'Where from?'])
})
