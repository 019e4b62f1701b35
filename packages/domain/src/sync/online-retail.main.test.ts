// A year of a real shop is imported from its file, and every month's figures equal those published with the data set, to the
// last digit. Its first months are read twice more, from a file and through the simulated store: both ledgers are equal row
// by row.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { negateAmount, parseAmount } from '@tillsight/core'
import { z } from 'zod'
import { onlineRetailShop, readOnlineRetail } from '../../../../demo/online-retail/index.ts'
import { fillStore } from '../../../../simulators/index.ts'
import { run } from '../context/index.ts'
import { fileSource } from '../files/index.ts'
import { importOrders } from '../imports/index.ts'
import { runQuery } from '../reports/index.ts'
import {
  comparedColumns,
  connectStore,
  openTestShop,
  openTestStores,
  readLedger,
  startStore,
  sync,
  type TestShop,
} from './testing.ts'

const folder = new URL('../../../../../shared/data/online-retail/', import.meta.url)
const missing =
  !existsSync(folder) && 'the Online Retail data set is not on this machine (../shared/data/online-retail)'
const csv = fileURLToPath(new URL('online_retail.csv.gz', folder))

/** Metrics, by column of the published table of months. */
const columns = {
  orders: 'orders',
  units: 'unitsSold',
  gross: 'grossSales',
  cancelled_value: 'returns',
  net: 'sales',
  customers: 'uniqueCustomers',
  new_orders: 'newCustomerOrders',
  new_revenue: 'newCustomerRevenue',
  returning_orders: 'returningCustomerOrders',
  returning_revenue: 'returningCustomerRevenue',
  unidentified_orders: 'unidentifiedOrders',
  unidentified_revenue: 'unidentifiedRevenue',
} as const

type Month = Readonly<Record<string, bigint>>

/** The first months of the file as a separate file: a fifth of the year is enough to test the store. */
const firstMonths = ['2010-12', '2011-01', '2011-02']
const nextMonth = '2011-03-01 '

async function writeFirstMonths(): Promise<string> {
  const whole = gunzipSync(await readFile(csv)).toString('utf8')
  const end = whole.lastIndexOf('\n', whole.indexOf(`,${nextMonth}`))
  assert.ok(end > 0, 'the file goes on after its first months')
  const folder = await mkdtemp(join(tmpdir(), 'tillsight-retail-'))
  after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'first_months.csv.gz')
  await writeFile(path, gzipSync(whole.slice(0, end + 1), { level: 1 }))
  return path
}

/** The published values, by month and column. */
async function publishedMonths(): Promise<Map<string, Month>> {
  const [head = '', ...lines] = (await readFile(new URL('monthly.csv', folder), 'utf8')).trim().split(/\r?\n/)
  const names = head.split(',')
  return new Map(
    lines.map((line) => {
      const cells = line.split(',')
      const month = Object.fromEntries(
        Object.keys(columns).map((name) => [name, parseAmount(cells[names.indexOf(name)] ?? '')]),
      )
      return [cells[0] ?? '', month]
    }),
  )
}

async function measuredMonths({ ctx }: TestShop): Promise<Map<string, Month>> {
  const metrics = Object.values(columns)
  const result = await run(runQuery, ctx, { metrics, from: '2010-12-01', to: '2011-12-31', interval: 'month' })
  return new Map(
    (result.series ?? []).map(({ at, values }) => {
      const month = Object.entries(columns).map(([name, metric]) => {
        const value = parseAmount(String(values[metric] ?? '0'))
        return [name, name === 'cancelled_value' ? negateAmount(value) : value] as const
      })
      return [at.slice(0, 7), Object.fromEntries(month)]
    }),
  )
}

const CountRow = z.object({ refunds: z.coerce.number() })

async function countRefunds({ ctx }: TestShop): Promise<number> {
  const sql = `SELECT uniqExact(splitByChar(':', row_id)[2]) AS refunds FROM ledger WHERE shop_id = {shop:UUID} AND kind = 'refund'`
  const [row] = await ctx.warehouse.read({ sql, params: {} }, CountRow)
  return row?.refunds ?? 0
}

const PrintRow = z.object({ order_id: z.string(), print: z.string() })

/** A fingerprint of all rows of each order, in the order of {@link readLedger}. */
async function readOrderPrints({ ctx }: TestShop): Promise<Map<string, string>> {
  const sql = `SELECT order_id, hex(sipHash128(groupArray(row))) AS print FROM (
      SELECT order_id, tuple(${comparedColumns}) AS row
      FROM ledger WHERE shop_id = {shop:UUID} ORDER BY order_id, row_id, booked_at
    ) GROUP BY order_id ORDER BY order_id`
  const rows = await ctx.warehouse.read({ sql, params: {} }, PrintRow, { timeoutSeconds: 120 })
  return new Map(rows.map(({ order_id, print }) => [order_id, print]))
}

describe('a year of a real shop', { skip: missing }, async () => {
  if (missing) return
  const stores = await openTestStores({ after })
  const shopOptions = { zone: onlineRetailShop.zone, currency: onlineRetailShop.currency }
  const openShop = () => openTestShop(stores, shopOptions)
  const [year, imported, synced] = [await openShop(), await openShop(), await openShop()]
  const part = await writeFirstMonths()
  const importPart = async () =>
    await importOrders(imported.ctx, { source: await fileSource(part), format: 'online-retail' })

  test('comes in from its file', async (t) => {
    const began = performance.now()
    const report = await importOrders(year.ctx, { source: await fileSource(csv), format: 'online-retail' })
    t.diagnostic(`import: ${Math.round(performance.now() - began)} ms`)
    assert.equal(report.rows.read, 541_909)
    assert.equal(report.problemCount, 0)
    assert.deepEqual(
      report.notes.map(({ count }) => count),
      [3, 2102],
    )
    assert.equal((await readOrderPrints(year)).size, 19_959)
  })

  test('every month equals the published table to the last digit', async () => {
    const published = await publishedMonths()
    assert.equal(published.size, 13)
    assert.deepEqual(await measuredMonths(year), published)
    assert.equal(await countRefunds(year), 3836)
  })

  test('its first months come in from a file and through the store', async (t) => {
    const report = await importPart()
    assert.equal(report.problemCount, 0)
    const store = await startStore(t, synced, { ...onlineRetailShop, decimals: 3 })
    await fillStore(store, await readOnlineRetail(part))
    const { id } = await connectStore(synced, store)
    const began = performance.now()
    const outcome = await sync(synced, id)
    t.diagnostic(`sync: ${Math.round(performance.now() - began)} ms, ${store.requests.length} requests`)
    assert.equal(outcome.ended, 'done')
    assert.equal(outcome.problem, null)
    const published = await publishedMonths()
    for (const shop of [imported, synced]) {
      const measured = await measuredMonths(shop)
      for (const month of firstMonths) assert.deepEqual(measured.get(month), published.get(month), month)
    }
  })

  test('both ledgers of the first months are equal row by row', async () => {
    const [fromFile, fromStore] = await Promise.all([readOrderPrints(imported), readOrderPrints(synced)])
    assert.ok(fromFile.size > 3_500, `${fromFile.size} orders`)
    assert.deepEqual([...fromStore.keys()], [...fromFile.keys()])
    // JSON rows are slow to read, so only those of differing orders are.
    const differing = [...fromFile].flatMap(([order, print]) => (fromStore.get(order) === print ? [] : [order]))
    const order = differing.at(0)
    if (order !== undefined) {
      assert.deepEqual(await readLedger(synced, order), await readLedger(imported, order))
      assert.fail(`${differing.length} orders differ, the first is ${order}`)
    }
    const refunds = await countRefunds(imported)
    assert.ok(refunds > 400, `${refunds} refunds`)
    assert.equal(await countRefunds(synced), refunds)
  })

  test('the same file again changes nothing', async () => {
    const before = await readOrderPrints(imported)
    const report = await importPart()
    assert.equal(report.records.stored, 0)
    assert.deepEqual(await readOrderPrints(imported), before)
  })
})
