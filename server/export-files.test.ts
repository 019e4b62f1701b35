import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, suite, test } from 'node:test'
import type { ExportRunView, ExportView } from '@tillsight/domain'
import { makeExportRun, sweepFiles, tidyExports } from '@tillsight/domain'
import { addMember, openClient } from './backend/client.testing.ts'
import { createExportFiles, moveOldExports } from './export-files.ts'
import { exportServicesOf } from './exports.ts'
import { postJson } from './testing/http.ts'
import { addShop, startInstallation } from './testing/installation.ts'
import { workedOrders, workedRange } from './testing/worked-example.ts'

const installation = await startInstallation({ after }, { role: 'web' })
const { runtime, owner } = installation
const domain = 'nordlicht-kontor.example'
await addShop(installation, { domain }, workedOrders)
const path = `/api/v1/shops/${domain}/exports`
const { kysely } = runtime.stores.database
const never = new AbortController().signal

async function* rows() {
  yield 'a,b\n'
  yield Buffer.from('1,2\n')
}

/** Makes an export now; answers the name of its file. */
async function make(definition: Record<string, unknown>): Promise<{ readonly name: string; readonly run: string }> {
  const body = { name: 'Sheet', format: 'csv', ...definition }
  const { body: made } = await postJson<ExportView>(installation, path, { body })
  const { body: run } = await postJson<ExportRunView>(installation, `${path}/${made.id}/run`, { body: workedRange })
  await makeExportRun(exportServicesOf(runtime), run.id, never)
  const row = await kysely.selectFrom('exportRuns').selectAll().where('id', '=', run.id).executeTakeFirstOrThrow()
  assert.equal(row.state, 'done', row.reason)
  return { name: row.fileName ?? '', run: run.id }
}

suite('the file of an export', () => {
  test('is a file of its bucket, the same by either door, and its reading is written down', async () => {
    const { name, run } = await make({ what: 'ledger' })
    const storage = (await openClient(installation, owner)).storage.from('exports')
    const { data } = await storage.download(name)
    const byApi = await installation.fetch(`/api/v1/exports/runs/${run}/file`)
    assert.equal(await data?.text(), await byApi.text())
    const { data: signed } = await storage.createSignedUrl(name, 60)
    assert.equal((await fetch(signed?.signedUrl ?? '')).status, 200)
    const entries = await kysely.selectFrom('auditEntries').select('body').execute()
    assert.equal(entries.filter(({ body }) => body.includes('export.download')).length, 3)
    const { data: listed } = await storage.list(name.slice(0, name.lastIndexOf('/')))
    assert.deepEqual(
      listed?.map((file) => file.name),
      ['ledger.csv'],
    )
  })

  test('is found by the name that mails of earlier versions have for it', async () => {
    const { name, run } = await make({ what: 'ledger' })
    const files = runtime.exportFiles
    const [present, old] = await Promise.all([files.open(name), files.open(`${run}.csv`)])
    assert.ok(present && old)
    assert.deepEqual(await buffer(old), await buffer(present))
    assert.equal(await files.open(`${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}.csv`), undefined)
  })

  test('is for those who may see its figures, and nobody else', async () => {
    const { name } = await make({ what: 'orders' })
    const members = await Promise.all(
      (['viewer', 'admin'] as const).map((role) => addMember(installation, domain, { role, shopIds: null })),
    )
    const answers = await Promise.all(
      members.map(async (member) => {
        const { storage } = await openClient(installation, member)
        return (await storage.from('exports').download(name)).error === null
      }),
    )
    assert.deepEqual(answers, [false, true])
  })

  test('goes after 30 days, with its bytes two days later, and counts for what an organisation may keep', async () => {
    const { name } = await make({ what: 'ledger' })
    const files = createExportFiles({ ...runtime.files, largestTotal: 7 })
    await assert.rejects(files.write(name, rows(), never), /keeps as much as it may/)
    const later = { now: () => new Date(Date.now() + 31 * 86_400_000) }
    await tidyExports({ ...exportServicesOf(runtime), clock: later })
    await sweepFiles({ ...runtime.files, clock: later })
    assert.equal(await runtime.exportFiles.open(name), undefined)
    assert.deepEqual(
      await kysely.selectFrom('storageObjects').select('name').where('bucket', '=', 'exports').execute(),
      [],
    )
  })

  test('moves here from where earlier versions kept it', async () => {
    const { name, run } = await make({ what: 'ledger' })
    const folder = join(installation.config.dataDir, 'exports')
    await mkdir(folder)
    await writeFile(join(folder, `${run}.csv`), 'old rows')
    await writeFile(join(folder, '11111111-1111-4111-8111-111111111111.csv'), 'of a run that is gone')
    await kysely
      .updateTable('exportRuns')
      .set({ fileName: `${run}.csv` })
      .where('id', '=', run)
      .execute()
    await runtime.exportFiles.remove(name)
    await moveOldExports(runtime.files, folder)
    const row = await kysely.selectFrom('exportRuns').selectAll().where('id', '=', run).executeTakeFirstOrThrow()
    const stream = await runtime.exportFiles.open(row.fileName ?? '')
    assert.ok(stream)
    assert.equal((await buffer(stream)).toString(), 'old rows')
    await assert.rejects(readdir(folder))
  })
})

test('a draft is this process’s alone: it has no row, and its bytes go with it', async () => {
  const files = createExportFiles(runtime.files)
  const there = async () => {
    let count = 0
    for await (const _bytes of runtime.files.store.list()) count += 1
    return count
  }
  const before = await there()
  const written = await files.write('draft-2026-03-01.csv', rows(), never)
  assert.equal(written.bytes, 8)
  const part = await files.open('draft-2026-03-01.csv', { start: 4, end: 6 })
  assert.ok(part)
  assert.equal((await buffer(part)).toString(), '1,2')
  await files.remove('draft-2026-03-01.csv')
  assert.deepEqual([await files.open('draft-2026-03-01.csv'), await there()], [undefined, before])
})
