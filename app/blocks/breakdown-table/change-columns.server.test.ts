import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopVerbsOf } from '../../testing.ts'
import { changeColumns } from './change-columns.server.ts'

async function send(...fields: readonly (readonly [name: string, value: string])[]) {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  let patch: unknown
  const services = {
    run: shopVerbsOf({
      async 'preference.change'({ preference }) {
        patch = preference
      },
    }),
  }
  await changeColumns(services, form)
  return patch
}

test('the checked columns are kept in the order of the form', async () => {
  const patch = await send(['column', 'claimedRoas'], ['column', 'adSpend'], ['intent', 'save'])
  assert.deepEqual(patch, { campaigns: { columns: ['claimedRoas', 'adSpend'] } })
})

test('without scripts a column is moved by sending the form', async () => {
  const columns = ['a', 'b', 'c'].map((key) => ['column', key] as const)
  assert.deepEqual(await send(...columns, ['move', 'up:c']), { campaigns: { columns: ['a', 'c', 'b'] } })
  assert.deepEqual(await send(...columns, ['move', 'down:a']), { campaigns: { columns: ['b', 'a', 'c'] } })
  assert.deepEqual(await send(...columns, ['move', 'up:a']), { campaigns: { columns: ['a', 'b', 'c'] } })
  assert.deepEqual(await send(...columns, ['move', 'up:gone']), { campaigns: { columns: ['a', 'b', 'c'] } })
})

test('no column at all, or the usual ones, is no choice of one’s own', async () => {
  assert.deepEqual(await send(['intent', 'save']), { campaigns: null })
  assert.deepEqual(await send(['column', 'adSpend'], ['intent', 'usual']), { campaigns: null })
})
