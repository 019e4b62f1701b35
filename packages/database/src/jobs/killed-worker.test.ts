import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@tillsight/core'
import pg from 'pg'
import * as tables from '../tables/index.ts'
import { openTestDatabase, type TestDatabase } from '../testing.ts'
import { createJobs, type Jobs, type JobView } from './index.ts'
import { backfill, importer, log, pages, timing } from './killed-worker.fixture.ts'

const secondHalf = Array.from({ length: pages / 2 }, (_, index) => pages / 2 + index)

async function newConnection({ kysely }: TestDatabase): Promise<string> {
  const { id: organisationId } = await tables.createOrganisation(kysely, { name: 'o' })
  const base = { platform: 'p', name: 'n', zone: 'UTC', currency: 'EUR' }
  const { id: shopId } = await tables.createShop(kysely, { organisationId, domain: 'd', ...base })
  const secrets = Buffer.of()
  return (await tables.createConnection(kysely, { shopId, connector: 'c', settings: {}, secrets, status: 'ok' })).id
}

/** Starts a worker process that hangs halfway through the job. */
async function workHalfElsewhere(t: TestContext, url: string): Promise<ChildProcess> {
  const fixture = fileURLToPath(new URL('./killed-worker.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [fixture, url], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

function jobsOn(t: TestContext, url: string): Jobs {
  const jobs = createJobs({ url, log, clock: systemClock, timing })
  t.after(() => jobs.stop())
  return jobs
}

async function untilEnded(jobs: Jobs, id: string): Promise<JobView> {
  for (;;) {
    const view = await jobs.find(id)
    assert.ok(view)
    if (view.endedAt) return view
    await delay(10)
  }
}

test('the job of a killed worker continues from its checkpoint as soon as the next worker starts', async (t) => {
  const database = await openTestDatabase(t)
  const client = jobsOn(t, database.url)
  await client.start()
  const id = await client.enqueue(backfill, { connection: await newConnection(database) })
  assert.ok(id)
  const worker = await workHalfElsewhere(t, database.url)
  assert.deepEqual([(await client.find(id))?.state, (await client.find(id))?.done], ['running', pages / 2])
  await kill(worker)
  const taken: number[] = []
  const next = jobsOn(t, database.url)
  await next.handle(
    backfill,
    importer(database, async (page) => void taken.push(page)),
  )
  await next.start()
  const view = await untilEnded(client, id)
  assert.deepEqual([view.state, view.done, view.retries], ['completed', pages, 0])
  assert.deepEqual(taken, secondHalf)
})

test('the job of a killed worker is taken over by a worker that was there all the time', async (t) => {
  const database = await openTestDatabase(t)
  const other = jobsOn(t, database.url)
  await other.start()
  const id = await other.enqueue(backfill, { connection: await newConnection(database) })
  assert.ok(id)
  const worker = await workHalfElsewhere(t, database.url)
  const taken: number[] = []
  await other.handle(
    backfill,
    importer(database, async (page) => void taken.push(page)),
  )
  await shortenHeartbeat(database.url, id)
  await kill(worker)
  const view = await untilEnded(other, id)
  assert.deepEqual([view.state, view.done, view.retries], ['completed', pages, 1])
  assert.deepEqual(taken, secondHalf)
})

/** The queue requires at least 10 seconds, which is too long for the test. */
async function shortenHeartbeat(url: string, id: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('UPDATE pgboss.job SET heartbeat_seconds = 1 WHERE id = $1', [id])
  await client.end()
}
