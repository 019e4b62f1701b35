import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listDirtyDays } from '@tillsight/database'
import type { PlatformRecord } from '@tillsight/platforms/connectors'
import type { ShopWarehouse } from '@tillsight/warehouse'
import { openTwoShards } from '@tillsight/warehouse/testing'
import fc from 'fast-check'
import { z } from 'zod'
import type { ShopContext } from '../context/index.ts'
import {
  finishWrites,
  LedgerRow,
  ledgerColumns,
  rebookShop,
  recomputeCustomers,
  writeRecords,
} from '../ledger/index.ts'
import { type History, histories, historyRange } from './random-history.testing.ts'
import { ask, openTestStores } from './shop.testing.ts'

const stores = await openTestStores({ after })
const sharded = await openTestStores({ after }, { warehouse: await openTwoShards({ after }) })
const source = 'woocommerce'
const metrics = [
  'sales', 'orderRevenue', 'returns', 'taxes', 'netSales', 'orders', 'paidOrders', 'unitsSold', 'newCustomers', 'newCustomerRevenue',
  'returningCustomers', 'returningCustomerRevenue', 'unidentifiedOrders', 'uniqueCustomers', 'refundedOrders',
] // biome-ignore format: a table

/** Everything people can see of a shop, except customer ids, which differ between shops. */
async function look(ctx: ShopContext) {
  const answer = await ask(ctx, { metrics, ...historyRange, interval: 'day' })
  const rows = await ctx.warehouse.read(
    { sql: `SELECT ${ledgerColumns} FROM ledger WHERE shop_id = {shop:UUID} ORDER BY order_id, row_id`, params: {} },
    LedgerRow,
  )
  const names = new Map<string, number>()
  for (const { customer_id } of rows) if (!names.has(customer_id)) names.set(customer_id, names.size)
  return { answer, rows: rows.map((row) => ({ ...row, customer_id: String(names.get(row.customer_id)) })) }
}

async function deliverOnce(history: History) {
  const ctx = await stores.openShop()
  await writeRecords(ctx, { source, records: history.news })
  return look(ctx)
}

async function assertClean(ctx: ShopContext): Promise<void> {
  assert.deepEqual(await listDirtyDays(ctx.db.kysely, ctx.shop.id), [])
}

type Random = Iterator<number, unknown>

function shuffle<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, key: random.next().value ?? 0 }))
    .sort((a, b) => Number(a.key) - Number(b.key))
    .map(({ item }) => item)
}

function cut<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

const randomly = fc.infiniteStream(fc.nat())

test('everything twice, late and in any order gives the same rows and figures', async () => {
  await fc.assert(
    fc.asyncProperty(histories, randomly, fc.integer({ min: 2, max: 9 }), async (history, random, size) => {
      const ctx = await stores.openShop()
      for (const records of cut(shuffle([...history.news, ...history.news], random), size))
        await writeRecords(ctx, { source, records })
      assert.deepEqual(await look(ctx), await deliverOnce(history))
      await assertClean(ctx)
      const again = await writeRecords(ctx, { source, records: history.news })
      assert.deepEqual([again.stored, again.rows], [0, 0])
    }),
    { numRuns: 4, endOnFailure: true },
  )
})

test('deferring customers to the end of a back-fill, newest first, gives the same', async () => {
  await fc.assert(
    fc.asyncProperty(histories, fc.integer({ min: 1, max: 9 }), async (history, size) => {
      const ctx = await stores.openShop()
      for (const records of cut(history.news.toReversed(), size))
        await writeRecords(ctx, { source, records, deferCustomers: true })
      const meanwhile = await ask(ctx, {
        metrics: ['newCustomerOrders', 'returningCustomerOrders', 'unidentifiedOrders', 'paidOrders'],
        ...historyRange,
      })
      const { newCustomerOrders, returningCustomerOrders, unidentifiedOrders, paidOrders } = meanwhile.totals
      assert.equal(Number(newCustomerOrders) + Number(returningCustomerOrders) + Number(unidentifiedOrders), paidOrders)
      await recomputeCustomers(ctx)
      assert.deepEqual(await look(ctx), await deliverOnce(history))
      await assertClean(ctx)
    }),
    { numRuns: 4, endOnFailure: true },
  )
})

test('deriving everything again from the records changes nothing, in one table or in two shards', async () => {
  await fc.assert(
    fc.asyncProperty(histories, fc.boolean(), async (history, isSharded) => {
      const ctx = await (isSharded ? sharded : stores).openShop()
      await writeRecords(ctx, { source, records: history.news })
      const before = await look(ctx)
      await rebookShop(ctx)
      assert.deepEqual(await look(ctx), before)
      await assertClean(ctx)
    }),
    { numRuns: 4, endOnFailure: true },
  )
})

class Killed extends Error {}

/** A warehouse whose client dies at the n-th write, before or after executing it. */
function dyingAt(warehouse: ShopWarehouse, death: { at: number; done: boolean }): ShopWarehouse {
  let writes = 0
  const dieOr = async <T>(work: () => Promise<T>): Promise<T> => {
    writes += 1
    if (writes < death.at) return work()
    if (writes === death.at && death.done) await work()
    throw new Killed('killed')
  }
  return {
    ...warehouse,
    insert: (table, rows) => dieOr(() => warehouse.insert(table, rows)),
    rewrite: (query) => dieOr(() => warehouse.rewrite(query)),
  }
}

async function tryToWrite(ctx: ShopContext, records: readonly PlatformRecord[]): Promise<void> {
  try {
    await writeRecords(ctx, { source, records })
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  }
}

test('a writer killed between any two steps leaves nothing that the next ones do not put right', async () => {
  const deaths = fc.record({
    at: fc.integer({ min: 1, max: 5 }),
    done: fc.boolean(),
    batch: fc.nat(),
    retryLater: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(histories, deaths, randomly, async (history, { batch, retryLater, ...death }, random) => {
      const ctx = await stores.openShop()
      const batches = cut(shuffle(history.news, random), 4)
      const fatal = batch % batches.length
      for (const [index, records] of batches.entries()) {
        if (index !== fatal) {
          await writeRecords(ctx, { source, records })
          continue
        }
        await tryToWrite({ ...ctx, warehouse: dyingAt(ctx.warehouse, death) }, records)
        if (!retryLater) await writeRecords(ctx, { source, records })
      }
      await writeRecords(ctx, { source, records: batches[fatal] ?? [] })
      await finishWrites(ctx)
      assert.deepEqual(await look(ctx), await deliverOnce(history))
      await assertClean(ctx)
    }),
    { numRuns: 7, endOnFailure: true },
  )
})

test('what an interrupted write left is taken back when its records never come again', async () => {
  await fc.assert(
    fc.asyncProperty(histories, histories, fc.integer({ min: 1, max: 3 }), async (history, lost, at) => {
      const ctx = await stores.openShop()
      await writeRecords(ctx, { source, records: history.news })
      const before = await look(ctx)
      const other = lost.news.flatMap((record) =>
        record.type === 'order' ? [{ ...record, id: `${record.id}00` }] : [],
      )
      await tryToWrite({ ...ctx, warehouse: dyingAt(ctx.warehouse, { at, done: at === 1 }) }, other)
      const stored = await countRecords(ctx)
      await finishWrites(ctx)
      if (stored === (await countRecords(ctx)) && at < 3) assert.deepEqual(await look(ctx), before)
      await assertClean(ctx)
    }),
    { numRuns: 4, endOnFailure: true },
  )
})

async function countRecords(ctx: ShopContext): Promise<number> {
  const [row] = await ctx.warehouse.read(
    { sql: 'SELECT toUInt32(count()) AS rows FROM records WHERE shop_id = {shop:UUID}', params: {} },
    z.object({ rows: z.number() }),
  )
  return row?.rows ?? 0
}

test('two writers at once, as of two processes, leave what one would', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const ctx = await stores.openShop()
      const halves = [history.news, history.news.toReversed()]
      await Promise.all(
        halves.flatMap((records) => cut(records, 5).map((piece) => writeRecords(ctx, { source, records: piece }))),
      )
      assert.deepEqual(await look(ctx), await deliverOnce(history))
      await assertClean(ctx)
    }),
    { numRuns: 3, endOnFailure: true },
  )
})
