import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { AppError } from '@tillsight/core'
import type { ExportRunView, ExportView } from '@tillsight/domain'
import { shopVerbsOf } from '../../testing.ts'
import { fieldsOf, toExportFailure } from './export-form.server.ts'
import { changeExports, loadExports, printExport, printRun } from './exports.server.ts'

const place = { zone: 'Europe/Berlin', language: 'en' } as const

const run: ExportRunView = {
  id: 'r',
  state: 'done',
  range: { from: '2026-10-18', to: '2026-11-21' },
  createdAt: '2026-11-22T05:00:00.000Z',
  endedAt: '2026-11-22T05:00:04.000Z',
  manifest: {
    what: 'ledger',
    format: 'parquet',
    columns: [{ name: 'gross', type: { decimals: 6 } }],
    rows: 48_211,
    bytes: 2_914_022,
    sha256: 'a'.repeat(64),
    range: { from: '2026-10-18', to: '2026-11-21' },
    timezone: 'Europe/Berlin',
    currency: 'EUR',
    freshness: {},
    partial: false,
    factsVersion: '1',
    madeAt: '2026-11-22T05:00:00.000Z',
  },
  reason: '',
}
const view: ExportView = {
  id: 'e',
  name: 'Warehouse',
  what: 'ledger',
  question: {},
  format: 'parquet',
  range: 'last_35_days',
  schedule: { every: 'day', at: '06:00' },
  to: { kind: 'download' },
  state: 'on',
  createdAt: '2026-11-02T10:00:00.000Z',
  nextAt: '2026-11-23T05:00:00.000Z',
  lastRun: run,
}

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}

suite('an export in words', () => {
  test('says what it is, when it is made next, and what its last run gave', () => {
    const shown = printExport(view, place)
    assert.match(shown.about, /^Ledger.* · Parquet · Last 35 days · Every day, 06:00 · /)
    assert.equal(shown.next, 'Next on 23 Nov 2026, 06:00')
    assert.match(shown.last?.about ?? '', /48,211 rows · 2.9 MB$/)
    assert.match(printExport(view, { ...place, language: 'de' }).about, /Jeden Tag, 06:00/)
  })

  test('offers a file only where there is one, and says why there is none', () => {
    assert.equal(printRun(run, place).file, '/api/v1/exports/runs/r/file')
    assert.equal(printRun({ ...run, state: 'removed' }, place).file, null)
    const failed = printRun({ ...run, state: 'failed', manifest: null, reason: 'The disk is full.' }, place)
    assert.deepEqual([failed.file, failed.note, failed.tone], [null, 'The disk is full.', 'bad'])
    const going = (['waiting', 'retrying', 'done', 'failed', 'removed'] as const).filter(
      (state) => printRun({ ...run, state }, place).isGoing,
    )
    assert.deepEqual(going, ['waiting', 'retrying'])
  })
})

suite('forms', () => {
  test('become the verbs’ inputs', async () => {
    const told: unknown[] = []
    const verbs = shopVerbsOf({
      'export.add': async (input) => {
        told.push(input)
        return view
      },
    })
    const typed = { name: ' Sheet ', what: 'orders', format: 'csv', range: 'yesterday', to: 'mail', at: '06:00' }
    await changeExports(verbs, form({ intent: 'add', every: 'week', ...typed }), '')
    await changeExports(verbs, form({ intent: 'add', every: 'none', ...typed }), '')
    const common = { name: 'Sheet', what: 'orders', format: 'csv', range: 'yesterday', to: { kind: 'mail' } }
    assert.deepEqual(told, [
      { ...common, schedule: { every: 'week', at: '06:00' } },
      { ...common, schedule: null },
    ])
  })

  test('a bucket and a spreadsheet come with what opens them, or without it where it stays', async () => {
    const told: unknown[] = []
    const keep = async (input: unknown) => {
      told.push(input)
      return view
    }
    const verbs = shopVerbsOf({ 'export.add': keep, 'export.change': keep })
    const common = { name: 'Sheet', format: 'csv', range: 'yesterday', every: 'none', at: '06:00' }
    const place = { endpoint: 'https://s3.example', region: 'eu', bucket: 'figures', accessKeyId: 'AK' }
    const bucket = { to: 's3', ...place, prefix: '/a/', pathStyle: 'no' }
    await changeExports(verbs, form({ intent: 'add', what: 'orders', ...common, ...bucket, secretAccessKey: 'S' }), '')
    await changeExports(verbs, form({ intent: 'change', ...common, ...bucket, secretAccessKey: '' }), 'e')
    const sheet = form({
      intent: 'change',
      ...common,
      to: 'sheets',
      spreadsheet: 'x',
      sheetRange: 'orders',
      mode: 'upsert',
    })
    sheet.append('file', new File(['{"type":"service_account"}\n'], 'key.json'))
    await changeExports(verbs, sheet, 'e')
    const s3 = { kind: 's3', ...place, prefix: 'a', pathStyle: false }
    const all = { name: 'Sheet', format: 'csv', range: 'yesterday', schedule: null }
    const key = '{"type":"service_account"}'
    assert.deepEqual(told, [
      { ...all, what: 'orders', to: { ...s3, secretAccessKey: 'S' } },
      { ...all, export: 'e', to: s3 },
      {
        ...all,
        export: 'e',
        to: { kind: 'sheets', spreadsheet: 'x', range: 'orders', mode: 'upsert', serviceAccountKey: key },
      },
    ])
  })

  test('begin as the export is, and never give back a secret', () => {
    const to = {
      kind: 's3',
      endpoint: 'https://s3.example',
      region: 'eu',
      bucket: 'b',
      prefix: '',
      pathStyle: false,
      accessKeyId: 'AK',
    } as const
    const fields = fieldsOf({ ...view, schedule: { every: 'week', at: '07:00', zone: 'Asia/Tokyo' }, to })
    assert.deepEqual([fields.bucket, fields.pathStyle, fields.zone, fields.at], ['b', 'no', 'Asia/Tokyo', '07:00'])
    const refusal = new AppError('invalid_input', 'x', {
      problems: { 'to.range': 'No.', 'schedule.at': 'When?', to: 'Y' },
    })
    const entered = form({ name: 'A', to: 'sheets', secretAccessKey: 'S3CRET', serviceAccountKey: 'S3CRET' })
    const { failure } = toExportFailure(refusal, entered, 'en')
    assert.deepEqual(failure.fields, { sheetRange: 'No.', at: 'When?', to: 'Y' })
    assert.ok(!JSON.stringify(failure).includes('S3CRET'))
  })

  test('come back with what was typed, and a role without exports sees a page that says so', async () => {
    const refusal = new AppError('conflict', 'Every day has been exported already.')
    const { failure, status } = toExportFailure(refusal, form({ name: 'A', what: 'orders' }), 'en')
    assert.deepEqual([failure.message, failure.typed.name, status], [refusal.message, 'A', 409])
    const refuse = async () => Promise.reject(new AppError('forbidden', 'No.'))
    assert.equal((await loadExports(shopVerbsOf({ 'export.list': refuse }), place)).exports, null)
  })
})
