import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { KeyView, NewKey } from '@tillsight/domain'
import { openCommandLine } from '../testing/command-line.ts'
import { addShop, startInstallation } from '../testing/installation.ts'

const installation = await startInstallation({ after: (work) => after(work) })
await addShop(installation, { domain: 'keys.example' })
const line = openCommandLine({ after: (work) => after(work) }, { ...installation.env, RATES_URL: 'off' })
const run = (...args: string[]) => line.run('apikey', ...args, '--shop', 'keys.example')
const json = <T>(...args: string[]) => line.json<T>('apikey', ...args, '--shop', 'keys.example')

async function statusOf(key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` }
  return (await installation.fetchAsVisitor('/api/v1/shops', { headers })).status
}

test('keys of the API are created, listed and revoked', async () => {
  const made = await json<NewKey>('create', '--name', 'Sheets')
  assert.match(made.key, /^tsk_[\w-]{43}$/)
  assert.deepEqual([made.shops, made.scopes], [['keys.example'], ['metrics:read', 'orders:read']])
  assert.equal(await statusOf(made.key), 200)
  const listed = await run('list')
  assert.match(listed.out, /Sheets +active/)
  assert.ok(!listed.out.includes(made.key))
  const revoked = await run('revoke', made.prefix)
  assert.equal(revoked.code, 0, revoked.err)
  assert.equal(await statusOf(made.key), 401)
  assert.deepEqual(
    (await json<KeyView[]>('list')).map(({ name, state }) => [name, state]),
    [['Sheets', 'revoked']],
  )
})

test('a key without an end comes with a warning, and wrong usage is told as such', async () => {
  const { out } = await run('create', '--days', 'never', '--scope', 'costs:read', '--all-shops')
  assert.match(out, /never expires[\s\S]*Whoever gets hold of a key without an end/)
  assert.equal((await run('create', '--scope', 'everything')).code, 2)
  assert.equal((await run('create', '--days', '0')).code, 2)
  assert.equal((await run('revoke', 'tsk_unknown0')).code, 1)
})
