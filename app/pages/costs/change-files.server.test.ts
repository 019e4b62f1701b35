import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { AppError } from '@tillsight/core'
import type { CheckedCostFile, ImportedCostFile } from '@tillsight/domain'
import type { ReceivedForm, ShopServices, UploadForm } from '../../services.ts'
import { changeFiles } from './change-files.server.ts'

const preview = {
  orders: 2,
  lines: 2,
  from: '2026-03-01',
  to: '2026-03-31',
  currency: 'EUR',
  delta: '-241.800000',
  byMonth: [],
  profitBefore: null,
  profitAfter: null,
  coverageBefore: null,
  coverageAfter: null,
  examples: [],
  closed: true,
  pending: false,
}
const report: CheckedCostFile['report'] = {
  fileName: 'goods.csv',
  kind: 'goods',
  rows: 3,
  added: 1,
  changed: 0,
  unchanged: 0,
  refused: 1,
  blank: 1,
  repeated: 0,
  delimiter: 'semicolon',
  decimals: 'comma',
  encoding: 'windows-1252',
  problems: [{ row: 4, field: 'cost', value: 'x', problem: 'No amount.', remedy: 'Left out.' }],
  problemCount: 7,
  notes: [{ row: 2, text: 'Two share it.' }],
  noteCount: 1,
  ignored: ['price'],
}
const read = 'sku,cost\r\nHAT,1.5\r\n'
const packed = gzipSync(read).toString('base64')
const checked: CheckedCostFile = { report, preview, packed, latest: 'b7c8a4d2-0000-4000-8000-000000000001' }
const saved: ImportedCostFile = { report, preview, change: 'b7c8a4d2-0000-4000-8000-000000000002', restating: false }

/** Services that answer as given and remember what they were asked. */
function open(answers: Readonly<Record<string, unknown>>) {
  const asked: [string, Readonly<Record<string, unknown>>][] = []
  const removed: true[] = []
  const services = {
    may: { closeCosts: true },
    shop: { display: { currency: 'EUR', decimals: 2, language: 'en', numbers: 'en-US' } },
    async receiveForm({ contentType, body }: UploadForm): Promise<ReceivedForm> {
      const form = await new Response(body, { headers: { 'content-type': contentType } }).formData()
      const file = form.get('file')
      const isChosen = file instanceof File && file.size > 0
      const bytes = isChosen ? Buffer.from(await file.arrayBuffer()) : undefined
      return {
        fields: new Map([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))),
        file: bytes && { name: isChosen ? file.name : '', open: () => Readable.from([bytes], { objectMode: false }) },
        remove: async () => void removed.push(true),
      }
    },
    async run(verb: string, input: Readonly<Record<string, unknown>>) {
      asked.push([verb, input])
      const answer = answers[verb]
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  // Holds because only these are used.
  return { asked, removed, services: services as unknown as ShopServices }
}

async function post(fields: Readonly<Record<string, string | File>>): Promise<Request> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const built = new Response(form)
  const body = await built.arrayBuffer()
  const headers = { 'content-type': built.headers.get('content-type') ?? '', 'content-length': String(body.byteLength) }
  return new Request('http://shop.test/', { method: 'POST', body, headers })
}

/** A form without a file, as browsers send it. */
function send(fields: Readonly<Record<string, string>>): Request {
  const body = new URLSearchParams(fields).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) }
  return new Request('http://shop.test/', { method: 'POST', body, headers })
}

const file = new File(['sku;cost\nHAT;1,5\n'], 'goods.csv')

suite('the page of files of costs', () => {
  test('looks at a file, and takes exactly in what was read of it', async () => {
    const { asked, removed, services } = open({ 'costs.check_file': checked, 'costs.import_file': saved })
    const { outcome } = await changeFiles(services, await post({ intent: 'check', kind: '', file }))
    assert.ok(outcome.kind === 'checked')
    const { title, fates, effect, reading, lines, more, closed } = outcome.checked
    assert.equal(title, 'goods.csv: Product costs, 3 rows')
    assert.deepEqual(
      fates.map(({ label, count }) => `${count} ${label}`),
      ['1 new', '0 changed', '0 unchanged', '1 rejected', '1 without a cost yet'],
    )
    assert.match(effect, /Changes 2 orders \(.* closed/)
    assert.equal(closed, true)
    assert.equal(reading, 'Encoding: windows-1252. Separator: semicolon. Decimal mark: comma. Columns not used: price.')
    assert.deepEqual(
      [lines.map(({ row, field }) => [row, field]), more],
      [
        [
          [2, ''],
          [4, 'cost'],
        ],
        6,
      ],
    )
    const { kind, seen, fileName } = outcome.checked
    const next = send({ intent: 'import', packed: outcome.checked.packed, kind, seen, fileName, reason: 'New list' })
    const done = (await changeFiles(services, next)).outcome
    assert.ok(done.kind === 'done')
    assert.deepEqual([done.change, done.message.startsWith('File imported. Changed 2 orders')], [saved.change, true])
    const [first, second] = asked.map(([, input]) => input['file'] as { name: string; content: unknown })
    assert.ok(typeof first?.content === 'function' && second?.content instanceof Uint8Array)
    assert.deepEqual([first.name, asked[0]?.[1]['pack'], removed], ['goods.csv', true, [true]])
    assert.deepEqual([second.name, Buffer.from(second.content).toString()], ['goods.csv', read])
    assert.deepEqual([asked[1]?.[1]['seen'], asked[1]?.[1]['reason']], [checked.latest, 'New list'])
    const many = open({ 'costs.check_file': { ...checked, preview: { ...preview, pending: true, delta: '0' } } })
    const later = (await changeFiles(many.services, await post({ intent: 'check', kind: '', file }))).outcome
    assert.match(JSON.stringify(later), /Up to 2 orders .* may change\. .* after saving/)
  })

  test('says what is wrong with the file, with no file, with one that is too large, and undoes', async () => {
    const wrong = open({ 'costs.check_file': new AppError('invalid_input', 'The file lacks the column cost.') })
    const refused = await changeFiles(wrong.services, await post({ intent: 'check', kind: '', file }))
    assert.deepEqual(refused, {
      outcome: { kind: 'refused', form: 'file', message: 'The file lacks the column cost.' },
      status: 400,
    })
    const empty = await changeFiles(wrong.services, await post({ intent: 'check', kind: '', file: new File([], '') }))
    assert.match(JSON.stringify(empty.outcome), /none was chosen/)
    const large = new Request('http://shop.test/', {
      method: 'POST',
      body: 'x',
      headers: { 'content-length': String(300 * 1024 * 1024) },
    })
    assert.match(JSON.stringify((await changeFiles(wrong.services, large)).outcome), /larger than 16 MB/)
    const { asked, services } = open({ 'costs.save': saved })
    const undone = await changeFiles(services, send({ intent: 'undo', change: saved.change ?? '' }))
    assert.match(JSON.stringify(undone.outcome), /as they were before the file/)
    assert.deepEqual(asked, [['costs.save', { change: { undo: saved.change } }]])
  })
})
