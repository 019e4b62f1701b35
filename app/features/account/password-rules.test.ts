import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkPassword } from './password-rules.ts'

const lower = 'abcdefghijklmnopqrstuvwxyz'

test('each rule is ticked on its own', () => {
  const rules = { minimumLength: 8, requiredSets: [lower, lower.toUpperCase(), '0123456789', '!?#'] }
  assert.deepEqual(
    checkPassword('abc1', rules).map(({ text, isMet }) => [text, isMet]),
    [
      ['At least 8 characters', false],
      ['Contains a lower-case letter', true],
      ['Contains a capital letter', false],
      ['Contains a digit', true],
      ['Contains one of !?#', false],
    ],
  )
})

test('sets of several kinds are named by what they share', () => {
  const names = (set: string) => checkPassword('', { minimumLength: 6, requiredSets: [set] })[1]?.text
  assert.equal(names(lower + lower.toUpperCase()), 'Contains a letter')
  assert.equal(names(`${lower}0123456789`), 'Contains a letter or digit')
})

test('a sign outside the first plane counts as one character', () => {
  assert.equal(checkPassword('🔑🔑🔑', { minimumLength: 4, requiredSets: [] })[0]?.isMet, false)
})
