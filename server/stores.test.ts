import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadConfig } from './config.ts'
import { ownStores, serverRole } from './stores.ts'
import { silentLog } from './testing/silent-log.ts'
import { temporaryFolder } from './testing/temporary.ts'

test('new stores get their tables while the pages are built; those of a start before are left alone until then', async (t) => {
  const config = loadConfig({ TILLSIGHT_DATA_DIR: await temporaryFolder(t) })
  const underWay = new Promise<never>(() => undefined)
  const stores = await ownStores(config, silentLog, { role: serverRole, mayMigrate: underWay })
  assert.ok((await stores.database.ready()) && (await stores.warehouse.ready()))
  await stores.close()
  const failed = Promise.reject(new Error('not built'))
  failed.catch(() => undefined)
  await assert.rejects(ownStores(config, silentLog, { role: serverRole, mayMigrate: failed }), /not built/)
})
