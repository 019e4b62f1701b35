import assert from 'node:assert/strict'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { after, test } from 'node:test'
import { type ExportRow, type ExportTable, toParquet } from '@tillsight/domain'
import { openParquetReader } from '../testing/parquet.ts'
import { temporaryFolder } from '../testing/temporary.ts'

const folder = await temporaryFolder({ after })
const read = await openParquetReader({ after })

const columns: ExportTable['columns'] = {
  name: 'text',
  day: 'day',
  at: 'instant',
  count: 'whole',
  amount: { decimals: 6 },
  rate: { decimals: 16 },
}

async function writeAndRead(name: string, rows: Iterable<ExportRow>) {
  const file = join(folder, `${name}.parquet`)
  await pipeline(toParquet({ columns, rows }), createWriteStream(file))
  return await read(file)
}

test('values of every kind come back as they were, and none as none', async () => {
  const nothing = { name: null, day: null, at: null, count: null, amount: null, rate: null }
  const { types, rows } = await writeAndRead('kinds', [
    {
      name: 'Tee “grün” 🛒\n\0',
      day: '2026-03-31',
      at: '2026-10-25T00:59:59Z',
      count: 3,
      amount: '-0.000001',
      rate: '0.1234567890123456',
    },
    nothing,
    {
      name: '',
      day: '1970-01-01',
      at: '1969-12-31T23:59:59Z',
      count: Number.MAX_SAFE_INTEGER,
      amount: '99999999999999999999999999999999.999999',
      rate: '-9007199254740993.0000000000000001',
    },
    { ...nothing, name: '0', day: '2100-02-28', at: '2038-01-19T03:14:08Z', count: -1, amount: '0', rate: '1' },
  ])
  assert.deepEqual(types, {
    name: 'String',
    day: 'Date32',
    at: "DateTime64(3, 'UTC')",
    count: 'Int64',
    amount: 'Decimal(38, 6)',
    rate: 'Decimal(38, 16)',
  })
  assert.deepEqual(rows, [
    {
      name: 'Tee “grün” 🛒\n\0',
      day: '2026-03-31',
      at: '2026-10-25 00:59:59.000',
      count: '3',
      amount: '-0.000001',
      rate: '0.1234567890123456',
    },
    nothing,
    {
      name: '',
      day: '1970-01-01',
      at: '1969-12-31 23:59:59.000',
      count: '9007199254740991',
      amount: '99999999999999999999999999999999.999999',
      rate: '-9007199254740993.0000000000000001',
    },
    { name: '0', day: '2100-02-28', at: '2038-01-19 03:14:08.000', count: '-1', amount: '0', rate: '1' },
  ])
})

function* manyRows(count: number, pulled: { rows: number }): Generator<ExportRow> {
  for (let row = 0; row < count; row += 1) {
    pulled.rows = row + 1
    yield {
      name: `row ${row}`,
      day: '2026-01-01',
      at: '2026-01-01T12:00:00Z',
      count: row,
      amount: row % 3 === 0 ? null : `-${row}.05`,
      rate: '1',
    }
  }
}

test('a large export is written as it is read: no more than a group of rows is held', async () => {
  const pulled = { rows: 0 }
  let behind = 0
  let written = 0
  for await (const piece of toParquet({ columns, rows: manyRows(150_000, pulled) })) {
    behind = Math.max(behind, pulled.rows - written)
    written = pulled.rows
    assert.ok(piece.length < 4_000_000, `a piece has ${piece.length} bytes`)
  }
  assert.equal(written, 150_000)
  assert.ok(behind <= 20_000, `${behind} rows were held`)
})

test('all groups of a file are read, and one without rows has its columns', async () => {
  const { rows } = await writeAndRead('groups', manyRows(45_001, { rows: 0 }))
  assert.equal(rows.length, 45_001)
  for (const [nth, row] of rows.entries()) {
    assert.equal(row.count, String(nth))
    assert.equal(row.amount, nth % 3 === 0 ? null : `-${nth}.05`)
  }
  const empty = await writeAndRead('empty', [])
  assert.deepEqual([Object.keys(empty.types), empty.rows], [Object.keys(columns), []])
})

test('a cell that its column cannot hold exactly is refused, not rounded', async () => {
  const row = { name: 'x', day: '2026-01-01', at: '2026-01-01T12:00:00Z', count: 1, amount: '1', rate: '1' }
  for (const wrong of [{ amount: '0.0000001' }, { amount: 'many' }, { count: 1.5 }, { day: 'today' }, { at: '' }])
    await assert.rejects(writeAndRead('wrong', [{ ...row, ...wrong }]), JSON.stringify(wrong))
  const { rate: _, ...short } = row
  await assert.rejects(writeAndRead('wrong', [short]), /a row has no rate/)
})
