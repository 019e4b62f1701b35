import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError, toShopId } from '@tillsight/core'
import fc from 'fast-check'
import type { Row } from './contract.ts'
import { encodeRows, toBlocks } from './rows.ts'
import type { Table } from './table.ts'

const shop = toShopId('11111111-1111-4111-8111-111111111111')
const table: Table = {
  name: 'things',
  columns: {
    shop_id: 'UUID',
    id: 'String',
    small: 'UInt8',
    big: 'UInt64',
    amount: 'Decimal(18, 6)',
    day: 'Date',
    at: "DateTime('UTC')",
    exact_at: "DateTime64(3, 'UTC')",
    kind: "Enum8('one' = 1, 'two' = 2)",
    tags: 'Array(LowCardinality(String))',
    hash: 'FixedString(4)',
    body: 'String CODEC(ZSTD(3))',
    version: 'UInt64',
    is_deleted: 'UInt8',
  },
  orderBy: ['shop_id', 'id'],
  indices: [],
  together: 'id',
}
const good: Row = {
  id: 'a',
  small: 255,
  big: 18_446_744_073_709_551_615n,
  amount: '-123456789012.123456',
  day: '2024-02-29',
  at: '2026-03-31 18:05:00',
  exact_at: new Date('2026-03-31T18:05:00.123Z'),
  kind: 'two',
  tags: ['x', 'y'],
  hash: 'abcd',
  body: 'text',
  version: '7',
}

function refuses(change: Record<string, Row[string]>, reason: RegExp): void {
  const encode = () => encodeRows(table, shop, [good, { ...good, ...change }])
  assert.throws(encode, (error) => {
    assert.ok(isAppError(error) && error.code === 'invalid_input')
    assert.match(error.message, /^Row 2 for things was refused/)
    assert.match(error.message, reason)
    return true
  })
}

test('a good row carries its shop and exact values, in the order of the columns', () => {
  assert.deepEqual(encodeRows(table, shop, [good]), [
    [
      shop,
      'a',
      255,
      '18446744073709551615',
      '-123456789012.123456',
      '2024-02-29',
      '2026-03-31 18:05:00',
      '2026-03-31 18:05:00.123',
      'two',
      ['x', 'y'],
      'abcd',
      'text',
      '7',
      '0',
    ],
  ])
})

test('integers outside their type are refused instead of wrapping', () => {
  refuses({ small: 256 }, /column small: “256”/)
  refuses({ small: -1 }, /small/)
  refuses({ small: 1.5 }, /small/)
  refuses({ big: '18446744073709551616' }, /big/)
  refuses({ version: 2 ** 53 }, /version/)
})

test('decimals are text within precision and scale', () => {
  refuses({ amount: 1.5 }, /“1.5” \(number\) is not a decimal/)
  refuses({ amount: '1.1234567' }, /amount/)
  refuses({ amount: '1234567890123' }, /amount/)
  refuses({ amount: '1e5' }, /amount/)
  refuses({ amount: '' }, /amount/)
  assert.ok(encodeRows(table, shop, [{ ...good, amount: '0001.1000000000' }]))
})

test('dates that do not exist are refused', () => {
  refuses({ day: '2026-02-30' }, /existing day/)
  refuses({ day: '1969-12-31' }, /day/)
  refuses({ at: '2026-03-31T18:05:00Z' }, /existing instant/)
  refuses({ at: '2026-03-31 24:00:00' }, /existing instant/)
  refuses({ at: '2107-01-01 00:00:00' }, /existing instant/)
  refuses({ at: new Date(Number.NaN) }, /existing instant/)
  refuses({ exact_at: '2026-03-31 18:05:00.1234' }, /existing instant/)
})

test('unknown columns, missing columns and foreign shops are refused', () => {
  refuses({ nix: 1 }, /column nix: there is no such column/)
  refuses({ shop_id: '22222222-2222-4222-8222-222222222222' }, /column shop_id/)
  assert.throws(
    () => encodeRows(table, shop, [{ ...good, version: undefined } as never]),
    /column version: it is missing/,
  )
})

test('names, lists and lengths are checked', () => {
  refuses({ kind: 'three' }, /one of one, two/)
  refuses({ tags: 'x' }, /a list/)
  refuses({ tags: [1] }, /tags/)
  refuses({ hash: 'abc' }, /exactly 4 bytes/)
})

test('a tombstone needs its key and version only', () => {
  assert.deepEqual(encodeRows(table, shop, [{ id: 'a', version: 8n, is_deleted: 1 }]), [
    [shop, 'a', '0', '0', '0', '1970-01-01', '1970-01-01 00:00:00', '1970-01-01 00:00:00', 'one', [], '', '', '8', 1],
  ])
  assert.throws(() => encodeRows(table, shop, [{ id: 'a', is_deleted: 1 }]), /column version: it is missing/)
})

test('whatever the rows, blocks keep every row and never tear a group', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 200 }), (ids) => {
      const body = 'x'.repeat(5_000_000)
      const rows = encodeRows(
        table,
        shop,
        ids.map((id, index) => ({ ...good, id: String(id), version: index, body })),
      )
      const blocks = toBlocks(table, rows)
      assert.deepEqual(new Set(blocks.flat()), new Set(rows))
      assert.equal(blocks.flat().length, rows.length)
      const homes = new Set(blocks.flatMap((block, index) => block.map((row) => `${String(row[1])}@${index}`)))
      assert.equal(homes.size, new Set(ids).size)
    }),
    { numRuns: 50 },
  )
})
