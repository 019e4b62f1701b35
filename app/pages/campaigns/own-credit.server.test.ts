import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textsOf } from '../../blocks/breakdown-table/testing.ts'
import { loadCampaignsCsv } from './load-csv.server.ts'
import { knownColumns, loadTable } from './load-table.server.ts'
import { loadOwnCredit } from './own-credit.server.ts'
import { stage } from './testing.ts'

const columns = ['adSpend', 'ownOrders', 'ownRevenue', 'ownRoas', 'ownCpa', 'ownNewOrders']

function credit(campaign: string, figures: { readonly orders: string; readonly revenue: string }) {
  const account_id = campaign === '' ? '' : '1'
  const ids = { platform: 'metaads', account_id, campaign_id: campaign, ad_set_id: '', ad_id: '' }
  return { ...ids, new_orders: '1', ...figures }
}

const credited = [
  credit('10', { orders: '2.5', revenue: '250.50' }),
  credit('10', { orders: '0.5', revenue: '50.00' }),
  credit('11', { orders: '1', revenue: '99.99' }),
  credit('', { orders: '1', revenue: '10.00' }),
]
const rows = { campaign: { 'metaads/1/10': '60.00', 'metaads/1/12': '40.00' } }

async function cellsOf(search: string) {
  const load = await loadTable(stage({ search, columns, rows, credited }).question)
  assert.ok(load.state === 'ready')
  const { table } = load
  return {
    total: textsOf(table, table.totals),
    rows: table.page.rows.map((row) => textsOf(table, row)),
    notes: table.notes,
  }
}

test('a place has what all channels earn with it, and one without any credit has nothing', async () => {
  const { rows: printed } = await cellsOf('')
  assert.deepEqual(printed, [
    ['€60.00', '3', '€300.50', '5.01×', '€20.00', '2'],
    ['€40.00', '0', '€0.00', '0.00×', '–', '0'],
  ])
})

test('the total is of all places, also of clicks whose campaign nobody knows', async () => {
  const { total, notes } = await cellsOf('')
  assert.deepEqual(total, ['€100.00', '5', '€410.49', '4.10×', '€20.00', '4'])
  assert.ok(notes.some(({ text }) => text.includes('in the totals only')))
})

test('filters by place limit the total, those by state leave it unknown', async () => {
  assert.deepEqual((await cellsOf('?f=campaign:metaads/1/10')).total.slice(1, 3), ['3', '€300.50'])
  assert.deepEqual((await cellsOf('?f=-campaign:metaads/1/10')).total.slice(1, 3), ['2', '€109.99'])
  assert.deepEqual((await cellsOf('?f=ad_status:active')).total.slice(1, 3), ['–', '–'])
})

test('what orders contribute is added up, and says how exactly it is known', async () => {
  const profit = ['adSpend', 'ownContribution', 'ownProfit', 'ownPoas']
  const of = (campaign: string, cm2: string, bound: 'exact' | 'about' | 'at_most') => ({
    ...credit(campaign, { orders: '1', revenue: '100.00' }),
    credited_cm2: cm2,
    bound,
    is_uncosted: campaign === '12',
  })
  const contributed = [
    of('10', '21.357576', 'exact'),
    of('10', '100.00', 'about'),
    of('12', '70.00', 'at_most'),
    of('13', '5.00', 'at_most'),
  ]
  const staged = { columns: profit, rows, credited: contributed }
  const load = await loadTable(stage(staged).question)
  assert.ok(load.state === 'ready')
  const { table } = load
  assert.deepEqual(
    table.page.rows.map((row) => textsOf(table, row)),
    [
      ['€60.00', '≈\u00a0€121.36', '≈\u00a0€61.36', '≈\u00a02.02×'],
      ['€40.00', '–', '–', '–'],
    ],
  )
  assert.deepEqual(textsOf(table, table.totals), ['€100.00', '≤\u00a0€196.36', '≤\u00a0€96.36', '≤\u00a01.96×'])
  const { text } = await loadCampaignsCsv(stage(staged).question)
  const [head = '', total = '', first = '', second = ''] = text.split('\n')
  assert.ok(
    head.includes(
      'Attributed contribution (EUR),Attributed contribution bound,Attributed profit (EUR),Attributed profit bound,Attributed POAS,',
    ),
  )
  assert.ok(total.includes('196.357576,at_most,96.357576,at_most,1.9635757600,at_most'), total)
  assert.ok(first.includes('121.357576,about,61.357576,about'), first)
  assert.ok(second.endsWith(',,,,,,\r') || second.endsWith(',,,,,,'), second)
})

test('contribution is asked for only where a column shows it', async () => {
  const asked: (boolean | undefined)[] = []
  for (const shown of [['ownRevenue'], ['ownPoas']]) {
    const verbs = {
      'attribution.places': async ({ contribution }: { readonly contribution?: boolean | undefined }) => {
        asked.push(contribution)
        return []
      },
    }
    await loadOwnCredit(stage({ columns: shown, verbs }).question, { level: 'campaign', parent: undefined })
  }
  assert.deepEqual(asked, [false, true])
})

test('whoever does not see profit has no columns of it', () => {
  const { services } = stage({}).question
  const stored = ['adSpend', 'ownPoas', 'ownRevenue']
  const keysFor = (seeProfit: boolean) =>
    knownColumns(stored, { services: { ...services, may: { seeProfit } } }).map(({ key }) => key)
  assert.deepEqual(keysFor(true), stored)
  assert.deepEqual(keysFor(false), ['adSpend', 'ownRevenue'])
})

test('nothing is asked where no column shows it', async () => {
  const { question } = stage({ columns: ['adSpend'], rows, credited })
  assert.equal(await loadOwnCredit(question, { level: 'campaign', parent: undefined }), null)
})
