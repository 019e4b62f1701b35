import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { type Clock, toPersonId } from '@tillsight/core'
import { deleteShop, listWebhookMessages } from '@tillsight/database'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import type { ConnectionContext } from '../connections/index.ts'
import { run } from '../context/index.ts'
import { servicesWithoutNetwork } from '../context/services.testing.ts'
import { writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { isRefused, openTestPeople } from '../organisations/testing.ts'
import { listProducts } from '../products/index.ts'
import { ask, openTestStores, tellCosts } from '../reports/shop.testing.ts'
import { addWebhook } from '../webhooks/index.ts'
import { exportKinds } from './definition.ts'
import { createMemoryFiles, exportServices } from './exports.testing.ts'
import { addExport, changeExport, listExportRuns, listExports, openExportRun, runExport } from './index.ts'
import { makeDueExports, tidyExports } from './jobs.ts'
import { makeExportRun } from './make-run.ts'

const stores = await openTestStores({ after })
const people = await openTestPeople({ after }, { db: stores.db })
const folder = await mkdtemp(join(tmpdir(), 'tillsight-exports-'))
after(() => rm(folder, { recursive: true }))
const never = new AbortController().signal
const days = { from: '2026-03-01', to: '2026-03-14' }

/** A shop with a formula for a title, and amounts with many digits. */
async function open(clock?: Clock) {
  const ctx: ConnectionContext = { ...(await stores.openShop({}, clock)), services: servicesWithoutNetwork }
  await tellCosts(ctx)
  const line = (id: string, gross: string) =>
    sampleLine({ id, title: '=1+1', sku: '-5', quantity: '3', gross, tax: '1.333333', discount: '0.1' })
  const orders = Array.from({ length: 6 }, (_, at) =>
    sampleOrder({
      id: `${at + 1}`,
      name: '@SUM(A1)',
      placedAt: `2026-03-${10 + (at % 4)}T10:00:00Z`,
      lines: [line(`${at}a`, '19.99'), line(`${at}b`, '0.123456')],
    }),
  )
  await writeRecords(ctx, { source: 'woocommerce', records: orders })
  const files = createMemoryFiles()
  const services = exportServices(ctx, files)
  return {
    ctx,
    files,
    services,
    /** Defines an export, makes it, and returns its file. */
    async make(definition: Pick<z.input<typeof addExport.input>, 'what' | 'format' | 'question'>) {
      const { id } = await run(addExport, ctx, { name: 'A', ...definition })
      const { id: runId } = await run(runExport, ctx, { export: id, ...days })
      await makeExportRun(services, runId, never)
      const { items } = await run(listExportRuns, ctx, { export: id })
      assert.equal(items[0]?.state, 'done', items[0]?.reason)
      const { file } = await run(openExportRun, ctx, { run: runId })
      const bytes = files.stored.get(file)
      assert.ok(bytes && items[0].manifest)
      return { id, runId, bytes, text: bytes.toString('utf8'), manifest: items[0].manifest }
    },
  }
}

/** A CSV file, by its header. */
function table(text: string): Record<string, string>[] {
  return parse<Record<string, string>>(text, { columns: true })
}

const Rows = z.array(z.record(z.string(), z.string().nullable()))

async function duck(bytes: Buffer, select: string) {
  const path = join(folder, `${crypto.randomUUID()}.parquet`)
  await writeFile(path, bytes)
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const read = async (sql: string) => Rows.parse((await connection.runAndReadAll(sql)).getRowObjectsJson())
  const described = await read(`DESCRIBE SELECT * FROM read_parquet('${path}')`)
  const rows = await read(select.replace('FILE', `read_parquet('${path}')`))
  connection.closeSync()
  return {
    types: Object.fromEntries(described.map((row) => [row['column_name'], row['column_type']])),
    rows,
  }
}

suite('what is in a file', () => {
  test('metrics and the statement are what the API answers, to the last digit', async () => {
    const { ctx, make } = await open()
    const metrics = ['sales', 'netSales', 'aov', 'cm2', 'cm2Margin', 'orders']
    const answer = await ask(ctx, { metrics, ...days, interval: 'day' })
    const { text } = await make({ what: 'metrics', format: 'jsonl', question: { metrics } })
    const rows = text
      .trim()
      .split('\n')
      .map((line): Record<string, unknown> => JSON.parse(line))
    assert.equal(rows.length, 14)
    for (const [at, row] of rows.entries()) {
      assert.equal(row['day'], answer.series?.[at]?.at)
      for (const key of metrics) assert.equal(row[key], answer.series?.[at]?.values[key] ?? null, key)
    }
    const pnl = await make({ what: 'pnl', format: 'csv', question: { interval: 'week' } })
    const lines = table(pnl.text)
    const asked = ['netSales', 'cogs', 'cm1', 'cm2', 'cm3', 'netProfit', 'netMargin', 'orders']
    const weeks = await ask(ctx, { metrics: asked, ...days, interval: 'week' })
    assert.equal(lines.length, weeks.series?.length)
    for (const [at, row] of lines.entries()) {
      for (const key of asked) assert.equal(row[key], String(weeks.series?.[at]?.values[key] ?? ''), key)
    }
    assert.ok(lines.some((row) => Number(row['netProfit']) > 0))
  })

  test('CSV defuses text that begins as a formula, and never numbers; JSON lines leave it as it is', async () => {
    const { make } = await open()
    const { text, manifest } = await make({ what: 'ledger', format: 'csv' })
    assert.ok(text.includes('\r\n') && text.charCodeAt(0) !== 0xfeff)
    const rows = table(text)
    assert.equal(rows.length, manifest.rows)
    const goods = rows.find((row) => row['line_type'] === 'product')
    assert.deepEqual([goods?.['title'], goods?.['order_name']], ["'=1+1", "'@SUM(A1)"])
    assert.ok(rows.every((row) => !row['gross']?.startsWith("'")))
    const lines = await make({ what: 'ledger', format: 'jsonl' })
    const first: Record<string, unknown> = JSON.parse(lines.text.split('\n')[0] ?? '')
    assert.equal(first['order_name'], '@SUM(A1)')
  })

  test('Parquet is read by DuckDB with exact types, and has the rows of the CSV', async () => {
    const { make } = await open()
    const { bytes, manifest } = await make({ what: 'ledger', format: 'parquet' })
    const { types, rows } = await duck(bytes, 'SELECT count(*) AS n, sum(gross)::VARCHAR AS gross FROM FILE')
    assert.equal(types['gross'], 'DECIMAL(38,6)')
    assert.equal(types['booked'], 'TIMESTAMP WITH TIME ZONE')
    assert.equal(types['title'], 'VARCHAR')
    const csv = table((await make({ what: 'ledger', format: 'csv' })).text)
    const micro = csv.reduce((sum, row) => sum + BigInt(Math.round(Number(row['gross']) * 1e6)), 0n)
    assert.equal(BigInt((rows[0]?.['gross'] ?? '').replace('.', '')), micro)
    assert.equal(rows[0]?.['n'], String(manifest.rows))
    const metrics = await make({ what: 'metrics', format: 'parquet', question: { metrics: ['sales', 'orders'] } })
    const day = await duck(metrics.bytes, 'SELECT * FROM FILE ORDER BY day')
    assert.deepEqual(day.types, { day: 'DATE', sales: 'DECIMAL(38,6)', orders: 'BIGINT' })
    assert.equal(day.rows.length, 14)
  })

  test('every kind can be made in every format', async () => {
    const { make } = await open()
    for (const what of exportKinds) {
      for (const format of ['csv', 'jsonl', 'parquet'] as const) {
        const { manifest } = await make({ what, format })
        assert.equal(manifest.what, what)
        assert.ok(manifest.columns.length > 1 && manifest.sha256.length === 64, `${what} ${format}`)
      }
    }
  })

  test('products are those of the list, and rows of a dimension those of its day', async () => {
    const { ctx, make } = await open()
    const { text } = await make({
      what: 'metrics',
      format: 'jsonl',
      question: { metrics: ['sales'], dimensions: ['country'] },
    })
    const rows = text
      .trim()
      .split('\n')
      .map((line): Record<string, unknown> => JSON.parse(line))
    const day = await ask(ctx, { metrics: ['sales'], dimensions: ['country'], from: '2026-03-10', to: '2026-03-10' })
    assert.deepEqual(
      rows.filter((row) => row['day'] === '2026-03-10').map((row) => row['sales']),
      day.rows?.map(({ values }) => values['sales']),
    )
    const products = await make({ what: 'products', format: 'csv' })
    const shown = await run(listProducts, ctx, days)
    assert.ok(shown.products.length >= 2)
    assert.deepEqual(
      table(products.text).map(({ product_id: id, netSales, cm2 }) => ({ id, netSales, cm2 })),
      shown.products.map(({ id, values }) => ({
        id,
        netSales: String(values['netSales'] ?? ''),
        cm2: String(values['cm2'] ?? ''),
      })),
    )
  })
})

suite('runs', () => {
  test('a run that is killed and begun again is one file, told once', async () => {
    const { ctx, files, services } = await open()
    const { id: hook } = await run(addWebhook, ctx, { url: 'https://hooks.example/', events: ['export.finished'] })
    const { id } = await run(addExport, ctx, { name: 'A', what: 'orders', format: 'csv' })
    const { id: runId } = await run(runExport, ctx, { export: id, ...days })
    // Dies after the file is there, and before anybody knows.
    const dying = new AbortController()
    const killed = {
      ...services,
      files: {
        ...files,
        async write(...given: Parameters<typeof files.write>) {
          await files.write(...given)
          dying.abort(new Error('killed'))
          throw new Error('killed')
        },
      },
    }
    await assert.rejects(makeExportRun(killed, runId, dying.signal), /killed/)
    const before = [...files.stored.values()][0]
    await Promise.all([makeExportRun(services, runId, never), makeExportRun(services, runId, never)])
    await makeExportRun(services, runId, never)
    assert.equal(files.stored.size, 1)
    assert.deepEqual([...files.stored.values()][0], before)
    assert.equal((await listWebhookMessages(ctx.db.kysely, hook, { limit: 10 })).length, 1)
  })

  test('a run whose shop goes meanwhile leaves no file, and nothing of it is sent', async () => {
    for (const isFailing of [false, true]) {
      const { ctx, files, services } = await open()
      const { id } = await run(addExport, ctx, { name: 'A', what: 'orders', format: 'csv' })
      const { id: runId } = await run(runExport, ctx, { export: id, ...days })
      let written = 0
      const leaving = {
        ...services,
        files: {
          ...files,
          async write(...given: Parameters<typeof files.write>) {
            const result = await files.write(...given)
            written = files.stored.size
            await deleteShop(ctx.db.kysely, ctx.shop.id)
            if (isFailing) throw new Error('the disk is broken')
            return result
          },
        },
      }
      await makeExportRun(leaving, runId, never)
      assert.equal(written, 1)
      assert.deepEqual([...files.stored.keys()], [])
    }
  })

  test('three failures end it, and tell whoever made it', async () => {
    const { ctx, services } = await open()
    const owner = await people.newMember(ctx.organisation, 'owner')
    const actor = { kind: 'person', id: owner.person, role: 'owner', shops: 'all' } as const
    const { id } = await run(addExport, { ...ctx, actor }, { name: 'A', what: 'orders', format: 'csv' })
    const { id: runId } = await run(runExport, ctx, { export: id, ...days })
    const broken = {
      ...services,
      files: { ...services.files, write: () => Promise.reject(new Error('the disk is broken')) },
    }
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await makeExportRun(broken, runId, never)
      const { items } = await run(listExportRuns, ctx, { export: id })
      assert.equal(items[0]?.state, attempt < 3 ? 'retrying' : 'failed')
    }
    const told = await ctx.db.kysely
      .selectFrom('deliveries')
      .selectAll()
      .where('personId', '=', toPersonId(owner.person))
      .where('kind', '=', 'export.failed')
      .execute()
    assert.deepEqual(told.map(({ channel }) => channel).toSorted(), ['inbox', 'mail'])
  })

  test('it is made once for each time that is due, also when many have passed, and files go after 30 days', async () => {
    let now = Date.parse('2026-03-27T10:00:00Z')
    const { ctx, files, services } = await open({ now: () => new Date(now) })
    const schedule = { every: 'day', at: '02:30' } as const
    const { id, nextAt } = await run(addExport, ctx, {
      name: 'A',
      what: 'orders',
      format: 'csv',
      range: 'since_last',
      schedule,
    })
    assert.equal(nextAt, '2026-03-28T01:30:00.000Z')
    now = Date.parse('2026-03-28T01:30:00Z')
    await Promise.all([makeDueExports(services), makeDueExports(services)])
    const runs = async () => (await run(listExportRuns, ctx, { export: id })).items
    const [first, ...none] = await runs()
    assert.deepEqual([first?.range, none], [{ from: '2026-02-21', to: '2026-03-27' }, []])
    await makeExportRun(services, first?.id ?? '', never)
    // 29 March has no 02:30: the clock shows 03:00 next.
    const [shown] = (await run(listExports, ctx, {})).items
    assert.equal(shown?.nextAt, '2026-03-29T01:00:00.000Z')
    now = Date.parse('2026-04-02T12:00:00Z')
    await makeDueExports(services)
    assert.deepEqual((await runs()).map(({ range }) => range.from).toSorted(), ['2026-02-21', '2026-03-28'])
    assert.equal((await runs())[0]?.range.to, '2026-04-01')
    await assert.rejects(run(runExport, ctx, { export: id }), isRefused('conflict', /exported already/))
    await run(changeExport, ctx, { export: id, state: 'paused' })
    now = Date.parse('2026-05-20T12:00:00Z')
    await makeDueExports(services)
    assert.equal((await runs()).length, 2)
    await tidyExports(services)
    assert.equal(files.stored.size, 0)
    await assert.rejects(run(openExportRun, ctx, { run: first?.id ?? '' }), isRefused('not_found', /30 days/))
  })
})

suite('who may', () => {
  test('an export and its file are not there for another shop, nor for people limited to others', async () => {
    const [one, other] = [await open(), await open()]
    const { id, runId } = await one.make({ what: 'orders', format: 'csv' })
    const unknown = isRefused('not_found', /no such/)
    await assert.rejects(run(openExportRun, other.ctx, { run: runId }), unknown)
    await assert.rejects(run(listExportRuns, other.ctx, { export: id }), unknown)
    await assert.rejects(run(runExport, other.ctx, { export: id }), unknown)
    await assert.rejects(run(changeExport, other.ctx, { export: id, name: 'B' }), unknown)
    const limited = { kind: 'person', id: 'p', role: 'analyst', shops: [other.ctx.shop.id] } as const
    await assert.rejects(run(openExportRun, { ...one.ctx, actor: limited }, { run: runId }), isRefused('not_found'))
    assert.deepEqual((await run(listExports, { ...other.ctx, actor: limited }, {})).items, [])
    const viewer = { kind: 'person', id: 'p', role: 'viewer', shops: 'all' } as const
    await assert.rejects(run(openExportRun, { ...one.ctx, actor: viewer }, { run: runId }), isRefused('forbidden'))
  })

  test('a key has rows of a kind only with the scope of that kind, also of exports of others', async () => {
    const { ctx, make } = await open()
    const key = { kind: 'api_key', id: 'k', permissions: ['exports:write', 'metrics:read'], shops: 'all' } as const
    const own = { ...ctx, actor: key }
    const { id, runId } = await make({ what: 'orders', format: 'csv' })
    await assert.rejects(run(openExportRun, own, { run: runId }), isRefused('forbidden', /orders:read/))
    await assert.rejects(run(runExport, own, { export: id }), isRefused('forbidden', /orders:read/))
    const asked = { name: 'A', format: 'csv' } as const
    await assert.rejects(run(addExport, own, { ...asked, what: 'orders' }), isRefused('forbidden'))
    await assert.rejects(run(addExport, own, { ...asked, what: 'pnl' }), isRefused('forbidden', /[Cc]osts/))
    const mail = { ...asked, what: 'metrics', question: { metrics: ['sales'] }, to: { kind: 'mail' } } as const
    await assert.rejects(run(addExport, own, mail), isRefused('invalid_input', /no person/))
    await run(addExport, own, { ...asked, what: 'metrics', question: { metrics: ['sales'] } })
    // Every metric is those that whoever defined it sees.
    for (const what of ['pnl', 'metrics', 'products'] as const) {
      const { runId: profitRun, id: profit } = await make({ what, format: 'csv' })
      await assert.rejects(run(openExportRun, own, { run: profitRun }), isRefused('forbidden', /[Cc]osts/), what)
      await assert.rejects(run(runExport, own, { export: profit }), isRefused('forbidden', /[Cc]osts/), what)
    }
    const plain = await make({ what: 'metrics', format: 'csv', question: { metrics: ['sales'] } })
    assert.equal((await run(openExportRun, own, { run: plain.runId })).bytes, plain.bytes.length)
  })

  test('a question that cannot be asked is refused when it is saved', async () => {
    const { ctx } = await open()
    for (const [what, question] of [
      ['metrics', { metrics: ['salez'] }],
      ['metrics', { from: '2026-01-01' }],
      ['pnl', { interval: 'hour' }],
      ['orders', { more: 1 }],
      ['attribution', { model: 'none' }],
      ['attribution', { from: '2026-01-01' }],
      ['campaigns', { level: 'galaxy' }],
      ['products', { by: 'moon' }],
      ['costs', { kind: 'luck' }],
      ['metrics', { filters: [{ dimension: 'country', operator: 'is', values: ['\0'] }] }],
    ] as const) {
      const asked = run(addExport, ctx, { name: 'A', what, format: 'csv', question })
      await assert.rejects(asked, isRefused('invalid_input'), `${what} ${JSON.stringify(question)}`)
    }
  })
})
