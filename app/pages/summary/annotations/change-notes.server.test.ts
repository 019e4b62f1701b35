import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@tillsight/core'
import { shopVerbsOf } from '../../../testing.ts'
import { changeNotes, toNoteFailure } from './change-notes.server.ts'

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** Records the verbs run on it. */
function notebook() {
  const asked: unknown[] = []
  return {
    asked,
    run: shopVerbsOf({
      async 'annotation.add'(note) {
        asked.push(note)
        throw new AppError('invalid_input', 'Write what happened.', { details: { text: 'Write what happened.' } })
      },
      'annotation.remove': async ({ annotation }) => void asked.push(annotation),
    }),
  }
}

const typed = formOf({ intent: 'annotate', day: '2026-11-20', text: ' Black Friday ', shared: 'yes' })

test('a note is private unless it is shared on purpose', async () => {
  const services = notebook()
  await changeNotes(services, typed).catch(() => undefined)
  await changeNotes(services, formOf({ intent: 'annotate', day: '2026-11-20', text: 'x' })).catch(() => undefined)
  assert.deepEqual(services.asked, [
    { day: '2026-11-20', text: 'Black Friday', isShared: true },
    { day: '2026-11-20', text: 'x', isShared: false },
  ])
})

test('a note is removed by its id, and an unknown form does nothing', async () => {
  const services = notebook()
  await changeNotes(services, formOf({ intent: 'remove-annotation', annotation: 'a1' }))
  await assert.rejects(changeNotes(services, formOf({ intent: 'annotate-all' })), { code: 'invalid_input' })
  assert.deepEqual(services.asked, ['a1'])
})

test('a refusal keeps what was typed and says what is wrong beside its field', () => {
  const refusal = new AppError('invalid_input', 'Write what happened.', { details: { text: 'Write what happened.' } })
  assert.deepEqual(toNoteFailure(refusal, typed, 'en'), {
    failure: {
      message: 'Write what happened.',
      fields: { text: 'Write what happened.' },
      typed: { day: '2026-11-20', text: 'Black Friday', isShared: true },
    },
    status: 400,
  })
  assert.equal(toNoteFailure(new AppError('forbidden', 'No.'), typed, 'en').status, 403)
})
