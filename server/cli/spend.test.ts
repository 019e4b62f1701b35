import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { ImportedRates, RatesView, SpendEntry, SpendFileReport, SpendList } from '@tillsight/domain'
import { openCommandLine } from '../testing/command-line.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { temporaryFolder } from '../testing/temporary.ts'

const installation = await startInstallation({ after: (work) => after(work) })
await addShop(installation, { domain: 'spend.example' })
const folder = await temporaryFolder({ after: (work) => after(work) })
const env = { ...installation.env, TILLSIGHT_CALLER_DIR: folder, RATES_URL: 'off' }
const line = openCommandLine({ after: (work) => after(work) }, env)
const { run } = line
const json = <T>(...args: string[]) => line.json<T>(...args, '--shop', 'spend.example')

test('spend is entered, listed and deleted', async () => {
  const entry = await json<SpendEntry>('spend', 'add', '--channel', 'Print', '--from', '2026-03-01', '--amount', '12.5')
  assert.deepEqual([entry.amount, entry.currency, entry.isCounted], ['12.500000', 'EUR', true])
  const listed = await run('spend', 'list', '--shop', 'spend.example')
  assert.match(listed.out, /Print.*2026-03-01.*12\.50 EUR.*12\.50.*ad_spend/)
  const wrong = await run(
    'spend',
    'add',
    '--shop',
    'spend.example',
    '--channel',
    'Print',
    '--from',
    'soon',
    '--amount',
    '-1',
  )
  assert.equal(wrong.code, 1)
  assert.match(wrong.err, /firstDay: This is not an existing day.*\n.*amount: The amount is not above 0/)
  await json('spend', 'remove', entry.id)
  assert.deepEqual((await json<SpendList>('spend', 'list')).entries, [])
})

test('a file of spend begins as the template, is tried, imported and undone', async () => {
  const template = await run('spend', 'template', '--shop', 'spend.example')
  await writeFile(join(folder, 'spend.csv'), `${template.out}Radio,,,2026-03-31,,x,,,,,\n`)
  const preview = await run('spend', 'import', 'spend.csv', '--shop', 'spend.example', '--preview')
  assert.match(preview.out, /5 rows: 4 good, 0 there already, 1 left out\.\nNothing was stored[^]*row 6, amount “x”/)
  const { id, entries } = await json<SpendFileReport>('spend', 'import', 'spend.csv')
  assert.deepEqual([entries, (await json<SpendList>('spend', 'list')).entries.length], [4, 4])
  assert.deepEqual(await json('spend', 'undo', id ?? ''), { id, removed: 4 })
  assert.deepEqual((await json<SpendList>('spend', 'list')).entries, [])
})

test('rates are imported under both names, shown, and not fetched where that is off', async () => {
  await writeFile(join(folder, 'rates.csv'), 'Date,EUR,CYP,GBP\n2026-03-10,0.8,,0.75\n')
  const rates = await line.json<ImportedRates>('rates', 'import', 'rates.csv', '--base', 'usd')
  assert.deepEqual([rates.rates, rates.currencies], [2, ['GBP', 'USD']])
  await writeFile(join(folder, 'more.csv'), 'Date,USD\n2026-03-11,1.3\n')
  assert.equal((await line.json<ImportedRates>('import', 'rates', 'more.csv')).to, '2026-03-11')
  const view = await json<RatesView>('rates', 'show')
  assert.deepEqual([view.lastDay, view.currencies, view.needs], ['2026-03-11', 2, []])
  assert.match((await run('rates', 'fetch')).out, /RATES_URL is off/)
})
