import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { fixedClock, toPersonId } from '@tillsight/core'
import { endTies } from '@tillsight/database'
import { createHttpClient } from '@tillsight/platforms/connectors'
import { bucketKey, startBucket } from '@tillsight/storage/testing'
import type { ConnectionContext } from '../connections/index.ts'
import { run } from '../context/index.ts'
import { servicesWithoutNetwork } from '../context/services.testing.ts'
import { writeRecords } from '../ledger/index.ts'
import { sampleOrder } from '../ledger/sample-facts.ts'
import { isRefused, openTestPeople } from '../organisations/testing.ts'
import { openTestStores, silentLog } from '../reports/shop.testing.ts'
import { createMemoryFiles, exportServices } from './exports.testing.ts'
import { addExport, changeExport, listExportRuns, listExports, runExport } from './index.ts'
import { makeExportRun } from './make-run.ts'

const stores = await openTestStores({ after })
const never = new AbortController().signal
const days = { from: '2026-03-10', to: '2026-03-12' }
const clock = fixedClock('2026-06-30T12:00:00Z')

async function open() {
  const bucket = await startBucket({ after })
  const services: ConnectionContext['services'] = {
    ...servicesWithoutNetwork,
    openHttp: (_connector, waits = {}) =>
      createHttpClient({
        log: silentLog,
        clock,
        userAgent: 'test',
        allowPrivateAddresses: true,
        pace: 'off',
        sleep: async () => undefined,
        ...waits,
      }),
  }
  const ctx: ConnectionContext = { ...(await stores.openShop({}, clock)), services }
  const orders = [10, 10, 12].map((day, at) => sampleOrder({ id: `${at}`, placedAt: `2026-03-${day}T10:00:00Z` }))
  await writeRecords(ctx, { source: 'woocommerce', records: orders })
  const place = {
    kind: 's3',
    endpoint: bucket.endpoint,
    bucket: 'figures',
    prefix: 'shops/a',
    accessKeyId: 'AKIDEXAMPLE',
  }
  const files = createMemoryFiles()
  const make = async (id: string) => {
    const { id: runId } = await run(runExport, ctx, { export: id, ...days })
    await makeExportRun(exportServices(ctx, files), runId, never)
    return (await run(listExportRuns, ctx, { export: id })).items[0]
  }
  return { bucket, ctx, files, make, to: { ...place, kind: 's3', secretAccessKey: bucketKey.secretAccessKey } as const }
}

test('a bucket gets an object for each day, each in place of the one before, and the manifest last', async () => {
  const { bucket, ctx, files, make, to } = await open()
  const { id, to: shown } = await run(addExport, ctx, { name: 'A', what: 'orders', format: 'jsonl', to })
  assert.deepEqual(
    bucket.calls.map((call) => call.split(' ')[0]),
    ['PUT', 'HEAD', 'DELETE'],
  )
  assert.ok(bucket.objects.size === 0 && !JSON.stringify(shown).includes(to.secretAccessKey))
  const row = await ctx.db.kysely.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  assert.ok(row.sealed !== null && !row.sealed.includes(to.secretAccessKey))

  bucket.calls.length = 0
  const done = await make(id)
  assert.equal(done?.state, 'done', done?.reason)
  const folder = `/figures/shops/a/orders/shop=${ctx.shop.domain}`
  const keys = ['10', '11', '12'].map((day) => `${folder}/day=2026-03-${day}/part-0.jsonl`)
  assert.deepEqual(
    bucket.calls,
    [...keys, `${folder}/manifest.json`].map((key) => `PUT ${key}`),
  )
  const manifest = JSON.parse(String(bucket.objects.get(`${folder}/manifest.json`)))
  assert.deepEqual(
    manifest.objects.map((object: { rows: number }) => object.rows),
    [2, 0, 1],
  )
  for (const [at, { key, sha256, bytes }] of manifest.objects.entries()) {
    const object = bucket.objects.get(keys[at] ?? '') ?? Buffer.alloc(0)
    assert.ok(keys[at]?.endsWith(key))
    assert.deepEqual([createHash('sha256').update(object).digest('hex'), object.length], [sha256, bytes])
  }
  // The days one after the other are the file of the run, and nothing else is kept here.
  assert.deepEqual(files.stored.size, 1)
  assert.deepEqual(
    Buffer.concat(keys.map((key) => bucket.objects.get(key) ?? Buffer.alloc(0))),
    [...files.stored.values()][0],
  )

  bucket.calls.length = 0
  await make(id)
  assert.equal(bucket.objects.size, 4)
})

test('rows of a whole range are one object', async () => {
  const { bucket, ctx, make, to } = await open()
  const { id } = await run(addExport, ctx, { name: 'A', what: 'customers', format: 'parquet', to })
  assert.equal((await make(id))?.state, 'done')
  const folder = `/figures/shops/a/customers/shop=${ctx.shop.domain}`
  assert.deepEqual([...bucket.objects.keys()], [`${folder}/part-0.parquet`, `${folder}/manifest.json`])
})

test('what cannot be written to is refused when it is saved, and a run that fails says what the bucket said', async () => {
  const { bucket, ctx, make, to } = await open()
  const add = (change: object) =>
    run(addExport, ctx, { name: 'A', what: 'orders', format: 'csv', to: { ...to, ...change } })
  await assert.rejects(add({ secretAccessKey: 'wrong' }), isRefused('invalid_input', /SignatureDoesNotMatch/))
  await assert.rejects(add({ accessKeyId: 'OTHER' }), isRefused('invalid_input', /InvalidAccessKeyId/))
  await assert.rejects(add({ endpoint: `${bucket.endpoint}/figures` }), isRefused('invalid_input', /without bucket/))
  await assert.rejects(
    add({ endpoint: 'http://127.0.0.1:9' }),
    isRefused('invalid_input', /cannot be reached: .* refused\. The key/),
  )
  await assert.rejects(add({ secretAccessKey: undefined }), isRefused('invalid_input', /is missing/))
  const { id } = await add({})
  bucket.rules.failure = [503, 'SlowDown']
  const failed = await make(id)
  assert.deepEqual([failed?.state, failed?.manifest], ['retrying', null])
  assert.match(failed?.reason ?? '', /answered 503 \(SlowDown\)/)
})

test('the secret stays with its address and key alone', async () => {
  const [{ bucket, ctx, to }, other] = [await open(), await open()]
  const { id } = await run(addExport, ctx, { name: 'A', what: 'orders', format: 'csv', to })
  const { secretAccessKey: _secret, ...open_ } = to
  const changed = await run(changeExport, ctx, { export: id, to: { ...open_, prefix: 'elsewhere' } })
  assert.equal(changed.to.kind === 's3' && changed.to.prefix, 'elsewhere')
  const moved = { ...open_, endpoint: other.bucket.endpoint }
  await assert.rejects(run(changeExport, ctx, { export: id, to: moved }), isRefused('invalid_input', /is missing/))
  assert.deepEqual(other.bucket.calls, [])
  assert.ok(bucket.calls.length === 6)
  await run(changeExport, ctx, { export: id, to: { kind: 'download' } })
  const row = await ctx.db.kysely.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  assert.equal(row.sealed, null)
})

test('what somebody sends to a bucket is paused when they leave, and what stays here goes on', async () => {
  const { ctx, to } = await open()
  const people = await openTestPeople({ after }, { db: stores.db })
  const { person } = await people.newMember(ctx.organisation, 'analyst')
  const own = { ...ctx, actor: { kind: 'person', id: person, role: 'analyst', shops: 'all' } } as const
  const schedule = { every: 'day', at: '06:00' } as const
  const sent = await run(addExport, own, { name: 'A', what: 'orders', format: 'csv', schedule, to })
  const kept = await run(addExport, own, { name: 'B', what: 'orders', format: 'csv', schedule })
  await endTies(ctx.db.kysely, { organisationId: ctx.organisation, personId: toPersonId(person) })
  const { items } = await run(listExports, ctx, {})
  const stateOf = (of: string) => items.flatMap(({ id, state, nextAt }) => (id === of ? [state, nextAt !== null] : []))
  assert.deepEqual(stateOf(sent.id), ['paused', false])
  assert.deepEqual(stateOf(kept.id), ['on', true])
})
