import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { updateImport } from '@tillsight/database'
import type { PlatformRecord } from '@tillsight/platforms/connectors'
import fc from 'fast-check'
import { z } from 'zod'
import { run, type ShopContext } from '../context/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { openTestShop, openTestStores, readLedger, type TestShop } from '../sync/testing.ts'
import { importOrders, listImports, undoImport } from './index.ts'
import { sourceOf } from './testing.ts'

const stores = await openTestStores({ after })
const header = 'order_id,placed_at,updated_at,status,email,sku,quantity,unit_price,refunded_at'

/** Imports some rows and returns the id of the import. */
async function importRows({ ctx }: TestShop, ...rows: readonly string[]): Promise<string> {
  await importOrders(ctx, { source: sourceOf([header, ...rows, ''].join('\n')), format: 'generic' })
  const [latest] = await run(listImports, ctx, { limit: 1 })
  return latest?.id ?? ''
}

const Row = z.record(z.string(), z.unknown())

/** All stored facts that figures are computed from, without versions. */
async function readFacts({ ctx }: TestShop) {
  const read = (sql: string) => ctx.warehouse.read({ sql, params: {} }, Row)
  const [records, identities, daily] = await Promise.all([
    read(`SELECT type, parent_id, id, source, updated_at, body FROM records
      WHERE shop_id = {shop:UUID} ORDER BY type, parent_id, id`),
    // The hashes differ by shop; their number, and that of people, does not.
    read('SELECT count() AS all, uniqExact(customer_id) AS people FROM identities WHERE shop_id = {shop:UUID}'),
    read(`SELECT measure, day, value, previous_days, previous_counts FROM daily
      WHERE shop_id = {shop:UUID} AND value != 0 ORDER BY measure, day`),
  ])
  return { records, identities, daily, ledger: await readLedger({ ctx } as TestShop) }
}

const plain = (id: string, price: string, more = ',') =>
  `${id},2026-03-01 10:00,,paid,a@example.net,S,1,${price}${more}`

suite('undoing an import', () => {
  test('takes all of it back, with refunds, customers and days', async () => {
    const shop = await openTestShop(stores)
    const empty = await readFacts(shop)
    const id = await importRows(shop, plain('1', '10.00', ',2026-03-05'), plain('2', '20.00'))
    assert.equal((await readLedger(shop)).length, 3)
    await undoImport(shop.ctx, { id })
    assert.deepEqual(await readFacts(shop), empty)
    const [view] = await run(listImports, shop.ctx, {})
    assert.deepEqual([view?.state, view?.canUndo], ['undone', false])
    await undoImport(shop.ctx, { id })
  })

  test('brings back what an earlier import said, and leaves what a later one said', async () => {
    const shop = await openTestShop(stores)
    await importRows(shop, plain('1', '10.00'), plain('2', '20.00'))
    const before = await readFacts(shop)
    const second = await importRows(shop, plain('1', '11.00'), plain('3', '30.00'))
    await undoImport(shop.ctx, { id: second })
    assert.deepEqual(await readFacts(shop), before)

    const third = await importRows(shop, plain('1', '12.00'))
    const fourth = await importRows(shop, plain('1', '13.00'))
    const after4 = await readFacts(shop)
    await undoImport(shop.ctx, { id: third })
    assert.deepEqual(await readFacts(shop), after4)
    await undoImport(shop.ctx, { id: fourth })
    assert.deepEqual(await readFacts(shop), before)
  })

  test('keeps an order that another import said in the very same words', async () => {
    const shop = await openTestShop(stores)
    const first = await importRows(shop, plain('1', '10.00'))
    const before = await readFacts(shop)
    await importRows(shop, plain('1', '10.00'))
    await undoImport(shop.ctx, { id: first })
    assert.deepEqual(await readFacts(shop), before)
  })

  test('leaves an order alone that a connection has told of since', async () => {
    const shop = await openTestShop(stores)
    const id = await importRows(shop, plain('1', '10.00', ',2026-03-05'), plain('2', '20.00'))
    const told: PlatformRecord = sampleOrder({ id: '1', lines: [sampleLine({ id: '9', gross: '99.00' })] })
    await writeRecords(shop.ctx, { source: 'woocommerce', records: [told] })
    await undoImport(shop.ctx, { id })
    assert.deepEqual(
      (await readLedger(shop)).map(({ order_id, gross }) => [order_id, Number(gross)]),
      [['1', 99]],
    )
  })

  test('two customers that only the import connected are two again', async () => {
    const shop = await openTestShop(stores)
    const person = (id: string, customer: string, email: string) =>
      `${id},2026-03-0${id} 10:00,paid,${customer},${email},S,1,10.00`
    const file = (...rows: string[]) =>
      importOrders(shop.ctx, {
        source: sourceOf(
          ['order_id,placed_at,status,customer_id,email,sku,quantity,unit_price', ...rows, ''].join('\n'),
        ),
        format: 'generic',
      })
    await file(person('1', '7', ''), person('3', '', 'a@example.net'))
    const before = await readFacts(shop)
    await file(person('2', '7', 'a@example.net'))
    assert.notDeepEqual((await readFacts(shop)).ledger, before.ledger)
    const [link] = await run(listImports, shop.ctx, {})
    await undoImport(shop.ctx, { id: link?.id ?? '' })
    assert.deepEqual(await readFacts(shop), before)
  })

  test('one that breaks off leaves whole orders, and repeating completes it', async () => {
    const shop = await openTestShop(stores)
    const standing = await importRows(shop, plain('1', '10.00'))
    const before = await readFacts(shop)
    const id = await importRows(shop, plain('1', '11.00', ',2026-03-05'), plain('2', '20.00'))
    for (let failing = 1; ; failing += 1) {
      let writes = 0
      const broken = async <T>(work: () => Promise<T>): Promise<T> => {
        writes += 1
        if (writes === failing) throw new Error('killed')
        return work()
      }
      const ctx: ShopContext = {
        ...shop.ctx,
        warehouse: {
          ...shop.ctx.warehouse,
          insert: (table, rows) => broken(() => shop.ctx.warehouse.insert(table, rows)),
          rewrite: (query) => broken(() => shop.ctx.warehouse.rewrite(query)),
        },
      }
      const outcome = await undoImport(ctx, { id }).then(
        () => 'done',
        (error: Error) => error.message,
      )
      if (outcome === 'done') break
      assert.equal(outcome, 'killed')
      await updateImport(shop.ctx.db.kysely, id, { state: 'undoing' })
    }
    assert.deepEqual(await readFacts(shop), before)
    assert.notEqual(standing, id)
  })

  test('one of another shop, or one that never was, is not found', async () => {
    const [one, other] = [await openTestShop(stores), await openTestShop(stores)]
    const id = await importRows(one, plain('1', '10.00'))
    await assert.rejects(undoImport(other.ctx, { id }), /no such import in this shop/)
    assert.equal((await readLedger(one)).length, 1)
  })

  test('one of an earlier version is refused, and comes back when what covered it is undone', async () => {
    const shop = await openTestShop(stores)
    const earlier = await importRows(shop, plain('1', '10.00'))
    // As an earlier version of the program left it.
    await shop.ctx.warehouse.rewrite({
      into: 'imported',
      sql: `SELECT * EXCEPT (version, is_deleted), version + 1 AS version, 1 AS is_deleted
        FROM (SELECT * FROM imported WHERE shop_id = {shop:UUID})`,
      params: {},
    })
    await updateImport(shop.ctx.db.kysely, earlier, { keptApart: false })
    const before = await readFacts(shop)
    await assert.rejects(undoImport(shop.ctx, { id: earlier }), /earlier version of Tillsight/)
    const id = await importRows(shop, plain('1', '11.00'))
    await undoImport(shop.ctx, { id })
    assert.deepEqual(await readFacts(shop), before)
  })
})

interface Reported {
  readonly id: number
  readonly price: number
  readonly updated: number
  readonly refund: boolean
  readonly cancelled: boolean
  readonly buyer: number
}

const reported: fc.Arbitrary<Reported> = fc.record({
  id: fc.integer({ min: 1, max: 4 }),
  price: fc.integer({ min: 0, max: 3 }),
  updated: fc.integer({ min: 6, max: 9 }),
  refund: fc.boolean(),
  cancelled: fc.boolean(),
  buyer: fc.integer({ min: 1, max: 3 }),
})
const files = fc.array(fc.uniqueArray(reported, { minLength: 1, maxLength: 4, selector: ({ id }) => id }), {
  minLength: 1,
  maxLength: 4,
})

function rowOf({ id, price, updated, refund, cancelled, buyer }: Reported): string {
  const status = cancelled ? 'cancelled' : 'paid'
  const paid = `${id},2026-03-0${id} 10:00,2026-03-0${updated} 12:00,${status},b${buyer}@example.net,S,1,${price}.00`
  return `${paid},${refund ? '2026-03-05' : ''}`
}

test('imports and undone imports in any order leave what importing only those that stand leaves', async () => {
  await fc.assert(
    fc.asyncProperty(files, fc.infiniteStream(fc.nat({ max: 9 })), async (all, random) => {
      const [mixed, clean] = [await openTestShop(stores), await openTestShop(stores)]
      const standing: { readonly id: string; readonly rows: readonly Reported[] }[] = []
      for (const rows of all) {
        standing.push({ id: await importRows(mixed, ...rows.map(rowOf)), rows })
        if ((random.next().value ?? 0) < 5) {
          const [gone] = standing.splice((random.next().value ?? 0) % standing.length, 1)
          await undoImport(mixed.ctx, { id: gone?.id ?? '' })
        }
      }
      for (const { rows } of standing) await importRows(clean, ...rows.map(rowOf))
      assert.deepEqual(await readFacts(mixed), await readFacts(clean))
    }),
    { numRuns: 8 },
  )
})
