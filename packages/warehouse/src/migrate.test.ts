import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { z } from 'zod'
import { allRows, connect } from './connection.ts'
import { migrateTables } from './migrate.ts'
import { addStatements, createDatabase, createStatements, type Layout } from './schema.ts'
import type { Table } from './table.ts'
import { ledger, tables } from './tables.ts'
import { silentLog, startTestHost } from './testing/test-warehouse.ts'
import { openWarehouse } from './warehouse.ts'

const { url } = await startTestHost({ after })
const connection = connect({ url, log: silentLog })
after(() => connection.close())
const layout: Layout = { database: 'tillsight' }
const clustered: Layout = { database: 'tillsight', cluster: 'main' }

test('a warehouse is ready once it has been migrated, and migrating again changes nothing', async () => {
  const warehouse = await openWarehouse({ url, log: silentLog })
  assert.equal(await warehouse.ready(), false)
  await warehouse.migrate()
  await warehouse.migrate()
  assert.equal(await warehouse.ready(), true)
  const [row] = await connection.ask({ sql: 'SELECT count() AS n FROM schema_migrations' }, allRows)
  assert.deepEqual(row, { n: '1' })
  await warehouse.close()
})

test('a warehouse that does not answer is not ready', async () => {
  const nowhere = await openWarehouse({ url: 'http+unix://u:p@%2Fnowhere%2Fat-all.sock/x', log: silentLog })
  assert.equal(await nowhere.ready(), false)
  await nowhere.close()
})

test('a column added to a table is added to the stored one, in place and with its default', async () => {
  const before: Table = {
    name: 'growing',
    orderBy: ['shop_id'],
    indices: [],
    columns: { shop_id: 'UUID', last: 'UInt8', version: 'UInt64', is_deleted: 'UInt8' },
  }
  await migrateTables(connection, layout, [before])
  const row = ['11111111-1111-4111-8111-111111111111', 1, 1]
  await connection.insert({ table: 'growing', columns: ['shop_id', 'last', 'version'], rows: [row] })
  const grown: Table = {
    ...before,
    columns: { shop_id: 'UUID', added: 'String CODEC(ZSTD(3))', ...before.columns },
    indices: ['INDEX by_added added TYPE bloom_filter GRANULARITY 1'],
  }
  await migrateTables(connection, layout, [grown])
  await migrateTables(connection, layout, [grown])
  const names = await connection.ask(
    {
      sql: "SELECT name FROM system.columns WHERE table = 'growing' ORDER BY position",
    },
    allRows,
  )
  assert.deepEqual(
    names,
    ['shop_id', 'added', 'last', 'version', 'is_deleted'].map((name) => ({ name })),
  )
  assert.deepEqual(await connection.ask({ sql: 'SELECT added, last FROM growing' }, allRows), [{ added: '', last: 1 }])
})

test('rows stored before a column was added are filled, by the newest version of the others', async () => {
  const { columns, fills, ...same } = ledger
  const { refunded: _refunded, ...earlier } = columns
  const before: Table = { ...same, name: 'older', columns: earlier }
  await migrateTables(connection, layout, [before])
  const names = ['shop_id', 'order_id', 'row_id', 'kind', 'version', 'is_deleted']
  const [one, other] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
  const rows = [
    [one, 'a', 'o:1', 'order', 1, 0],
    [one, 'a', 'r:1', 'refund', 1, 0],
    [one, 'b', 'o:1', 'order', 1, 0],
    [one, 'b', 'r:1', 'cancel', 1, 0],
    [other, 'a', 'o:1', 'order', 1, 0],
  ]
  await connection.insert({ table: 'older', columns: names, rows })
  await connection.insert({ table: 'older', columns: names, rows: [[one, 'b', 'r:1', 'cancel', 2, 1]] })
  await migrateTables(connection, layout, [{ ...before, columns, fills }])
  const sql = 'SELECT shop_id, order_id, refunded FROM older FINAL ORDER BY shop_id, order_id, row_id'
  assert.deepEqual(await connection.ask({ sql }, allRows), [
    { shop_id: one, order_id: 'a', refunded: 1 },
    { shop_id: one, order_id: 'a', refunded: 1 },
    { shop_id: one, order_id: 'b', refunded: 0 },
    { shop_id: other, order_id: 'a', refunded: 0 },
  ])
})

test('the stored tables are recognised as they were declared', async () => {
  const extra: Table = {
    name: 'extra',
    orderBy: ['shop_id'],
    indices: [],
    columns: { shop_id: 'UUID', version: 'UInt64', is_deleted: 'UInt8' },
  }
  await migrateTables(connection, layout, [...tables, extra])
})

test('a table of another version is left alone, with a message that says so', async () => {
  const changed: Table = {
    name: 'growing',
    orderBy: ['shop_id', 'last'],
    indices: [],
    columns: { shop_id: 'UUID', last: 'UInt16', version: 'UInt64', is_deleted: 'UInt8' },
  }
  await assert.rejects(migrateTables(connection, layout, [changed]), (error) => {
    assert.ok(isAppError(error) && error.code === 'conflict')
    assert.match(error.message, /growing belongs to another version.*sorting key is \(shop_id\).*last is UInt8/)
    return true
  })
})

test('every statement of a cluster is valid ClickHouse', async () => {
  const found = { sortingKey: '', columns: new Map([['shop_id', 'UUID']]) }
  const statements = [
    createDatabase(clustered),
    ...createStatements(clustered),
    ...tables.flatMap((table) => addStatements(table, found, clustered)),
  ]
  assert.ok(statements.length > 40)
  assert.ok(statements.some((sql) => sql.includes('UPDATE refunded')))
  for (const sql of statements) assert.match(sql, /ON CLUSTER 'main'/)
  // All at once: the engine parses them in a moment, while hundreds of requests take half a minute.
  const parsed = await connection.ask(
    {
      sql: 'SELECT formatQueryOrNull(arrayJoin({statements:Array(String)})) IS NOT NULL AS valid',
      params: { statements },
    },
    allRows,
  )
  assert.equal(parsed.length, statements.length)
  assert.deepEqual(
    statements.filter((_, at) => !z.object({ valid: z.literal(1) }).safeParse(parsed[at]).success),
    [],
  )
  assert.equal(statements.filter((sql) => sql.includes('ReplicatedReplacingMergeTree')).length, tables.length)
  assert.equal(statements.filter((sql) => sql.includes('cityHash64(shop_id)')).length, tables.length)
})
