import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AccountState, nextSteps } from './next-steps.server.ts'

const safe: AccountState = { name: 'Ada', pendingEmail: '', factors: 1, canAddFactor: true, recoveryCodes: 10 }

function titles(state: Partial<AccountState>): string[] {
  return nextSteps({ ...safe, ...state }).map(({ title }) => title)
}

test('an account in order needs nothing', () => {
  assert.deepEqual(titles({}), [])
})

test('recovery codes matter once there is a factor, and before they run out', () => {
  assert.deepEqual(titles({ factors: 0, recoveryCodes: 0 }), ['step.factor'])
  assert.deepEqual(titles({ recoveryCodes: 0 }), ['step.createCodes'])
  assert.deepEqual(titles({ recoveryCodes: 3 }), ['step.renewCodes'])
})

test('a factor is not asked for where there is none to be had', () => {
  assert.deepEqual(titles({ factors: 0, canAddFactor: false, recoveryCodes: 0 }), [])
})

test('what waits for the person comes first', () => {
  assert.deepEqual(titles({ pendingEmail: 'new@b.example', name: '' }), ['step.email', 'step.name'])
})
