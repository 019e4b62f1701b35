import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { tillsight } from '../testing/command.ts'
import { openCommandLine } from '../testing/command-line.ts'
import { temporaryFolder } from '../testing/temporary.ts'

const nothing = { TILLSIGHT_DATA_DIR: '/nonexistent/never-used' }

test('help says what there is, on every level, and is no failure', async () => {
  const [all, one] = await Promise.all([tillsight(['--help'], nothing), tillsight(['sync', '--help'], nothing)])
  assert.deepEqual([all.code, one.code], [0, 0])
  for (const name of [
    'serve',
    'user',
    'shop',
    'connect',
    'sync',
    'import',
    'metrics',
    'export',
    'erase',
    'backup',
    'restore',
    'doctor',
  ])
    assert.match(all.out, new RegExp(`^ {2}${name}\\b`, 'm'))
  assert.match(one.out, /--since <date>.*--full/s)
  const version = await tillsight(['--version'], nothing)
  assert.match(version.out, /^\d+\.\d+\.\d+\n$/)
})

test('wrong usage ends with 2 and says what was expected, without opening any store', async (t) => {
  const cases: readonly [args: readonly string[], message: RegExp][] = [
    [['metrix'], /unknown command 'metrix'.*metrics/is],
    [['metrics'], /required option '--shop <domain>'/],
    [['metrics', '--shop', 'a', '--from', '2026-02-30'], /--from.*2026-02-30/s],
    [['metrics', '--shop', 'a', '--interval', 'decade'], /hour, day, week, month/],
    [['sync', '--shop', 'a', '--since', 'yesterday'], /Expected a date such as/],
    [['export', 'ledger', '--shop', 'a', '--format', 'xml'], /xml.*csv, json, parquet/],
    [['import', 'orders', '--shop', 'a'], /missing required argument 'file'/],
    [['import', 'orders', 'x.csv', '--shop', 'a', '--format', 'magento'], /generic/],
    [['connect', 'woocommerce', '--shop', 'a', '--url', 'x'], /--key/],
    [['connect', 'metaads', '--shop', 'a'], /required option '--token <token>'/],
    [['connect', 'googleads', '--shop', 'a'], /required option '--token <token>'/],
    [['connect', 'tiktokads', '--shop', 'a'], /required option '--token <token>'/],
    [['import', 'ads', '--shop', 'a'], /missing required argument 'file'/],
    [['export', 'customers'], /required option '--shop <domain>'/],
    [['user', 'create', '--email', 'a@example.com'], /required option '--password <password>'/],
    [['erase', '--shop', 'a'], /whom is it about.*--email, --phone, --customer or --order/],
    [['erase', '--email', 'a@example.com'], /required option '--shop <domain>'/],
    [['export', 'customer', '--shop', 'a'], /whom is it about/],
    [['shop', 'list', '--nonsense'], /unknown option '--nonsense'/],
  ]
  const { run } = openCommandLine(t, nothing)
  const outcomes = await Promise.all(cases.map(([args]) => run(...args)))
  for (const [index, { code, out, err }] of outcomes.entries()) {
    const [args = [], message = /./] = cases[index] ?? []
    assert.equal(code, 2, args.join(' '))
    assert.match(err, message, args.join(' '))
    assert.equal(out, '')
  }
})

test('programs get wrong usage as JSON too', async () => {
  const { code, out } = await tillsight(['metrics', '--json'], nothing)
  assert.equal(code, 2)
  const { error } = JSON.parse(out)
  assert.equal(error.code, 'usage')
  assert.match(error.message, /--shop/)
})

test('settings that cannot be used end every command with their names', async (t) => {
  const env = { TILLSIGHT_DATA_DIR: await temporaryFolder(t), PORT: 'x', LOG_LEVEL: 'loud' }
  const { code, err, out } = await tillsight(['shop', 'list', '--json'], env)
  assert.equal(code, 1)
  assert.match(err, /PORT:.*LOG_LEVEL:/s)
  assert.equal(JSON.parse(out).error.code, 'invalid_input')
})

test('a data directory that cannot be made is named, with what to do', async (t) => {
  const file = join(await temporaryFolder(t), 'file')
  await writeFile(file, '')
  const { code, err } = await tillsight(['shop', 'list'], { TILLSIGHT_DATA_DIR: join(file, 'data') })
  assert.equal(code, 1)
  assert.match(err, /file\/data cannot be written.*TILLSIGHT_DATA_DIR/s)
  assert.doesNotMatch(err, /\n {4}at /, 'no stack for a person')
})
