import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fixedClock } from '@tillsight/core'
import { openTestDatabase } from '@tillsight/database/testing'
import { createMailbox, readMailbox } from './index.ts'

const { kysely: db } = await openTestDatabase({ after })
const lines: string[] = []
const info = (fields: object, text: string) => void lines.push(JSON.stringify(fields) + text)
const log = { debug() {}, info, warn() {}, error() {} }
const at = new Date('2026-11-21T08:00:00Z')
const mailbox = createMailbox({ db, clock: fixedClock(at), log })

test('mails and texts are kept, the newest first, and the log has none of their content', async () => {
  const html = '<p>204815</p>'
  const headers = { 'List-Unsubscribe': '<https://figures.example/unsubscribe/x>' }
  await mailbox.mail.send({ to: 'ada@nordlicht.example', subject: 'Sign in', html, text: '204815', headers })
  const { messageId } = await mailbox.sms.send({ to: '15551234567', text: 'Your code is 300100', channel: 'whatsapp' })
  assert.match(messageId, /^[0-9a-f-]{36}$/)
  const entries = await readMailbox(db)
  assert.deepEqual(
    entries.map(({ id: _id, ...entry }) => entry),
    [
      {
        at,
        channel: 'sms',
        recipient: '+15551234567',
        subject: '',
        html: '',
        body: 'Your code is 300100',
        headers: {},
      },
      { at, channel: 'mail', recipient: 'ada@nordlicht.example', subject: 'Sign in', html, body: '204815', headers },
    ],
  )
  assert.equal(lines.length, 2)
  assert.doesNotMatch(lines.join(), /204815|300100|nordlicht|1555/)
})

test('the newest 500 stay', async () => {
  const entry = { at, channel: 'mail', recipient: 'a@b.example', subject: 'old', html: '', body: '' }
  await db
    .insertInto('authMailbox')
    .values(Array.from({ length: 600 }, () => entry))
    .execute()
  await mailbox.mail.send({ to: 'a@b.example', subject: 'new', html: '', text: '' })
  const entries = await readMailbox(db, 1000)
  assert.equal(entries.length, 500)
  assert.equal(entries[0]?.subject, 'new')
  assert.ok(entries.slice(1).every(({ subject }) => subject === 'old'))
})
