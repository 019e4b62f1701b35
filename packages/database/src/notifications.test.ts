import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type ShopId, toShopId } from '@tillsight/core'
import { sql } from 'kysely'
import { openDatabase } from './database.ts'
import { announceFacts, createOrganisation, createShop, factsChannel, findFactVersions } from './tables/index.ts'
import { openTestDatabase } from './testing.ts'

const database = await openTestDatabase({ after })
const silentLog = { debug() {}, info() {}, warn() {}, error() {} }

async function newShop(domain: string): Promise<ShopId> {
  const organisation = await createOrganisation(database.kysely, { name: 'Nord GmbH' })
  const usual = { platform: 'woocommerce', name: domain, zone: 'UTC', currency: 'EUR' }
  return (await createShop(database.kysely, { ...usual, organisationId: organisation.id, domain })).id
}

/** Collects the notifications of one listener. */
function createEar() {
  const heard: string[] = []
  return { heard, message: (payload: string) => void heard.push(payload), missed: () => void heard.push('missed') }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turn()
}

test('announcing a shop’s facts raises its version, never lowers it, and is heard in another process', async (t) => {
  const other = await openDatabase({ url: database.url, log: silentLog, applicationName: 'other' })
  t.after(() => other.close())
  const shop = await newShop('heard.example')
  const ear = createEar()
  const stop = await other.listen(factsChannel, ear)
  assert.deepEqual(await findFactVersions(database.kysely, [shop]), new Map())
  await announceFacts(database.kysely, shop, 7n)
  await announceFacts(database.kysely, shop, 12n)
  await announceFacts(database.kysely, shop, 9n)
  await until(() => ear.heard.length === 3)
  assert.deepEqual(ear.heard, [`${shop} 7`, `${shop} 12`, `${shop} 12`])
  assert.deepEqual(await findFactVersions(database.kysely, [shop]), new Map([[shop, 12n]]))
  assert.equal((await findFactVersions(database.kysely, [])).size, 0)
  stop()
  const later = createEar()
  await other.listen(factsChannel, later)
  await announceFacts(database.kysely, shop, 13n)
  await until(() => later.heard.length === 1)
  assert.equal(ear.heard.length, 3)
})

test('what is rolled back is never announced', async () => {
  const shop = await newShop('undone.example')
  const ear = createEar()
  await database.listen(factsChannel, ear)
  const undone = database.transaction(async (tx) => {
    await announceFacts(tx, shop, 1n)
    throw new Error('no')
  })
  await assert.rejects(undone)
  await announceFacts(database.kysely, shop, 2n)
  await until(() => ear.heard.length > 0)
  assert.deepEqual(ear.heard, [`${shop} 2`])
})

test('a connection that is cut comes back, says that something may have been missed, and hears again', async (t) => {
  const other = await openDatabase({ url: database.url, log: silentLog, applicationName: 'cut' })
  t.after(() => other.close())
  const ear = createEar()
  await other.listen(factsChannel, ear)
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cut listener' AND datname = current_database()`.execute(
    database.kysely,
  )
  await until(() => ear.heard.includes('missed'))
  await announceFacts(database.kysely, toShopId(await newShop('back.example')), 1n)
  await until(() => ear.heard.length === 2)
})

test('closing ends the connection and nobody opens it again', async () => {
  const other = await openDatabase({ url: database.url, log: silentLog, applicationName: 'closed' })
  await other.listen('anything', createEar())
  const count = async (): Promise<number> => {
    const { rows } =
      await sql`SELECT 1 FROM pg_stat_activity WHERE application_name = 'closed listener' AND datname = current_database()`.execute(
        database.kysely,
      )
    return rows.length
  }
  assert.equal(await count(), 1)
  await other.close()
  while ((await count()) > 0) await turn()
})
