import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type ClickHouseClient, ClickHouseError, createClient, TupleParam } from '@clickhouse/client'
import { addressOf } from '../address.ts'
import { freePort, startTestHost } from '../testing/test-warehouse.ts'

const port = await freePort()
const { url } = await startTestHost({ after }, { port })
const client = open({})
after(() => client.close())
await client.command({
  query: 'CREATE TABLE facts (id UInt64, name String, amount Decimal(18, 6)) ENGINE = MergeTree ORDER BY id',
})

function open(options: Parameters<typeof createClient>[0]): ClickHouseClient {
  const { base, username, password, database } = addressOf(url)
  return createClient({ url: base, username, password, database, log: { level: 127 }, ...options })
}

async function rows(query: string, params: Record<string, unknown> = {}): Promise<unknown[]> {
  const result = await client.query({ query, format: 'JSONEachRow', query_params: params })
  return result.json()
}

async function failureOf(work: Promise<unknown>): Promise<ClickHouseError> {
  const error = await work.then(
    () => assert.fail('it succeeded'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof ClickHouseError, String(error))
  return error
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = AbortSignal.timeout(10_000)
  while (!(await isTrue())) {
    if (deadline.aborted) assert.fail(`${what} did not come true`)
    await delay(10)
  }
}

test('ping answers, with and without a query', async () => {
  assert.deepEqual(await client.ping(), { success: true })
  assert.deepEqual(await client.ping({ select: true }), { success: true })
})

test('a wrong password is refused with the server’s own code', async () => {
  const stranger = open({ password: 'guess' })
  const error = await failureOf(stranger.query({ query: 'SELECT 1' }))
  assert.equal(error.type, 'AUTHENTICATION_FAILED')
  assert.equal((await fetch(addressOf(url).base, { method: 'POST', body: 'SELECT 1' })).status, 403)
  await stranger.close()
})

test('values of every kind travel as parameters and come back unchanged', async () => {
  const text = 'it\'s a "test" \\ {x:String} \t tab \n line\r ü 🛒 -- ; /* */ $$ `'
  const query = `SELECT {text:String} AS text, {list:Array(String)} AS list, {n:UInt64} AS n, {d:Decimal(18,6)} AS d,
    {missing:Nullable(String)} AS missing, {flag:Bool} AS flag, {at:DateTime('UTC')} AS at, {pair:Tuple(UInt8, String)} AS pair,
    {map:Map(String, UInt8)} AS map, {id:UUID} AS id, {column:Identifier} AS one FROM (SELECT 1 AS a)`
  const [row] = await rows(query, {
    text,
    list: [text, ''],
    n: '18446744073709551615',
    d: '12.340000',
    missing: null,
    flag: true,
    at: new Date('2026-01-02T03:04:05Z'),
    pair: new TupleParam([1, "o'x"]),
    map: { k: 1 },
    column: 'a',
    id: '11111111-1111-4111-8111-111111111111',
  })
  assert.deepEqual(row, {
    text,
    list: [text, ''],
    n: Number(2n ** 64n - 1n),
    d: 12.34,
    missing: null,
    flag: true,
    at: '2026-01-02 03:04:05',
    pair: [1, "o'x"],
    map: { k: 1 },
    one: 1,
    id: '11111111-1111-4111-8111-111111111111',
  })
})

test('thousands of parameters go in the body', async () => {
  const many = open({ use_multipart_params_auto: true })
  const list = Array.from({ length: 5_000 }, (_, index) => `value ${index}`)
  const result = await many.query({
    query: 'SELECT length({list:Array(String)}) AS n',
    query_params: { list },
    format: 'JSONEachRow',
  })
  assert.deepEqual(await result.json(), [{ n: 5_000 }])
  await many.close()
})

test('a field of more than 128 KB is refused as by a server, in the body and in the address', async () => {
  for (const use_multipart_params of [true, false]) {
    const strict = open({ use_multipart_params })
    const ask = (length: number) =>
      strict.query({ query: 'SELECT length({text:String}) AS n', query_params: { text: 'x'.repeat(length) } })
    await ask(128 * 1024).then((result) => result.text())
    assert.match((await failureOf(ask(128 * 1024 + 1))).message, /Field value too long/)
    await strict.close()
  }
})

test('a parameter without a value is refused, also right after another query had one of that name', async () => {
  for (let round = 0; round < 20; round += 1) {
    assert.deepEqual(await rows('SELECT {tenant:String} AS t', { tenant: 'first' }), [{ t: 'first' }])
    const error = await failureOf(rows('SELECT {tenant:String} AS t'))
    assert.equal(error.type, 'UNKNOWN_QUERY_PARAMETER')
  }
})

test('settings hold for their own query only', async () => {
  const query = "SELECT getSetting('max_block_size') AS size"
  const set = await client.query({ query, format: 'JSONEachRow', clickhouse_settings: { max_block_size: '1234' } })
  assert.deepEqual(await set.json(), [{ size: 1234 }])
  assert.notDeepEqual(await rows(query), [{ size: 1234 }])
  const unknownSetting: object = { no_such_setting: 1 }
  const error = await failureOf(client.query({ query, clickhouse_settings: { ...unknownSetting } }))
  assert.equal(error.type, 'UNKNOWN_SETTING')
})

test('600 bound queries at once from several tenants never mix', async () => {
  const many = open({ max_open_connections: 16 })
  const ask = async (tenant: number) => {
    const query =
      'SELECT {tenant:UInt32} AS tenant, {name:String} AS name, sum(number) AS s FROM numbers({tenant:UInt32})'
    const result = await many.query({ query, format: 'JSONEachRow', query_params: { tenant, name: `n${tenant}` } })
    assert.deepEqual(await result.json(), [{ tenant, name: `n${tenant}`, s: (tenant * (tenant - 1)) / 2 }])
  }
  await Promise.all(Array.from({ length: 600 }, (_, index) => ask(1 + (index % 97))))
  await many.close()
})

test('every insert format lands completely, with the written rows in the summary', async () => {
  const count = async () => (await rows('SELECT count() AS n FROM facts'))[0]
  await client.command({ query: 'TRUNCATE TABLE facts' })
  const object = (id: number) => ({ id, name: `n "${id}"\n\nwith an empty line; SELECT 1`, amount: '1.5' })
  const json = await client.insert({ table: 'facts', values: [object(1), object(2)], format: 'JSONEachRow' })
  assert.equal(json.summary?.written_rows, '2')
  await client.insert({ table: 'facts', values: [[3, 'c', '1']], format: 'JSONCompactEachRow' })
  await client.insert({ table: 'facts', values: [[4, 'd']], format: 'JSONCompactEachRow', columns: ['id', 'name'] })
  await client.insert({ table: 'facts', values: Readable.from([object(5), object(6)]), format: 'JSONEachRow' })
  const csv = '7,"a\n\nb ""quoted""",1.25\n8,c,2\n'
  await client.insert({ table: 'facts', values: Readable.from(csv, { objectMode: false }), format: 'CSV' })
  const named = 'name,id\nx,9\n'
  await client.insert({ table: 'facts', values: Readable.from(named, { objectMode: false }), format: 'CSVWithNames' })
  for (const format of ['Parquet', 'Native', 'RowBinary'] as const) {
    const query = `SELECT number + 1000 AS id, toString(number) AS name, toDecimal64(1, 6) AS amount FROM numbers(70000) FORMAT ${format}`
    const { stream } = await client.exec({ query })
    const written = await client.exec({ query: `INSERT INTO facts FORMAT ${format}`, values: stream })
    assert.equal(written.summary?.written_rows, '70000', format)
    written.stream.resume()
  }
  await client.command({ query: "INSERT INTO facts (id, name) VALUES (10, 'it''s'), (11, 'a\n\nb')" })
  assert.deepEqual(await count(), { n: 70_000 * 3 + 11 })
  assert.deepEqual(await rows("SELECT name FROM facts WHERE id = 1 OR (id = 7 AND name LIKE '%quoted%') ORDER BY id"), [
    { name: object(1).name },
    { name: 'a\n\nb "quoted"' },
  ])
})

test('text that ends a statement inside the data is data', async () => {
  await client.command({ query: 'CREATE TABLE victims (id UInt8) ENGINE = MergeTree ORDER BY id' })
  const attack = '{"id":1}\n\n; DROP TABLE victims;\n\nDROP TABLE victims'
  await failureOf(
    client.exec({
      query: 'INSERT INTO facts FORMAT JSONEachRow',
      values: Readable.from(attack, { objectMode: false }),
    }),
  )
  assert.equal((await failureOf(client.command({ query: 'SELECT 1; DROP TABLE victims' }))).type, 'SYNTAX_ERROR')
  assert.deepEqual(await rows('SELECT count() AS n FROM victims'), [{ n: 0 }])
})

test('INSERT … SELECT reports its rows', async () => {
  const done = await client.command({ query: "INSERT INTO facts SELECT number, 'x', 1 FROM numbers(777)" })
  assert.equal(done.summary?.written_rows, '777')
})

test('large results stream in pieces and whole', async () => {
  const query = 'SELECT number AS n FROM numbers(500000)'
  let sum = 0
  for await (const batch of (await client.query({ query, format: 'JSONEachRow' })).stream()) sum += batch.length
  assert.equal(sum, 500_000)
  const csv = await (await client.query({ query, format: 'CSV' })).text()
  assert.equal(csv.trimEnd().split('\n').length, 500_000)
  const { data, rows: total } = await (await client.query({ query, format: 'JSON' })).json<{ n: number }>()
  assert.deepEqual([data.length, total], [500_000, 500_000])
})

test('an answer that is sent whole holds nobody up, whatever its subqueries take', async () => {
  const order: string[] = []
  const sql = 'SELECT (SELECT max(sleepEachRow(0.3)) FROM numbers(3) SETTINGS max_block_size = 1) AS slow'
  const asked = client
    .query({ query: sql, format: 'JSONEachRow', clickhouse_settings: { wait_end_of_query: 1 } })
    .then(async (result) => order.push(JSON.stringify(await result.json())))
  const running = "SELECT 1 FROM system.processes WHERE query LIKE '%sleepEachRow%' AND query NOT LIKE '%processes%'"
  while (order.length === 0 && (await rows(running)).length === 0) continue
  assert.deepEqual(await client.ping(), { success: true })
  order.push('ping')
  await asked
  assert.deepEqual(order, ['ping', '[{"slow":0}]'])
})

test('an empty result is an empty answer', async () => {
  assert.deepEqual(await rows('SELECT 1 AS a WHERE 0'), [])
})

test('a failure in the middle of a stream reaches the reader', async () => {
  const query = 'SELECT throwIf(number = 900000) AS ok FROM numbers(1000000) SETTINGS max_block_size = 1000'
  const work = async () => {
    const result = await client.query({ query, format: 'JSONEachRow' })
    for await (const _ of result.stream()) continue
  }
  assert.match((await failureOf(work())).message, /throwIf/)
})

test('errors carry the server’s code, name and a matching header', async () => {
  const error = await failureOf(client.query({ query: 'SELECT * FROM nowhere' }))
  assert.deepEqual([error.code, error.type], ['60', 'UNKNOWN_TABLE'])
  const { username, password, base } = addressOf(url)
  const headers = { 'X-ClickHouse-User': username, 'X-ClickHouse-Key': password }
  const response = await fetch(base, { method: 'POST', body: 'SELEC 1', headers })
  assert.deepEqual([response.status, response.headers.get('x-clickhouse-exception-code')], [400, '62'])
  const named = await fetch(`${base}/?query=SELECT+1+AS+a&default_format=JSONEachRow&query_id=mine`, { headers })
  assert.equal(named.headers.get('x-clickhouse-query-id'), 'mine')
  assert.equal(named.headers.get('x-clickhouse-format'), 'JSONEachRow')
  assert.equal(await named.text(), '{"a":1}\n')
  const written = await fetch(
    `${base}/?database=tillsight&query=${encodeURIComponent('INSERT INTO facts (id) VALUES (1)')}`,
    { headers },
  )
  assert.equal(written.headers.get('x-clickhouse-exception-code'), '164')
})

test('requests and answers may be compressed', async () => {
  for (const codec of ['gzip', 'zstd', 'br'] as const) {
    const packed = open({ compression: { request: { codec }, response: { codec } } })
    await packed.command({ query: 'TRUNCATE TABLE facts' })
    const values = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `row ${id}` }))
    assert.equal(
      (await packed.insert({ table: 'facts', values, format: 'JSONEachRow' })).summary?.written_rows,
      '20000',
    )
    const result = await packed.query({ query: 'SELECT id, name FROM facts ORDER BY id', format: 'JSONEachRow' })
    assert.deepEqual(await result.json(), values)
    assert.equal((await failureOf(packed.query({ query: 'SELECT * FROM nowhere' }))).code, '60')
    await packed.close()
  }
})

const endless = 'SELECT count() FROM numbers_mt(1000000000000) SETTINGS max_execution_time = 0'
const runningEndless = async () => {
  const sql =
    "SELECT count() AS n FROM system.processes WHERE query LIKE '%1000000000000%' AND query NOT LIKE '%processes%'"
  return JSON.stringify(await rows(sql)) !== '[{"n":0}]'
}

test('an aborted query stops in the engine', async () => {
  const abort = new AbortController()
  const asked = client.query({ query: endless, abort_signal: abort.signal })
  const failed = assert.rejects(asked, /aborted/)
  await until('the query runs', runningEndless)
  abort.abort()
  await failed
  await until('the query is gone', async () => !(await runningEndless()))
})

test('hundreds of readers who leave at any moment do no harm', async () => {
  const many = open({ max_open_connections: 16 })
  const read = async (index: number) => {
    const abort = new AbortController()
    const query = index % 3 === 0 ? endless : `SELECT number, repeat('x', 100) AS x FROM numbers({n:UInt32})`
    const leave = setTimeout(() => abort.abort(), (index * 7) % 60)
    try {
      const query_params = { n: 300_000 }
      const result = await many.query({ query, format: 'JSONEachRow', query_params, abort_signal: abort.signal })
      for await (const _ of result.stream()) if (abort.signal.aborted) break
    } catch (error) {
      assert.ok(abort.signal.aborted, String(error))
    }
    clearTimeout(leave)
  }
  await Promise.all(Array.from({ length: 300 }, (_, index) => read(index)))
  await many.close()
  await until('all of them are gone', async () => {
    const running = await rows('SELECT count() AS n FROM system.processes')
    return JSON.stringify(running) === '[{"n":1}]'
  })
})

test('KILL QUERY by the client’s id stops it', async () => {
  const asked = failureOf(client.query({ query: endless, query_id: 'long-one' }))
  await until('the query runs', runningEndless)
  await client.command({ query: "KILL QUERY WHERE query_id = 'long-one'" })
  assert.equal((await asked).type, 'QUERY_WAS_CANCELLED')
})

test('a query that outlasts its limit ends with a timeout', async () => {
  const asked = client.query({
    query: endless.split(' SETTINGS')[0] ?? '',
    clickhouse_settings: { max_execution_time: 1 },
  })
  assert.equal((await failureOf(asked)).type, 'TIMEOUT_EXCEEDED')
})

test('look-ups pass long reports by', async () => {
  const abort = new AbortController()
  const reports = Array.from({ length: 6 }, () =>
    client.query({ query: endless, abort_signal: abort.signal }).catch(() => undefined),
  )
  const quick = await client.query({
    query: 'SELECT 1 AS a',
    format: 'JSONEachRow',
    clickhouse_settings: { priority: '1' },
  })
  assert.deepEqual(await quick.json(), [{ a: 1 }])
  abort.abort()
  await Promise.all(reports)
})

test('memory is limited, for one query and for all', async () => {
  const [limits] = await rows(`SELECT getSetting('max_memory_usage') BETWEEN 1e8 AND 3e9 AS one,
    (SELECT toUInt64(value) FROM system.server_settings WHERE name = 'max_server_memory_usage') > 0 AS all`)
  assert.deepEqual(limits, { one: 1, all: 1 })
  const query = 'SELECT length(groupArray(number)) FROM numbers(2000000000)'
  const settings = { max_memory_usage: '100000000' }
  assert.equal((await failureOf(client.query({ query, clickhouse_settings: settings }))).type, 'MEMORY_LIMIT_EXCEEDED')
  assert.deepEqual(await rows('SELECT 1 AS a'), [{ a: 1 }])
})

test('readonly queries cannot write', async () => {
  const query = 'INSERT INTO facts (id) SELECT 1'
  assert.equal((await failureOf(client.command({ query, clickhouse_settings: { readonly: '1' } }))).type, 'READONLY')
})
