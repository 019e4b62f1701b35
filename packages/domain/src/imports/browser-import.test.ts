import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { JobContext, JobHandler, Jobs } from '@tillsight/database'
import { createImport, findImportPart, listImportStates } from '@tillsight/database'
import { run, type ShopContext } from '../context/index.ts'
import { openTestShop, openTestStores, readLedger, type TestShop } from '../sync/testing.ts'
import { tidyImports } from './import-jobs.ts'
import { lockImports } from './import-states.ts'
import {
  discardImport,
  handleImportJobs,
  type ImportWork,
  importJobs,
  listImportProblems,
  listImports,
  planImport,
  requestUndo,
  showImport,
  startImport,
  uploadImport,
} from './index.ts'

const stores = await openTestStores({ after })

/** A job queue of one shop; jobs run only when the test says so. */
async function openDesk({ ctx, clock }: TestShop) {
  const handlers = new Map<string, JobHandler<never>>()
  const queued: string[] = []
  const jobs: Jobs = {
    handle: async (definition, handler) => void handlers.set(definition.name, handler as JobHandler<never>),
    enqueue: async ({ name }) => {
      queued.push(name)
      return null
    },
    schedule: async () => undefined,
    unschedule: async () => undefined,
    cancel: async () => undefined,
    retry: async () => undefined,
    find: async () => undefined,
    list: async () => [],
    start: async () => undefined,
    stop: async () => undefined,
  }
  const services = { jobs, clock, db: ctx.db, openShop: async () => ctx }
  await handleImportJobs(services)
  const job: JobContext = { jobId: '1', signal: new AbortController().signal, progress: async () => undefined }
  return {
    services,
    queued,
    async work(what: ImportWork, id: string) {
      const handler = handlers.get(importJobs[what].name)
      // Holds because every queue has the same payload.
      await handler?.({ shop: ctx.shop.id, import: id } as never, job)
    },
  }
}

async function* bytesOf(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content)
  for (let start = 0; start < bytes.length; start += 100) yield bytes.subarray(start, start + 100)
}

async function upload(ctx: ShopContext, content: string | Uint8Array, name = 'orders.csv'): Promise<string> {
  return (await uploadImport(ctx, { name, bytes: bytesOf(content) })).id
}

const odd = [
  'Bestellung;Datum;Käufer;Artikel;Menge;Netto;Notiz',
  '1;2026-03-01 10:00;a@example.net;Socks;2;10.00;x',
  '2;2026-03-02 10:00;b@example.net;Hat;1;20.00;',
  '3;2026-02-30 10:00;b@example.net;Hat;1;20.00;',
  '',
].join('\n')
const mapping = {
  order_id: 'Bestellung',
  placed_at: 'Datum',
  email: 'Käufer',
  title: 'Artikel',
  quantity: 'Menge',
  gross: 'Netto',
}

suite('a file in the browser', () => {
  test('with headings of its own is mapped, previewed, imported and undone', async () => {
    const shop = await openTestShop(stores)
    const { ctx } = shop
    const desk = await openDesk(shop)
    const id = await upload(ctx, odd, 'C:\\Exports\\orders.csv')
    await desk.work('check', id)
    const refused = await run(showImport, ctx, { import: id })
    assert.deepEqual([refused.state, refused.fileName, refused.format], ['refused', 'orders.csv', 'generic'])
    assert.match(refused.problem ?? '', /lacks the columns order_id/)
    assert.deepEqual(refused.header.samples['Artikel'], ['Socks', 'Hat'])

    await run(planImport, ctx, { import: id, format: 'generic', mapping: { ...mapping, nonsense: 'Datum' } })
    await desk.work('check', id)
    const ready = await run(showImport, ctx, { import: id })
    assert.equal(ready.state, 'ready')
    assert.deepEqual(ready.ignored, ['Notiz'])
    assert.equal(ready.columns.find(({ name }) => name === 'gross')?.heading, 'Netto')
    assert.deepEqual(ready.report?.rows, { read: 3, good: 2, leftOut: 1 })
    assert.equal(ready.report?.problems[0]?.field, 'Datum (placed_at)')
    assert.deepEqual(
      ready.preview?.orders.map(({ name, gross, total }) => [name, Number(gross), Number(total)]),
      [
        ['1', 10, 10],
        ['2', 20, 20],
      ],
    )
    assert.deepEqual(
      ready.preview?.months.map(({ month, orders, sales }) => [month, orders, Number(sales)]),
      [['2026-03', 2, 30]],
    )
    assert.deepEqual(await readLedger(shop), [])
    assert.equal((await run(listImportProblems, ctx, { import: id })).problems.length, 1)

    await run(startImport, ctx, { import: id })
    await desk.work('store', id)
    const done = await run(showImport, ctx, { import: id })
    assert.deepEqual([done.state, done.canUndo, done.report?.records.stored], ['done', true, 2])
    assert.equal((await readLedger(shop)).length, 2)
    assert.equal(await findImportPart(ctx.db.kysely, { importId: id, kind: 'file', part: 0 }), undefined)

    await run(requestUndo, ctx, { import: id })
    await desk.work('undo', id)
    assert.deepEqual(await readLedger(shop), [])
    assert.equal((await run(showImport, ctx, { import: id })).state, 'undone')
  })

  test('with the headings of an earlier one is read as that was', async () => {
    const shop = await openTestShop(stores)
    const desk = await openDesk(shop)
    const first = await upload(shop.ctx, odd)
    await desk.work('check', first)
    await run(planImport, shop.ctx, { import: first, format: 'generic', mapping })
    await desk.work('check', first)
    await run(startImport, shop.ctx, { import: first })
    await desk.work('store', first)
    const second = await upload(shop.ctx, gzipSync(odd))
    await desk.work('check', second)
    const view = await run(showImport, shop.ctx, { import: second })
    assert.deepEqual([view.state, view.preview?.known], ['ready', 2])
    const other = await openTestShop(stores)
    const stranger = await upload(other.ctx, odd)
    await (await openDesk(other)).work('check', stranger)
    assert.equal((await run(showImport, other.ctx, { import: stranger })).state, 'refused')
  })

  test('that is no CSV, empty or too large is refused with the reason', async () => {
    const shop = await openTestShop(stores)
    const desk = await openDesk(shop)
    const page = await upload(shop.ctx, '<!doctype html><title>Sign in</title>')
    await desk.work('check', page)
    const view = await run(showImport, shop.ctx, { import: page })
    assert.match(view.problem ?? '', /is a web page, not a CSV file/)
    assert.deepEqual([view.state, view.header.headings, view.columns], ['refused', [], []])
    await run(discardImport, shop.ctx, { import: page })
    await assert.rejects(upload(shop.ctx, ''), /empty, or none was chosen/)
    async function* endless(): AsyncGenerator<Uint8Array> {
      const block = gzipSync('x')
      const padded = Buffer.concat([block, Buffer.alloc(8 * 1024 * 1024)])
      for (;;) yield padded
    }
    await assert.rejects(uploadImport(shop.ctx, { name: 'a.csv', bytes: endless() }), /larger than 200 MB/)
    assert.deepEqual(await listImportStates(shop.ctx.db.kysely, shop.ctx.shop.id), [])
  })

  test('is refused where too many wait in the shop, and room is made by going on with them', async () => {
    const shop = await openTestShop(stores)
    const desk = await openDesk(shop)
    const first = await upload(shop.ctx, odd)
    const more = await Promise.allSettled(Array.from({ length: 30 }, () => upload(shop.ctx, odd)))
    const refused = more.filter(({ status }) => status === 'rejected')
    assert.ok(refused.length >= 21, `only ${refused.length} of 30 were refused`)
    for (const { reason } of refused as PromiseRejectedResult[])
      assert.match(String(reason), /Too many files of this shop/)
    const waiting = async () => (await listImportStates(shop.ctx.db.kysely, shop.ctx.shop.id)).length
    while ((await waiting()) < 10) await upload(shop.ctx, odd)
    await assert.rejects(upload(shop.ctx, odd), /there may be 10/)
    assert.equal(await waiting(), 10)
    await desk.work('check', first)
    await run(discardImport, shop.ctx, { import: first })
    await upload(shop.ctx, odd)
  })

  test('that a few packed bytes make larger than there is time to read is refused', async () => {
    const shop = await openTestShop(stores)
    const desk = await openDesk(shop)
    const zeros = gzipSync(Buffer.alloc(64 * 1024 * 1024, 'a,b,c\n'))
    const id = await upload(shop.ctx, Buffer.concat(Array.from({ length: 17 }, () => zeros)))
    await desk.work('check', id)
    const shown = await run(showImport, shop.ctx, { import: id })
    assert.equal(shown.state, 'refused')
    assert.match(shown.problem ?? '', /larger than 1 GB unpacked/)
  })

  test('cannot be replanned or discarded once it is imported, nor imported before it is ready', async () => {
    const shop = await openTestShop(stores)
    const desk = await openDesk(shop)
    const id = await upload(shop.ctx, 'order_id,placed_at,gross\n1,2026-03-01,10.00\n')
    await assert.rejects(run(startImport, shop.ctx, { import: id }), /not ready to be imported/)
    await assert.rejects(run(requestUndo, shop.ctx, { import: id }), /nothing to undo/)
    await desk.work('check', id)
    await run(startImport, shop.ctx, { import: id })
    await run(startImport, shop.ctx, { import: id })
    await desk.work('store', id)
    await desk.work('store', id)
    await assert.rejects(run(planImport, shop.ctx, { import: id, format: 'generic' }), /has begun already/)
    await assert.rejects(run(discardImport, shop.ctx, { import: id }), /has begun already/)
    // A late check changes nothing.
    await desk.work('check', id)
    assert.equal((await run(showImport, shop.ctx, { import: id })).state, 'done')
  })

  test('of another shop is not found by any verb, and its jobs do nothing to it', async () => {
    const [one, other] = [await openTestShop(stores), await openTestShop(stores)]
    const id = await upload(one.ctx, 'order_id,placed_at,gross\n1,2026-03-01,10.00\n')
    const input = { import: id }
    await assert.rejects(run(showImport, other.ctx, input), { code: 'not_found' })
    await assert.rejects(run(showImport, one.ctx, { import: 'no id' }), { code: 'not_found' })
    await assert.rejects(run(listImportProblems, other.ctx, input), { code: 'not_found' })
    await assert.rejects(run(planImport, other.ctx, { ...input, format: 'generic' }), { code: 'not_found' })
    await assert.rejects(run(startImport, other.ctx, input), { code: 'not_found' })
    await assert.rejects(run(requestUndo, other.ctx, input), { code: 'not_found' })
    await assert.rejects(run(discardImport, other.ctx, input), { code: 'not_found' })
    await (await openDesk(other)).work('check', id)
    assert.deepEqual(await run(listImports, other.ctx, {}), [])
    await (await openDesk(one)).work('check', id)
    assert.equal((await run(showImport, one.ctx, input)).state, 'ready')
  })

  test('that nobody came back for goes after a week; work that was left behind is queued again', async () => {
    const shop = await openTestShop(stores)
    const desk = await openDesk(shop)
    const id = await upload(shop.ctx, 'order_id,placed_at,gross\n1,2026-03-01,10.00\n')
    const now = Date.now()
    const at = (hours: number) => ({ ...desk.services, clock: { now: () => new Date(now + hours * 3_600_000) } })
    await tidyImports(at(0.5))
    assert.equal(desk.queued.length, 0)
    await tidyImports(at(2))
    assert.ok(desk.queued.includes('import.check'))
    await tidyImports(at(8 * 24))
    await assert.rejects(run(showImport, shop.ctx, { import: id }), { code: 'not_found' })
  })

  test('one of a command that was killed is said to have failed, and one whose command still works is left alone', async () => {
    const shop = await openTestShop(stores)
    const desk = await openDesk(shop)
    const { kysely } = shop.ctx.db
    const options = { shopId: shop.ctx.shop.id, format: 'generic', fileName: 'orders.csv', state: 'running' }
    const { id } = await createImport(kysely, { ...options, keptApart: true })
    const state = async () => (await run(showImport, shop.ctx, { import: id })).state
    const later = { ...desk.services, clock: { now: () => new Date(Date.now() + 60_000) } }
    await lockImports(shop.ctx, {}, async () => tidyImports(later))
    assert.equal(await state(), 'running')
    await tidyImports(later)
    assert.equal(await state(), 'failed')
    assert.match((await run(showImport, shop.ctx, { import: id })).problem ?? '', /import the file again/)
    assert.deepEqual(desk.queued, [])
  })

  test('is nothing for somebody who may only look', async () => {
    const { ctx } = await openTestShop(stores)
    const viewer: ShopContext = { ...ctx, actor: { kind: 'person', id: 'p', role: 'viewer', shops: 'all' } }
    await assert.rejects(upload(viewer, odd), { code: 'forbidden' })
    await assert.rejects(run(listImports, viewer, {}), { code: 'forbidden' })
  })
})
