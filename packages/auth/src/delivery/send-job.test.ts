import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError, systemClock } from '@tillsight/core'
import { createJobs, createSecretsBox, type JobView } from '@tillsight/database'
import { openTestDatabase } from '@tillsight/database/testing'
import { sql } from 'kysely'
import { createMailQueue, type MailMessage } from './index.ts'

const { url, kysely: db } = await openTestDatabase({ after })
const warnings: string[] = []
const log = { debug() {}, info() {}, warn: (_fields: object, text: string) => void warnings.push(text), error() {} }
const jobs = createJobs({ url, log, clock: systemClock, timing: { pollSeconds: 0.5, stopTimeoutSeconds: 5 } })
after(() => jobs.stop())
await jobs.start()

const box = createSecretsBox({ secret: 'the secret of a test installation' })
const sent: MailMessage[] = []
const failures = new Map<string, Error>()
const queue = createMailQueue({
  jobs,
  box,
  log,
  transport: {
    async send(message) {
      const failure = failures.get(message.to)
      if (failure) throw failure
      sent.push(message)
    },
  },
})

async function until<T>(find: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const found = await find()
    if (found !== undefined) return found
    await delay(10)
  }
}

/** Waits until the mails that `work` has queued are in this state. */
async function queued(work: () => Promise<void>, state: JobView['state']): Promise<JobView> {
  const known = new Set((await jobs.list()).map(({ id }) => id))
  await work()
  return until(async () => (await jobs.list()).find((job) => !known.has(job.id) && job.state === state))
}

const mail = (to: string) => ({ to, subject: 'Sign in', html: '<p>204815</p>', text: 'Your code: 204815' })

test('a mail waits sealed and is delivered as it was handed over', async () => {
  await queue.send(mail('ada@nordlicht.example'))
  const { rows } = await sql<{ data: unknown; label: string }>`SELECT * FROM pgboss.job`.execute(db)
  const stored = JSON.stringify(rows)
  assert.ok(stored.includes('sealed'))
  assert.doesNotMatch(stored, /204815|nordlicht|Sign in/)
  assert.equal(sent.length, 0)
  await queue.handle()
  await until(() => sent[0])
  assert.deepEqual(sent, [mail('ada@nordlicht.example')])
})

test('while the mail server is down the mail waits for another attempt', async () => {
  failures.set('later@example.com', new AppError('upstream_failed', 'The mail server did not answer.'))
  const job = await queued(() => queue.send(mail('later@example.com')), 'retrying')
  assert.ok(job.startAfter.getTime() > Date.now())
  assert.match(job.message ?? '', /did not answer/)
  assert.ok(warnings.length > 0)
})

test('a mail that is refused for good is not tried again', async () => {
  const refusal = new AppError('upstream_failed', 'No such user.', { details: { status: 550 } })
  failures.set('gone@example.com', refusal)
  const job = await queued(() => queue.send(mail('gone@example.com')), 'completed')
  assert.equal(job.retries, 0)
})

test('a mail to nobody takes the same way and goes nowhere', async () => {
  const job = await queued(() => queue.send(mail('')), 'completed')
  assert.equal(job.retries, 0)
  assert.ok(sent.every(({ to }) => to !== ''))
})
