import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '@tillsight/core'
import type { ShopVerbs, VerbInput } from '@tillsight/domain'
import { textsOf } from '../../blocks/breakdown-table/testing.ts'
import { usualChoice } from '../../blocks/credit/credit-choice.ts'
import { unpackFigures } from '../../format/index.ts'
import { parseSearch } from '../../search/index.ts'
import { shopVerbsOf } from '../../testing.ts'
import { shop } from '../campaigns/testing.ts'
import { loadCredit } from './load-credit.server.ts'
import { loadLaterCredit } from './load-rows.server.ts'
import { type CreditSource, toCreditQuery } from './query.server.ts'
import { creditResult, creditRow } from './testing.ts'

const social = creditRow({
  key: 'paid_social',
  channel: 'paid_social',
  orders: '41.333333',
  revenue: '4133.33',
  net_revenue: '4000.00',
  spend: '1000.00',
  roas: '4.13333',
  cpa: '24.193548',
  claimed_orders: '60',
  claimed_revenue: '6000.00',
})
const direct = creditRow({ key: 'direct', channel: 'direct', orders: '8.666667', revenue: '866.67' })
const spring = creditRow({
  key: 'paid_social/metaads/1/10',
  channel: 'paid_social',
  platform: 'metaads',
  account_id: '1',
  campaign_id: '10',
  name: 'Spring',
  orders: '40',
  revenue: '4000.00',
})
const unknown = creditRow({
  key: 'paid_social/metaads//',
  channel: 'paid_social',
  platform: 'metaads',
  account_id: '',
  campaign_id: '',
  orders: '1.333333',
  revenue: '133.33',
})

interface Staged {
  readonly preference?: Readonly<Record<string, unknown>>
  readonly fails?: Error
  readonly seeProfit?: boolean
  readonly over?: Parameters<typeof creditResult>[1]['over']
}

/** A query to a shop that attributes these rows, and a record of the shop's queries. */
function stage(search: string, { preference = {}, fails, seeProfit = true, over = {} }: Staged = {}) {
  const asked: VerbInput<ShopVerbs['attribution.query']>[] = []
  const services: CreditSource = {
    shop,
    may: { seeProfit },
    catalogue: () => ({ metrics: [], dimensions: [], platforms: [{ id: 'metaads', name: 'Meta Ads' }] as never }),
    run: shopVerbsOf({
      async 'attribution.query'(query) {
        asked.push(query)
        if (fails) throw fails
        const rows = query.level === 'channel' ? [social, direct] : [spring, unknown]
        return creditResult(query, { rows, notTracked: { orders: '10', revenue: '1000.00' }, over })
      },
    }),
  }
  return { question: toCreditQuery({ services, state: parseSearch(search), rules: usualChoice, preference }), asked }
}

async function ready(search: string, staged?: Staged) {
  const { question, asked } = stage(search, staged)
  const loaded = await loadCredit(question)
  assert.ok(loaded.state === 'ready')
  return { model: loaded.model, asked }
}

describe('the table of credit', () => {
  test('asks once for channels, their comparison and their days, by the usual model', async () => {
    const { asked } = await ready('?compare=previous')
    assert.equal(asked.length, 1)
    const { model, click_window_days: clicks, view_window_days: views, level, interval, compare } = asked[0] ?? {}
    assert.deepEqual([model, clicks, views, level, interval], ['last_non_direct', 28, 1, 'channel', 'day'])
    assert.deepEqual(compare, { from: '2026-09-22', to: '2026-10-21' })
  })

  test('asks as the address says, and by the model chosen last where it names none', async () => {
    const preference = { attributions: { model: 'time_decay' } }
    const { asked } = await ready(
      '?clicks=ever&views=0&dates=touch&refunds=own&value=goods&buyers=new&direct=drop&scope=order&half=14',
      {
        preference,
      },
    )
    const { from: _from, to: _to, compare: _compare, order: _order, limit: _limit, ...rest } = asked[0] ?? {}
    assert.deepEqual(rest, {
      model: 'time_decay',
      click_window_days: null,
      view_window_days: 0,
      direct_policy: 'exclude_unless_only',
      journey_scope: 'since_previous_order',
      half_life_days: 14,
      date: 'touch',
      refund_basis: 'refund_date',
      value: 'goods',
      customers: 'new',
      level: 'channel',
      contribution: false,
      interval: 'day',
    })
  })

  test('shows what orders contribute with how exactly it is known, to those who see profit', async () => {
    const preference = { attributions: { columns: ['spend', 'credited_cm2', 'profit', 'poas'] } }
    const bounded = { credited_cm2: '1500.00', profit: '500.00', poas: '1.5', bound: 'at_most' } as const
    const row = creditRow({ key: 'paid_social', channel: 'paid_social', spend: '1000.00', ...bounded })
    const { model, asked } = await ready('?sort=-profit', { preference, over: { rows: [row] } })
    assert.deepEqual([asked[0]?.contribution, asked[0]?.order?.by], [true, 'profit'])
    const [first] = model.table.page.rows
    assert.deepEqual(first && textsOf(model.table, first), [
      '€1,000.00',
      '≤\u00a0€1,500.00',
      '≤\u00a0€500.00',
      '≤\u00a01.50×',
    ])
    const hidden = await ready('?sort=-profit', { preference, seeProfit: false })
    assert.deepEqual([hidden.asked[0]?.contribution, hidden.asked[0]?.order?.by], [false, 'revenue'])
    assert.ok(!hidden.model.table.choices.some(({ group }) => group === 'Profit'))
  })

  test('says whose visits are left out because of too many devices, where there are any', async () => {
    const none = await ready('')
    assert.equal(none.model.tracked.leftOut, null)
    const some = await ready('', { over: { left_out: { people: 2, orders: 7, revenue: '812.50' } } })
    assert.match(
      some.model.tracked.leftOut ?? '',
      /^7 orders \(€812\.50\) from 2 customers seen on more than 50 devices/,
    )
  })

  test('shows every channel, and below them what is not tracked', async () => {
    const { model } = await ready('')
    assert.deepEqual(
      model.table.page.rows.map(({ label, canUnfold }) => [label, canUnfold]),
      [
        ['Paid social', true],
        ['Direct', false],
        ['Unattributed', false],
      ],
    )
    const cells = textsOf(model.table, model.table.page.rows[0])
    assert.deepEqual(cells.slice(0, 6), ['€4,133.33', '41.33', '–', '€1,000.00', '4.13×', '6.00×'])
    assert.deepEqual(textsOf(model.table, model.table.totals).slice(0, 2), ['€6,000.00', '60'])
  })

  test('tells costs that are nothing from costs that nobody knows', async () => {
    const spendOf = async (spend: string | null) => {
      const { totals } = creditResult({ from: '2026-10-22', to: '2026-11-20' }, { rows: [social] })
      const { model } = await ready('', { over: { totals: { ...totals, spend } } })
      const { text, note } = model.figures.find(({ key }) => key === 'spend') ?? {}
      return { text, note, cell: textsOf(model.table, model.table.totals)[3], hasSpend: model.hasSpend }
    }
    const note = 'unknown'
    assert.deepEqual(await spendOf(null), { text: '–', note, cell: '–', hasSpend: false })
    const nothing = { text: '€0.00', note: 'across all channels', cell: '€0.00', hasSpend: true }
    assert.deepEqual(await spendOf('0.00'), nothing)
  })

  test('marks figures that contacts can still add to', async () => {
    const { model } = await ready('?dates=touch', { over: { incomplete_from: '2026-11-01' } })
    const { totals, columns } = model.table
    const marks = unpackFigures(totals.figures, columns).map((figure) => figure?.isMaturing)
    assert.deepEqual(marks, [true, true, true, false, true, false, true, true])
    assert.equal(model.incomplete, 'Sun 1 Nov 2026')
  })

  test('sorts by what is shown and can be sorted, and by revenue otherwise', async () => {
    assert.deepEqual((await ready('?sort=cpa')).asked[0]?.order, { by: 'cpa', direction: 'ascending' })
    assert.deepEqual((await ready('?sort=-clicks')).asked[0]?.order, { by: 'revenue', direction: 'descending' })
  })

  test('says what failed where people can act on it, and swallows no fault', async () => {
    const refused = stage('', { fails: new AppError('invalid_input', 'The range is longer than 10 years.') })
    assert.deepEqual(await loadCredit(refused.question), {
      state: 'failed',
      message: 'The range is longer than 10 years.',
    })
    await assert.rejects(loadCredit(stage('', { fails: new Error('broken') }).question), /broken/)
  })
})

describe('rows below rows', () => {
  test('come with the page where the address has them unfolded, named as people call them', async () => {
    const { model, asked } = await ready('?row=channel:paid_social')
    assert.deepEqual(asked.find(({ level }) => level === 'campaign')?.parent, { channel: 'paid_social' })
    const branch = model.table.branches['channel:paid_social']
    assert.ok(branch?.state === 'ready')
    assert.deepEqual(
      branch.rows.map(({ id, label, isRemainder, canUnfold }) => [id, label, isRemainder, canUnfold]),
      [
        ['campaign:paid_social/metaads/1/10', 'Spring', false, true],
        ['campaign:paid_social/metaads//', 'Unknown campaign', true, false],
      ],
    )
  })

  test('are asked for by all parts of the row above', async () => {
    const { question, asked } = stage('')
    const load = await loadLaterCredit(question, new URLSearchParams({ below: 'campaign:paid_social/metaads/1/10' }))
    assert.equal(load.state, 'ready')
    const { level, parent } = asked[0] ?? {}
    assert.deepEqual(
      [level, parent],
      ['adset', { channel: 'paid_social', platform: 'metaads', account_id: '1', campaign_id: '10' }],
    )
  })

  test('of what is not tracked, or of nonsense, are none and are not asked for', async () => {
    const { question, asked } = stage('')
    for (const below of ['channel:(not_tracked)', 'nonsense', 'ad:a/b/c/d/e/f']) {
      assert.deepEqual(await loadLaterCredit(question, new URLSearchParams({ below })), {
        state: 'ready',
        rows: [],
        cursor: null,
      })
    }
    assert.equal(asked.length, 0)
  })
})
