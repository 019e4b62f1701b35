import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { bankUrl } from '@tillsight/domain'
import { connectorList } from '@tillsight/platforms/connectors'
import { asSandbox, loadConfig } from './config.ts'
import { temporaryFolder } from './testing/temporary.ts'
import { root } from './version.ts'

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
      RATES_URL: 'ftp://there',
      RATES_BASE: 'gold',
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
    'RATES_URL',
    'RATES_BASE',
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
  // The component gallery is for development: production must not show it by default.
  assert.equal(config.showKit, false)
  assert.equal(loadConfig({ TILLSIGHT_CALLER_DIR: callerDir, DEV_KIT: '1' }).showKit, true)
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

test('whatever is wrong about signing in is named with the rest', () => {
  const message = failureOf(() =>
    loadConfig({
      PORT: 'eighty',
      SUPABASE_URL: 'https://abc.supabase.co',
      SMTP_URL: 'smtp://mail.example',
      SMS_PROVIDER: 'pigeon',
      AUTH_JWT_EXP: 'soon',
      AUTH_GUARD_LOGIN: 'https://elsewhere.example',
    }),
  )
  for (const name of [
    'PORT',
    'SUPABASE_ANON_KEY',
    'SUPABASE_SERVICE_ROLE_KEY',
    'MAIL_FROM',
    'SMS_PROVIDER',
    'AUTH_JWT_EXP',
    'AUTH_GUARD_LOGIN',
  ]) {
    assert.match(message, new RegExp(`^ {2}${name}: `, 'm'), name)
  }
})

test('a hosted auth service needs its address and both keys; keys alone are those of the embedded one', async (t) => {
  const TILLSIGHT_DATA_DIR = await temporaryFolder(t)
  const keys = { SUPABASE_ANON_KEY: 'sb_publishable_x', SUPABASE_SERVICE_ROLE_KEY: 'sb_secret_x' }
  const hosted = loadConfig({ TILLSIGHT_DATA_DIR, ...keys, SUPABASE_URL: 'https://abc.supabase.co/' })
  assert.deepEqual(hosted.identity.hosted, {
    url: 'https://abc.supabase.co',
    anonKey: 'sb_publishable_x',
    serviceRoleKey: 'sb_secret_x',
  })
  const own = loadConfig({ TILLSIGHT_DATA_DIR, ...keys })
  assert.equal(own.identity.hosted, undefined)
  assert.deepEqual(own.identity.keys, { anon: 'sb_publishable_x', serviceRole: 'sb_secret_x' })
})

test('every variable is in the example, and the example holds nothing else', async () => {
  const text = await readFile(join(root, '.env.example'), 'utf8')
  const listed = [...text.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
  assert.deepEqual(new Set(listed).size, listed.length, 'each once')
  const source = await readFile(join(root, 'server', 'config.ts'), 'utf8')
  const own = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name)
  assert.ok(own.length > 15)
  const ofPlatforms = connectorList.flatMap(({ connect }) => (connect.app ?? []).map(({ variable }) => variable))
  assert.ok(ofPlatforms.includes('SHOPIFY_API_KEY'))
  for (const name of ofPlatforms) assert.ok(listed.includes(name), name)
  for (const name of own) assert.ok(name === 'NODE_ENV' || listed.includes(name), name)
  const known = new RegExp(`^(?:AUTH_|SMS_|STRIPE_|${[...own, ...ofPlatforms].join('|')})`)
  for (const name of listed) assert.match(name ?? '', known)
})

test('rates come from the central bank, from another address, or from nowhere', () => {
  const ratesOf = (env: Readonly<Record<string, string>>) =>
    loadConfig({ TILLSIGHT_SECRET: 'x'.repeat(32), ...env }).rates
  assert.deepEqual(ratesOf({}), { url: bankUrl, base: 'EUR' })
  const other = { RATES_URL: 'https://rates.example.com/table.csv', RATES_BASE: 'usd' }
  assert.deepEqual(ratesOf(other), { url: other.RATES_URL, base: 'USD' })
  assert.equal(ratesOf({ RATES_URL: 'off' }), null)
  assert.equal(
    asSandbox(loadConfig({ TILLSIGHT_SECRET: 'x'.repeat(32) })).rates,
    null,
    'simulated shops have simulated rates',
  )
})

test('an own mail server may send more mails in an hour, unless somebody says how many', () => {
  const own = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example' }
  const budgetOf = (env: Record<string, string>) => loadConfig(env).identity.settings.email.budget
  assert.equal(budgetOf({}), '30')
  assert.equal(budgetOf(own), '300')
  assert.equal(budgetOf({ ...own, AUTH_RATE_LIMIT_EMAIL_SENT: '' }), '300')
  assert.equal(budgetOf({ ...own, AUTH_RATE_LIMIT_EMAIL_SENT: '50/10m' }), '50/10m')
})
