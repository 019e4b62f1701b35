import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { readFixed } from '@tillsight/core'
import { parse } from 'csv-parse/sync'
import { queryAttribution, reportAttribution } from '../attribution/index.ts'
import { writeSeenOrders } from '../attribution/testing.ts'
import type { ConnectionContext } from '../connections/index.ts'
import { run } from '../context/index.ts'
import { servicesWithoutNetwork } from '../context/services.testing.ts'
import { exportCostFile } from '../costs/index.ts'
import type { ColumnKind } from '../exports.ts'
import { writeRecords } from '../ledger/index.ts'
import { buyer, sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { listProducts } from '../products/index.ts'
import { writeAdDays } from '../reports/ads.testing.ts'
import { ask, openTestStores, tellCosts } from '../reports/shop.testing.ts'
import type { ExportKind } from './definition.ts'
import { createMemoryFiles, exportServices } from './exports.testing.ts'
import { addExport, listExportRuns, runExport } from './index.ts'
import { makeExportRun } from './make-run.ts'

// Every kind of export against what the API answers, in every format.

type Row = Readonly<Record<string, string | number | null | undefined>>
type Figures = Readonly<Record<string, string | number | null>>

const stores = await openTestStores({ after })
const folder = await mkdtemp(join(tmpdir(), 'tillsight-figures-'))
after(() => rm(folder, { recursive: true }))
const never = new AbortController().signal
const days = { from: '2026-06-01', to: '2026-06-30' }
const ctx: ConnectionContext = { ...(await stores.openShop()), services: servicesWithoutNetwork }
await tellCosts(ctx)
const touch = (day: number, channel: string, platform = '') => [
  { at: `2026-06-${day}T11:00:00Z`, channel, ...(platform && { platform }) },
]
await writeSeenOrders(ctx, [
  { id: 'a1', person: 'a', placedAt: '2026-06-12T12:00:00Z', value: '10.333333', touches: touch(12, 'email') },
  { id: 'a2', person: 'a', placedAt: '2026-06-20T12:00:00Z', value: '5', back: '2', customer: 'returning' },
  { id: 'b1', person: 'b', placedAt: '2026-06-13T12:00:00Z', value: '7.01', touches: touch(13, 'paid_social', 'meta') },
  { id: 'c1', person: 'c', placedAt: '2026-06-13T13:00:00Z', value: '0.123456' },
])
await writeAdDays(ctx, [
  {
    day: '2026-06-12',
    platform: 'metaads',
    campaign: 'c1',
    spend: '10.123456',
    clicks: 7,
    purchases: '1',
    value: '40',
  },
  { day: '2026-06-13', platform: 'metaads', campaign: 'c1', spend: '3.3', clicks: 2, purchases: '2', value: '20.5' },
  { day: '2026-06-13', platform: 'googleads', campaign: 'c2', spend: '1', clicks: 1, purchases: '0', value: '0' },
])

/** A shop whose orders have buyers that are known. */
const known: ConnectionContext = { ...(await stores.openShop()), services: servicesWithoutNetwork }
await writeRecords(known, {
  source: 'woocommerce',
  records: ['ida@shop.example', 'ida@shop.example', 'bo@shop.example'].map((email, at) =>
    sampleOrder({
      id: `${at}`,
      placedAt: `2026-06-1${at}T10:00:00Z`,
      customer: buyer(email),
      lines: [sampleLine({ id: `${at}`, gross: '19.990001' })],
    }),
  ),
})

interface Asked {
  readonly what: ExportKind
  readonly format: 'csv' | 'jsonl' | 'parquet'
  readonly question: object
  readonly ctx: ConnectionContext
}

async function make({ what, format, question, ctx }: Asked) {
  const files = createMemoryFiles()
  const { id } = await run(addExport, ctx, { name: 'A', what, format, question: { ...question } })
  const { id: runId } = await run(runExport, ctx, { export: id, ...days })
  await makeExportRun(exportServices(ctx, files), runId, never)
  const [made] = (await run(listExportRuns, ctx, { export: id })).items
  const [bytes] = [...files.stored.values()]
  assert.ok(made?.manifest && bytes, `${what}: ${made?.reason}`)
  const types = Object.fromEntries(made.manifest.columns.map(({ name, type }) => [name, type]))
  return { bytes, types }
}

/** A file as rows of text, in one notation for every format. */
async function rowsOf(format: 'csv' | 'jsonl' | 'parquet', bytes: Buffer, types: Readonly<Record<string, ColumnKind>>) {
  const read = {
    csv: () => parse<Row>(bytes.toString('utf8'), { columns: true }),
    jsonl: () =>
      bytes
        .toString('utf8')
        .split('\n')
        .filter(Boolean)
        .map((line): Row => JSON.parse(line)),
    parquet: () => duck(bytes),
  }
  return (await read[format]()).map((row) =>
    Object.fromEntries(Object.entries(types).map(([name, kind]) => [name, plain(row[name], kind)])),
  )
}

function plain(cell: Row[string], kind: ColumnKind): string {
  if (cell === null || cell === undefined || cell === '') return ''
  if (kind === 'instant') return new Date(cell).toISOString()
  if (typeof kind !== 'object') return String(cell)
  const exact = readFixed(String(cell), kind.decimals)
  assert.ok(exact !== undefined, `${cell} has more digits than it may`)
  return String(exact)
}

async function duck(bytes: Buffer): Promise<Row[]> {
  const path = join(folder, `${crypto.randomUUID()}.parquet`)
  await writeFile(path, bytes)
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const result = await connection.runAndReadAll(`SELECT COLUMNS(*)::VARCHAR FROM read_parquet('${path}')`)
  const rows = result.getRowObjectsJson() as Row[]
  connection.closeSync()
  return rows
}

const rangeOf = (day: string) => ({ from: day, to: day })
const dated = (rows: readonly Figures[]) => rows.map((row) => ({ ...days, ...row }))
const sums = ['orders', 'grossSales', 'discounts', 'orderRevenue'] as const

/** What the API answers, as the rows or as their sums. */
interface Case {
  readonly question?: object
  readonly shop?: ConnectionContext
  readonly rows?: () => Promise<readonly Figures[]>
  /** Sums of columns of the file, or how many rows there are, against figures of the whole range. */
  readonly sums?: () => Promise<Figures>
  readonly summed?: (row: Readonly<Record<string, string>>) => Readonly<Record<string, bigint>>
}

const nothing: Made = { rows: [], types: {} }

interface Made {
  readonly types: Readonly<Record<string, ColumnKind>>
  readonly rows: readonly Readonly<Record<string, string>>[]
}

const sumOf = (all: readonly (bigint | undefined)[]) => all.reduce<bigint>((sum, each) => sum + (each ?? 0n), 0n)
const micro = (text: string | undefined) => BigInt(text || '0')

const cases: Readonly<Record<ExportKind, Case>> = {
  metrics: {
    question: { metrics: ['sales', 'aov', 'cm2'] },
    rows: async () =>
      ((await ask(ctx, { metrics: ['sales', 'aov', 'cm2'], ...days, interval: 'day' })).series ?? []).map(
        ({ at, values }) => ({ day: at, ...values }),
      ),
  },
  pnl: {
    question: { interval: 'week' },
    rows: async () =>
      (
        (
          await ask(ctx, {
            metrics: ['orders', 'netSales', 'cm3', 'netProfit', 'netMargin'],
            ...days,
            interval: 'week',
          })
        ).series ?? []
      ).map(({ at, values }) => ({ day: at, ...values })),
  },
  orders: {
    sums: async () => (await ask(ctx, { metrics: [...sums], ...days })).totals,
    summed: (row) => ({
      orders: 1_000_000n,
      grossSales: micro(row['gross_sales']),
      discounts: micro(row['discounts']),
      orderRevenue: micro(row['order_revenue']),
    }),
  },
  ledger: {
    sums: async () => (await ask(ctx, { metrics: ['netSales', 'grossSales'], ...days })).totals,
    summed: (row) => ({
      netSales: row['line_type'] === 'product' ? micro(row['gross']) - micro(row['discount']) : 0n,
      grossSales: row['line_type'] === 'product' && row['side'] === 'sale' ? micro(row['gross']) : 0n,
    }),
  },
  customers: {
    shop: known,
    sums: async () => (await ask(known, { metrics: ['orders', 'orderRevenue', 'newCustomers'], ...days })).totals,
    summed: (row) => ({
      orders: BigInt(row['orders'] ?? 0) * 1_000_000n,
      orderRevenue: micro(row['order_revenue']),
      newCustomers: row['class'] === 'new' ? 1_000_000n : 0n,
    }),
  },
  products: {
    rows: async () =>
      (await run(listProducts, ctx, days)).products.map(({ id, title, values }) => ({
        product_id: id,
        title,
        netSales: values['netSales'] ?? null,
        cm2: values['cm2'] ?? null,
      })),
  },
  cohorts: {
    question: { model: 'first_click' },
    rows: async () => {
      const report = await run(reportAttribution, ctx, { ...days, report: 'cohorts', model: 'first_click' })
      assert.ok(report.report === 'cohorts' && report.rows.length > 1)
      return dated(
        report.rows.flatMap(({ channel, customers, after: steps }) =>
          steps.map(({ is_complete: complete, ...step }) => ({
            channel,
            customers,
            ...step,
            is_complete: complete ? 'yes' : 'no',
          })),
        ),
      )
    },
  },
  attribution: {
    question: { model: 'linear_all' },
    rows: async () => {
      const { rows, not_tracked: rest, totals } = await run(queryAttribution, ctx, { ...days, model: 'linear_all' })
      assert.ok(rows.length > 1)
      return dated(
        [...rows, rest, totals].map(({ orders, revenue, net_revenue }) => ({ orders, revenue, net_revenue })),
      )
    },
  },
  campaigns: {
    question: { metrics: ['adSpend', 'adClicks', 'claimedRoas'] },
    rows: async () => {
      const rows: Figures[] = []
      for (const day of ['2026-06-12', '2026-06-13']) {
        const asked = { metrics: ['adSpend', 'adClicks', 'claimedRoas'], dimensions: ['campaign'], ...rangeOf(day) }
        for (const { dimensions, values } of (await ask(ctx, asked)).rows ?? [])
          rows.push({ day, campaign: dimensions['campaign'] ?? '', ...values })
      }
      assert.equal(rows.length, 3)
      return rows
    },
  },
  costs: {
    rows: async () => parse(Buffer.from((await run(exportCostFile, ctx, { kind: 'goods' })).csv), { columns: true }),
  },
}

for (const [what, { question = {}, shop = ctx, rows: answered, sums: asked, summed }] of Object.entries(cases)) {
  test(`${what}: every format has what the API answers, to the last digit`, async () => {
    const read: Made[] = []
    for (const format of ['csv', 'jsonl', 'parquet'] as const) {
      const { bytes, types } = await make({ what: what as ExportKind, format, question, ctx: shop })
      read.push({ types, rows: await rowsOf(format, bytes, types) })
    }
    const [{ rows, types } = nothing, ...others] = read
    assert.ok(rows.length > 0)
    for (const other of others) assert.deepEqual(other.rows, rows)
    if (answered) {
      const expected = await answered()
      assert.equal(rows.length, expected.length)
      for (const [at, row] of expected.entries()) {
        for (const [name, cell] of Object.entries(row))
          assert.equal(rows[at]?.[name], plain(cell, types[name] ?? 'text'), `${name} of row ${at}`)
      }
    }
    if (asked && summed) {
      for (const [name, cell] of Object.entries(await asked())) {
        const sum: bigint = sumOf(rows.map((row) => summed(row)[name]))
        assert.equal(sum, readFixed(String(cell), 6), name)
      }
    }
  })
}
