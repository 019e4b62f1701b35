import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError, isAppError, systemClock } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import pg from 'pg'
import { z } from 'zod'
import { openTestDatabase } from '../testing.ts'
import { createJobs, type JobDefinition, type Jobs, type JobView } from './index.ts'

const log: Log = { debug() {}, info() {}, warn() {}, error() {} }
const timing = { pollSeconds: 0.5, checkSeconds: 1, stopTimeoutSeconds: 5 }
const { url } = await openTestDatabase({ after })

const Payload = z.object({ account: z.string(), count: z.int().default(0) })
type Payload = z.infer<typeof Payload>
let names = 0

function definition(change: Partial<JobDefinition<Payload>> = {}): JobDefinition<Payload> {
  names += 1
  return {
    name: `test-${names}`,
    payload: Payload,
    retry: { limit: 2, delaySeconds: 1, backoff: true },
    expireInSeconds: 60,
    label: ({ account }) => `Syncing ${account}`,
    ...change,
  }
}

async function startJobs(t: TestContext): Promise<Jobs> {
  const jobs = createJobs({ url, log, clock: systemClock, timing })
  t.after(() => jobs.stop())
  await jobs.start()
  return jobs
}

async function until(jobs: Jobs, id: string | null, condition: (view: JobView) => boolean): Promise<JobView> {
  assert.ok(id)
  for (;;) {
    const view = await jobs.find(id)
    assert.ok(view)
    if (condition(view)) return view
    await delay(10)
  }
}

const ended = ({ state }: JobView) => state === 'completed' || state === 'failed' || state === 'cancelled'

async function runSql(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(text, values)
  } finally {
    await client.end()
  }
}

test('a queued job is done with its payload, and is listed from waiting to completed', async (t) => {
  const jobs = await startJobs(t)
  const def = definition()
  const id = await jobs.enqueue(def, { account: 'nord', count: 3 })
  const waiting = await until(jobs, id, () => true)
  assert.deepEqual(
    [waiting.state, waiting.label, waiting.done, waiting.queue],
    ['waiting', 'Syncing nord', 0, def.name],
  )
  const done: Payload[] = []
  await jobs.handle(def, async (payload) => void done.push(payload))
  const view = await until(jobs, id, ended)
  assert.equal(view.state, 'completed')
  assert.ok(view.endedAt)
  assert.deepEqual(done, [{ account: 'nord', count: 3 }])
  assert.ok((await jobs.list()).some((job) => job.id === id))
})

test('a failing job is tried again with growing delays and fails after its last try, for a reason that hides details', async (t) => {
  const jobs = await startJobs(t)
  const def = definition()
  let tries = 0
  await jobs.handle(def, async () => {
    tries += 1
    throw tries < 3 ? new AppError('upstream_failed', 'The platform is down.') : new Error('password=hunter2')
  })
  const id = await jobs.enqueue(def, { account: 'a', count: 0 })
  const first = await until(jobs, id, ({ state, retries }) => state === 'retrying' && retries === 0)
  assert.equal(first.message, 'The platform is down.')
  const view = await until(jobs, id, ended)
  assert.deepEqual([view.state, tries], ['failed', 3])
  assert.match(view.message ?? '', /^Unexpected error [0-9a-f-]{36}; the log has the details\.$/)
  assert.doesNotMatch(JSON.stringify(view), /hunter2/)
  const firstDelay = first.startAfter.getTime() - (first.startedAt?.getTime() ?? 0)
  assert.ok(firstDelay >= 1000 && firstDelay < 3000, `first delay ${firstDelay} ms`)
  assert.ok(view.startAfter.getTime() - first.startAfter.getTime() >= 2000)
})

test('a failure that no repetition mends is not repeated', async (t) => {
  const jobs = await startJobs(t)
  const def = definition()
  let tries = 0
  await jobs.handle(def, async () => {
    tries += 1
    throw new AppError('not_connected', 'Reconnect the account.')
  })
  const view = await until(jobs, await jobs.enqueue(def, { account: 'a', count: 0 }), ended)
  assert.deepEqual([view.state, view.message, tries], ['failed', 'Reconnect the account.', 1])
})

test('stores of our own that are away cost a job none of its attempts, and it goes on within seconds', async (t) => {
  const jobs = await startJobs(t)
  const def = definition({ retry: { limit: 0, delaySeconds: 3600, backoff: true } })
  const away = [
    Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    new AppError('unavailable', 'The warehouse does not answer.'),
  ]
  await jobs.handle(def, async () => {
    const error = away.shift()
    if (error) throw error
  })
  const view = await until(jobs, await jobs.enqueue(def, { account: 'a', count: 0 }), ended)
  assert.deepEqual([view.state, view.retries, away.length], ['completed', 0, 0])
})

test('jobs of one key run one at a time while other keys go on, and none of them fails', async (t) => {
  const jobs = await Promise.all([startJobs(t), startJobs(t)])
  const def = definition({ exclusiveBy: ({ account }) => account, concurrency: 3 })
  const running = new Map<string, number>()
  let together = 0
  let most = 0
  for (const worker of jobs) {
    await worker.handle(def, async ({ account }) => {
      const count = (running.get(account) ?? 0) + 1
      running.set(account, count)
      most = Math.max(most, count)
      together = Math.max(
        together,
        [...running.values()].reduce((sum, some) => sum + some, 0),
      )
      await delay(30)
      running.set(account, count - 1)
    })
  }
  const [first] = jobs
  assert.ok(first)
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, index) => first.enqueue(def, { account: `k${index % 3}`, count: index })),
  )
  const views = await Promise.all(ids.map((id) => until(first, id, ended)))
  assert.deepEqual(new Set(views.map(({ state, retries }) => `${state} ${retries}`)), new Set(['completed 0']))
  assert.equal(most, 1)
  assert.ok(together > 1)
})

test('a job is not queued a second time while one of its key waits, if so wanted', async (t) => {
  const jobs = await startJobs(t)
  const def = definition({ exclusiveBy: ({ account }) => account })
  assert.ok(await jobs.enqueue(def, { account: 'a', count: 0 }, { unlessWaiting: true }))
  assert.equal(await jobs.enqueue(def, { account: 'a', count: 1 }, { unlessWaiting: true }), null)
  assert.ok(await jobs.enqueue(def, { account: 'b', count: 0 }, { unlessWaiting: true }))
  assert.ok(await jobs.enqueue(def, { account: 'a', count: 1 }))
})

test('progress shows count, rate and expected end, and a resumed job counts only its own work', async (t) => {
  const jobs = await startJobs(t)
  const def = definition()
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let tries = 0
  await jobs.handle(def, async (_payload, { progress }) => {
    tries += 1
    if (tries === 1) {
      await progress({ done: 1000, total: 4000 })
      throw new Error('cut off')
    }
    await delay(20)
    await progress({ done: 1010, total: 4000, message: 'Orders of March' })
    await gates[0]?.promise
  })
  const id = await jobs.enqueue(def, { account: 'a', count: 0 })
  const view = await until(jobs, id, ({ done }) => done === 1010)
  assert.deepEqual([view.state, view.total, view.message], ['running', 4000, 'Orders of March'])
  assert.ok(view.ratePerSecond && view.ratePerSecond > 0 && view.ratePerSecond <= 500, `rate ${view.ratePerSecond}`)
  assert.ok(view.estimatedEndAt && view.estimatedEndAt.getTime() > systemClock.now().getTime())
  gates[0]?.resolve()
  assert.equal((await until(jobs, id, ended)).estimatedEndAt, null)
})

test('cancelling aborts a running job wherever it runs, and it stays cancelled', async (t) => {
  const [here, there] = await Promise.all([startJobs(t), startJobs(t)])
  const def = definition()
  const begun = Promise.withResolvers<void>()
  const aborted = Promise.withResolvers<unknown>()
  await there.handle(def, async (_payload, { signal }) => {
    begun.resolve()
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    aborted.resolve(signal.reason)
    signal.throwIfAborted()
  })
  const id = await here.enqueue(def, { account: 'a', count: 0 })
  await begun.promise
  assert.ok(id)
  await here.cancel(id)
  assert.match(String(await aborted.promise), /cancelled/)
  assert.equal((await until(here, id, ended)).state, 'cancelled')
  await here.cancel(id)
  await assert.rejects(
    here.cancel('00000000-0000-4000-8000-000000000000'),
    (error) => isAppError(error) && error.code === 'not_found',
  )
})

test('a waiting job can be cancelled, and a delayed one waits for its time', async (t) => {
  const jobs = await startJobs(t)
  const def = definition()
  let done = 0
  await jobs.handle(def, async () => void (done += 1))
  const later = new Date(systemClock.now().getTime() + 3_600_000)
  const id = await jobs.enqueue(def, { account: 'a', count: 0 }, { startAfter: later })
  const marker = await jobs.enqueue(def, { account: 'b', count: 0 })
  await until(jobs, marker, ended)
  const waiting = await until(jobs, id, () => true)
  assert.deepEqual([waiting.state, waiting.startAfter], ['waiting', later])
  await jobs.cancel(waiting.id)
  assert.equal((await until(jobs, id, ended)).state, 'cancelled')
  assert.equal(done, 1)
})

test('progress of a cancelled job throws even if the notification was missed', async (t) => {
  const jobs = await startJobs(t)
  const def = definition()
  const begun = Promise.withResolvers<void>()
  const cancelled = Promise.withResolvers<void>()
  const outcome = Promise.withResolvers<unknown>()
  await jobs.handle(def, async (_payload, { progress }) => {
    begun.resolve()
    await cancelled.promise
    await progress({ done: 1, total: null }).then(outcome.resolve, outcome.resolve)
  })
  const id = await jobs.enqueue(def, { account: 'a', count: 0 })
  await begun.promise
  await runSql(`UPDATE pgboss.job SET state = 'cancelled' WHERE id = $1`, [id])
  cancelled.resolve()
  assert.match(String(await outcome.promise), /cancelled/)
})

test('a payload that does not fit is refused when queued and fails for good when it was queued by somebody else', async (t) => {
  const jobs = await startJobs(t)
  const def = definition()
  await jobs.handle(def, async () => assert.fail('must not run'))
  const wrong = jobs.enqueue(def, { account: 'a', count: 1.5 })
  await assert.rejects(wrong, (error) => isAppError(error) && error.code === 'invalid_input')
  const id = await jobs.enqueue(
    def,
    { account: 'a', count: 0 },
    { startAfter: new Date(systemClock.now().getTime() + 3_600_000) },
  )
  await runSql(`UPDATE pgboss.job SET data = '{"account": 7}', start_after = now() WHERE id = $1`, [id])
  const view = await until(jobs, id, ended)
  assert.equal(view.state, 'failed')
  assert.match(view.message ?? '', /cannot be understood/)
})

test('a schedule is registered once per key, in its zone, and can be ended', async (t) => {
  const jobs = await startJobs(t)
  const def = definition({ exclusiveBy: ({ account }) => account })
  const schedules = async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(
      'SELECT key, cron, timezone, data FROM pgboss.schedule WHERE name = $1 ORDER BY cron',
      [def.name],
    )
    await client.end()
    return rows
  }
  await jobs.schedule(def, { account: 'a', count: 0 }, { cron: '0 3 * * *', zone: 'Europe/Berlin' })
  await jobs.schedule(def, { account: 'a', count: 1 }, { cron: '0 4 * * *', zone: 'Europe/Berlin' })
  await jobs.schedule(def, { account: 'key with spaces', count: 0 }, { cron: '*/5 * * * *', zone: 'UTC' })
  const [five, four] = await schedules()
  assert.deepEqual(
    [four.key, four.cron, four.timezone, four.data],
    ['a', '0 4 * * *', 'Europe/Berlin', { account: 'a', count: 1 }],
  )
  assert.equal(five.cron, '*/5 * * * *')
  await jobs.unschedule(def, { account: 'key with spaces', count: 0 })
  assert.equal((await schedules()).length, 1)
  await assert.rejects(
    jobs.schedule(def, { account: 'a', count: 0 }, { cron: 'often', zone: 'UTC' }),
    (error) => isAppError(error) && error.code === 'invalid_input',
  )
})

test('jobs go on after the server ended all their connections', async (t) => {
  const jobs = await startJobs(t)
  const def = definition({ exclusiveBy: ({ account }) => account })
  await jobs.handle(def, async () => undefined)
  await runSql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'tillsight job%' AND datname = current_database()`,
  )
  let id: string | null = null
  while (id === null) id = await jobs.enqueue(def, { account: 'a', count: 0 }).catch(() => null)
  assert.equal((await until(jobs, id, ended)).state, 'completed')
})

test('a queue is as its definition says from the next start on', async (t) => {
  const def = definition()
  await (await startJobs(t)).handle(def, async () => undefined)
  await (await startJobs(t)).handle(
    { ...def, expireInSeconds: 90, retry: { ...def.retry, limit: 5 } },
    async () => undefined,
  )
  const { rows } = await runSql('SELECT retry_limit, expire_seconds FROM pgboss.queue WHERE name = $1', [def.name])
  assert.deepEqual(rows, [{ retry_limit: 5, expire_seconds: 90 }])
})

test('stopping aborts a running job and puts it back without counting a failure; the next start continues it', async (t) => {
  const first = await startJobs(t)
  const def = definition()
  const begun = Promise.withResolvers<void>()
  await first.handle(def, async (_payload, { signal, progress }) => {
    await progress({ done: 5, total: 10 })
    begun.resolve()
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    signal.throwIfAborted()
  })
  const id = await first.enqueue(def, { account: 'a', count: 0 })
  await begun.promise
  await Promise.all([first.stop(), first.stop()])
  await assert.rejects(first.enqueue(def, { account: 'a', count: 0 }), /not running/)
  const second = createJobs({ url, log, clock: systemClock, timing })
  t.after(() => second.stop())
  await second.handle(def, async () => undefined)
  await second.start()
  const view = await until(second, id, ended)
  assert.deepEqual([view.state, view.retries, view.done], ['completed', 0, 5])
})
