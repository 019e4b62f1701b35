import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type ErrorCode, isAppError, toShopId } from '@tillsight/core'
import { parquetReadObjects } from 'hyparquet'
import { z } from 'zod'
import { dailyRow, ledgerRow, shopA, shopB, Totals } from './testing/sample.ts'
import { openTestWarehouse } from './testing.ts'

const warehouse = await openTestWarehouse({ after })
const [a, b] = [warehouse.for(shopA), warehouse.for(shopB)]
const Named = z.object({ name: z.string() })
const dailyTotals = 'SELECT count() AS n, sum(value) AS total FROM daily WHERE shop_id = {shop:UUID}'

async function refused(work: Promise<unknown>, code: ErrorCode, message: RegExp): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(isAppError(error), String(error))
    assert.equal(error.code, code)
    assert.match(error.message, message)
    return true
  })
}

test('rows come back as they were written, decimals and large integers as exact text', async () => {
  assert.equal(
    await a.insert('ledger', [ledgerRow('exact', 0, { gross: '99999999999.123456', version: 2n ** 63n })]),
    1,
  )
  const Line = z.object({ gross: z.string(), version: z.string(), coupons: z.array(z.string()), booked_at: z.string() })
  const sql = `SELECT gross, version, coupons, booked_at FROM ledger WHERE shop_id = {shop:UUID} AND order_id = {order:String}`
  assert.deepEqual(await a.read({ sql, params: { order: 'exact' } }, Line), [
    {
      gross: '99999999999.123456',
      version: '9223372036854775808',
      coupons: ['SPRING'],
      booked_at: '2026-01-02 03:04:05',
    },
  ])
})

test('a list is as long as it has to be, whatever stands in it', async () => {
  const c = warehouse.for(toShopId('cccccccc-cccc-4ccc-8ccc-cccccccccccc'))
  const rare = "it's {orders:Array(String)} 🛒 \\"
  await c.insert('ledger', [ledgerRow('first-of-many', 0), ledgerRow(rare, 0), ledgerRow('not-among-them', 0)])
  const orders = [
    'first-of-many',
    ...Array.from({ length: 20_000 }, (_, index) => `order-${index}-ü-${'x'.repeat(30)}`),
    rare,
  ]
  const sql = `SELECT DISTINCT order_id AS name FROM ledger
    WHERE shop_id = {shop:UUID} AND order_id IN {orders:Array(String)} AND has({orders:Array(String)}, order_id) ORDER BY name`
  assert.deepEqual(await c.read({ sql, params: { orders } }, Named), [{ name: 'first-of-many' }, { name: rare }])
})

test('a result read by column has the types that its reader names, or is refused', async () => {
  const query = {
    sql: "SELECT arrayJoin(['x', 'y']) AS name, toUInt8(2) AS n, [toUInt8(3)] AS places, CAST([[name]], 'Array(Array(String))') AS texts WHERE {shop:UUID} != generateUUIDv4()",
    params: {},
  }
  interface Read {
    readonly name: string
    readonly n: number
    readonly places: readonly number[]
    readonly texts: readonly (readonly string[])[]
  }
  const columns = { name: 'String', n: 'UInt8', places: 'Array(UInt8)', texts: 'Array(Array(String))' } as const
  assert.deepEqual(
    await a.read<Read>(query, columns),
    ['x', 'y'].map((name) => ({ name, n: 2, places: [3], texts: [[name]] })),
  )
  assert.deepEqual(await a.read<Read>({ ...query, sql: `${query.sql} AND 0` }, columns), [])
  await refused(a.read<Read>(query, { ...columns, n: 'UInt32' }), 'internal', /n is UInt8, not UInt32/)
  const more = { ...columns, more: 'String' } as const
  await refused(a.read<Read & { more: string }>(query, more), 'internal', /more is missing, not String/)
})

test('reads show the newest version and no tombstones', async () => {
  const day = { day: '2026-05-01', measure: 'newest' }
  const sql = `SELECT value FROM daily WHERE shop_id = {shop:UUID} AND measure = 'newest'`
  const read = () => a.read({ sql, params: {} }, z.object({ value: z.string() }))
  await a.insert('daily', [dailyRow('2026-05-01', '1', { ...day, version: 1 })])
  await a.insert('daily', [dailyRow('2026-05-01', '3', { ...day, version: 3 })])
  await a.insert('daily', [dailyRow('2026-05-01', '2', { ...day, version: 2 })])
  assert.deepEqual(await read(), [{ value: '3.000000' }])
  await a.insert('daily', [{ ...day, version: 4, is_deleted: 1 }])
  assert.deepEqual(await read(), [])
  const newest = `SELECT version, is_deleted FROM daily WHERE shop_id = {shop:UUID} AND measure = 'newest' ORDER BY version DESC LIMIT 1`
  const Newest = z.object({ version: z.string(), is_deleted: z.number() })
  assert.deepEqual(await a.read({ sql: newest, params: {} }, Newest, { unmerged: true }), [
    { version: '4', is_deleted: 1 },
  ])
  await warehouse.optimize('daily')
  assert.deepEqual(await read(), [])
})

test('what is purged is gone with all its versions, from this shop only', async () => {
  const day = { day: '2026-05-02', measure: 'purged' }
  for (const [handle, value] of [[a, '1'] as const, [a, '2'] as const, [b, '3'] as const]) {
    await handle.insert('daily', [dailyRow('2026-05-02', value, { ...day, version: Number(value) })])
  }
  const purge = {
    from: 'daily',
    where: 'measure = {measure:String} AND version < 2',
    params: { measure: 'purged' },
  } as const
  await a.purge(purge)
  await a.purge(purge)
  const sql = `SELECT toString(value) AS name FROM daily WHERE shop_id = {shop:UUID} AND measure = 'purged'`
  const left = async (handle: typeof a) => (await handle.read({ sql, params: {} }, Named)).map(({ name }) => name)
  assert.deepEqual([await left(a), await left(b)], [['2'], ['3']])
  await a.purge({ ...purge, where: 'measure = {measure:String}' })
  assert.deepEqual([await left(a), await left(b)], [[], ['3']])
  await refused(a.purge({ ...purge, params: {} }), 'invalid_input', /parameter measure has no value/)
})

test('a handle sees its own shop, whatever its SQL forgets or asks for', async () => {
  await a.insert('daily', [dailyRow('2026-06-01', '1', { measure: 'own' })])
  await b.insert('daily', [dailyRow('2026-06-01', '1000', { measure: 'own' })])
  const [at] = await a.read(
    { sql: 'SELECT currentDatabase() AS name WHERE {shop:UUID} IS NOT NULL', params: {} },
    Named,
  )
  const attempts = [
    'SELECT count() AS n, sum(value) AS total FROM daily WHERE shop_id = {shop:UUID} OR 1',
    'SELECT count() AS n, sum(value) AS total FROM daily WHERE shop_id != {shop:UUID}',
    `SELECT count() AS n, sum(value) AS total FROM ${at?.name}.daily WHERE shop_id != {shop:UUID}`,
    'SELECT count() AS n, sum(d.value) AS total FROM daily AS d WHERE d.shop_id != {shop:UUID}',
    'SELECT count() AS n, sum(value) AS total FROM (SELECT * FROM daily) WHERE shop_id != {shop:UUID}',
    'WITH x AS (SELECT * FROM daily) SELECT count() AS n, sum(value) AS total FROM x WHERE shop_id != {shop:UUID}',
    `SELECT count() AS n, sum(r.value) AS total FROM (SELECT 1 AS k, {shop:UUID} AS s) AS l
      INNER JOIN (SELECT 1 AS k, shop_id, value FROM daily) AS r ON l.k = r.k WHERE r.shop_id != l.s`,
  ]
  for (const sql of attempts.slice(1)) {
    assert.deepEqual(await a.read({ sql, params: {} }, Totals), [{ n: 0, total: '0.000000' }], sql)
  }
  const [own] = await a.read({ sql: `${attempts[0]} SETTINGS max_threads = 1`, params: {} }, Totals)
  assert.ok(own && !own.total.startsWith('100'), JSON.stringify(own))
})

test('SQL without the shop, with a foreign shop or with unbound parameters is refused before it is sent', async () => {
  const read = (sql: string, params = {}) => a.read({ sql, params }, Totals)
  await refused(read('SELECT count() AS n, sum(value) AS total FROM daily'), 'invalid_input', /does not restrict/)
  await refused(read("SELECT '{shop:UUID}' FROM daily"), 'invalid_input', /does not restrict/)
  await refused(read('SELECT 1 -- {shop:UUID}'), 'invalid_input', /does not restrict/)
  await refused(read('SELECT {shop:String}'), 'invalid_input', /does not restrict/)
  await refused(read(dailyTotals, { shop: shopB }), 'invalid_input', /bound by its handle/)
  await refused(read(`${dailyTotals} AND measure = {m:String}`), 'invalid_input', /parameter m has no value/)
})

test('reading cannot change anything', async () => {
  const sql = 'INSERT INTO daily SELECT * FROM daily WHERE shop_id = {shop:UUID}'
  await refused(a.read({ sql, params: {} }, Totals), 'internal', /could not run/)
})

test('rows of another shape than expected are an internal error', async () => {
  await refused(a.read({ sql: dailyTotals, params: {} }, z.object({ other: z.string() })), 'internal', /shape/)
})

test('a refused row writes nothing at all', async () => {
  const rows = [dailyRow('2026-07-01', '1', { measure: 'bad' }), dailyRow('2026-02-30', '1', { measure: 'bad' })]
  await refused(a.insert('daily', rows), 'invalid_input', /Row 2 for daily was refused, column day/)
  const sql = `${dailyTotals} AND measure = 'bad'`
  assert.deepEqual(await a.read({ sql, params: {} }, Totals), [{ n: 0, total: '0.000000' }])
})

test('100,000 rows become one part, and more are split between orders only', async () => {
  const lines = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ledgerRow(`big-${Math.floor((from + index) / 3)}`, (from + index) % 3))
  assert.equal(await b.insert('ledger', lines(0, 100_000)), 100_000)
  assert.equal(await b.insert('ledger', lines(120_000, 130_000)), 130_000)
  const sql = `SELECT count() AS n, toString(uniqExact(order_id, row_id)) AS total FROM ledger WHERE shop_id = {shop:UUID}`
  assert.deepEqual(await b.read({ sql, params: {} }, Totals), [{ n: 230_000, total: '230000' }])
})

test('streams deliver every row', async () => {
  const sql = 'SELECT row_id AS id FROM ledger WHERE shop_id = {shop:UUID}'
  let count = 0
  for await (const row of b.stream({ sql, params: {} }, z.object({ id: z.string() }))) count += row.id === '' ? 0 : 1
  assert.equal(count, 230_000)
})

test('several long lists of parameters are bound at once', async () => {
  const list = (sign: string) => Array.from({ length: 5_000 }, (_, nth) => `${nth}`.padStart(36, sign))
  const sql =
    'SELECT toString(length({a:Array(String)}) + length({b:Array(String)})) AS name WHERE {shop:UUID} != generateUUIDv4()'
  assert.deepEqual(await a.read({ sql, params: { a: list('x'), b: list('y') } }, Named), [{ name: '10000' }])
})

test('a rewrite fills a table from another, for its shop only and by column name', async () => {
  const sql = `SELECT 0 AS is_deleted, 7 AS version, 'lines' AS measure, toDate(booked_at) AS day,
      CAST([], 'Array(Date)') AS previous_days, CAST([], 'Array(UInt32)') AS previous_counts, sum(gross) AS value
    FROM ledger WHERE shop_id = {shop:UUID} GROUP BY day`
  assert.equal(await a.rewrite({ into: 'daily', sql, params: {} }), 1)
  const read = { sql: `${dailyTotals} AND measure = 'lines'`, params: {} }
  assert.deepEqual(await a.read(read, Totals), [{ n: 1, total: '99999999999.123456' }])
  assert.deepEqual(await b.read(read, Totals), [{ n: 0, total: '0.000000' }])
  await refused(a.rewrite({ into: 'daily', sql: 'SELECT 1', params: {} }), 'invalid_input', /does not restrict/)
})

test('an aborted read rejects with the reason given', async () => {
  const abort = new AbortController()
  const sql = 'SELECT count() AS n, toString({shop:UUID}) AS total FROM numbers_mt(1000000000000)'
  const asked = a.read({ sql, params: {} }, Totals, { signal: abort.signal })
  abort.abort(new Error('left the page'))
  await assert.rejects(asked, /left the page/)
})

test('a question that takes too long says so', async () => {
  const sql = 'SELECT count() AS n, toString({shop:UUID}) AS total FROM numbers_mt(1000000000000)'
  await refused(a.read({ sql, params: {} }, Totals, { timeoutSeconds: 1 }), 'limit_reached', /takes too long/)
})

test('an erased shop is gone, the other stays', async () => {
  await warehouse.eraseShop(shopA)
  for (const table of ['ledger', 'daily']) {
    const sql = `SELECT count() AS n, '' AS total FROM ${table} WHERE shop_id = {shop:UUID}`
    assert.deepEqual(await a.read({ sql, params: {} }, Totals), [{ n: 0, total: '' }])
    assert.notDeepEqual(await b.read({ sql, params: {} }, Totals), [{ n: 0, total: '' }])
  }
})

test('an answer can be a Parquet file, of this shop alone, and one that cannot be made fails before its first byte', async () => {
  await a.insert('ledger', [ledgerRow('filed', 0), ledgerRow('filed', 1)])
  await b.insert('ledger', [ledgerRow('filed', 2)])
  const sql = 'SELECT toString(row_id) AS row FROM ledger WHERE shop_id = {shop:UUID} AND order_id = {order:String}'
  const pieces: Uint8Array[] = []
  for await (const piece of a.file({ sql, params: { order: 'filed' } })) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  assert.equal(bytes.subarray(0, 4).toString(), 'PAR1')
  assert.equal(bytes.subarray(-4).toString(), 'PAR1')
  const rows = await parquetReadObjects({ file: toArrayBuffer(bytes) })
  assert.equal(rows.length, 2)
  const reading = async (query: { sql: string; params: Record<string, string> }) => {
    for await (const _piece of a.file(query)) assert.fail('it gave something')
  }
  await refused(reading({ sql: 'SELECT 1', params: {} }), 'invalid_input', /does not restrict itself/)
  await assert.rejects(reading({ sql: 'SELECT throwIf(1) FROM ledger WHERE shop_id = {shop:UUID}', params: {} }))
})

function toArrayBuffer(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
