import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { CheckedCostFile, CostChanges, CostFileText, ImportedCostFile } from '@tillsight/domain'
import { openCommandLine } from '../testing/command-line.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { temporaryFolder } from '../testing/temporary.ts'
import { workedOrders } from '../testing/worked-example.ts'

const installation = await startInstallation({ after })
await addShop(installation, { domain: 'costs.example' }, workedOrders)
const folder = await temporaryFolder({ after })
const line = openCommandLine({ after }, { ...installation.env, TILLSIGHT_CALLER_DIR: folder })
const shop = ['--shop', 'costs.example']
const json = <T>(...args: string[]) => line.json<T>('costs', ...args, ...shop)
const run = (...args: string[]) => line.run('costs', ...args, ...shop)

test('a file of what is missing is filled in, looked at, taken in, printed and undone', async () => {
  const missing = await json<CostFileText>('missing', '--from', '2025-03-01', '--to', '2025-03-31')
  assert.equal(missing.rows, 3)
  await writeFile(join(folder, 'goods.csv'), 'sku;cost\nTEA;4,50\nHAT;x\nMUG;0\n')
  const looked = await run('import', 'goods.csv')
  assert.match(looked.out, /3 rows of goods: 2 new, 0 changed, 0 as they are, 1 refused\. Read with semicolons/)
  assert.match(looked.out, /\d orders between .* would change; profit moves by -\d+.*EUR/)
  assert.match(looked.out, /Nothing was stored\. With --apply[^]*row 3, cost “x”/)
  const { preview, report } = await json<CheckedCostFile>('preview', 'goods.csv')
  assert.deepEqual((await json<CostChanges>('changes')).changes, [])
  const done = await json<ImportedCostFile>('import', 'goods.csv', '--apply')
  assert.deepEqual([done.report, done.preview.delta], [report, preview.delta])
  assert.match((await run('export', 'goods')).out, /^sku,variant_id,[^]*TEA,[^]*,4\.5,/)
  assert.match((await run('export', 'goods', '--out', 'out.csv')).out, /2 rows are in/)
  assert.match(await readFile(join(folder, 'out.csv'), 'utf8'), /^\uFEFFsku,/)
  assert.match((await run('import', 'out.csv', '--apply')).out, /Nothing was different/)
  assert.match((await run('changes')).out, /2 × cost of goods added.*stands/)
  assert.match((await run('undo', done.change ?? '')).out, /Undone\. Saved as/)
  assert.equal((await json<CostFileText>('export', 'goods')).rows, 0)
})

test('what cannot be is said: a file that is none, both ways at once, a change that is gone', async () => {
  await writeFile(join(folder, 'other.csv'), 'a,b\n1,2\n')
  const other = await run('import', 'other.csv')
  assert.deepEqual([other.code, /do not say which costs/.test(other.err)], [1, true])
  assert.equal((await run('import', 'other.csv', '--dry-run', '--apply')).code, 2)
  assert.equal((await run('import', 'nowhere.csv')).code, 1)
  assert.equal((await run('export', 'everything')).code, 2)
  assert.equal((await run('undo', '00000000-0000-4000-8000-000000000000')).code, 1)
})
