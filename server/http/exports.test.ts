import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { addMembership } from '@tillsight/database'
import { type ExportRunView, type ExportView, type NewKey, requestExportRound } from '@tillsight/domain'
import { getJson, postJson } from '../testing/http.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { addPerson } from '../testing/people.ts'
import { workedOrders, workedRange } from '../testing/worked-example.ts'

const installation = await startInstallation({ after })
const domain = 'nordlicht-kontor.example'
await addShop(installation, { domain }, workedOrders)
await addShop(installation, { domain: 'other.example' }, workedOrders)
const { organisation } = await installation.contexts.anyShop()
const exports = `/api/v1/shops/${domain}/exports`

async function finished(id: string): Promise<ExportRunView> {
  for (;;) {
    const { body } = await getJson<{ items: ExportRunView[] }>(installation, `${exports}/${id}/runs`)
    const [run] = body.items
    if (run && run.state !== 'waiting') return run
    await delay(100)
  }
}

async function keyFor(shops: readonly string[] | 'all', scopes: readonly string[]): Promise<Record<string, string>> {
  const body = { name: 'x', scopes, shops }
  const { body: key } = await postJson<NewKey>(installation, `/api/v1/organisations/${organisation}/keys`, { body })
  return { authorization: `Bearer ${key.key}` }
}

test('an export is defined, made in the background, and downloaded with the API’s figures', async () => {
  const question = { metrics: ['sales', 'orders'] }
  const body = { name: 'Sheet', what: 'metrics', format: 'jsonl', question, to: { kind: 'mail' } }
  const { status, body: made } = await postJson<ExportView>(installation, exports, { body })
  assert.deepEqual([status, made.range, made.schedule, made.nextAt], [200, 'last_35_days', null, null])
  const started = await postJson<ExportRunView>(installation, `${exports}/${made.id}/run`, { body: workedRange })
  assert.equal(started.status, 200, JSON.stringify(started.body))
  const run = await finished(made.id)
  assert.equal(run.state, 'done', run.reason)
  const path = `/api/v1/exports/runs/${run.id}/file`
  const response = await installation.fetch(path)
  assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="[\w. -]+\.jsonl"$/)
  const text = await response.text()
  assert.equal(createHash('sha256').update(text).digest('hex'), run.manifest?.sha256)
  const asked = await postJson<{ series: { at: string; values: Record<string, unknown> }[] }>(
    installation,
    `/api/v1/shops/${domain}/metrics/query`,
    { body: { ...workedRange, metrics: question.metrics, interval: 'day' } },
  )
  assert.deepEqual(
    text
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
    asked.body.series.map(({ at, values }) => ({ day: at, ...values })),
  )
  const kept = await installation.runtime.stores.database.kysely
    .selectFrom('storageObjects')
    .select('name')
    .where('bucket', '=', 'exports')
    .execute()
  assert.deepEqual(
    kept.map(({ name }) => name.split('/').includes(run.id)),
    [true],
    'one file is kept, under its run',
  )

  const fine = await keyFor([domain], ['exports:run', 'metrics:read'])
  const get = async (headers: Record<string, string>) => (await installation.fetchAsVisitor(path, { headers })).status
  assert.equal(await get(fine), 200)
  assert.equal(await get(await keyFor(['other.example'], ['exports:run', 'metrics:read'])), 404)
  assert.equal(await get(await keyFor('all', ['metrics:read'])), 403)
  assert.equal(await get({}), 401)
  const unknown = await installation.fetch('/api/v1/exports/runs/00000000-0000-4000-8000-000000000001/file')
  const nonsense = await installation.fetch("/api/v1/exports/runs/..%2F'/file")
  assert.deepEqual([unknown.status, nonsense.status], [404, 404])
})

test('an export is made by itself when its time has come, for people who may open the shop', async () => {
  const body = { name: 'By day', what: 'orders', format: 'csv', schedule: { every: 'day', at: '06:00' } }
  const { body: made } = await postJson<ExportView>(installation, exports, { body })
  assert.ok(made.nextAt !== null && new Date(made.nextAt) > new Date())
  const { kysely } = installation.runtime.stores.database
  const due = new Date(Date.now() - 1000)
  await kysely.updateTable('exports').set({ nextAt: due }).where('id', '=', made.id).execute()
  // The round of the next minute, at once.
  await requestExportRound(installation.runtime.jobs)
  const run = await finished(made.id)
  assert.deepEqual([run.state, run.manifest?.what], ['done', 'orders'], run.reason)
  const { body: listed } = await getJson<{ items: ExportView[] }>(installation, exports)
  const next = listed.items.find(({ id }) => id === made.id)?.nextAt
  assert.ok(next != null && new Date(next) > new Date())

  const file = `/api/v1/exports/runs/${run.id}/file`
  const organisationId = organisation
  for (const [shop, expected] of [
    [domain, 200],
    ['other.example', 404],
  ] as const) {
    const { id: shopId } = (await installation.contexts.shop(shop)).shop
    const person = await addPerson(installation, `${shop}@example.com`)
    await addMembership(kysely, { organisationId, personId: person.id, role: 'analyst', shopIds: [shopId] })
    const opened = await installation.fetchAsVisitor(file, { headers: person.headers() })
    assert.equal(opened.status, expected, shop)
    await opened.body?.cancel()
  }
})
