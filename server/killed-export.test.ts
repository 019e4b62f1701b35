import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { listWebhookMessages } from '@tillsight/database'
import type { ExportRunView, ExportView } from '@tillsight/domain'
import { getJson, postJson } from './testing/http.ts'
import { addShop, startInstallation } from './testing/installation.ts'
import { workedOrders, workedRange } from './testing/worked-example.ts'

// Without a worker: the exports are made by the processes that are killed.
const installation = await startInstallation({ after }, { role: 'web' })
const domain = 'nordlicht-kontor.example'
await addShop(installation, { domain }, workedOrders)
const shop = `/api/v1/shops/${domain}`
const folder = join(installation.config.dataDir, 'files')
const { kysely } = installation.runtime.stores.database
/** Bytes that are there, also those that nobody has finished. */
const bytesOf = async (): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true }).catch(() => [])).filter((name) => name.includes('/'))
const objectsOf = () => kysely.selectFrom('storageObjects').selectAll().where('bucket', '=', 'exports').execute()
const readBytes = (version: string) => readFile(join(folder, version.slice(0, 2), version))

function begin(run: string, stop?: 'within' | 'after') {
  const file = join(import.meta.dirname, 'killed-export.fixture.ts')
  const child = spawn(process.execPath, [file, run, ...(stop === undefined ? [] : [stop])], {
    env: { ...process.env, ...installation.env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return { child, ended: once(child, 'close') }
}

/** Kills a process that makes the run once something holds. */
async function killOnce(run: string, stop: 'within' | 'after', holds: () => Promise<boolean>): Promise<void> {
  const { child, ended } = begin(run, stop)
  while (!(await holds())) {
    assert.equal(child.exitCode, null, 'it ended by itself')
    await delay(20)
  }
  child.kill('SIGKILL')
  await ended
}

test('a process killed while it writes, and another before it says so, leave one file that is told once', async () => {
  const hook = await postJson<{ id: string }>(installation, `${shop}/webhooks`, {
    body: { url: 'http://127.0.0.1:9/', events: ['export.finished'] },
  })
  const body = { name: 'Sheet', what: 'ledger', format: 'csv' }
  const { body: made } = await postJson<ExportView>(installation, `${shop}/exports`, { body })
  const runs = `${shop}/exports/${made.id}/runs`
  const started = await postJson<ExportRunView>(installation, `${shop}/exports/${made.id}/run`, { body: workedRange })
  const { id } = started.body
  const stateOf = async () => (await getJson<{ items: ExportRunView[] }>(installation, runs)).body.items[0]

  const isBegun = async () => (await bytesOf()).some((name) => name.endsWith('.part'))
  await killOnce(id, 'within', isBegun)
  assert.deepEqual([(await stateOf())?.state, await objectsOf()], ['waiting', []])
  await killOnce(id, 'after', async () => (await objectsOf()).length === 1)
  assert.equal((await stateOf())?.state, 'waiting')
  const [first] = await objectsOf()
  assert.ok(first)
  const before = await readBytes(first.version)

  const { ended } = begin(id)
  assert.deepEqual(await ended, [0, null])
  const run = await stateOf()
  assert.equal(run?.state, 'done', run?.reason)
  const [object, ...others] = await objectsOf()
  assert.ok(object)
  assert.deepEqual([others, object.name.split('/').slice(2)], [[], [id, 'ledger.csv']])
  assert.deepEqual(await readBytes(object.version), before)
  assert.equal(run.manifest?.sha256, createHash('sha256').update(before).digest('hex'))
  assert.ok(run.manifest.rows > 0)
  assert.equal((await listWebhookMessages(kysely, hook.body.id, { limit: 10 })).length, 1)
})
