import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConnectionView } from '@tillsight/domain'
import { storeBasics } from './connections.ts'

function connection(isStore: boolean, account: Partial<ConnectionView['account']>): ConnectionView {
  // Safe because nothing else of a connection is read.
  return { isStore, account } as ConnectionView
}

test('zone and currency are those of the store, once it has said', () => {
  const berlin = { zone: 'Europe/Berlin', currency: 'EUR' }
  assert.equal(storeBasics([]), null)
  assert.equal(storeBasics([connection(true, null), connection(false, berlin)]), null)
  assert.deepEqual(storeBasics([connection(false, {}), connection(true, { ...berlin, name: 'Nord' })]), berlin)
})
