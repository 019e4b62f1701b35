import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { DisputeRecord, PlatformRecord } from '@tillsight/platforms/connectors'
import { run, type ShopContext } from '../context/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { getOrder } from '../orders/index.ts'
import { listRows } from '../reports/index.ts'
import { ask, openTestStores } from '../reports/shop.testing.ts'
import { previewChange, saveCosts } from './change-costs.ts'
import { checkCostFile, exportCostFile, importCostFile } from './files/index.ts'

const stores = await openTestStores({ after })
const order = sampleOrder({
  id: '1001',
  name: '#1001',
  total: '84.00',
  gateway: 'card',
  lines: [sampleLine({ id: 'a', productId: 'tea', quantity: '2', gross: '70.588235', tax: '13.411765' })],
})
const dispute: DisputeRecord = {
  type: 'dispute',
  id: '77',
  orderId: '1001',
  at: '2026-04-02T08:00:00Z',
  endedAt: null,
  outcome: 'open',
  amount: '84.00',
  currency: 'EUR',
  reason: 'fraudulent',
}
const won: DisputeRecord = { ...dispute, outcome: 'won', endedAt: '2026-05-20T08:00:00Z' }
const metrics = [
  'returns',
  'returnsProducts',
  'returnsTax',
  'gatewayFees',
  'cogs',
  'returnCosts',
  'cm2',
  'unitsReturned',
]

/** The order costs 20.00 of goods; its card costs nothing, a dispute 15.00, a returned parcel 4.00. */
async function openShop(records: readonly PlatformRecord[]): Promise<ShopContext> {
  const ctx = await stores.openShop()
  await save(ctx, { rule: { kind: 'fee', body: { gateway: 'card', dispute: '15' } } })
  await save(ctx, { rule: { kind: 'return', body: { label: '4' } } })
  await save(ctx, { rule: { kind: 'shipping', body: { type: 'nothing' } } })
  for (const record of records) await writeRecords(ctx, { source: 'shopify', records: [record] })
  await save(ctx, { goods: { entries: [{ scope: 'product', ref: 'tea', amount: '10' }] } })
  return ctx
}

const save = (ctx: ShopContext, change: object) => run(saveCosts, ctx, { change: change as never })
const check = (ctx: ShopContext, content: string) => run(checkCostFile, ctx, { file: { content } })

async function figuresOf(ctx: ShopContext, from: string, to = from): Promise<(string | number | null)[]> {
  const { totals } = await ask(ctx, { metrics, from, to })
  return metrics.map((metric) => totals[metric] ?? null)
}

const lostDay = ['84.00', '70.588235', '13.411765', '15.00', '0.00', '0.00', '-85.588235', 2].map(rounded)
const wonDay = ['-84.00', '-70.588235', '-13.411765', '-15.00', '0.00', '0.00', '85.588235', -2].map(rounded)

function rounded(value: string | number): string | number {
  return typeof value === 'number' ? value : Number(value).toFixed(2)
}

test('example 25: a lost dispute is a return without goods and a fee of its day; won, both are reversed', async () => {
  const ctx = await openShop([order, dispute])
  assert.deepEqual(
    (await figuresOf(ctx, '2026-04-02')).map((value) => rounded(value ?? '')),
    lostDay,
  )
  const day = { from: '2026-04-02', to: '2026-04-02' }
  const behind = await run(listRows, ctx, { ...day, metric: 'returns' })
  assert.deepEqual([...new Set(behind.rows.map(({ kind }) => kind))], ['dispute'])
  const { rows, costs, disputes } = await run(getOrder, ctx, { id: '1001' })
  const [back] = rows.filter(({ side }) => side === 'return')
  assert.deepEqual([back?.gross, back?.tax, back?.cost], ['-70.588235', '-13.411765', '0.000000'])
  assert.deepEqual(
    costs.filter(({ event }) => event === 'dispute:77').map(({ part, amount, state }) => [part, amount, state]),
    [['fee', '15.000000', 'exact']],
  )
  assert.deepEqual(disputes, [
    { id: '77', at: '2026-04-02T08:00:00Z', amount: '84.000000', outcome: 'open', wonAt: null },
  ])
  await writeRecords(ctx, { source: 'shopify', records: [won] })
  assert.deepEqual(
    (await figuresOf(ctx, '2026-04-02')).map((value) => rounded(value ?? '')),
    lostDay,
  )
  assert.deepEqual(
    (await figuresOf(ctx, '2026-05-20')).map((value) => rounded(value ?? '')),
    wonDay,
  )
})

test('records of a dispute give the same figures in whatever order they come', async () => {
  const orders = [
    [order, dispute, won],
    [won, dispute, order],
    [dispute, order, won],
    [won, order],
  ]
  const shops = await Promise.all(orders.map(openShop))
  const months = await Promise.all(
    shops.map(async (ctx) => [
      await figuresOf(ctx, '2026-03-01', '2026-06-30'),
      await figuresOf(ctx, '2026-04-02'),
      await figuresOf(ctx, '2026-05-20'),
    ]),
  )
  for (const figures of months) assert.deepEqual(figures, months[0])
})

test('a file tells disputes that the store does not know: checked, previewed, undone, exported without loss', async () => {
  const ctx = await openShop([order])
  const before = await figuresOf(ctx, '2026-03-01', '2026-06-30')
  const file =
    'order;began;amount;currency;fee;outcome;ended;dispute\n' +
    '#1001;2026-04-02;84,00;EUR;15,00;won;2026-05-20;dp_1\n' +
    '1001;2026-04-02;;;;won;;dp_2\n' +
    '1001;2026-04-02;;;;maybe;;dp_3\n' +
    '7;2026-04-02;;;;lost;;\n'
  const { report, preview } = await check(ctx, file)
  assert.equal(report.kind, 'disputes')
  assert.deepEqual(
    report.problems.map(({ row, field, value }) => [row, field, value]),
    [
      [3, 'ended', ''],
      [4, 'outcome', 'maybe'],
      [5, 'order', '7'],
    ],
  )
  assert.deepEqual(
    [preview.orders, preview.from, preview.to, preview.delta, preview.byMonth.map(({ delta }) => delta)],
    [1, '2026-04-02', '2026-05-20', '0.000000', ['-85.588235', '85.588235']],
  )
  const { change } = await run(importCostFile, ctx, { file: { content: file } })
  assert.deepEqual(
    (await figuresOf(ctx, '2026-04-02')).map((value) => rounded(value ?? '')),
    lostDay,
  )
  assert.deepEqual(
    (await figuresOf(ctx, '2026-05-20')).map((value) => rounded(value ?? '')),
    wonDay,
  )
  const { csv } = await run(exportCostFile, ctx, { kind: 'disputes' })
  assert.equal((await check(ctx, csv)).report.unchanged, 1)
  const lost = csv.replace('won', 'lost')
  assert.equal((await check(ctx, lost)).preview.delta, '-85.588235')
  await save(ctx, { undo: change })
  assert.deepEqual(await figuresOf(ctx, '2026-03-01', '2026-06-30'), before)
})

test('a dispute whose fee nobody knows leaves profit at most; one told by API has it', async () => {
  const ctx = await openShop([{ ...order, gateway: 'other', paidAt: null }, dispute])
  const bound = async () =>
    (await ask(ctx, { metrics: ['cm2'], from: '2026-03-01', to: '2026-06-30' })).quality?.['cm2']?.bound
  assert.equal(await bound(), 'at_most')
  const told = { order: '1001', part: 'dispute', fee: '15', began: '2026-04-02' }
  const asked = { change: { orders: { entries: [told] } } as never }
  assert.equal((await run(previewChange, ctx, asked)).delta, '-15.000000')
  await save(ctx, { orders: { entries: [told] } })
  assert.equal(await bound(), 'exact')
  await save(ctx, { orders: { remove: [{ order: '1001', part: 'dispute' }] } })
  assert.equal(await bound(), 'at_most')
  await assert.rejects(save(ctx, { orders: { entries: [{ ...told, outcome: 'won' }] } }), /won/)
})
