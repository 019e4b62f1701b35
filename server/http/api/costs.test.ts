import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type {
  CheckedCostFile,
  CostChanges,
  CostFileText,
  CostRulesView,
  FoundParts,
  GoodsCosts,
  GoodsTimeLine,
  ImportedCostFile,
  SavedCosts,
  SpendEntry,
  TriedShipping,
} from '@tillsight/domain'
import { getJson, type Problem } from '../../testing/http.ts'
import { addShop, startInstallation } from '../../testing/installation.ts'
import { workedOrders } from '../../testing/worked-example.ts'

const installation = await startInstallation({ after })
for (const domain of ['worked.example', 'other.example']) await addShop(installation, { domain }, workedOrders)

function ask<T>(request: string, body?: object, domain = 'worked.example') {
  const [method = '', path = ''] = request.split(' ')
  const sent = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return getJson<T>(installation, `/api/v1/shops/${domain}/costs/${path}`, { method, ...(body && sent) })
}

const gateways = async () => (await ask<Pick<CostRulesView, 'rules'>>('GET gateways')).body.rules

test('rules are added, changed in part and deleted by kind; those of another shop are not there', async () => {
  const added = await ask<SavedCosts>('POST gateways', { gateway: 'stripe', percent: '1.4', fixed: '0.25' })
  assert.equal(added.status, 200, JSON.stringify(added.body))
  await ask('POST handling', { perOrder: '0.80' })
  const [rule, ...others] = await gateways()
  assert.deepEqual([rule?.kind, rule?.body['fixed'], others], ['fee', '0.250000', []])
  const path = `gateways/${rule?.id}`
  assert.equal((await ask(`PATCH ${path}`, { percent: '2.9' })).status, 200)
  assert.deepEqual(
    (await gateways()).map(({ body }) => [body['percent'], body['fixed']]),
    [['2.9', '0.250000']],
  )
  for (const method of ['PATCH', 'DELETE'])
    assert.equal((await ask(`${method} ${path}`, { percent: '1' }, 'other.example')).status, 404)
  assert.equal((await ask(`PATCH handling/${rule?.id}`, { perOrder: '1' })).status, 404)
  const wrong = await ask<Problem & Record<string, unknown>>(`PATCH ${path}`, { percent: '101' })
  assert.deepEqual([wrong.status, typeof wrong.body['percent']], [400, 'string'])
  assert.equal((await ask(`DELETE ${path}`)).status, 200)
  assert.deepEqual(await gateways(), [])
})

test('costs of goods are saved and undone', async () => {
  const margin = { entries: [{ scope: 'shop', kind: 'percent', percent: '40' }], reason: 'As agreed', seen: null }
  const { status, body } = await ask<SavedCosts>('POST goods', margin)
  assert.equal(status, 200, JSON.stringify(body))
  const list = async () => (await ask<CostChanges>('GET changes')).body.changes
  assert.deepEqual([(await list())[0]?.id, (await list())[0]?.reason], [body.change, 'As agreed'])
  assert.equal(
    (await ask('POST goods', { entries: [{ ...margin.entries[0], percent: '30' }], seen: null })).status,
    409,
  )
  assert.equal((await ask(`POST changes/${body.change}/undo`, {})).status, 200)
  assert.equal((await ask(`POST changes/${body.change}/undo`, {})).status, 409)
  const [, undone] = await list()
  assert.equal(undone?.undone, true)
})

test('goods are made of others, with their time line; shipping is tried; another shop has none of it', async () => {
  const sold = await ask<GoodsCosts>('GET goods?from=2025-03-01&to=2025-03-31')
  const [box = '', cup = ''] = sold.body.rows.map(({ variant }) => variant)
  const madeOf = [{ variant: cup, quantity: 2 }]
  const entries = [
    { scope: 'variant', ref: box, kind: 'madeOf', madeOf },
    { scope: 'variant', ref: cup, amount: '1.50' },
  ]
  const saved = await ask<SavedCosts>('POST goods', { entries })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const { status, body } = await ask<GoodsTimeLine>(`GET goods/time-line?variant=${box}`)
  const [entry] = body.entries
  assert.deepEqual([status, entry?.madeOf, entry?.partsCost, entry?.isNow], [200, madeOf, '3.000000', true])
  assert.equal((await ask<FoundParts>('POST goods/parts', { madeOf })).body.cost, '3.000000')
  const circle = { entries: [{ scope: 'variant', ref: cup, kind: 'madeOf', madeOf: [{ variant: box, quantity: 1 }] }] }
  assert.equal((await ask('POST goods', circle)).status, 400)
  assert.equal((await ask('GET goods/time-line?variant=nothing')).status, 404)
  assert.equal((await ask('GET goods/time-line')).status, 400)
  assert.equal((await ask(`POST changes/${saved.body.change}/undo`, {})).status, 200)

  const tried = async (order: object, domain?: string) => ask<TriedShipping>('POST shipping/try', order, domain)
  const bands = [{ upTo: 2000, amount: '4.20' }]
  const rule = await ask<SavedCosts>('POST shipping', { type: 'table', region: 'AT', bands })
  assert.equal(rule.status, 200, JSON.stringify(rule.body))
  const { amount, state } = (await tried({ country: 'AT', grams: 1500 })).body
  assert.deepEqual([amount, state], ['4.200000', 'exact'])
  assert.equal((await tried({ country: 'AT', grams: 1500 }, 'other.example')).body.amount, null)
  assert.equal((await tried({ country: 'Austria' })).status, 400)
})

test('files are checked, imported as one change, printed and undone; those of another shop stay as they are', async () => {
  const missing = await ask<CostFileText>('GET files/missing?from=2025-03-01&to=2025-03-31')
  assert.deepEqual([missing.status, missing.body.rows], [200, 3])
  const csv = 'sku,cost\nTEA,4.20\nNOPE,1\n'
  const { status, body } = await ask<CheckedCostFile>('POST imports/check', { csv })
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body.report.added, body.report.refused, body.report.problems[0]?.row], [1, 1, 3])
  const again = await ask<CheckedCostFile>('POST imports/check', { csv, pack: true })
  const file = { base64: again.body.packed ?? '', name: 'tea.csv', kind: 'goods' }
  const done = await ask<ImportedCostFile>('POST imports', { ...file, seen: body.latest, reason: 'New list' })
  assert.deepEqual([done.status, done.body.preview.delta], [200, body.preview.delta], JSON.stringify(done.body))
  assert.match((await ask<CostFileText>('GET files/goods')).body.csv, /,4\.2,/)
  assert.equal((await ask<CostFileText>('GET files/goods', undefined, 'other.example')).body.rows, 0)
  const [latest] = (await ask<CostChanges>('GET changes')).body.changes
  assert.deepEqual([latest?.id, latest?.reason], [done.body.change, 'New list'])
  assert.equal((await ask<ImportedCostFile>('POST imports', { csv })).body.change, null)
  assert.equal((await ask('POST imports', { csv: csv.replace('4.20', '5'), seen: body.latest })).status, 409)
  assert.equal((await ask(`POST changes/${done.body.change}/undo`, {})).status, 200)
  assert.equal((await ask<CostFileText>('GET files/goods')).body.rows, 0)
  for (const wrong of [{}, { csv, base64: 'eA==' }, { csv: 'a,b\n1,2\n' }, { csv, kind: 'everything' }])
    assert.equal((await ask('POST imports/check', wrong)).status, 400)
  assert.equal((await ask('GET files/everything')).status, 400)
})

test('custom spend is added as a percentage, changed in part, ended and deleted; that of another shop is not there', async () => {
  const spend = <T>(request: string, body?: object, domain = 'worked.example') =>
    ask<T>(request.replace(' ', ' ../spend'), body, domain)
  const added = await spend<SpendEntry>('POST ', {
    channel: 'Agency',
    firstDay: '2026-01-01',
    amount: '7.5',
    percentOf: 'netSales',
    countsAs: 'expense',
  })
  assert.equal(added.status, 200, JSON.stringify(added.body))
  const path = `/${added.body.id}`
  const changed = await spend<SpendEntry>(`PATCH ${path}`, { amount: '8' })
  assert.deepEqual(
    [changed.body.amount, changed.body.percentOf, changed.body.countsAs],
    ['8.000000', 'netSales', 'expense'],
  )
  for (const method of ['PATCH', 'DELETE'])
    assert.equal((await spend(`${method} ${path}`, { amount: '1' }, 'other.example')).status, 404)
  const wrong = await spend<Problem & Record<string, unknown>>(`PATCH ${path}`, { percentOf: 'profit' })
  assert.deepEqual([wrong.status, typeof wrong.body['percentOf']], [400, 'string'])
  assert.equal((await spend(`DELETE ${path}?from=today`)).status, 200)
  const { entries } = (await spend<{ entries: SpendEntry[] }>('GET ')).body
  assert.equal(entries.length, 1)
  assert.notEqual(entries[0]?.lastDay, null)
  assert.equal((await spend(`DELETE ${path}`)).status, 200)
  assert.deepEqual((await spend<{ entries: SpendEntry[] }>('GET ')).body.entries, [])
})

test('an expense per order ends from today, and other rules do not', async () => {
  await ask('POST expenses', { name: 'Samples', kind: 'perOrder', amount: '1', start: '2026-01-01' })
  const rules = async () => (await ask<Pick<CostRulesView, 'rules'>>('GET expenses')).body.rules
  const id = (await rules())[0]?.id
  assert.equal((await ask(`DELETE expenses/${id}?from=today`)).status, 200)
  const [ended] = await rules()
  assert.match(String(ended?.body['end']), /^\d{4}-\d{2}-\d{2}$/)
  assert.equal((await ask(`DELETE expenses/${id}`)).status, 200)
  assert.deepEqual(await rules(), [])
})
