import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Clock } from '@tillsight/core'
import {
  findDailyState,
  hasHistoryMark,
  type JobHandler,
  type Jobs,
  listDirtyDays,
  saveDailyState,
} from '@tillsight/database'
import { lockImports } from './imports/import-states.ts'
import { writeRecords } from './ledger/index.ts'
import { sampleLine, sampleOrder } from './ledger/sample-facts.ts'
import { handleLeftBehindJobs } from './maintenance.ts'
import { loadStates } from './sync/stream-states.ts'
import { connectStore, openTestShop, openTestStores, startStore, type TestShop } from './sync/testing.ts'

const stores = await openTestStores({ after })

/** The jobs of one process; queued jobs run at once. */
async function openWorker({ ctx }: TestShop, clock: Clock) {
  const handlers = new Map<string, JobHandler<never>>()
  const job = { jobId: '1', signal: new AbortController().signal, progress: async () => undefined }
  // Holds because every payload comes from this module.
  const run = async (name: string, payload: object) => handlers.get(name)?.(payload as never, job)
  const jobs: Pick<Jobs, 'handle' | 'enqueue' | 'schedule'> = {
    handle: async ({ name }, handler) => void handlers.set(name, handler as JobHandler<never>),
    async enqueue({ name }, payload) {
      await run(name, payload)
      return null
    },
    schedule: async () => undefined,
  }
  // Holds because nothing else of them is used.
  await handleLeftBehindJobs({ jobs: jobs as Jobs, clock, db: ctx.db, openShop: async () => ctx })
  return { look: () => run('ledger.left', {}) }
}

/** Leaves the state of an import that is killed before its last step. */
async function leaveBehind({ ctx }: TestShop): Promise<void> {
  const records = [sampleOrder({ id: '1', lines: [sampleLine({ id: '1', gross: '10.00' })] })]
  await writeRecords(ctx, { source: 'import', records, deferCustomers: true })
}

async function isFinished({ ctx }: TestShop): Promise<boolean> {
  const { kysely } = ctx.db
  return !(await hasHistoryMark(kysely, ctx.shop.id)) && (await listDirtyDays(kysely, ctx.shop.id)).length === 0
}

const inMinutes = (minutes: number): Clock => ({ now: () => new Date(Date.now() + minutes * 60_000) })

test('what a killed writer left is finished when nobody came back for it, and no sooner', async () => {
  const shop = await openTestShop(stores)
  await leaveBehind(shop)
  await (await openWorker(shop, inMinutes(1))).look()
  assert.equal(await isFinished(shop), false)
  const later = await openWorker(shop, inMinutes(10))
  await lockImports(shop.ctx, {}, () => later.look())
  assert.equal(await isFinished(shop), false)
  await later.look()
  assert.equal(await isFinished(shop), true)
})

test('a summary of days that its writer did not come to is made as well', async () => {
  const shop = await openTestShop(stores)
  const { ctx } = shop
  const killed = { ...ctx.warehouse, rewrite: () => Promise.reject(new Error('killed')) }
  const records = [sampleOrder({ id: '1', lines: [sampleLine({ id: '1', gross: '10.00' })] })]
  await assert.rejects(writeRecords({ ...ctx, warehouse: killed }, { source: 'import', records }), /killed/)
  assert.equal(await isFinished(shop), false)
  await (await openWorker(shop, inMinutes(10))).look()
  assert.equal(await isFinished(shop), true)
})

test('days that an earlier version counted are counted again without any new order', async () => {
  const shop = await openTestShop(stores)
  const { ctx } = shop
  const { kysely } = ctx.db
  const records = [sampleOrder({ id: '1', lines: [sampleLine({ id: '1', gross: '10.00' })] })]
  await writeRecords(ctx, { source: 'woocommerce', records })
  const built = await findDailyState(kysely, ctx.shop.id)
  assert.ok(built)
  await saveDailyState(kysely, { ...built, fingerprint: 'of an earlier version' })
  const worker = await openWorker(shop, inMinutes(0))
  await worker.look()
  assert.equal((await findDailyState(kysely, ctx.shop.id))?.fingerprint, built.fingerprint)
  assert.equal(await isFinished(shop), true)
})

test('a history that a connection is still reading is left to it', async (t) => {
  const shop = await openTestShop(stores)
  const connection = await connectStore(shop, await startStore(t, shop))
  await leaveBehind(shop)
  const states = await loadStates(shop.ctx.db.kysely, connection.id, { streams: [{ id: 'orders' }], now: new Date() })
  await states.save('orders', 'backfill', { deferred: true })
  const worker = await openWorker(shop, inMinutes(10))
  await worker.look()
  assert.equal(await isFinished(shop), false)
  await states.save('orders', 'backfill', { deferred: false })
  await worker.look()
  assert.equal(await isFinished(shop), true)
})
