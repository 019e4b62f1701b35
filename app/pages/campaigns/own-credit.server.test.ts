import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textsOf } from '../../blocks/breakdown-table/testing.ts'
import { loadTable } from './load-table.server.ts'
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
  assert.ok(notes.some((note) => note.includes('in the totals only')))
})

test('filters by place limit the total, those by state leave it unknown', async () => {
  assert.deepEqual((await cellsOf('?f=campaign:metaads/1/10')).total.slice(1, 3), ['3', '€300.50'])
  assert.deepEqual((await cellsOf('?f=-campaign:metaads/1/10')).total.slice(1, 3), ['2', '€109.99'])
  assert.deepEqual((await cellsOf('?f=ad_status:active')).total.slice(1, 3), ['–', '–'])
})

test('nothing is asked where no column shows it', async () => {
  const { question } = stage({ columns: ['adSpend'], rows, credited })
  assert.equal(await loadOwnCredit(question, { level: 'campaign', parent: undefined }), null)
})
