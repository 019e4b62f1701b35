import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { AppError } from '@tillsight/core'
import { listDirtyDays } from '@tillsight/database'
import type { OrderRecord } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { run, type ShopContext } from '../context/index.ts'
import { fileSource } from '../files/index.ts'
import { listHealth } from '../health/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { runQuery } from '../reports/index.ts'
import { openTestShop, openTestStores, readLedger, type TestShop } from '../sync/testing.ts'
import { importOrders, listImports } from './index.ts'
import { sourceOf } from './testing.ts'

const stores = await openTestStores({ after })

const header = 'order_id,placed_at,email,sku,title,quantity,unit_price,refunded_at'
const rows = (from: number, to: number) =>
  Array.from(
    { length: to - from + 1 },
    (_, index) => `A-${from + index},2026-03-01 10:00,b${index % 7}@example.net,S,Socks,2,12.50,`,
  )
const file = (...lines: string[]) => [header, ...lines, ''].join('\n')

function importText(ctx: ShopContext, content: string, options: { preview?: boolean; name?: string } = {}) {
  return importOrders(ctx, {
    source: sourceOf(content, options.name ? { name: options.name } : {}),
    format: 'generic',
    preview: options.preview ?? false,
  })
}

test('good orders go in, bad ones stay out whole, and the report is kept', async () => {
  const shop = await openTestShop(stores)
  const content = file(...rows(1, 30), 'B,2026-02-30,,S,Socks,1,5.00,', 'B,,,S,Hat,1,5.00,')
  const report = await importText(shop.ctx, content, { name: 'spring.csv' })
  assert.deepEqual(report.rows, { read: 32, good: 30, leftOut: 2 })
  assert.deepEqual(report.groups, { good: 30, leftOut: 1 })
  assert.equal(report.records.stored, 30)
  assert.equal((await readLedger(shop)).length, 30)
  const [kept] = await run(listImports, shop.ctx, {})
  assert.deepEqual(kept?.report, report)
  assert.equal(kept?.state, 'done')
  const health = await run(listHealth, shop.ctx, {})
  assert.equal(health.find(({ kind }) => kind === 'import_problems')?.title, '2 rows of spring.csv were not imported')

  await importText(shop.ctx, file(...rows(1, 30)), { name: 'spring.csv' })
  assert.equal((await run(listHealth, shop.ctx, {})).length, 0)
})

test('the same file twice changes nothing', async () => {
  const shop = await openTestShop(stores)
  const content = file(...rows(1, 20), 'R,2026-03-01,x@example.net,S,Socks,1,5.00,2026-03-05')
  await importText(shop.ctx, content)
  const first = await readLedger(shop)
  const again = await importText(shop.ctx, content)
  assert.deepEqual(again.records, { stored: 0, unchanged: 22, outdated: 0 })
  assert.deepEqual(await readLedger(shop), first)
})

test('an order that a connection holds is left out and named; the platform’s record replaces an imported one', async () => {
  const shop = await openTestShop(stores)
  await importText(shop.ctx, file('A-1,2026-03-01 10:00,,S,Socks,1,10.00,2026-03-04', ...rows(2, 3)))
  const platform = (id: string, gross: string): OrderRecord =>
    sampleOrder({ id, placedAt: '2026-02-01T10:00:00Z', lines: [sampleLine({ id: '9', gross })] })
  const records = [platform('A-1', '99.00'), platform('C', '7.00')]
  await writeRecords(shop.ctx, { source: 'woocommerce', records })
  const shown = async () =>
    (await readLedger(shop)).map(({ order_id, gross }) => `${String(order_id)} ${Number(gross)}`).sort()
  const held = ['A-1 99', 'A-2 25', 'A-3 25', 'C 7']
  assert.deepEqual(await shown(), held)

  const again = file(...rows(2, 3), 'C,2026-03-01,,S,Socks,1,1.00,', 'C,,,S,Hat,1,1.00,')
  const preview = await importText(shop.ctx, again, { preview: true })
  const report = await importText(shop.ctx, again)
  assert.deepEqual(report.rows, { read: 4, good: 2, leftOut: 2 })
  assert.deepEqual(
    report.problems.map(({ row, field, value }) => [row, field, value]),
    [[4, 'order_id', 'C']],
  )
  assert.deepEqual(preview.problems, report.problems)
  assert.match(report.problems[0]?.remedy ?? '', /number of its own/)
  assert.equal(report.records.unchanged, 2)
  assert.deepEqual(await shown(), held)
})

test('a preview says the same and stores nothing', async () => {
  const shop = await openTestShop(stores)
  const content = file(...rows(1, 5), 'B,2026-02-30,,S,Socks,1,5.00,')
  const preview = await importText(shop.ctx, content, { preview: true })
  assert.deepEqual(await readLedger(shop), [])
  assert.deepEqual(await run(listImports, shop.ctx, {}), [])
  const real = await importText(shop.ctx, content)
  assert.deepEqual({ ...preview, preview: false, records: real.records }, real)
})

test('a refused file changes nothing that is stored', async () => {
  const shop = await openTestShop(stores)
  await importText(shop.ctx, file(...rows(1, 5)))
  const before = await readLedger(shop)
  for (const content of ['', '<html></html>', '{"a":1}', 'x,y\n1,2\n', file()])
    await assert.rejects(importText(shop.ctx, content), AppError)
  assert.deepEqual(await readLedger(shop), before)
})

test('a disk that is full in between leaves whole orders, a clear message, and the next import completes it', async () => {
  const shop = await openTestShop(stores)
  const lines = Array.from(
    { length: 21_000 },
    (_, index) => `N-${Math.floor(index / 3)},2026-03-01 10:00,,S,Socks,1,${index % 50},`,
  )
  const content = file(...lines)
  let inserts = 0
  const full: ShopContext = {
    ...shop.ctx,
    warehouse: {
      ...shop.ctx.warehouse,
      async insert(table, values) {
        inserts += 1
        if (inserts === 5) throw new AppError('unavailable', 'The disk of the warehouse is full. Free some space.')
        return shop.ctx.warehouse.insert(table, values)
      },
    },
  }
  await assert.rejects(importText(full, content), /disk of the warehouse is full.*stored before.*import the file again/)
  const [failed] = await run(listImports, shop.ctx, {})
  assert.equal(failed?.state, 'failed')
  assert.match(failed?.report?.failure ?? '', /disk/)
  await importText(shop.ctx, content)
  const ledger = await readLedger(shop)
  assert.equal(ledger.length, 21_000)
  const clean = await openTestShop(stores)
  await importText(clean.ctx, content)
  assert.deepEqual(ledger, await readLedger(clean))
})

/** A file of so many orders of one year; the same people buy every year. */
const yearOf = (year: number) =>
  file(
    ...Array.from(
      { length: 2100 },
      (_, index) => `${year}-${index},${year}-03-${10 + (index % 9)} 10:00,b${index}@example.net,S,Socks,1,12.50,`,
    ),
  )

/** Imports 2026, then 2025 by a command that is killed after all orders are stored but before customers are computed. */
async function openShopOfKilledImport(): Promise<TestShop> {
  const shop = await openTestShop(stores)
  await importText(shop.ctx, yearOf(2026))
  const killed: ShopContext = {
    ...shop.ctx,
    warehouse: { ...shop.ctx.warehouse, rewrite: () => Promise.reject(new Error('killed')) },
  }
  await assert.rejects(importText(killed, yearOf(2025)), /killed/)
  return shop
}

/** Number of orders of each year by customer class. */
async function countClasses({ ctx }: TestShop) {
  return ctx.warehouse.read(
    {
      sql: `SELECT toString(toYear(placed_at)) AS year, toString(customer_class) AS class, toInt32(count()) AS orders FROM ledger
        WHERE shop_id = {shop:UUID} AND head = 1 GROUP BY year, class ORDER BY year, class`,
      params: {},
    },
    z.object({ year: z.string(), class: z.string(), orders: z.number() }),
  )
}

const rightClasses = [
  { year: '2025', class: 'new', orders: 2100 },
  { year: '2026', class: 'returning', orders: 2100 },
]

test('an import that died before customers were worked out is completed by its repeat, though that stores nothing', async () => {
  const shop = await openShopOfKilledImport()
  assert.notDeepEqual(await countClasses(shop), rightClasses)
  const again = await importText(shop.ctx, yearOf(2025))
  assert.equal(again.records.stored, 0)
  assert.deepEqual(await countClasses(shop), rightClasses)
  assert.deepEqual(await listDirtyDays(shop.ctx.db.kysely, shop.ctx.shop.id), [])
})

test('who may not import is refused', async () => {
  const shop = await openTestShop(stores)
  const ctx: ShopContext = { ...shop.ctx, actor: { kind: 'person', id: 'p', role: 'viewer', shops: 'all' } }
  await assert.rejects(importText(ctx, file(...rows(1, 1))), /needs the permission “imports:write”/)
})

test('files on this machine are read, and missing ones and folders are named', async (t) => {
  const shop = await openTestShop(stores)
  const dir = await mkdtemp(join(tmpdir(), 'tillsight-import-'))
  t.after(() => rm(dir, { recursive: true }))
  await writeFile(join(dir, 'orders.csv'), file(...rows(1, 3)))
  const report = await importOrders(shop.ctx, { source: await fileSource(join(dir, 'orders.csv')), format: 'generic' })
  assert.equal(report.fileName, 'orders.csv')
  await assert.rejects(fileSource(join(dir, 'nothing.csv')), /cannot be read/)
  await assert.rejects(fileSource(dir), /is not a file/)
  await assert.rejects(
    importOrders(shop.ctx, { source: sourceOf(''), format: 'excel' }),
    /Use one of: generic, shopify, woocommerce, online-retail/,
  )
})

test('wall-clock times are the shop’s own', async () => {
  const shop = await openTestShop(stores, { zone: 'America/New_York' })
  await importText(shop.ctx, file('A,2026-07-01 22:30,,S,Socks,1,5.00,'))
  const [row] = await readLedger(shop)
  assert.equal(row?.booked_at, '2026-07-02 02:30:00')
})

test('a cancellation of the Online Retail data set with a positive quantity lowers what was cancelled', async () => {
  const { ctx } = await openTestShop(stores, { zone: 'Europe/London', currency: 'GBP' })
  const content = [
    'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country',
    '489434,M,MANUAL,2,2010-01-04 10:00:00,373.57,13313,United Kingdom',
    'C496349,M,MANUAL,-2,2010-02-01 08:00:00,373.57,13313,United Kingdom',
    'C496350,M,MANUAL,1,2010-02-01 08:24:00,373.57,13313,United Kingdom',
    '',
  ].join('\n')
  const report = await importOrders(ctx, { source: sourceOf(content), format: 'online-retail' })
  assert.deepEqual(report.problems, [])
  const { totals } = await run(runQuery, ctx, {
    metrics: ['grossSales', 'returns', 'netSales', 'unitsReturned'],
    from: '2010-01-01',
    to: '2010-02-28',
  })
  assert.deepEqual(Object.fromEntries(Object.entries(totals).map(([key, value]) => [key, Number(value)])), {
    grossSales: 747.14,
    returns: 373.57,
    netSales: 373.57,
    unitsReturned: 1,
  })
})
