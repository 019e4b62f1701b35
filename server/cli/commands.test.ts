import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { createClient } from '@supabase/supabase-js'
import type { ImportReport, MetricAnswer, SurveyReport } from '@tillsight/domain'
import { signInAt, startServer, tillsight, tillsightJson } from '../testing/command.ts'
import { openCommandLine } from '../testing/command-line.ts'
import { knownKey, startKnownStore } from '../testing/known-store.ts'
import { exportTypes, openParquetReader, readLines, toLines } from '../testing/parquet.ts'
import { temporaryFolder } from '../testing/temporary.ts'
import { workedOrders, workedRange, workedTotals } from '../testing/worked-example.ts'
import { root } from '../version.ts'

const folder = await temporaryFolder({ after })
const env = { TILLSIGHT_DATA_DIR: join(folder, 'data'), TILLSIGHT_CALLER_DIR: folder }
const run = (...args: string[]) => tillsight(args, env)
const zone = ['--platform', 'woocommerce', '--timezone', 'Europe/Berlin', '--currency', 'EUR']
const range = ['--from', workedRange.from, '--to', workedRange.to]
const store = await startKnownStore({ after }, 60)
await writeFile(join(folder, 'orders.csv'), workedOrders)
// Marks the folder as a demo's, which allows stores on this machine, at any pace.
await mkdir(env.TILLSIGHT_DATA_DIR)
await writeFile(join(env.TILLSIGHT_DATA_DIR, 'demo.json'), '{}')

test('without a server a command opens the stores itself, and gives them back', async () => {
  const none = await run('shop', 'list')
  assert.equal(none.code, 0, none.err)
  assert.match(none.out, /no shop yet.*shop create/)
  const created = await tillsightJson<{ domain: string; zone: string }>(
    ['shop', 'create', '--domain', 'https://Worked.example/start', ...zone],
    env,
  )
  assert.deepEqual([created.domain, created.zone], ['worked.example', 'Europe/Berlin'])
  const again = await run('shop', 'create', '--domain', 'worked.example', ...zone, '--json')
  assert.equal(again.code, 1)
  const { error } = JSON.parse(again.out)
  assert.equal(error.code, 'conflict')
  assert.match(error.message, /has a shop with the domain worked\.example already/)
  assert.match(again.err, /has a shop with the domain/)
})

// The following commands talk to a running server, as most do.
test('beside a running server', async (t) => {
  const server = await startServer({ after: (work) => t.after(work) }, env)
  const { run, json } = openCommandLine({ after: (work) => t.after(work) }, env)
  let token = ''

  await t.test('the data folder is this user’s alone, though it was open before', async () => {
    assert.equal((await stat(env.TILLSIGHT_DATA_DIR)).mode & 0o777, 0o700)
    assert.equal((await stat(join(env.TILLSIGHT_DATA_DIR, 'mailbox-token'))).mode & 0o777, 0o600)
  })

  await t.test('a shop with a wrong zone, currency or domain is refused with an example', async () => {
    const create = (domain: string, timezone: string, currency: string) =>
      run(
        'shop',
        'create',
        '--domain',
        domain,
        '--platform',
        'woocommerce',
        '--timezone',
        timezone,
        '--currency',
        currency,
      )
    const [mars, gold, space] = await Promise.all([
      create('b.example', 'Mars/Olympus', 'EUR'),
      create('b.example', 'UTC', 'gold'),
      create('b example', 'UTC', 'EUR'),
    ])
    assert.deepEqual([mars.code, gold.code, space.code], [1, 1, 1])
    assert.match(mars.err, /such as Europe\/Berlin/)
    assert.match(gold.err, /ISO 4217/)
    assert.match(space.err, /such as shop\.example\.com/)
  })

  await t.test('an import can be tried, is counted, and twice is once', async () => {
    const preview = await json<ImportReport>('import', 'orders', 'orders.csv', '--shop', 'worked.example', '--preview')
    assert.deepEqual([preview.preview, preview.rows.good, preview.records.stored], [true, 5, 0])
    const first = await run('import', 'orders', 'orders.csv', '--shop', 'worked.example')
    assert.equal(first.code, 0, first.err)
    assert.match(first.out, /6 stored, 0 known already/)
    const second = await run('import', 'orders', 'orders.csv', '--shop', 'worked.example')
    assert.match(second.out, /0 stored, 6 known already/)
  })

  await t.test('a row that does not read is named with row, field, value and remedy; the others go in', async () => {
    const csv = 'order_id,placed_at,gross\nX1,2024-01-01 10:00,5\nX2,someday,5\nX3,2024-01-01 11:00,five\n'
    await writeFile(join(folder, 'bad.csv'), csv)
    await run('shop', 'create', '--domain', 'bad.example', ...zone)
    const { code, out } = await run('import', 'orders', 'bad.csv', '--shop', 'bad.example')
    assert.equal(code, 0)
    assert.match(out, /row 3, placed_at “someday”: \S/)
    assert.match(out, /row 4, gross “five”: \S/)
    const { totals } = await json<MetricAnswer>(
      'metrics',
      'orders',
      '--shop',
      'bad.example',
      '--from',
      '2024-01-01',
      '--to',
      '2024-01-01',
    )
    assert.deepEqual(totals, { orders: 1 })
    const [imported] = await json<{ id: string; state: string; rowsBad: number }[]>(
      'import',
      'list',
      '--shop',
      'bad.example',
    )
    assert.deepEqual([imported?.state, imported?.rowsBad], ['done', 2])
    const elsewhere = await run('import', 'undo', imported?.id ?? '', '--shop', 'worked.example')
    assert.deepEqual([elsewhere.code, /no such import in this shop/.test(elsewhere.err)], [1, true])
    const undone = await run('import', 'undo', imported?.id ?? '', '--shop', 'bad.example')
    assert.equal(undone.code, 0, undone.err)
    const after = await json<MetricAnswer>(
      'metrics',
      'orders',
      '--shop',
      'bad.example',
      '--from',
      '2024-01-01',
      '--to',
      '2024-01-01',
    )
    assert.deepEqual(after.totals, { orders: 0 })
    assert.match((await run('import', 'list', '--shop', 'bad.example')).out, /bad\.csv\s+generic\s+undone/)
    const missing = await run('import', 'orders', 'nowhere.csv', '--shop', 'bad.example')
    assert.equal(missing.code, 1)
    assert.match(missing.err, /nowhere\.csv.*cannot be read/)
  })

  await t.test(
    'a table of exchange rates goes in, and orders of every shop that waited for one are booked',
    async () => {
      await run('shop', 'create', '--domain', 'rates.example', ...zone)
      await writeFile(
        join(folder, 'foreign.csv'),
        'order_id,placed_at,currency,gross\nF1,2024-03-11 10:00,SEK,114\nF2,2024-03-12 10:00,NOK,100\n',
      )
      await run('import', 'orders', 'foreign.csv', '--shop', 'rates.example')
      const asked = ['metrics', 'orderRevenue', '--shop', 'rates.example', '--from', '2024-03-11', '--to', '2024-03-12']
      const revenue = async () => (await json<MetricAnswer>(...asked)).totals.orderRevenue
      assert.equal(Number(await revenue()), 0)
      await writeFile(join(folder, 'rates.csv'), 'Date,SEK,USD\n2024-03-08,11.4,1.09\n2024-03-11,11.4,N/A\n')
      const { code, out, err } = await run('import', 'rates', 'rates.csv')
      assert.equal(code, 0, err)
      assert.match(out, /3 rates of 2 currencies on 2 days, 2024-03-08 to 2024-03-11/)
      assert.match(out, /rates\.example: 2 orders that waited for a rate were looked at again/)
      assert.equal(Number(await revenue()), 10)
      await writeFile(join(folder, 'rates.csv.gz'), gzipSync('Date,NOK\n2024-03-12,10\n'))
      const packed = await tillsightJson<Record<string, unknown>>(['import', 'rates', 'rates.csv.gz'], env)
      assert.deepEqual(packed, {
        rates: 1,
        days: 1,
        currencies: ['NOK'],
        from: '2024-03-12',
        to: '2024-03-12',
        rebooked: 1,
        shops: [{ domain: 'rates.example', rebooked: 1 }],
      })
      assert.equal(Number(await revenue()), 20)
      for (const [file, problem] of [
        ['bad.csv', /not a table of exchange rates.*Date,USD,JPY/],
        ['zipped.zip', /ZIP.*Unpack/],
        ['none.csv', /cannot be read/],
      ] as const) {
        if (file === 'zipped.zip') await writeFile(join(folder, file), 'PK\u0003\u0004')
        const refused = await run('import', 'rates', file)
        assert.equal(refused.code, 1, file)
        assert.match(refused.err, problem)
      }
    },
  )

  await t.test('an account is made for somebody who then owns what nobody owned', async () => {
    const make = (email: string, password: string) =>
      run('user', 'create', '--email', email, '--password', password, '--admin', '--json')
    const weak = await make('owner@example.com', 'short')
    assert.equal(weak.code, 1)
    assert.match(weak.err, /too weak: it needs at least 6 characters/)
    const odd = await make('owner.example.com', 'correct horse battery')
    assert.equal(JSON.parse(odd.out).error.code, 'invalid_input')
    token = await signInAt(server, env)
    const again = await make('Owner@Example.com', 'correct horse battery')
    assert.equal(JSON.parse(again.out).error.code, 'conflict')
    const nobodys = await run('shop', 'create', '--domain', 'c.example', ...zone)
    assert.equal(nobodys.code, 1)
    assert.match(nobodys.err, /--owner/)
    const strangers = await run('shop', 'create', '--domain', 'c.example', '--owner', 'who@example.com', ...zone)
    assert.match(strangers.err, /Nobody has signed in as who@example\.com.*user create/s)
  })

  await t.test('a password can be handed over without standing in the list of processes', async () => {
    const args = ['user', 'create', '--email', 'quiet@example.com', '--password-stdin', '--json']
    const made = promisify(execFile)(process.execPath, [join(root, 'scripts', 'cli.ts'), ...args], { cwd: root, env })
    made.child.stdin?.end('correct horse battery\n')
    assert.equal(JSON.parse((await made).stdout).email, 'quiet@example.com')
    const { error } = await createClient(server.address, 'anon', {
      auth: { persistSession: false },
    }).auth.signInWithPassword({ email: 'quiet@example.com', password: 'correct horse battery' })
    assert.equal(error, null)
  })

  await t.test('of two shops of one domain a command has to be told which', async () => {
    const shops = await Promise.all(
      ['owner@example.com', 'quiet@example.com'].map((owner) =>
        json<{ id: string }>('shop', 'create', '--domain', 'twice.example', '--owner', owner, ...zone),
      ),
    )
    const { code, err } = await run('import', 'list', '--shop', 'twice.example')
    assert.equal(code, 1)
    for (const { id } of shops) {
      const name = `twice.example~${id.slice(-8)}`
      assert.ok(err.includes(name), err)
      for (const meant of [name, id]) assert.equal((await run('import', 'list', '--shop', meant)).code, 0)
    }
    assert.match((await run('shop', 'list')).out, new RegExp(`twice\\.example~${shops[0]?.id.slice(-8)}`))
  })

  await t.test('figures are the same on the command line, in the API and in a file', async () => {
    const keys = Object.keys(workedTotals)
    const asked = ['metrics', ...keys, '--shop', 'worked.example', ...range]
    const result = await json<MetricAnswer>(...asked)
    assert.deepEqual(result.totals, workedTotals)
    const response = await fetch(`${server.address}/api/v1/shops/worked.example/metrics/query`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ metrics: keys, ...workedRange }),
    })
    assert.deepEqual(await response.json(), result)
    const table = await run(...asked)
    for (const [key, value] of Object.entries(workedTotals))
      assert.match(table.out, new RegExp(`^${key} +${value}$`, 'm'))
    const file = await run('export', 'metrics', '--shop', 'worked.example', ...range, '--format', 'json')
    assert.equal(file.code, 0, file.err)
    const days = file.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      days.map(({ day }) => day),
      ['2025-03-10', '2025-03-11', '2025-03-12'],
    )
    assert.deepEqual(
      days.map(({ sales }) => sales),
      ['86.87', '0.36', '-59.50'],
    )
  })

  await t.test('breakdowns, series and comparisons are printed for people', async () => {
    const by = await run('metrics', 'sales', 'aov', '--shop', 'worked.example', ...range, '--by', 'country')
    assert.match(by.out, /^DE +27\.73 +9\.2433333333$/m)
    const days = await run('metrics', 'aov', '--shop', 'worked.example', ...range, '--interval', 'day')
    assert.match(days.out, /^2025-03-11 +0\.36$/m)
    const before = await run('metrics', 'sales', '--shop', 'worked.example', ...range, '--compare', 'previous_period')
    assert.match(before.out, /^sales +27\.73 +119\.00$/m)
    const wrong = await run('metrics', 'sale', '--shop', 'worked.example', ...range)
    assert.equal(wrong.code, 1)
    assert.match(wrong.err, /did you mean sales/)
    const reversed = await run('metrics', '--shop', 'worked.example', '--from', '2025-03-12', '--to', '2025-03-10')
    assert.match(reversed.err, /Give the earlier day first/)
    const stranger = await run('metrics', '--shop', 'other.example')
    assert.equal(stranger.code, 1)
    assert.match(stranger.err, /no shop with the domain other\.example.*worked\.example/)
  })

  await t.test('credit and answers of buyers are told with what is not known of them', async () => {
    const asked = ['--shop', 'worked.example', ...range]
    const credit = await run('export', 'attribution', ...asked, '--refunds', 'refund', '--format', 'json')
    const rows = credit.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(rows.map(({ kind, spend, cpa }) => [kind, spend, cpa]).slice(-2), [
      ['not_tracked', null, null],
      ['total', null, null],
    ])
    const survey = await run('survey', 'report', ...asked)
    assert.match(survey.out, /^The shop has never asked\.\n0 of \d+ orders were answered about \(0\.0%\), 0 skipped/)
    assert.match(survey.out, /answer +channel +answers +share[^]*Podcast[^]*–/i)
    const { version, answers } = await json<SurveyReport>('survey', 'report', ...asked)
    assert.deepEqual([version, answers], [0, 0])
    assert.match((await run('survey', 'report', ...asked, '--wording', 'new')).err, /--wording.*such as 2/s)
  })

  await t.test('the ledger is exported with its cells harmless to spreadsheets', async () => {
    const csv = await run('export', 'ledger', '--shop', 'worked.example', ...range)
    const [header = '', ...lines] = csv.out.trim().split('\n')
    assert.match(header, /^booked,order_id,order_name,/)
    assert.equal(lines.length, 6)
    assert.ok(
      lines.some((line) => line.includes(",'=1002,")),
      'an order name that is a formula',
    )
    assert.ok(
      lines.some((line) => line.includes(',-50.000000,')),
      'a negative amount that stays a number',
    )
    const target = await run('export', 'orders', '--shop', 'worked.example', ...range, '--out', 'orders-out.csv')
    assert.deepEqual([target.code, target.out], [0, ''])
    const written = await readFile(join(folder, 'orders-out.csv'), 'utf8')
    assert.match(written, /^\uFEFFplaced,order_id/)
    assert.match(written, /1002.*59\.5/)
  })

  await t.test('every export is the same as Parquet, with exact types', async (t) => {
    const read = await openParquetReader({ after: (work) => t.after(work) })
    for (const [name, types] of Object.entries(exportTypes)) {
      const asked = ['export', name, '--shop', 'worked.example', ...range]
      const lines = await run(...asked, '--format', 'json')
      const file = await run(...asked, '--format', 'parquet', '--out', `${name}.parquet`)
      assert.deepEqual([file.code, file.out], [0, ''], file.err)
      const table = await read(join(folder, `${name}.parquet`))
      assert.deepEqual(toLines(table), readLines(lines.out), name)
      const header = (await run(...asked)).out.split('\n', 1)[0]
      assert.equal(Object.keys(table.types).join(), header)
      for (const [column, type] of Object.entries(types)) assert.equal(table.types[column], type, `${name}.${column}`)
    }
  })

  await t.test('a store is connected with keys and read with progress and counts', async () => {
    await run('shop', 'create', '--domain', 'known.example', '--owner', 'owner@example.com', ...zone)
    const connect = (secret: string) =>
      run(
        'connect',
        'woocommerce',
        '--shop',
        'known.example',
        '--url',
        store.fake.url,
        '--key',
        knownKey.consumerKey,
        '--secret',
        secret,
      )
    const nothing = await run('sync', '--shop', 'known.example')
    assert.match(nothing.err, /Nothing is connected to known\.example.*tillsight connect/)
    const wrong = await connect('cs_wrong')
    assert.equal(wrong.code, 1)
    assert.match(wrong.err, /key/i)
    assert.doesNotMatch(wrong.err, /cs_wrong|\n {4}at /)
    const connected = await connect(knownKey.consumerSecret)
    assert.equal(connected.code, 0, connected.err)
    assert.match(connected.out, /Connected Sandbox shop/)
    // The server syncs the new connection too; the second one waits.
    const synced = await run('sync', '--shop', 'known.example')
    assert.equal(synced.code, 0, synced.err)
    assert.match(synced.out, /woocommerce: \d+ records read/)
    const full = await run('sync', '--shop', 'known.example', '--full')
    assert.equal(full.code, 0, full.err)
    assert.match(full.err, /woocommerce, [^\n]+: [\d,]+ of [\d,]+ \(100 %\)/)
    assert.doesNotMatch(full.err, /: 0 of 0/)
    assert.match(full.out, /^woocommerce: \d+ records read.* The whole history is in\.$/m)
    const standing = await run('connections', '--shop', 'known.example')
    assert.match(standing.out, /woocommerce +orders +complete/)
  })

  await t.test('customers are exported without who they are', async () => {
    const file = await run('export', 'customers', '--shop', 'worked.example', ...range, '--format', 'json')
    assert.equal(file.code, 0, file.err)
    const customers = file.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const { totals } = await json<MetricAnswer>('metrics', 'uniqueCustomers', '--shop', 'worked.example', ...range)
    assert.equal(customers.length, totals['uniqueCustomers'])
    assert.ok(customers.every((one) => /^[0-9a-f-]{36}$/.test(one.customer) && one.paid_orders > 0))
    assert.doesNotMatch(file.out, /@/)
  })

  await t.test('doctor looks at everything and says what to do', async () => {
    const findings = await tillsightJson<{ what: string; state: string; detail: string }[]>(['doctor'], env)
    const states = Object.fromEntries(findings.map(({ what, state }) => [what, state]))
    assert.deepEqual([states.Node, states.Database, states.Warehouse], ['ok', 'ok', 'ok'])
    for (const log of ['Audit log', 'Log of the installation']) {
      assert.match(findings.find(({ what }) => what.startsWith(log))?.detail ?? '', /^\d+ entries, unbroken/)
    }
    assert.equal(states['known.example, WooCommerce'], 'ok')
    assert.equal(states['worked.example'], 'warning')
    assert.match((await run('doctor')).out, /^ok +Node: /m)
  })

  await t.test('migrate says that both stores are current', async () => {
    const { code, out } = await run('migrate')
    assert.deepEqual([code, out], [0, 'Both stores are at this version.\n'])
  })
})
