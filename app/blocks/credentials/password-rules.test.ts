import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgePassword } from './password-rules.ts'

const strict = {
  minimumLength: 8,
  requiredSets: ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789', '!@#$%^&*()_+-=', 'äöü'],
}

test('each rule is judged on its own', () => {
  const rules = judgePassword(strict, { password: 'abcdef7' })
  assert.deepEqual(
    rules.map(({ text, isMet }) => `${isMet ? '+' : '-'} ${text}`),
    ['- rule.length', '+ rule.lower', '- rule.upper', '+ rule.number', '- rule.symbol', '- rule.oneOf'],
  )
})

test('sets of several kinds are named by what they share, and parts of one by what is in them', () => {
  const [lower = '', upper = '', digits = ''] = strict.requiredSets
  const named = judgePassword(
    { minimumLength: 6, requiredSets: [lower + upper, lower + digits, 'xyz'] },
    { password: '' },
  )
  assert.deepEqual(
    named.slice(1).map(({ text }) => text),
    ['rule.letter', 'rule.letterOrNumber', 'rule.oneOf'],
  )
})

test('a character is what a person sees, not how it is stored', () => {
  assert.equal(judgePassword({ minimumLength: 4, requiredSets: [] }, { password: '🙂🙂🙂🙂' })[0]?.isMet, true)
  assert.equal(judgePassword({ minimumLength: 4, requiredSets: [] }, { password: '🙂🙂' })[0]?.isMet, false)
})

test('a leaked password is named only after the service has found it', () => {
  const simple = { minimumLength: 6, requiredSets: [] }
  assert.equal(judgePassword(simple, { password: 'password' }).length, 1)
  const refused = judgePassword(simple, { password: 'password', reasons: ['pwned'] })
  assert.deepEqual(refused.at(-1), { key: 'pwned', text: 'rule.notLeaked', isMet: false })
})

test('a length that the service refused is not called good', () => {
  assert.equal(
    judgePassword({ minimumLength: 6, requiredSets: [] }, { password: 'abcdef', reasons: ['length'] })[0]?.isMet,
    false,
  )
})

test('a password that the hash would cut off is told so', () => {
  const rules = judgePassword({ minimumLength: 6, requiredSets: [] }, { password: 'ä'.repeat(40) })
  assert.equal(rules.at(-1)?.key, 'longest')
})
