import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { exportCustomers, exportLedger, exportOrders } from '../exports.ts'
import { writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { openTestStores } from '../reports/shop.testing.ts'
import { createMemoryFiles } from './exports.testing.ts'
import { writeTable } from './files.ts'

const stores = await openTestStores({ after })
const range = { from: parseDay('2026-03-01'), to: parseDay('2026-03-14') }
const signal = new AbortController().signal

const controls = Array.from({ length: 32 }, (_, code) => `a${String.fromCharCode(code)}b`)
const titles = [
  ...controls,
  '=1+1',
  '+49 30',
  '-cmd',
  '-5',
  '-5,0',
  '-5\n',
  '@SUM',
  '\t=1',
  '\r1',
  '＝1',
  '＋1',
  '－1',
  '＠1',
  'a\n=1',
  "'=1",
  'a,b',
  'a"b',
  '"',
  '""',
  '\n',
  '\r\n',
  ' a ',
  'a;b',
  'a/b',
  'a\\b',
  '\\',
  '\\u2028',
  '\\"',
  '\\\\u000B"\u000B',
  '\u2028',
  '\u2029',
  '\u007F',
  '\u0085',
  '\uFEFFa',
  '\uFFFD',
  'grün “Tee” 🛒',
  'مرحبا',
  '',
  '\0',
  '\ud800',
]

test('the warehouse writes the same text as the rows, to the last byte, and counts as many of them', async () => {
  const ctx = await stores.openShop({})
  const orders = titles.map((title, at) =>
    sampleOrder({
      id: `${at}`,
      name: titles[(at + 1) % titles.length] ?? '',
      placedAt: `2026-03-${10 + (at % 4)}T10:00:00Z`,
      lines: [
        sampleLine({
          id: `${at}a`,
          title,
          sku: title,
          quantity: '3',
          gross: at % 2 ? '0.123456' : '-12.05',
          discount: '0.1',
        }),
      ],
    }),
  )
  await writeRecords(ctx, { source: 'woocommerce', records: orders })
  const files = createMemoryFiles()
  const later = { from: parseDay('2026-04-01'), to: parseDay('2026-04-01') }
  for (const read of [exportLedger, exportOrders, exportCustomers]) {
    for (const format of ['csv', 'jsonl'] as const) {
      for (const days of [range, later]) {
        const quick = read(ctx, days)
        assert.ok(quick.file)
        const { columns, rows } = read(ctx, days)
        const target = { files, format, signal }
        const [one, other] = [
          await writeTable(quick, { ...target, name: 'quick' }),
          await writeTable({ columns, rows }, { ...target, name: 'slow' }),
        ]
        assert.equal(files.stored.get('quick')?.toString(), files.stored.get('slow')?.toString())
        assert.deepEqual(one, other)
        if (read === exportOrders && days === range) assert.equal(one.rows, titles.length)
      }
    }
  }
})
