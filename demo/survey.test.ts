import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoAnswers } from './survey.ts'

test('answers of the demo are the same whenever they are told, and enough for a report', () => {
  const createdAt = '2026-11-21T09:30:00.000Z'
  const answers = demoAnswers('demo', { createdAt, until: new Date(createdAt) })
  const earlier = new Date('2026-11-10T00:00:00.000Z')
  assert.deepEqual(
    demoAnswers('demo', { createdAt, until: earlier }),
    answers.filter(({ at }) => at < earlier),
  )
  assert.ok(answers.length > 100, `${answers.length} are enough for a report`)
  const given = new Set(answers.map(({ answer }) => answer))
  assert.ok(['', 'other', 'podcast', 'meta_ad'].every((answer) => given.has(answer)))
})
