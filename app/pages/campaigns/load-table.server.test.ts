import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { AppError } from '@tillsight/core'
import type { TableModel } from '../../blocks/breakdown-table/model.ts'
import { textsOf } from '../../blocks/breakdown-table/testing.ts'
import { changeOf } from '../../charts/change.ts'
import { unpackFigures } from '../../format/index.ts'
import { loadLaterRows } from './load-later-rows.server.ts'
import { loadTable } from './load-table.server.ts'
import { account, stage } from './testing.ts'

const campaigns = { 'metaads/1/10': '60.00', 'metaads/1/11': '40.00', 'metaads/1/': '0.50' }
const spring = { key: 'metaads/1/10', name: 'Spring', kind: 'Sales', status: 'active', statusText: 'ACTIVE' } as const

/** Orders of a campaign by our own attribution. */
function creditOf(campaign: string, revenue: string) {
  const place = { platform: 'metaads', account_id: '1', campaign_id: campaign, ad_set_id: '', ad_id: '' }
  return { ...place, orders: '1', revenue, new_orders: '0' }
}

type Staged = Parameters<typeof stage>[0]

async function load(staged: Staged): Promise<{ table: TableModel; asked: ReturnType<typeof stage>['asked'] }> {
  const { question, asked } = stage(staged)
  const loaded = await loadTable(question)
  if (loaded.state === 'failed') throw new Error(loaded.message)
  return { table: loaded.table, asked }
}

const shown = (table: TableModel, row = 0) => textsOf(table, table.page.rows[row])

suite('the table', () => {
  test('asks for its rows once, with their totals, courses and comparison', async () => {
    const { table, asked } = await load({ rows: { campaign: campaigns }, columns: ['adSpend', 'trend', 'claimedRoas'] })
    assert.equal(asked.length, 1)
    const [query] = asked
    assert.deepEqual(query?.dimensions, ['campaign'])
    assert.deepEqual(query?.order, { by: 'adSpend', direction: 'descending' })
    assert.deepEqual([query?.rowSeries, query?.interval], [true, 'day'])
    assert.equal(query?.metrics[0], 'adSpend', 'courses are of the first one')
    assert.deepEqual(textsOf(table, table.totals), ['€100.50', null, '3.50×'])
    assert.equal(table.totals.course, 'Ae8')
    assert.equal(shown(table)[0], '€60.00')
  })

  test('names rows, and what belongs to no campaign', async () => {
    const { table } = await load({ rows: { campaign: campaigns }, places: [spring] })
    assert.deepEqual(
      table.page.rows.map(({ label, detail, canUnfold, isRemainder }) => [label, detail, canUnfold, isRemainder]),
      [
        ['Spring', 'Sales', true, false],
        ['11', '', true, false],
        ['Not broken down by Meta Ads', '', false, true],
      ],
    )
  })

  test('advertiser level above ad level: what TikTok does not tell of GMV Max is not known, and what is left over hints at it', async () => {
    const rows = { campaign: { 'tiktokads/7/1': '60.00', 'tiktokads/7/2': '40.00', 'tiktokads/7/': '5.00' } }
    const shopCampaign = { key: 'tiktokads/7/1', name: 'Shop', kind: 'GMV Max', status: 'active', statusText: 'ENABLE' }
    const columns = ['adSpend', 'adClicks', 'claimedConversions', 'claimedRoas']
    const { table } = await load({ rows, columns, places: [shopCampaign as typeof spring] })
    assert.deepEqual(shown(table), ['€60.00', '–', '–', '–'])
    assert.ok(!shown(table, 1).includes('–'))
    const last = table.page.rows.at(-1)
    assert.deepEqual([last?.isRemainder, /GMV Max/.test(last?.detail ?? '')], [true, true])
  })

  test('says whose claims it shows, and that claims of several platforms are no count of orders', async () => {
    const columns = ['adSpend', 'claimedRoas']
    const one = await load({ rows: { campaign: campaigns }, columns })
    assert.equal(one.table.bands.at(-1)?.label, 'Reported by Meta Ads')
    const both = { accounts: [account, { ...account, key: 'googleads/2', platform: 'googleads', clickWindowDays: 30 }] }
    const two = await load({ rows: { campaign: campaigns }, columns, choices: both })
    assert.equal(two.table.bands.at(-1)?.label, 'Reported by platforms')
    assert.ok(two.table.notes.some(({ text }) => /can count the same order/.test(text)))
    const kept = await load({ search: '?f=channel:googleads', columns, choices: both })
    assert.equal(kept.table.bands.at(-1)?.label, 'Reported by Google Ads')
  })

  test('pairs what platforms report with what is attributed where the two stand side by side', async () => {
    const columns = ['adSpend', 'claimedRevenue', 'ownRevenue', 'ownRoas', 'claimedConversions']
    const { table } = await load({ rows: { campaign: campaigns }, columns })
    assert.deepEqual(
      table.bands.map(({ label, count }) => [label, count]),
      [
        ['Spend and delivery', 1],
        ['Revenue', 2],
        ['Tillsight: Last non-direct click', 1],
        ['Reported by Meta Ads', 1],
      ],
    )
    assert.deepEqual(
      table.columns.slice(1).map(({ head, label }) => head ?? label),
      ['Meta Ads', 'Attributed', 'Attributed ROAS', 'Claimed Conversions'],
    )
  })

  test('a phone shows the pair that rows are sorted by, returns without a choice, and spend below the name', async () => {
    const onPhone = async (search: string) => {
      const { table } = await load({ rows: { campaign: campaigns }, search })
      return table.columns.flatMap(({ key, onPhone: place }) => (place ? [`${key} ${place}`] : []))
    }
    assert.deepEqual(await onPhone(''), ['adSpend below', 'claimedRoas beside', 'ownRoas beside'])
    assert.deepEqual(await onPhone('?sort=-claimedRevenue'), [
      'adSpend below',
      'claimedRevenue beside',
      'ownRevenue beside',
    ])
  })

  test('marks claims of days that platforms still add to, and judges no change of them', async () => {
    const { table } = await load({ rows: { campaign: campaigns }, columns: ['adSpend', 'claimedConversions'] })
    assert.match(table.maturing?.long ?? '', /Not final since Sat 14 Nov 2026: .* up to 7 days after a click/)
    const figures = unpackFigures(table.page.rows[0]?.figures ?? '', table.columns)
    assert.deepEqual(
      figures.map((figure) => figure?.isMaturing),
      [false, true],
    )
    assert.deepEqual(
      figures.map((figure) => figure && changeOf(figure, table.format)?.tone),
      ['bad', 'neutral'],
    )
    const past = await load({ rows: { campaign: campaigns }, search: '?from=2026-10-01&to=2026-10-31' })
    assert.equal(past.table.maturing, null)
  })

  test('marks rows of an account with days or money of its own', async () => {
    const abroad = { ...account, zone: 'America/New_York', currency: 'USD' }
    const { table } = await load({ rows: { campaign: campaigns }, choices: { accounts: [abroad] } })
    assert.equal(table.page.rows[0]?.mark?.short, '+6 h · USD')
  })

  test('hands filters about orders on to nobody, and says so', async () => {
    const { table, asked } = await load({ search: '?f=country:DE&f=ad_status:active' })
    assert.deepEqual(asked[0]?.filters, [{ dimension: 'ad_status', operator: 'is', values: ['active'] }])
    assert.ok(table.notes.some(({ text }) => /Order filters/.test(text)))
  })

  test('speaks the language of its page, with the plural forms of the language', async () => {
    const staged = stage({ rows: { campaign: campaigns }, columns: ['status', 'claimedRevenue', 'ownRoas'] })
    const { shop } = staged.question.services
    const display = { ...shop.display, language: 'ar' as const }
    const services = { ...staged.question.services, shop: { ...shop, display } }
    const loaded = await loadTable({ ...staged.question, services })
    if (loaded.state === 'failed') throw new Error(loaded.message)
    const { columns, bands, maturing, page } = loaded.table
    const texts = [...columns, ...bands].map(({ label }) => label)
    for (const text of [...texts, maturing?.long ?? '', page.rows.at(-1)?.label ?? ''])
      assert.match(text, /[\u0600-\u06ff]/)
    assert.match(maturing?.long ?? '', /٧ أيام|7 أيام/)
  })

  test('sorts and searches in the question; columns that are not shown sort nothing', async () => {
    const found = await load({ search: '?sort=name&find=brand&level=ad_set' })
    assert.deepEqual(
      [found.asked[0]?.order, found.asked[0]?.search, found.asked[0]?.dimensions],
      [{ by: 'ad_set', direction: 'ascending' }, 'brand', ['ad_set']],
    )
    const odd = await load({ search: '?sort=-claimedRoas', columns: ['adSpend'] })
    assert.deepEqual(odd.table.sorting, { key: 'adSpend', direction: 'descending' })
  })

  test('sorts by our own attribution once all rows are read, unknown values and remainders last', async () => {
    const rows = { campaign: { ...campaigns, 'metaads/1/12': '20.00', 'metaads/1/13': '0' } }
    const credited = [creditOf('10', '90.00'), creditOf('11', '20.00'), creditOf('12', '50.00')]
    const sorted = async (search: string, columns = ['adSpend', 'ownRoas']) => {
      const { table, asked } = await load({ rows, credited, columns, search })
      return { asked, table, ids: table.page.rows.map(({ id }) => id.slice('campaign:metaads/1/'.length)) }
    }
    const { ids, asked, table } = await sorted('?sort=ownRoas')
    assert.deepEqual(ids, ['11', '10', '12', '', '13'])
    assert.deepEqual(asked[0]?.order, { by: 'adSpend', direction: 'descending' })
    assert.deepEqual(table.sorting, { key: 'ownRoas', direction: 'ascending' })
    assert.deepEqual((await sorted('?sort=-ownRoas')).ids, ['12', '10', '11', '', '13'])
    assert.deepEqual((await sorted('?sort=ownRoas', ['adSpend'])).ids, ['10', '11', '', '12', '13'])
  })

  test('pages rows that are sorted by our own attribution', async () => {
    const keys = Array.from({ length: 130 }, (_, index) => String(index))
    const rows = { campaign: Object.fromEntries(keys.map((key) => [`metaads/1/${key}`, '1.00'])) }
    const credited = keys.map((key) => creditOf(key, key))
    const search = '?sort=ownRevenue'
    const { table } = await load({ rows, credited, search })
    assert.deepEqual(
      [table.page.rows.length, table.page.rows.at(-1)?.id, table.page.cursor],
      [25, 'campaign:metaads/1/24', '25'],
    )
    const { question } = stage({ rows, credited, search: `${search}&after=25` })
    const later = await loadLaterRows(question, new URLSearchParams('after=25'))
    assert.deepEqual(later.state === 'ready' && [later.rows.length, later.cursor], [100, '125'])
  })

  test('a question that cannot be answered says why, and a fault is not swallowed', async () => {
    const refused = stage({ fails: () => new AppError('invalid_input', 'This is not a value of ad_status.') })
    assert.deepEqual(await loadTable(refused.question), {
      state: 'failed',
      message: 'This is not a value of ad_status.',
    })
    await assert.rejects(loadTable(stage({ fails: () => new Error('bug') }).question), /bug/)
  })
})

suite('rows below rows', () => {
  const rows = { campaign: campaigns, ad_set: { 'metaads/1/10/5': '60.00', 'metaads/1/11/6': '40.00' } }

  test('come with the page where the address has them unfolded', async () => {
    const { table, asked } = await load({
      rows,
      search: '?row=campaign%3Ametaads%2F1%2F10&row=ad%3Ametaads%2F1%2F10%2F5%2F9',
    })
    const branch = table.branches['campaign:metaads/1/10']
    assert.deepEqual(Object.keys(table.branches), ['campaign:metaads/1/10'], 'ads unfold into nothing')
    assert.deepEqual(branch?.state === 'ready' && branch.rows.map(({ id }) => id), ['ad_set:metaads/1/10/5'])
    const below = asked.find(({ dimensions }) => dimensions?.[0] === 'ad_set')
    assert.deepEqual(below?.filters, [{ dimension: 'campaign', operator: 'is', values: ['metaads/1/10'] }])
  })

  test('are not searched, and fail alone', async () => {
    const { table, asked } = await load({
      rows,
      search: '?find=spring&row=campaign%3Ametaads%2F1%2F10',
      fails: ({ dimensions }) =>
        dimensions?.[0] === 'ad_set' ? new AppError('unavailable', 'The warehouse does not answer.') : undefined,
    })
    const tables = asked.filter(({ metrics }) => metrics.length > 1)
    assert.deepEqual(
      tables.map(({ search }) => search),
      ['spring', undefined],
    )
    assert.deepEqual(table.branches['campaign:metaads/1/10'], {
      state: 'failed',
      message: 'The warehouse does not answer.',
    })
    assert.equal(table.page.rows.length, 3)
  })

  test('are asked for a hundred at a time later on', async () => {
    const many = Object.fromEntries(Array.from({ length: 180 }, (_, index) => [`metaads/1/${index}`, '1.00']))
    const { question, asked } = stage({ rows: { campaign: many } })
    const first = await loadTable(question)
    assert.deepEqual(first.state === 'ready' && [first.table.page.rows.length, first.table.page.cursor], [25, '25'])
    const later = stage({ rows: { campaign: many }, search: '?after=25' })
    const load = await loadLaterRows(later.question, new URLSearchParams('after=25'))
    assert.deepEqual(load.state === 'ready' && [load.rows.length, load.cursor], [100, '125'])
    assert.equal(asked[0]?.limit, 25)
    const none = await loadLaterRows(question, new URLSearchParams('below=ad:metaads/1/2/3/4'))
    assert.deepEqual(none, { state: 'ready', rows: [], cursor: null })
  })
})

suite('budgets', () => {
  const daily = { ...spring, budget: { amount: '50.00', per: 'day', sharedBy: null } } as const
  const loadBudgets = (staged: Staged) => load({ columns: ['adSpend', 'budget'], ...staged })
  const budgetOf = (table: TableModel, row = 0) => table.page.rows[row]?.budget

  test('are measured in the currency and on the day of their account', async () => {
    const abroad = { ...account, zone: 'Pacific/Auckland', currency: 'USD' }
    const { table, asked } = await loadBudgets({
      rows: { campaign: campaigns },
      places: [daily],
      choices: { accounts: [abroad] },
    })
    const question = asked.find(({ metrics }) => metrics.length === 1)
    assert.deepEqual(
      [question?.from, question?.to, question?.currency, question?.compare],
      ['2026-11-21', '2026-11-21', 'USD', { from: '2026-11-14', to: '2026-11-20' }],
    )
    assert.equal(question?.filters, undefined, 'it need not wait until the rows are known')
    assert.deepEqual(budgetOf(table), {
      text: '$50.00 a day',
      note: '120.0% today, avg. 2.0%',
      share: 1.2,
      long: '$60.00 spent today, $1.00 a day on average over the last 7 days. The budget is $50.00 a day.',
    })
    assert.equal(budgetOf(table, 1), undefined)
  })

  test('of accounts that differ, and below the campaigns, are asked about for themselves', async () => {
    const abroad = { ...account, key: 'metaads/2', currency: 'USD' }
    const { asked } = await loadBudgets({
      rows: { campaign: campaigns },
      places: [daily],
      choices: { accounts: [account, abroad] },
    })
    const below = await loadBudgets({
      rows: { ad_set: { 'metaads/1/10/5': '60.00' } },
      places: [{ ...daily, key: 'metaads/1/10/5' }],
      search: '?level=ad_set',
    })
    assert.deepEqual(
      [asked, below.asked].map((all) => all.flatMap(({ metrics, filters }) => (metrics.length === 1 ? filters : []))),
      [
        [{ dimension: 'campaign', operator: 'is', values: ['metaads/1/10'] }],
        [{ dimension: 'ad_set', operator: 'is', values: ['metaads/1/10/5'] }],
      ],
    )
  })

  test('of a whole life are measured since the first of them began', async () => {
    const whole = { amount: '600.00', per: 'lifetime', sharedBy: null } as const
    const { table, asked } = await loadBudgets({
      rows: { campaign: campaigns },
      places: [{ ...spring, budget: whole, startsOn: '2026-09-01', endsOn: '2026-12-24' }],
    })
    const question = asked.findLast(({ metrics }) => metrics.length === 1)
    assert.deepEqual([question?.from, question?.to], ['2026-09-01', '2026-11-21'])
    assert.deepEqual(question?.filters, [{ dimension: 'campaign', operator: 'is', values: ['metaads/1/10'] }])
    assert.equal(budgetOf(table)?.note, '10.0% spent')
    assert.match(budgetOf(table)?.long ?? '', /^€60\.00 of €600\.00 spent; runs until Thu 24 Dec 2026\.$/)
  })

  test('that are shared have no share, and no total adds any of them up', async () => {
    const { table } = await loadBudgets({
      rows: { campaign: campaigns },
      places: [{ ...daily, budget: { ...daily.budget, sharedBy: 'Brand pot' } }],
    })
    assert.deepEqual([budgetOf(table)?.share, budgetOf(table)?.note], [null, 'shared budget'])
    assert.equal(table.totals.budget, undefined)
  })

  test('are not asked about where their column is not shown', async () => {
    const { asked } = await loadBudgets({ rows: { campaign: campaigns }, places: [daily], columns: ['adSpend'] })
    assert.equal(asked.length, 1)
  })
})
