import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { toShopId } from '@tillsight/core'
import { z } from 'zod'
import { openTestWarehouse, openTwoShards } from '../testing.ts'
import { ledgerRow } from './sample.ts'

const [single, sharded] = await Promise.all([openTestWarehouse({ after }), openTwoShards({ after })])
const shops = Array.from({ length: 6 }, (_, n) => toShopId(`0000000${n}-0000-4000-8000-000000000000`))
const Anything = z.record(z.string(), z.unknown())

const queries = [
  'SELECT count() AS n, sum(gross) AS total FROM ledger WHERE shop_id = {shop:UUID}',
  'SELECT toDate(booked_at) AS day, sum(gross) AS total, uniqExact(order_id) AS orders FROM ledger WHERE shop_id = {shop:UUID} GROUP BY day ORDER BY day',
  'SELECT o.order_id AS id, c.n AS n FROM ledger AS o INNER JOIN (SELECT order_id, count() AS n FROM ledger WHERE shop_id = {shop:UUID} GROUP BY order_id) AS c ON c.order_id = o.order_id WHERE o.shop_id = {shop:UUID} AND o.head = 1 ORDER BY id LIMIT 7',
  'SELECT count() AS n FROM ledger WHERE shop_id = {shop:UUID} AND order_id IN (SELECT order_id FROM ledger WHERE shop_id = {shop:UUID} AND head = 1 AND gross > 30)',
  'SELECT order_id AS id, quantile(0.5)(gross) AS middle, groupArray(row_id) AS ids FROM (SELECT * FROM ledger WHERE shop_id = {shop:UUID} ORDER BY row_id) GROUP BY order_id ORDER BY id LIMIT 3',
  'SELECT count() AS n FROM ledger WHERE shop_id != {shop:UUID}',
]

test('both layouts give the same answers for every shop, newest versions only', async () => {
  for (const warehouse of [single, sharded]) {
    for (const [index, shop] of shops.entries()) {
      const handle = warehouse.for(shop)
      const rows = Array.from({ length: 60 }, (_, line) =>
        ledgerRow(`o${Math.floor(line / 3)}`, line % 3, {
          gross: String(line + index),
          booked_at: `2026-01-${10 + (line % 5)} 10:00:00`,
        }),
      )
      assert.equal(await handle.insert('ledger', rows), 60)
      await handle.insert(
        'ledger',
        rows.slice(0, 6).map((row) => ({ ...row, gross: '1000', version: 2 })),
      )
      await handle.insert(
        'ledger',
        rows.slice(6, 9).map((row) => ({ ...row, version: 3, is_deleted: 1 })),
      )
    }
  }
  for (const shop of shops) {
    for (const sql of queries) {
      const [one, two] = await Promise.all(
        [single, sharded].map((w) => w.for(shop).read({ sql, params: {} }, Anything)),
      )
      assert.ok(one && one.length > 0)
      assert.deepEqual(two, one, sql)
    }
  }
})

test('rewrites, merging and erasing work over shards as well', async () => {
  const [first, second] = shops
  assert.ok(first && second)
  const sql = `SELECT 'lines' AS measure, toDate(booked_at) AS day, sum(gross) AS value, [] AS previous_days,
    [] AS previous_counts, 1 AS version, 0 AS is_deleted FROM ledger WHERE shop_id = {shop:UUID} GROUP BY day`
  const read = { sql: 'SELECT day, value FROM daily WHERE shop_id = {shop:UUID} ORDER BY day', params: {} }
  for (const warehouse of [single, sharded]) {
    assert.ok((await warehouse.for(first).rewrite({ into: 'daily', sql, params: {} })) >= 5)
    await warehouse.optimize('daily')
    await warehouse.eraseShop(second)
    assert.deepEqual(await warehouse.for(second).read({ sql: queries[0] ?? '', params: {} }, Anything), [
      { n: '0', total: '0.000000' },
    ])
  }
  assert.deepEqual(await sharded.for(first).read(read, Anything), await single.for(first).read(read, Anything))
})
