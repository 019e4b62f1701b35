import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { describeProblem } from '@tillsight/core'
import iconv from 'iconv-lite'
import { buildRecords } from './build-records.ts'
import { check, problemsOf, recordsOf } from './testing.ts'

const header = 'order_id,placed_at,currency,email,sku,title,quantity,unit_price'
const good = 'A-1,2026-03-01 10:00:00,EUR,ida@example.net,SOCK,Wool socks,2,12.50'

function file(...rows: string[]): string {
  return [header, ...rows, ''].join('\n')
}

async function ordersOf(content: string | Uint8Array): Promise<string[]> {
  const records = await recordsOf(content)
  return records.flatMap((record) => (record.type === 'order' ? [record.id] : []))
}

test('a good file has no problems', async () => {
  const checked = await check(file(good))
  assert.deepEqual(checked.problems, [])
  assert.deepEqual([checked.rowsGood, checked.rowsBad], [1, 0])
})

test('each kind of bad value is named with row, field, value and remedy, and the good order goes in', async () => {
  const bad: [string, string, RegExp][] = [
    ['B,2026-02-30 10:00:00,EUR,,S,T,1,5.00', 'placed_at', /not an existing date/],
    ['B,31.03.2026,EUR,,S,T,1,5.00', 'placed_at', /not an existing date/],
    ['B,2031-01-01,EUR,,S,T,1,5.00', 'placed_at', /in the future/],
    ['B,1026-01-01,EUR,,S,T,1,5.00', 'placed_at', /before 1990/],
    ['B,,EUR,,S,T,1,5.00', 'placed_at', /missing/],
    ['B,2026-03-01,EURO,,S,T,1,5.00', 'currency', /not known/],
    ['B,2026-03-01,EUR,,S,T,-1,5.00', 'quantity', /negative/],
    ['B,2026-03-01,EUR,,S,T,two,5.00', 'quantity', /not a quantity/],
    ['B,2026-03-01,EUR,,S,T,1,"5,00"', 'unit_price', /not an amount/],
    ['B,2026-03-01,EUR,,S,T,1,-5.00', 'unit_price', /negative/],
    ['B,2026-03-01,EUR,,S,T,1,', 'unit_price', /neither unit_price nor gross/],
    ['B,2026-03-01,EUR,,S,T,1,9999999999999', 'unit_price', /too large|not an amount/],
    ['B,2026-03-01,EUR,nobody,S,T,1,5.00', 'email', /not an email address/],
    [`B,2026-03-01,EUR,,S,${'x'.repeat(5000)},1,5.00`, 'title', /5000 characters; the limit is 500/],
    [`${'B'.repeat(640)},2026-03-01,EUR,,S,T,1,5.00`, 'order_id', /640 characters; the limit is 64/],
    [',2026-03-01,EUR,,S,T,1,5.00', 'order_id', /missing/],
    ['B,2026-03-01,EUR,,S,T,1', '(whole row)', /7 values where the header names 8/],
    ['B,2026-03-01,EUR,,S,T, blue,1,5.00', '(whole row)', /9 values where the header names 8/],
  ]
  for (const [row, field, expected] of bad) {
    const content = file(good, row)
    const checked = await check(content)
    const [problem] = checked.problems
    assert.ok(problem, row)
    assert.equal(problem.row, 3, row)
    assert.equal(problem.field, field, row)
    assert.match(problem.problem, expected)
    assert.ok(problem.remedy.length > 5 && problem.value.length <= 81)
    assert.match(describeProblem(problem), /^Row 3, field /)
    assert.deepEqual(await ordersOf(content), ['A-1'], row)
  }
})

test('an order with one bad row stays out whole, wherever its rows stand', async () => {
  const content = file(
    'B,2026-03-01,EUR,,S,T,1,5.00',
    good,
    'B,2026-03-01,EUR,,S,T,-1,5.00',
    'C,2026-03-02,EUR,,S,T,1,7.00',
    'B,2026-03-01,EUR,,S,T,1,5.00',
  )
  const checked = await check(content)
  assert.deepEqual([checked.rowsGood, checked.rowsBad, checked.groupsLeftOut], [2, 3, 1])
  assert.deepEqual(await ordersOf(content), ['A-1', 'C'])
})

test('two orders with the same id are noticed', async () => {
  const checked = await check(file(good, 'A-1,2026-05-05,EUR,ida@example.net,X,Y,1,9.00'))
  assert.deepEqual(problemsOf(checked), ['3 placed_at: Row 2 of the same order says “2026-03-01 10:00:00”.'])
})

test('a quotation mark that is never closed costs its own row only', async () => {
  const content = file(
    good,
    'B,2026-03-01,EUR,,S,"Big socks,1,5.00',
    'C,2026-03-02,EUR,,S,Hat,1,7.00',
    'D,2026-03-02,EUR,,S,"Hat, blue",1,7.00',
    'E,2026-03-02,EUR,,S,Cap,1,7.00',
  )
  const checked = await check(content)
  assert.deepEqual(problemsOf(checked), ['3 (whole row): A quotation mark in this row is never closed.'])
  assert.deepEqual(await ordersOf(content), ['A-1', 'C', 'D', 'E'])
})

test('an unclosed quotation mark up to the end of the file is found as well', async () => {
  const content = file(good, 'B,2026-03-01,EUR,,S,"Big socks,1,5.00', 'C,2026-03-02,EUR,,S,Hat,1,7.00')
  assert.deepEqual(problemsOf(await check(content)), ['3 (whole row): A quotation mark in this row is never closed.'])
  assert.deepEqual(await ordersOf(content), ['A-1', 'C'])
})

test('a row that does not say where it belongs taints the order it stands in, and no other', async () => {
  const inside = file(
    'B,2026-03-01,EUR,,S,T,1,5.00',
    ',2026-03-01,EUR,,S,T,1,5.00',
    'B,2026-03-01,EUR,,S,T,1,5.00',
    good,
  )
  assert.deepEqual(await ordersOf(inside), ['A-1'])
  const between = file('B,2026-03-01,EUR,,S,T,1,5.00', ',2026-03-01,EUR,,S,T,1,5.00', good)
  assert.deepEqual(await ordersOf(between), ['B', 'A-1'])
})

test('line breaks, commas and doubled quotation marks inside quotes are plain text', async () => {
  const content = `${header}\r\nA-1,2026-03-01,EUR,,S,"Socks, 5"" long\r\nand warm",1,5.00\r\n`
  const [order] = await recordsOf(content)
  assert.ok(order?.type === 'order')
  assert.equal(order.lines[0]?.title, 'Socks, 5" long\r\nand warm')
})

test('blank rows do not count and semicolons or tabs may separate', async () => {
  assert.deepEqual(await ordersOf(file('', good, ',,,,,,,', '')), ['A-1'])
  assert.deepEqual(await ordersOf(file(good).replaceAll(',', ';')), ['A-1'])
  assert.deepEqual(await ordersOf(file(good).replaceAll(',', '\t')), ['A-1'])
})

test('UTF-8 with mark, UTF-16 of both kinds with and without mark, Windows-1252 and gzip give the same title', async () => {
  const content = file('A-1,2026-03-01,EUR,,S,Mütze für Zoë,1,5.00')
  const packings = [
    Buffer.from(content),
    iconv.encode(content, 'utf-8', { addBOM: true }),
    iconv.encode(content, 'utf-16le', { addBOM: true }),
    iconv.encode(content, 'utf-16be', { addBOM: true }),
    iconv.encode(content, 'utf-16le'),
    iconv.encode(content, 'windows-1252'),
    gzipSync(content),
    gzipSync(iconv.encode(content, 'utf-16le', { addBOM: true })),
  ]
  for (const bytes of packings) {
    const [order] = await recordsOf(bytes)
    assert.ok(order?.type === 'order')
    assert.equal(order.lines[0]?.title, 'Mütze für Zoë')
  }
  const [warning] = (await check(iconv.encode(content, 'windows-1252'))).warnings
  assert.match(warning ?? '', /read in Windows-1252/)
})

test('damaged bytes in a UTF-8 file cost the rows that hold them, by name', async () => {
  const start = Buffer.from(file('A-1,2026-03-01,EUR,,S,Mütze für Zoë,1,5.00'))
  const content = Buffer.concat([
    start,
    Buffer.from('B,2026-03-01,EUR,,S,caf'),
    Buffer.from([0xe9]),
    Buffer.from(' x,1,5.00\n'),
  ])
  assert.deepEqual(problemsOf(await check(content)), [
    '3 title: The text holds bytes that are not UTF-8, although the rest of the file is.',
  ])
  assert.deepEqual(await ordersOf(content), ['A-1'])
})

test('what is no order file is refused as a whole, with the reason', async () => {
  const cases: [string | Uint8Array, RegExp][] = [
    ['', /is empty/],
    ['<!DOCTYPE html><html><body>Sign in</body></html>', /is a web page.*sign in and export it again/],
    ['\n  <html><head>', /is a web page/],
    [gzipSync('<html></html>'), /is a web page/],
    ['{"orders":[]}', /is JSON/],
    ['PK\u0003\u0004 and so on', /Excel workbook or ZIP/],
    ['%PDF-1.7', /is a PDF/],
    [Buffer.from([0x61, 0x2c, 0x00, 0x62, 0x0a, 0x41, 0x41, 0x41, 0x41, 0x41, 0x41]), /zero bytes/],
    [gzipSync(file(good)).subarray(0, 40), /gzip packing breaks off/],
    [`${header}\n`, /nothing below it/],
    ['just some words\nand more of them\n', /lacks the columns order_id, placed_at/],
    [
      'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n',
      /fits the format “online-retail”/,
    ],
    ['order_id,placed_at,date,unit_price\nA,2026-01-01,,1\n', /the column placed_at twice/],
  ]
  for (const [content, expected] of cases) await assert.rejects(check(content), expected)
})

test('unknown columns are named in a warning', async () => {
  const { warnings } = await check('order_id,placed_at,gross,colour\nA,2026-01-01,5,red\n')
  assert.deepEqual(warnings, ['These columns are not known and were ignored: colour.'])
})

test('a report never carries more problems than people can read', async () => {
  const rows = Array.from({ length: 1000 }, (_, index) => `B${index},2026-02-31,EUR,,S,T,1,5.00`)
  const checked = await check(file(...rows))
  assert.equal(checked.problems.length, 200)
  assert.equal(checked.problemCount, 1000)
})

test('a file whose orders are scattered is refused when too many of them are open, with the remedy', async () => {
  const rowOf = (id: string) => `${id},2026-03-01,,,S,Socks,1,5.00`
  const ids = ['A', 'B', 'C']
  const build = async (limit: number, order: readonly string[]) => {
    let orders = 0
    for await (const { records } of buildRecords(await check(file(...order.map(rowOf))), limit))
      orders += records.filter(({ type }) => type === 'order').length
    return orders
  }
  const sorted = ids.flatMap((id) => [id, id, id])
  assert.equal(await build(2, sorted), 3)
  await assert.rejects(
    build(2, [...ids, ...ids, ...ids]),
    /at row 4, 3 orders wait.*Sort the file by its order numbers/,
  )
})
