import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCommandLine } from '../testing/command-line.ts'
import { addShop, startInstallation } from '../testing/installation.ts'

const installation = await startInstallation({ after: (work) => after(work) })
await addShop(installation, { domain: 'leaving.example' })
const line = openCommandLine({ after: (work) => after(work) }, { ...installation.env, RATES_URL: 'off' })
const run = (...args: string[]) => line.run('organisation', ...args, '--shop', 'leaving.example')

interface Shown {
  readonly name: string
  readonly deleteAt: string | null
  readonly contents: { readonly shops: number; readonly orders: number }
}

const show = () => line.json<Shown>('organisation', 'show', '--shop', 'leaving.example')

test('an organisation is shown, deleted by its name, and kept again', async () => {
  const { name, deleteAt, contents } = await show()
  assert.deepEqual([deleteAt, contents.shops], [null, 1])
  const wrong = await run('delete', '--name', `not ${name}`)
  assert.equal(wrong.code, 1)
  assert.match(wrong.err, /not the name of the organisation/)
  assert.equal((await show()).deleteAt, null)
  const asked = await run('delete', '--name', name)
  assert.equal(asked.code, 0, asked.err)
  assert.match(asked.out, /It is deleted on \d{4}-\d\d-\d\d[\s\S]*organisation keep --shop leaving\.example/)
  const { deleteAt: at } = await show()
  assert.match((await run('show')).out, new RegExp(`It is deleted on ${at?.slice(0, 10)}`))
  const kept = await run('keep')
  assert.equal(kept.code, 0, kept.err)
  assert.equal((await show()).deleteAt, null)
  assert.equal((await run('keep')).code, 1, 'there is nothing to take back')
  assert.equal((await run('delete')).code, 2, 'without a name')
})
