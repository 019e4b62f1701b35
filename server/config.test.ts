import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { loadConfig } from './config.ts'
import { refuseOtherAddresses } from './local-access.ts'
import { temporaryFolder } from './testing/temporary.ts'

function failureOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    assert.ok(isAppError(error))
    assert.equal(error.code, 'invalid_input')
    return error.message
  }
  assert.fail('it was accepted')
}

test('every wrong variable is named at once, with what was expected', () => {
  const message = failureOf(() =>
    loadConfig({
      PORT: 'eighty',
      PUBLIC_URL: 'stats.example.com',
      TILLSIGHT_ROLE: 'boss',
      TILLSIGHT_SECRET: 'short',
      DATABASE_URL: 'mysql://there',
      CLICKHOUSE_URL: 'tcp://there',
      TRUST_PROXY: 'perhaps',
      LOG_LEVEL: 'loud',
    }),
  )
  for (const name of [
    'PORT',
    'PUBLIC_URL',
    'TILLSIGHT_ROLE',
    'TILLSIGHT_SECRET',
    'DATABASE_URL',
    'CLICKHOUSE_URL',
    'TRUST_PROXY',
    'LOG_LEVEL',
  ]) {
    assert.match(message, new RegExp(`^ {2}${name}: `, 'm'), name)
  }
  assert.doesNotMatch(message, /short|mysql:\/\/there/, 'what was given may be a secret')
})

test('without any variable it is an installation of its own on this machine', async (t) => {
  const callerDir = await temporaryFolder(t)
  const config = loadConfig({ TILLSIGHT_CALLER_DIR: callerDir, DATABASE_URL: '' })
  assert.equal(config.dataDir, join(callerDir, '.data'))
  assert.deepEqual(
    [config.port, config.host, config.publicUrl, config.role, config.databaseUrl, config.allowPrivateStoreUrls],
    [3000, '127.0.0.1', undefined, 'all', undefined, false],
  )
})

test('the root key is made once, for this user only, and stays the same', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'new', 'data')
  const first = loadConfig({ TILLSIGHT_DATA_DIR: dataDir })
  assert.match(first.secret, /^[0-9a-f]{64}$/)
  assert.equal((await stat(join(dataDir, 'secret'))).mode & 0o777, 0o600)
  assert.equal(loadConfig({ TILLSIGHT_DATA_DIR: dataDir }).secret, first.secret)
  assert.equal((await readFile(join(dataDir, 'secret'), 'utf8')).trim(), first.secret)
})

test('a root key file that was emptied is refused instead of encrypting with nothing', async (t) => {
  const dataDir = await temporaryFolder(t)
  await writeFile(join(dataDir, 'secret'), '\n')
  assert.match(
    failureOf(() => loadConfig({ TILLSIGHT_DATA_DIR: dataDir })),
    /secret.*backup|backup.*secret/is,
  )
})

test('a store outside needs a root key of its own, and the message says how to make one', async (t) => {
  const dataDir = await temporaryFolder(t)
  for (const env of [{ DATABASE_URL: 'postgres://db/x' }, { CLICKHOUSE_URL: 'https://ch:8443/x' }]) {
    const message = failureOf(() => loadConfig({ TILLSIGHT_DATA_DIR: dataDir, ...env }))
    assert.match(message, /TILLSIGHT_SECRET is required.*openssl rand -hex 32/s)
    const secret = 'x'.repeat(32)
    assert.equal(loadConfig({ TILLSIGHT_DATA_DIR: dataDir, TILLSIGHT_SECRET: secret, ...env }).secret, secret)
  }
})

test('an address that others can reach is refused while there is no sign-in', async (t) => {
  const config = loadConfig({ TILLSIGHT_DATA_DIR: await temporaryFolder(t) })
  for (const host of ['0.0.0.0', '::', '192.168.1.5', 'stats.example.com', '127.evil.example']) {
    assert.match(
      failureOf(() => refuseOtherAddresses({ ...config, host })),
      new RegExp(`HOST is ${host}.*no sign-in.*Leave HOST unset`, 's'),
    )
  }
  for (const host of ['127.0.0.1', 'localhost', '::1', '127.0.0.2']) refuseOtherAddresses({ ...config, host })
})
