import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startServer } from '../testing/command.ts'
import { openCommandLine } from '../testing/command-line.ts'
import { temporaryFolder } from '../testing/temporary.ts'

const folder = await temporaryFolder({ after })
const env = { TILLSIGHT_DATA_DIR: join(folder, 'data'), TILLSIGHT_CALLER_DIR: folder, LOG_LEVEL: 'debug' }
// The simulated stores log their requests to its output.
const server = await startServer({ after }, env)
const { run, json } = openCommandLine({ after }, env)
const shop = ['--shop', 'asked.example']
const range = ['--from', '2026-03-01', '--to', '2026-03-31']
const csv = `order_id,placed_at,currency,total,email,line_id,line_title,quantity,gross
1,2026-03-10T10:00:00Z,EUR,20.00,Ida.Berg@example.net,1,Socks,1,20.00
2,2026-03-11T10:00:00Z,EUR,20.00,ida.berg@example.net,2,Socks,1,20.00
3,2026-03-12T10:00:00Z,EUR,20.00,bob@example.net,3,Socks,1,20.00
`

interface CustomerFile {
  readonly orders: readonly { order: { id: string } }[]
  readonly identifiers: { readonly emails: readonly string[] }
}

const figures = () => json<object>('metrics', ...shop, ...range, 'orders', 'newCustomers', 'sales')

test('a customer is handed over, previewed and erased from the command line', async () => {
  await json(
    'shop',
    'create',
    '--domain',
    'asked.example',
    '--platform',
    'woocommerce',
    '--timezone',
    'UTC',
    '--currency',
    'EUR',
  )
  const file = join(folder, 'orders.csv')
  await writeFile(file, csv)
  await json('import', 'orders', file, ...shop, '--format', 'generic')
  const before = await figures()

  const asked = ['export', 'customer', ...shop, '--email', 'ida.berg@example.net']
  const held: CustomerFile = JSON.parse((await run(...asked)).out)
  assert.deepEqual(
    held.orders.map(({ order }) => order.id),
    ['1', '2'],
  )
  const saved = await run(...asked, '--out', 'ida.json')
  assert.deepEqual([saved.code, saved.out], [0, ''])
  assert.deepEqual(JSON.parse(await readFile(join(folder, 'ida.json'), 'utf8')).identifiers, held.identifiers)
  assert.equal((await stat(join(folder, 'ida.json'))).mode & 0o777, 0o600)

  const options = ['erase', ...shop, '--email', 'ida.berg@example.net']
  const preview = await json<object>(...options, '--preview')
  assert.deepEqual(preview, { preview: true, orders: 2, records: 2, identifiers: 1, quotes: 0 })
  const done = await run(...options)
  assert.equal(done.code, 0)
  assert.match(done.out, /Erased from 2 orders, 4 records and \d quotes. Figures are as before/)
  assert.doesNotMatch(`${done.out}${done.err}`, /ida/i, 'nothing echoes whom it was about')
  assert.doesNotMatch(Object.values(server.said()).join(''), /ida\.berg/i, 'nor do the stores')
  assert.deepEqual(await figures(), before)
  assert.match((await run(...options, '--preview')).out, /Nobody of that name is held/)
  await json('import', 'orders', file, ...shop, '--format', 'generic')
  assert.deepEqual(JSON.parse((await run(...asked)).out).orders, [])
  assert.deepEqual(await figures(), before)
})

test('whom it cannot be about is said in words', async () => {
  const { code, err } = await run('erase', ...shop, '--email', 'ida')
  assert.equal(code, 1)
  assert.match(err, /This is no email address/)
})
