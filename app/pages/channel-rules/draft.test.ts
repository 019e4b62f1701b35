import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrange, changeOf, errorsOf, readDraft } from './draft.ts'
import { pageWords } from './words.server.ts'

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

const sent = form({
  rules: '2',
  'rules.0.conditions.0.field': 'source',
  'rules.0.conditions.0.comparison': 'is',
  'rules.0.conditions.0.text': ' anna ',
  'rules.0.conditions.1.field': 'path',
  'rules.0.conditions.1.comparison': 'contains',
  'rules.0.conditions.1.text': '',
  'rules.0.channel': 'influencers',
  'rules.0.paid': 'yes',
  'rules.1.conditions.0.field': 'referrer',
  'rules.1.conditions.0.comparison': 'empty',
  'rules.1.conditions.0.text': '',
  'rules.1.channel': 'press',
  ownDomains: 'a.example\r\n\r\nb.example',
  retentionMonths: '',
  milestone: 'sign_up',
})

test('a form is read with its rules in order, without conditions that nobody filled in', () => {
  const { rules, ownDomains, retentionMonths, attribution } = changeOf(readDraft(sent))
  assert.deepEqual(rules, [
    { conditions: [{ field: 'source', comparison: 'is', text: 'anna' }], channel: 'influencers', paid: true },
    { conditions: [{ field: 'referrer', comparison: 'empty', text: '' }], channel: 'press', paid: false },
  ])
  assert.deepEqual([ownDomains, retentionMonths], [['a.example', 'b.example'], null])
  assert.deepEqual(attribution, { milestone: 'sign_up' })
})

test('rules are moved, removed and added without scripts', () => {
  const draft = readDraft(sent)
  const channels = (intent: string) => arrange(draft, intent).rules.map(({ channel }) => channel)
  assert.deepEqual(channels('down:0'), ['press', 'influencers'])
  assert.deepEqual(channels('up:1'), ['press', 'influencers'])
  assert.deepEqual(channels('up:0'), ['influencers', 'press'])
  assert.deepEqual(channels('remove:0'), ['press'])
  assert.deepEqual(channels('add'), ['influencers', 'press', ''])
})

test('what is wrong in a list stands at the list, with its line', () => {
  assert.deepEqual(
    errorsOf(
      { 'ownDomains.1': 'This is no domain.', 'rules.0.channel': 'No.', 'attribution.milestone': 'No.' },
      pageWords.say('en'),
    ),
    {
      ownDomains: 'Line 2: This is no domain.',
      'rules.0.channel': 'No.',
      milestone: 'No.',
    },
  )
})
