import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { migrations } from '../migrations/index.ts'
import { openTestDatabase } from '../testing.ts'
import { eachMinute, type Jobs } from './index.ts'

test('one job looks for everything, and what cannot be looked for stops nothing else', async () => {
  const context = { jobId: '1', signal: new AbortController().signal, progress: async () => {} }
  const minutes: (() => Promise<void>)[] = []
  const scheduled: string[] = []
  const jobs: Pick<Jobs, 'handle' | 'schedule'> = {
    handle: async ({ payload }, handler) => void minutes.push(() => handler(payload.parse({}), context)),
    schedule: async ({ name }, _payload, { cron }) => void scheduled.push(`${name} ${cron}`),
  }
  const looked: string[] = []
  const look = (name: string) => async () => void looked.push(name)
  await eachMinute(jobs, look('mails'))
  await eachMinute(jobs, () => Promise.reject(new Error('no answer')))
  await eachMinute(jobs, look('exports'))
  assert.deepEqual([minutes.length, scheduled], [1, ['minute * * * * *']])
  await assert.rejects(async () => minutes[0]?.(), /no answer/)
  assert.deepEqual(looked, ['mails', 'exports'])
})

test('schedules of former versions end, and so do their jobs that nobody would do', async (t) => {
  const { kysely } = await openTestDatabase(t)
  await sql
    .raw(`CREATE SCHEMA IF NOT EXISTS pgboss;
      DROP TABLE IF EXISTS pgboss.schedule, pgboss.job CASCADE;
      CREATE TABLE pgboss.schedule (name text); CREATE TABLE pgboss.job (name text);
      INSERT INTO pgboss.schedule VALUES ('sync-due'), ('exports.round'), ('keys.prune');
      INSERT INTO pgboss.job VALUES ('slack.round'), ('exports.round')`)
    .execute(kysely)
  await migrations['0049-unite-rounds']?.up(kysely)
  const names = async (table: string) =>
    (await sql<{ name: string }>`SELECT name FROM ${sql.raw(`pgboss.${table}`)}`.execute(kysely)).rows.map(
      ({ name }) => name,
    )
  assert.deepEqual([await names('schedule'), await names('job')], [['keys.prune'], ['exports.round']])
})
