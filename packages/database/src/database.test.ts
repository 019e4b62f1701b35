import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isAppError, toShopId } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import { sql } from 'kysely'
import { nextWriteVersion, openDatabase } from './index.ts'
import { migrations } from './migrations/index.ts'
import { createOrganisation, listOrganisations } from './tables/index.ts'
import { openTestDatabase } from './testing.ts'

const log: Log = { debug() {}, info() {}, warn() {}, error() {} }
const database = await openTestDatabase({ after }, { migrate: false })
const shop = toShopId('00000000-0000-4000-8000-000000000001')
const otherShop = toShopId('00000000-0000-4000-8000-000000000002')

test('a database is ready once it is migrated; migrating again, also twice at once, changes nothing', async () => {
  assert.equal(await database.ready(), false)
  await Promise.all([database.migrate(), database.migrate()])
  assert.equal(await database.ready(), true)
  await database.migrate()
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM kysely_migration`.execute(
    database.kysely,
  )
  assert.equal(rows[0]?.count, Object.keys(migrations).length)
})

test('tables of a newer version are refused with what to do', async () => {
  await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-from-the-future', '')`.execute(database.kysely)
  await assert.rejects(
    database.migrate(),
    (error) => isAppError(error) && error.code === 'conflict' && /newer Tillsight/.test(error.message),
  )
  assert.equal(await database.ready(), false)
  await sql`DELETE FROM kysely_migration WHERE name = '9999-from-the-future'`.execute(database.kysely)
})

test('a transaction that throws leaves nothing behind', async () => {
  const failed = database.transaction(async (tx) => {
    await createOrganisation(tx, { name: 'never' })
    throw new Error('changed my mind')
  })
  await assert.rejects(failed, /changed my mind/)
  assert.deepEqual(await listOrganisations(database.kysely), [])
})

test('write versions grow, also when taken at once', async () => {
  const versions = await Promise.all(Array.from({ length: 20 }, () => nextWriteVersion(database.kysely)))
  assert.equal(new Set(versions).size, 20)
  assert.ok((await nextWriteVersion(database.kysely)) > versions.reduce((most, next) => (next > most ? next : most)))
})

test('one holder of a shop at a time, across processes, while other shops go on', async (t) => {
  const second = await openDatabase({ url: database.url, log, applicationName: 'second' })
  t.after(() => second.close())
  let inside = 0
  let most = 0
  let finished = 0
  const work = async () => {
    inside += 1
    most = Math.max(most, inside)
    await database.lockShop(otherShop, async () => sql`SELECT 1`.execute(second.kysely))
    inside -= 1
    finished += 1
  }
  await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 ? database : second).lockShop(shop, work)))
  assert.deepEqual([most, finished], [1, 40])
})

test('a lock is free again after its holder threw, and hands on what the holder returned', async () => {
  await assert.rejects(
    database.lockShop(shop, async () => Promise.reject(new Error('no'))),
    /no/,
  )
  assert.equal(await database.lockShop(shop, async () => 'mine'), 'mine')
})

test('a holder whose connection broke is told so, and the lock is free', async () => {
  const broken = database.lockShop(shop, async () => {
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'test locks' AND datname = current_database()`.execute(
      database.kysely,
    )
  })
  await assert.rejects(broken, (error) => isAppError(error) && error.code === 'unavailable')
  assert.equal(await database.lockShop(shop, async () => 'mine'), 'mine')
})

test('connections that the server ended are replaced without ending the process', async () => {
  const second = await openDatabase({ url: database.url, log, applicationName: 'second' })
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'test' AND datname = current_database()`.execute(
    second.kysely,
  )
  await second.close()
  // Each broken connection of the pool may be met once.
  let answered = false
  for (let attempt = 0; attempt < 20 && !answered; attempt += 1) answered = await database.ready()
  assert.equal(answered, true)
})

test('an address where waiting cannot help is refused at once with what to check', async () => {
  const url = new URL(database.url)
  url.pathname = '/nothing'
  const failed = openDatabase({ url: url.href, log, applicationName: 'test' })
  await assert.rejects(
    failed,
    (error) => isAppError(error) && error.code === 'unavailable' && /Check DATABASE_URL/.test(error.message),
  )
})

test('closing twice is fine, and a closed database is not ready', async () => {
  const second = await openDatabase({ url: database.url, log, applicationName: 'second' })
  await Promise.all([second.close(), second.close()])
  assert.equal(await second.ready(), false)
})
