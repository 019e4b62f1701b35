import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createHttpClient } from '@tillsight/platforms/connectors'
import type { ConnectionContext } from '../connections/index.ts'
import { run } from '../context/index.ts'
import { servicesWithoutNetwork } from '../context/services.testing.ts'
import { writeRecords } from '../ledger/index.ts'
import { sampleOrder } from '../ledger/sample-facts.ts'
import { isRefused } from '../organisations/testing.ts'
import { openTestStores, silentLog } from '../reports/shop.testing.ts'
import { createMemoryFiles, exportServices } from './exports.testing.ts'
import { addExport, changeExport, listExportRuns, runExport } from './index.ts'
import { makeExportRun } from './make-run.ts'
import { serviceAccountKey, sheetsEmail, startSheets } from './sheets.testing.ts'

const stores = await openTestStores({ after })
const never = new AbortController().signal
const days = { from: '2026-03-10', to: '2026-03-12' }
const spreadsheet = '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms'

async function open() {
  // Time goes on while it is waited, and only then.
  let waited = 0
  const pauses: number[] = []
  const now = () => Date.parse('2026-06-30T12:00:00Z') + waited
  const clock = { now: () => new Date(now()) }
  const sheets = await startSheets({ after }, { id: spreadsheet, now })
  const services: ConnectionContext['services'] = {
    ...servicesWithoutNetwork,
    apps: { googlesheets: { sheetsUrl: sheets.url, oauthUrl: sheets.url } },
    openHttp: (_connector, waits = {}) =>
      createHttpClient({
        log: silentLog,
        clock,
        userAgent: 'test',
        allowPrivateAddresses: true,
        pace: 'off',
        sleep: async (ms) => {
          waited += ms
          pauses.push(ms)
        },
        ...waits,
      }),
  }
  const ctx: ConnectionContext = { ...(await stores.openShop({}, clock)), services }
  const place = (on: readonly number[], name = (at: number) => `#${at}`) =>
    writeRecords(ctx, {
      source: 'woocommerce',
      records: on.map((day, at) => sampleOrder({ id: `${at}`, name: name(at), placedAt: `2026-03-${day}T10:00:00Z` })),
    })
  const to = { kind: 'sheets', spreadsheet, range: 'orders', serviceAccountKey } as const
  const add = (change: object = {}, what = 'orders') =>
    run(addExport, ctx, { name: 'A', what, format: 'csv', to: { ...to, ...change } } as never)
  const make = async (id: string, range: { from: string; to: string } = days) => {
    const { id: runId } = await run(runExport, ctx, { export: id, ...range })
    await makeExportRun(exportServices(ctx, createMemoryFiles()), runId, never)
    return (await run(listExportRuns, ctx, { export: id })).items[0]
  }
  return { sheets, ctx, place, add, make, to, pauses, later: (ms: number) => (waited += ms) }
}

test('a tab is made when the export is saved, and its range has the rows of the last run alone', async () => {
  const { sheets, ctx, place, add, make } = await open()
  await place([10, 10, 12], (at) => (at === 0 ? '=1+1' : `#${at}`))
  const view = await add({ spreadsheet: `https://docs.google.com/spreadsheets/d/${spreadsheet}/edit#gid=0` })
  assert.deepEqual(view.to, { kind: 'sheets', spreadsheet, range: 'orders', mode: 'replace', email: sheetsEmail })
  const row = await ctx.db.kysely.selectFrom('exports').selectAll().where('id', '=', view.id).executeTakeFirstOrThrow()
  assert.ok(row.sealed && !row.sealed.includes('PRIVATE KEY') && !JSON.stringify(row.destination).includes('PRIVATE'))
  const done = await make(view.id)
  assert.equal(done?.state, 'done', done?.reason)
  const [heading = [], ...rows] = sheets.valuesOf('orders')
  assert.deepEqual([heading, rows.length], [done?.manifest?.columns.map(({ name }) => name), 3])
  const cell = (at: number, name: string) => rows[at]?.[heading.indexOf(name)]
  // Text stays text, numbers are numbers, and what is missing is an empty cell.
  assert.equal(rows.flat().filter((each) => each === '=1+1').length, 1)
  const amounts = done?.manifest?.columns.filter(({ type }) => typeof type === 'object') ?? []
  assert.ok(amounts.length > 0 && amounts.every(({ name }) => ['number', 'string'].includes(typeof cell(0, name))))
  assert.ok(amounts.some(({ name }) => typeof cell(0, name) === 'number'))
  assert.equal(sheets.named[0]?.range.endRowIndex, 4)
  assert.equal(sheets.named[0]?.range.endColumnIndex, heading.length)

  const less = await make(view.id, { from: '2026-03-11', to: '2026-03-12' })
  assert.equal(less?.state, 'done', less?.reason)
  const after_ = sheets.valuesOf('orders').filter((line) => line.some((each) => each !== ''))
  assert.equal(after_.length, 2)
  assert.equal(sheets.named[0]?.range.endRowIndex, 2)
})

test('rows stand for those with the same first cell, and the others are added below', async () => {
  const { sheets, add, make } = await open()
  const view = await add({ mode: 'upsert', range: 'by_day' }, 'metrics')
  const made = await make(view.id)
  assert.equal(made?.state, 'done', made?.reason)
  const column = () => sheets.valuesOf('by_day').map(([first]) => first)
  const [heading = '', ...first] = column()
  assert.deepEqual(first, ['2026-03-10', '2026-03-11', '2026-03-12'])
  // What people write beside it stays.
  sheets.tabs[1]?.cells[2]?.push('a note')
  assert.equal((await make(view.id, { from: '2026-03-11', to: '2026-03-14' }))?.state, 'done')
  assert.deepEqual(column(), [heading, ...first, '2026-03-13', '2026-03-14'])
  assert.equal(sheets.valuesOf('by_day')[2]?.at(-1), 'a note')
  const [line = []] = [sheets.tabs[1]?.cells[0]]
  line[1] = 'Another column'
  const failed = await make(view.id)
  assert.deepEqual([failed?.state, /other columns/.test(failed?.reason ?? '')], ['failed', true])
  assert.deepEqual(column().length, 6)
})

test('it says which address the spreadsheet has to be shared with, on saving and in a run', async () => {
  const { sheets, add, make } = await open()
  const share = new RegExp(`not shared with ${sheetsEmail}.*as an editor`)
  for (const given of ['none', 'reader'] as const) {
    sheets.share = given
    await assert.rejects(add(), isRefused('invalid_input', share))
  }
  sheets.share = 'writer'
  await assert.rejects(
    add({ spreadsheet: spreadsheet.replace('1', '2') }),
    isRefused('invalid_input', /no such spreadsheet/),
  )
  await assert.rejects(add({ spreadsheet: 'https://example.com/x' }), isRefused('invalid_input', /Copy its address/))
  await assert.rejects(
    add({ serviceAccountKey: '{"type":"x"}' }),
    isRefused('invalid_input', /not the key of a service/),
  )
  await assert.rejects(add({ serviceAccountKey: undefined }), isRefused('invalid_input', /is missing/))
  await assert.rejects(add({ range: 'Sheet1' }), isRefused('invalid_input', /has a tab “Sheet1”/))
  await assert.rejects(add({ range: 'A1' }), /name of a cell/)
  const { id } = await add()
  sheets.share = 'none'
  const failed = await make(id)
  assert.deepEqual([failed?.state, share.test(failed?.reason ?? '')], ['failed', true])
})

test('a key that is deleted is told of, and the key stays without being given again', async () => {
  const { sheets, ctx, add, to } = await open()
  const { id } = await add()
  const { serviceAccountKey: _key, ...open_ } = to
  const changed = await run(changeExport, ctx, { export: id, to: { ...open_, range: 'other' } })
  assert.equal(changed.to.kind === 'sheets' && changed.to.range, 'other')
  assert.deepEqual(
    sheets.named.map(({ name }) => name),
    ['orders', 'other'],
  )
  const stranger = JSON.stringify({ ...JSON.parse(serviceAccountKey), client_email: 'gone@shop.example' })
  await assert.rejects(
    add({ serviceAccountKey: stranger }),
    isRefused('invalid_input', /does not take the key of gone@/),
  )
})

test('it waits as Google asks: no more than a write a second, longer each time, and a new token after its hour', async () => {
  const { sheets, place, add, make, pauses } = await open()
  await place([10])
  const { id } = await add()
  pauses.length = 0
  sheets.failure = [429, 3]
  const done = await make(id)
  assert.equal(done?.state, 'done', done?.reason)
  const backoff = pauses.slice(0, 3).map((ms) => Math.floor(ms / 1000))
  assert.ok([1, 2].includes(backoff[0] ?? 0) && [2, 3].includes(backoff[1] ?? 0) && [4, 5].includes(backoff[2] ?? 0))
  const writes = sheets.calls.filter(({ bytes }) => bytes > 0).slice(1)
  for (const [at, call] of writes.entries()) assert.ok(at === 0 || call.at - (writes[at - 1]?.at ?? 0) >= 1000)
  sheets.failure = [503, 100]
  const failed = await make(id, { from: '2026-03-11', to: '2026-03-12' })
  assert.deepEqual([failed?.state, /answered 503/.test(failed?.reason ?? '')], ['retrying', true])
})

test('many rows go in several requests of at most 2 MB, and a token lasts an hour', async () => {
  const { sheets, place, add, make, later } = await open()
  await place(
    Array.from({ length: 60 }, () => 10),
    (at) => `${at} ${'é'.repeat(24_000)}`,
  )
  const { id } = await add()
  assert.equal((await make(id))?.state, 'done')
  const writes = sheets.calls.filter(({ path }) => path === '/values:batchUpdate')
  assert.ok(writes.length >= 2 && writes.every(({ bytes }) => bytes > 0 && bytes <= 2_000_000), JSON.stringify(writes))
  assert.equal(sheets.valuesOf('orders').length, 61)
  const before = sheets.tokens
  sheets.calls.push = (...calls) => {
    later(1_800_000)
    return Array.prototype.push.apply(sheets.calls, calls)
  }
  const slow = await make(id)
  assert.equal(slow?.state, 'done', slow?.reason)
  assert.ok(sheets.tokens > before + 1)
})

test('what would be too many cells is refused before anything is written', async () => {
  const { sheets, place, add, make } = await open()
  await place([10, 11])
  const { id } = await add()
  const [first] = sheets.tabs
  if (first) first.rows = 384_560
  const failed = await make(id)
  assert.deepEqual([failed?.state, /and Google takes 10,000,000/.test(failed?.reason ?? '')], ['failed', true])
  assert.ok(sheets.calls.every(({ path }) => path !== '/values:batchUpdate') && sheets.valuesOf('orders').length === 0)
})

test('rows without a first cell of their own are not mixed up', async () => {
  const { sheets, place, add, make } = await open()
  await place([10, 10])
  const { id } = await add({ mode: 'upsert' }, 'ledger')
  const failed = await make(id)
  assert.deepEqual([failed?.state, /Several rows have/.test(failed?.reason ?? '')], ['failed', true])
  assert.equal(sheets.valuesOf('orders').length, 0)
})
