import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { type ErrorCode, fixedClock, isAppError, type PersonId, toPersonId } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import { sql } from 'kysely'
import { listTables } from './backup.ts'
import { backupDatabase, nextWriteVersion, restoreDatabase } from './index.ts'
import { schemaVersion } from './migrations/index.ts'
import * as tables from './tables/index.ts'
import { openTestDatabase, type TestDatabase } from './testing.ts'

const clock = fixedClock('2026-03-29T12:00:00Z')
const source = await openTestDatabase({ after })
const oddText = 'line\nbreak \u2028 quote " back\\slash ünïcödé 🧾'

async function temporaryDirectory(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'backup-'))
  t.after(() => rm(dir, { recursive: true, force: true }))
  return dir
}

async function fill({ kysely: db }: TestDatabase, domain: string): Promise<void> {
  const organisation = await tables.createOrganisation(db, { name: oddText })
  const base = { organisationId: organisation.id, platform: 'shopify', name: 'Shop', zone: 'UTC', currency: 'JPY' }
  const shop = await tables.createShop(db, { ...base, domain, settings: { list: [1, null, oddText] } })
  const secrets = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
  const connection = await tables.createConnection(db, {
    shopId: shop.id,
    connector: 'shopify',
    settings: {},
    secrets,
    status: 'ok',
  })
  await tables.saveSyncState(
    db,
    { connectionId: connection.id, stream: 'order', mode: 'backfill' },
    { checkpoint: { at: 7 }, done: 3 },
  )
  const body = Buffer.from('{"total":"1.10"}')
  await tables.keepDelivery(db, { connectionId: connection.id, key: 'k', receivedAt: clock.now(), body, headers: {} })
  const change = {
    shopId: shop.id,
    day: parseDay('2026-03-01'),
    cause: 'edit',
    amountBefore: '1234567890.123456',
    amountAfter: '0.10',
  }
  const changes = Array.from({ length: 1500 }, (_, index) => ({
    ...change,
    orderId: String(index),
    seenAt: clock.now(),
  }))
  await tables.recordNumberChanges(db, changes)
  await addPersonalThings(db, { personId: await addPerson(db, domain), shopId: shop.id })
}

/** Adds a person's own views, notes and preferences. */
async function addPersonalThings(db: TestDatabase['kysely'], key: tables.PreferenceKey): Promise<void> {
  await tables.lockPreference(db, key)
  await tables.savePreference(db, key, { summary: { stats: { pins: [oddText] } } })
  await tables.saveView(db, { ...key, name: oddText, page: '', search: '?range=today', isDefault: true })
  await tables.createCustomSpend(db, [{ ...spend, ...key, importId: await addSpendImport(db, key) }])
  await tables.createAnnotation(db, { ...key, day: parseDay('2026-03-01'), text: oddText, isShared: true })
}

const spend = {
  channel: oddText,
  campaign: '',
  name: oddText,
  repeats: 'month',
  firstDay: parseDay('2026-03-01'),
  lastDay: null,
  // Nothing of it may be lost.
  amount: '123456789012.000001',
  percentOf: null,
  currency: 'JPY',
  countsAs: 'ad_spend',
  note: oddText,
}

async function addSpendImport(db: TestDatabase['kysely'], { personId, shopId }: tables.PreferenceKey): Promise<string> {
  return (await tables.createCustomSpendImport(db, { shopId, personId, fileName: oddText, entries: 1 })).id
}

/** Adds a person with an account, and the auth service's data about them. */
async function addPerson(db: TestDatabase['kysely'], domain: string): Promise<PersonId> {
  const id = toPersonId(randomUUID())
  const [createdAt, updatedAt, at] = [clock.now(), clock.now(), clock.now()]
  await db.insertInto('people').values({ id, name: oddText }).execute()
  const user = { id, aud: 'authenticated', role: 'authenticated', email: `owner@${domain}`, createdAt, updatedAt }
  await db
    .insertInto('authUsers')
    .values({ ...user, userMetadata: JSON.stringify({ name: oddText }) })
    .execute()
  for (const action of ['login', 'logout'])
    await db.insertInto('authAudit').values({ at, action, userId: id }).execute()
  const message = { channel: 'mail', recipient: user.email, subject: oddText, html: '', body: oddText }
  await db
    .insertInto('authMailbox')
    .values({ at, ...message })
    .execute()
  return id
}

/** The contents of all tables, as text. */
async function contents({ kysely }: TestDatabase): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {}
  for (const name of await listTables(kysely)) {
    const { rows } = await sql`SELECT t::text AS line FROM ${sql.table(name)} t ORDER BY 1`.execute(kysely)
    all[name] = rows
  }
  return all
}

function failsWith(code: ErrorCode, message: RegExp): (error: unknown) => boolean {
  return (error) => isAppError(error) && error.code === code && message.test(error.message)
}

await fill(source, 'one.example')

test('a backup restores every row of every table exactly, and the write counter does not go back', async (t) => {
  const dir = await temporaryDirectory(t)
  for (let taken = 0; taken < 5; taken += 1) await nextWriteVersion(source.kysely)
  const manifest = await backupDatabase(source, dir, { clock })
  assert.equal(manifest.createdAt, '2026-03-29T12:00:00.000Z')
  assert.equal(manifest.tables.find(({ name }) => name === 'number_changes')?.rows, 1500)
  const target = await openTestDatabase(t, { migrate: false })
  await restoreDatabase(target, dir)
  assert.equal(await target.ready(), true)
  assert.deepEqual(await contents(target), await contents(source))
  assert.ok((await nextWriteVersion(target.kysely)) > 5n)
})

test('a backup made while rows are written is one consistent moment', async (t) => {
  const dir = await temporaryDirectory(t)
  let writing = true
  let pairs = 0
  const { id } = (await tables.listShops(source.kysely))[0] ?? assert.fail('no shop')
  const write = async () => {
    while (writing) {
      await source.transaction(async (tx) => {
        await tables.saveInstallationValue(tx, `pair ${pairs}`, {})
        await tables.createImport(tx, { shopId: id, format: 'generic', fileName: `pair ${pairs}`, state: 'done' })
      })
      pairs += 1
    }
  }
  const writer = write()
  while (pairs === 0) await tables.listOrganisations(source.kysely)
  await backupDatabase(source, dir, { clock })
  const during = pairs
  while (pairs === during) await tables.listOrganisations(source.kysely)
  writing = false
  await writer
  const target = await openTestDatabase(t)
  await restoreDatabase(target, dir)
  const { imports = [], installation = [] } = await contents(target)
  assert.equal(imports.length, installation.length)
  assert.ok(imports.length > 0 && imports.length <= during + 1)
})

test('a database that holds data is left alone unless it may be replaced', async (t) => {
  const dir = await temporaryDirectory(t)
  await backupDatabase(source, dir, { clock })
  const target = await openTestDatabase(t)
  await fill(target, 'two.example')
  const before = await contents(target)
  await assert.rejects(restoreDatabase(target, dir), failsWith('conflict', /already holds data/))
  assert.deepEqual(await contents(target), before)
  await restoreDatabase(target, dir, { overwrite: true })
  assert.deepEqual(await contents(target), await contents(source))
})

test('a damaged, incomplete or foreign backup is refused and changes nothing', async (t) => {
  const target = await openTestDatabase(t)
  const empty = await contents(target)
  const refuses = async (spoil: (dir: string) => Promise<void>, expected: (error: unknown) => boolean) => {
    const dir = await temporaryDirectory(t)
    await backupDatabase(source, dir, { clock })
    await spoil(dir)
    await assert.rejects(restoreDatabase(target, dir), expected)
    assert.deepEqual(await contents(target), empty)
  }
  const manifest = 'database.json'
  await refuses((dir) => appendFile(join(dir, 'shops.jsonl.gz'), 'x'), failsWith('invalid_input', /damaged: shops/))
  await refuses((dir) => truncate(join(dir, 'shops.jsonl.gz'), 10), failsWith('invalid_input', /damaged: shops/))
  await refuses((dir) => rm(join(dir, 'shops.jsonl.gz')), failsWith('invalid_input', /damaged: shops.*cannot be read/))
  await refuses((dir) => rm(join(dir, manifest)), failsWith('not_found', /no complete database backup/))
  await refuses(
    (dir) => writeFile(join(dir, manifest), '{"format":2}'),
    failsWith('invalid_input', /cannot be understood/),
  )
  const edit = async (dir: string, from: string, to: string) => {
    const text = await readFile(join(dir, manifest), 'utf8')
    await writeFile(join(dir, manifest), text.replace(from, to))
  }
  await refuses((dir) => edit(dir, schemaVersion, '9999-future'), failsWith('invalid_input', /newer Tillsight/))
  await refuses(
    (dir) => edit(dir, '"rows": 1500', '"rows": 1501'),
    failsWith('invalid_input', /1500 rows instead of 1501/),
  )
})
