import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { isAppError } from '@tillsight/core'
import { listAllGoodsCosts, listCostRules, listOrderCosts } from '@tillsight/database'
import { run, type ShopContext } from '../../context/index.ts'
import { rolePermissions } from '../../context/permissions.ts'
import { writeRecords } from '../../ledger/index.ts'
import { sampleLine, sampleOrder } from '../../ledger/sample-facts.ts'
import { ask, openTestStores } from '../../reports/shop.testing.ts'
import { saveCosts } from '../change-costs.ts'
import { listChanges } from '../list-changes.ts'
import { type CostFileKind, costFileKinds } from './columns.ts'
import { type CheckedCostFile, checkCostFile, importCostFile } from './cost-files.ts'
import { exportCostFile, listMissingCosts } from './print-cost-file.ts'

const stores = await openTestStores({ after })
const march = { from: '2026-03-01', to: '2026-03-31' }
const metrics = ['cogs', 'gatewayFees', 'shippingCost', 'handlingCost', 'cm2']

/** Two orders of tea, of which two variants share a SKU, and a hat. */
async function openShopWithOrders(): Promise<ShopContext> {
  const ctx = await stores.openShop()
  const line = (goods: { id: string; productId: string; variantId: string; sku: string }) =>
    sampleLine({ ...goods, gross: '20.00', tax: '3.80' })
  await writeRecords(ctx, {
    source: 'woocommerce',
    records: ['10', '11'].map((day) =>
      sampleOrder({
        id: day,
        placedAt: `2026-03-${day}T10:00:00Z`,
        total: '71.40',
        lines: [
          line({ id: 'a', productId: 'T', variantId: 'T1', sku: 'TEA' }),
          line({ id: 'b', productId: 'T', variantId: 'T2', sku: 'TEA' }),
          line({ id: 'c', productId: 'H', variantId: 'H1', sku: 'HAT' }),
        ],
      }),
    ),
  })
  return ctx
}

const check = (ctx: ShopContext, content: string | Uint8Array<ArrayBuffer>, kind?: CostFileKind) =>
  run(checkCostFile, ctx, { file: { content, ...(kind && { kind }) } })
const load = (ctx: ShopContext, content: string | Uint8Array<ArrayBuffer>, more: object = {}) =>
  run(importCostFile, ctx, { file: { content }, ...more })
const print = async (ctx: ShopContext, kind: CostFileKind) => (await run(exportCostFile, ctx, { kind })).csv
const save = (ctx: ShopContext, change: object) => run(saveCosts, ctx, { change: change as never })
const figures = async (ctx: ShopContext) => (await ask(ctx, { metrics, ...march })).totals
const counts = ({
  report: { rows, added, changed, unchanged, refused, blank, repeated },
}: Pick<CheckedCostFile, 'report'>) => ({
  rows,
  added,
  changed,
  unchanged,
  refused,
  blank,
  repeated,
})
const none = { added: 0, changed: 0, unchanged: 0, refused: 0, blank: 0, repeated: 0 }
const problemsOf = ({ report }: Pick<CheckedCostFile, 'report'>) =>
  report.problems.map(({ row, field, value }) => [row, field, value])

/** What stands, without what says who wrote it when. */
async function standing({ queries, shop }: ShopContext) {
  const goods = (await listAllGoodsCosts(queries, shop.id)).map(
    ({ id: _i, changedAt: _c, personId: _p, ...row }) => row,
  )
  const stored = [...(await listCostRules(queries, shop.id)), ...(await listOrderCosts(queries, shop.id, 'any'))]
  const rules = stored.map(({ id, kind, body }) => ({ id, kind, body }))
  return { goods, rules: rules.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }
}

const rules = [
  { kind: 'fee', body: { gateway: '*', percent: '0.50', exclude: ['cod', 'a|b\\c'], from: '2026-01-01' } },
  {
    kind: 'fee',
    body: {
      gateway: '=stripe',
      percent: '1.4',
      fixed: '0.25',
      currency: 'GBP',
      foreignCard: '1.5',
      region: ['DE', 'UK'],
      conversion: '2',
      payoutCurrency: 'EUR',
      refund: 'all',
      refundFixed: '0.2',
    },
  },
  {
    kind: 'shipping',
    body: {
      type: 'table',
      region: 'DE',
      bands: [
        { upTo: 1000, amount: '4.20' },
        { upTo: 5000, amount: '6.9' },
      ],
      perKgAbove: '1.10',
    },
  },
  { kind: 'shipping', body: { type: 'method', method: 'flat_rate:1', amount: '3', from: '2026-02-01' } },
  { kind: 'handling', body: { perOrder: '0.8', perUnit: '0.15', products: [{ product: 'gid:H', perUnit: '0.4' }] } },
  { kind: 'return', body: { label: '3.90', region: 'Islands', currency: 'USD' } },
  {
    kind: 'expense',
    body: { name: '"Royalty", new', kind: 'percent', percent: '2.5', start: '2026-01-01', end: '2026-12-31' },
  },
  { kind: 'expense', body: { name: "'=Box", kind: 'perUnit', amount: '0.123456', start: '2026-01-01' } },
]
const entries = [
  { scope: 'variant', ref: 'T1', amount: '3.123456', note: '"Quoted"\nand, on a second line; =1+1' },
  { scope: 'variant', ref: 'T1', amount: '2.5', minQuantity: 10, steps: 'graduated', from: null },
  { scope: 'product', ref: 'H', amount: '1000', from: '2026-02-01', country: 'UK', currency: 'USD', note: '@home' },
  { scope: 'supplier', ref: "'Leaf' & Co", kind: 'percent', percent: '45.5' },
  { scope: 'category', ref: '-Tea', amount: '0' },
  { scope: 'shop', kind: 'percent', percent: '40' },
  {
    scope: 'variant',
    ref: 'T2',
    kind: 'madeOf',
    madeOf: [
      { variant: 'H1', quantity: 12 },
      { variant: 'T1', quantity: 1 },
    ],
  },
]

const orderCosts = [
  { order: '10', part: 'line', ref: 'o:a', amount: '7.5', per: 'piece', note: '=made to order' },
  { order: '10', part: 'line', ref: 'o:c', amount: '11', currency: 'USD' },
  { order: '11', part: 'label', ref: 'parcel, second', amount: '4.10' },
  { order: '11', part: 'fee', ref: 'stripe', amount: '60' },
]

async function tellEverything(ctx: ShopContext): Promise<void> {
  await save(ctx, { goods: { entries } })
  for (const rule of rules) await save(ctx, { rule })
  await save(ctx, { orders: { entries: orderCosts } })
}

suite('files of costs', () => {
  test('print what stands: importing it changes nothing, and into an emptied shop it brings everything back', async () => {
    const ctx = await openShopWithOrders()
    await tellEverything(ctx)
    const [before, profit] = [await standing(ctx), await figures(ctx)]
    const files = await Promise.all(costFileKinds.map((kind) => print(ctx, kind)))
    assert.doesNotMatch(files.join('\n'), /(^|,)"?[=+@]/m)
    for (const [index, content] of files.entries()) {
      const checked = await check(ctx, content)
      const { rows } = checked.report
      assert.equal(checked.report.kind, costFileKinds[index])
      assert.deepEqual(counts(checked), { ...none, rows, unchanged: rows }, content)
      assert.equal((await load(ctx, content)).change, null)
    }
    for (const { id, kind } of before.rules) if (kind !== 'order') await save(ctx, { removeRule: id })
    await save(ctx, { orders: { remove: orderCosts.map(({ order, part, ref }) => ({ order, part, ref })) } })
    const remove = before.goods.map(({ scope, ref, fromDay, country, minQuantity }) => ({
      scope,
      ref,
      from: fromDay,
      country,
      minQuantity,
    }))
    await save(ctx, { goods: { remove } })
    assert.deepEqual(await standing(ctx), { goods: [], rules: [] })
    for (const content of files) assert.equal((await load(ctx, content)).report.refused, 0)
    const again = await standing(ctx)
    assert.deepEqual(again.goods, before.goods)
    const bodies = (all: typeof before) => all.rules.map(({ kind, body }) => JSON.stringify([kind, body])).toSorted()
    assert.deepEqual(bodies(again), bodies(before))
    assert.deepEqual(await figures(ctx), profit)
    assert.deepEqual(await Promise.all(costFileKinds.slice(0, 1).map((kind) => print(ctx, kind))), files.slice(0, 1))
  })

  test('do what the same change made by hand does, as one change that is undone as a whole', async () => {
    const [byFile, byHand] = [await openShopWithOrders(), await openShopWithOrders()]
    const content = 'sku,cost,from\nTEA,4.20,\nHAT,9.5,2026-03-11\n'
    const before = await figures(byFile)
    const checked = await check(byFile, content)
    assert.deepEqual(counts(checked), { ...none, rows: 2, added: 2 })
    assert.deepEqual(checked.report.notes, [{ row: 2, text: '2 variants share the SKU “TEA”: all get it.' }])
    assert.deepEqual(await figures(byFile), before)
    const done = await load(byFile, content, { seen: checked.latest })
    assert.deepEqual([done.preview.orders, done.preview.delta], [checked.preview.orders, checked.preview.delta])
    const own = [
      { scope: 'variant', ref: 'T1', amount: '4.20' },
      { scope: 'variant', ref: 'T2', amount: '4.20' },
      { scope: 'variant', ref: 'H1', amount: '9.5', from: '2026-03-11' },
    ]
    const hand = await save(byHand, { goods: { entries: own } })
    assert.deepEqual({ ...done.preview, examples: [] }, { ...hand.preview, examples: [] })
    assert.deepEqual(await figures(byFile), await figures(byHand))
    assert.equal((await load(byFile, content)).change, null)
    assert.equal((await run(listChanges, byFile, {})).changes.length, 1)
    await save(byFile, { undo: done.change })
    assert.deepEqual(await figures(byFile), before)
    assert.deepEqual(await standing(byFile), { goods: [], rules: [] })
  })

  test('refuse bad rows by line and column, and take the good ones', async () => {
    const ctx = await openShopWithOrders()
    const lines = [
      'sku,variant_id,cost,percent,currency,from,country,min_quantity,source',
      'NOPE,,1,,,,,,',
      ',elsewhere,1,,,,,,',
      'HAT,,-1,,,,,,',
      'HAT,,1e3,,,,,,',
      'HAT,,"1.234,56",,,,,,',
      'HAT,,1.12345678901,,,,,,',
      'HAT,,1,,XXY,,,,',
      'HAT,,1,,,2026-02-30,,,',
      'HAT,,1,,,31.03.2026,,,',
      'HAT,,1,45,,,,,',
      'HAT,,1,,,,,2.5,',
      'HAT,,1,,,,,,mine',
      'HAT,,8.50,,,2026-01-01,,5,',
      'HAT,,1',
      'HAT,,,,,,,,',
      'HAT,,7.00,,,,UK,,',
      'HAT,,8.00,,,,GB,,',
      ',,2.00,,,,,,',
    ]
    const checked = await check(ctx, lines.join('\n'))
    assert.deepEqual(counts(checked), { ...none, rows: 18, added: 1, refused: 15, blank: 1, repeated: 1 })
    assert.deepEqual(problemsOf(checked), [
      [2, 'sku', 'NOPE'],
      [3, 'variant_id', 'elsewhere'],
      [4, 'cost', '-1'],
      [5, 'cost', '1e3'],
      [6, 'cost', '1.234,56'],
      [7, 'cost', '1.12345678901'],
      [8, 'currency', 'XXY'],
      [9, 'from', '2026-02-30'],
      [10, 'from', '31.03.2026'],
      [11, 'percent', '45'],
      [12, 'min_quantity', '2.5'],
      [13, 'source', 'mine'],
      [14, 'min_quantity', '5'],
      [15, '(whole row)', 'HAT,,1'],
      [19, 'sku', ''],
    ])
    await load(ctx, lines.join('\n'))
    const [only, ...others] = (await standing(ctx)).goods
    assert.deepEqual(
      [only?.ref, only?.country, only?.amount, only?.source, others],
      ['H1', 'GB', '8.000000', 'file', []],
    )
  })

  test('are read in the encodings, separators and decimals of spreadsheets', async () => {
    const ctx = await openShopWithOrders()
    const german = 'SKU;Cost;Note\r\nHAT;"1.234,56";süß\r\nTEA;3,5;\r\n'
    const variants = [
      german,
      `\uFEFF${german}`,
      Buffer.from(german, 'latin1'),
      Buffer.from(`\uFEFF${german}`, 'utf16le'),
    ]
    for (const content of variants) {
      const { report } = await check(ctx, content)
      assert.deepEqual([report.delimiter, report.decimals, report.added, report.refused], ['semicolon', 'comma', 2, 0])
    }
    await load(ctx, Buffer.from(german, 'latin1'))
    assert.deepEqual(
      (await standing(ctx)).goods.map(({ ref, amount, note }) => [ref, amount, note]),
      [
        ['H1', '1234.560000', 'süß'],
        ['T1', '3.500000', ''],
        ['T2', '3.500000', ''],
      ],
    )
    const unclear = await check(ctx, 'sku\tcost\nHAT\t1,234\nTEA\t5\n')
    assert.deepEqual([unclear.report.decimals, problemsOf(unclear)], ['unclear', [[2, 'cost', '1,234']]])
    const mixed = await check(ctx, 'sku;cost\nHAT;1.50\nTEA;1,50\nHAT;2.00\n')
    assert.deepEqual(problemsOf(mixed), [[3, 'cost', '1,50']])
    const damaged = Buffer.concat([
      Buffer.from('\uFEFFsku,cost,note\nHAT,1,'),
      Buffer.from([0xe9]),
      Buffer.from('\nTEA,2,é\n'),
    ])
    assert.deepEqual(problemsOf(await check(ctx, damaged)), [[2, 'note', '\uFFFD']])
  })

  test('that cannot be read as a whole say what they lack', async () => {
    const ctx = await openShopWithOrders()
    const refused: [string | Uint8Array<ArrayBuffer>, RegExp, CostFileKind?][] = [
      ['sku,price\nHAT,1\n', /lacks the column cost or percent/, 'goods'],
      ['name,start\nBox,2026-01-01\n', /lacks the column amount or percent/, 'expenses'],
      ['sku,cost,cost\nHAT,1,2\n', /column cost twice/],
      ['a,b\n1,2\n', /do not say which costs/],
      ['parcel,cost\n7,0.4\n', /column parcel is about single orders/, 'order-shipping'],
      ['order,cost\n1001,4.20\n', /lacks the column fee/, 'order-fees'],
      ['', /is empty/],
      [Buffer.from('504b03040000', 'hex'), /Excel workbook/],
      [`sku,cost\n${'HAT,1\n'.repeat(100_001)}`, /more than 100,000 rows/],
      // Packed it has two hundred kilobytes.
      [gzipSync(Buffer.alloc(201 * 1024 ** 2, 'sku,cost\n')), /larger than 200 MB unpacked/],
    ]
    for (const [content, message, kind] of refused) {
      await assert.rejects(check(ctx, content, kind), (error) => {
        assert.ok(isAppError(error))
        assert.match(error.message, message)
        return error.code === 'invalid_input'
      })
    }
  })

  test('of rules change a rule by its id or by what it is about, and never make two of one', async () => {
    const ctx = await openShopWithOrders()
    await save(ctx, { rule: { kind: 'fee', body: { gateway: 'stripe', percent: '1.4' } } })
    await save(ctx, { rule: { kind: 'fee', body: { gateway: 'paypal', percent: '2.9' } } })
    const [, paypal] = await listCostRules(ctx.queries, ctx.shop.id)
    const content = `id,gateway,percent,fixed\n,stripe,1.5,0.25\n${paypal?.id},stripe,3,0\n,klarna,101,\n,klarna,2,\n,klarna,3,\n`
    const checked = await check(ctx, content)
    assert.deepEqual(counts(checked), { ...none, rows: 5, added: 1, changed: 1, refused: 2, repeated: 1 })
    assert.deepEqual(problemsOf(checked), [
      [3, 'from', ''],
      [4, 'percent', '101'],
    ])
    const { change } = await load(ctx, content)
    const fees = async () =>
      (await listCostRules(ctx.queries, ctx.shop.id)).map(({ body }) => [body['gateway'], body['percent']])
    assert.deepEqual(await fees(), [
      ['stripe', '1.5'],
      ['paypal', '2.9'],
      ['klarna', '3'],
    ])
    await save(ctx, { undo: change })
    assert.deepEqual(await fees(), [
      ['stripe', '1.4'],
      ['paypal', '2.9'],
    ])
    const rent = await check(
      ctx,
      'name,amount,kind,every,start\nRent,1200,recurring,month,2026-02-10\nBox,0.2,perOrder,,2026-02-10\n',
    )
    assert.deepEqual([problemsOf(rent), rent.report.added], [[[2, 'kind', 'recurring']], 1])
    const handling = await check(ctx, 'rule,per_order,label\n,0.8,\n,,3.9\nreturn,1,3\nmailing,1,\n')
    assert.deepEqual(problemsOf(handling), [
      [4, 'per_order', '1'],
      [5, 'rule', 'mailing'],
    ])
    assert.equal(handling.report.added, 2)
    await load(ctx, 'name,kind,amount,start\nRoyalty,percent,2.5,2026-01-01\n')
    assert.match(await print(ctx, 'expenses'), /Royalty,0,2\.5,,percent,2026-01-01/)
  })

  test('take permissions, closed days and what others changed meanwhile as every change does', async () => {
    const ctx = await openShopWithOrders()
    const { latest } = await check(ctx, 'sku,cost\nHAT,5\n')
    await load(ctx, 'sku,cost\nHAT,6\n')
    const code = (wanted: string) => (error: unknown) => isAppError(error) && error.code === wanted
    await assert.rejects(load(ctx, 'sku,cost\nHAT,5\n', { seen: latest }), code('conflict'))
    await save(ctx, { settings: { closedThrough: '2026-03-31' } })
    assert.equal((await check(ctx, 'sku,cost\nHAT,5\n')).preview.closed, true)
    await assert.rejects(load(ctx, 'sku,cost\nHAT,5\n'), code('invalid_input'))
    const analyst: ShopContext = {
      ...ctx,
      actor: { kind: 'api_key', id: 'k', permissions: rolePermissions.analyst, shops: 'all' },
    }
    await assert.rejects(load(analyst, 'sku,cost\nHAT,5\n'), code('forbidden'))
    await load(ctx, 'sku,cost\nHAT,5\n', { reason: 'The supplier corrected the invoice' })
    const other = await stores.openShop()
    assert.deepEqual(problemsOf(await check(other, 'variant_id,cost\nH1,5\n')), [[2, 'variant_id', 'H1']])
  })

  test('of what is missing are filled in and imported', async () => {
    const ctx = await openShopWithOrders()
    const { csv, rows } = await run(listMissingCosts, ctx, march)
    assert.equal(rows, 3)
    assert.deepEqual(counts(await check(ctx, csv)), { ...none, rows: 3, blank: 3 })
    const filled = csv.replace(/^(H1,HAT,[^,]*),/m, '$1,7.5')
    assert.deepEqual(counts(await load(ctx, filled)), { ...none, rows: 3, added: 1, blank: 2 })
    assert.equal((await run(listMissingCosts, ctx, march)).rows, 2)
  })

  test('of twenty thousand goods are one change, and gone as one; packed with gzip they are read as well', async () => {
    const ctx = await openShopWithOrders()
    const ids = Array.from({ length: 20_000 }, (_, index) => `V${index}`)
    const variants = ids.map((id) => ({ id, sku: `SKU-${id}`, title: '', price: '40.00', cost: null, weight: null }))
    const product = { id: 'P', title: 'Tea', status: 'publish', giftCard: false, categories: [], imageUrl: null }
    await writeRecords(ctx, {
      source: 'woocommerce',
      records: [{ type: 'product', ...product, updatedAt: '2026-06-01T00:00:00Z', variants }],
    })
    const content = gzipSync(`sku,cost\nTEA,2\n${ids.map((id, index) => `SKU-${id},${index}.25\n`).join('')}`)
    const { change, report } = await load(ctx, content)
    assert.deepEqual(counts({ report }), { ...none, rows: 20_001, added: 20_001 })
    assert.equal((await standing(ctx)).goods.length, 20_002)
    const all = await print(ctx, 'goods')
    assert.deepEqual(counts(await check(ctx, all)), { ...none, rows: 20_002, unchanged: 20_002 })
    await save(ctx, { undo: change })
    assert.deepEqual((await standing(ctx)).goods, [])
  })
})
