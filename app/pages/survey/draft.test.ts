import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrange, readMappings, readQuestion, typedOf } from './draft.ts'

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

const sent = form({
  enabled: 'yes',
  text: ' How did you hear about us? ',
  options: '3',
  'options.0.id': 'a',
  'options.0.label': 'A podcast',
  'options.1.id': '',
  'options.1.label': '',
  'options.2.id': '',
  'options.2.label': 'A friend',
})

test('options keep their ids, new ones have none, and one that was left empty is none', () => {
  assert.deepEqual(typedOf(readQuestion(sent)), {
    enabled: true,
    text: 'How did you hear about us?',
    options: [{ id: 'a', label: 'A podcast' }, { label: 'A friend' }],
    allowsOther: false,
  })
})

test('an option that was saved and is empty now is still there, to be named or taken away', () => {
  const emptied = form({ options: '1', 'options.0.id': 'a', 'options.0.label': '' })
  assert.deepEqual(typedOf(readQuestion(emptied)).options, [{ id: 'a', label: '' }])
})

test('buttons add an option at the end and take one away', () => {
  const draft = readQuestion(sent)
  assert.deepEqual(arrange(draft, 'add').options.at(-1), { id: '', label: '' })
  assert.deepEqual(
    arrange(draft, 'remove:0').options.map(({ label }) => label),
    ['A friend'],
  )
})

test('no form makes more lines than there can be', () => {
  assert.equal(readMappings(form({ mappings: '1e9' })).length, 500)
  assert.deepEqual(readMappings(form({ mappings: 'many' })), [])
})
