import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { fixedClock, type OrganisationId, type ShopId } from '@tillsight/core'
import {
  createConnection,
  createImport,
  createShop,
  listAuditChains,
  listConnections,
  readOrganisation,
} from '@tillsight/database'
import { tables } from '@tillsight/warehouse'
import { blankRow } from '@tillsight/warehouse/testing'
import { sql } from 'kysely'
import { z } from 'zod'
import { pruneAudit, verifyAudit } from '../audit/index.ts'
import { type PersonContext, run } from '../context/index.ts'
import { openTestStores, silentLog } from '../reports/shop.testing.ts'
import {
  deleteOrganisation,
  enterOrganisation,
  eraseDueOrganisations,
  keepOrganisation,
  showContents,
  showDeletion,
} from './index.ts'
import { isRefused, openTestPeople, testLetters } from './testing.ts'

const { db, warehouse } = await openTestStores({ after })
const { newOrganisation, newMember } = await openTestPeople({ after }, { db })
const { letters, sent } = testLetters()
const asked = '2026-06-30T12:00:00Z'
const due = '2026-07-14T12:00:00Z'
let count = 0
/** What may not be blank in a row. */
const filled: Readonly<Record<string, object>> = { identities: { identifier: 'x'.repeat(32) } }

async function enter(person: PersonContext, id: OrganisationId, at = asked) {
  return { ...(await enterOrganisation({ ...person, clock: fixedClock(at) }, id)), letters }
}

async function addShop(organisationId: OrganisationId, name: string): Promise<ShopId> {
  count += 1
  const domain = `gone-${count}.test`
  const place = { organisationId, domain, platform: 'woocommerce', name, zone: 'UTC', currency: 'EUR' }
  return (await createShop(db.kysely, place)).id
}

/** A file that was imported, and one that is stored. */
async function addFiles(shopId: ShopId): Promise<void> {
  await createImport(db.kysely, { shopId, format: 'generic', fileName: 'orders.csv', state: 'done' })
  const at = new Date(asked)
  const version = randomUUID()
  const about = { owner: null, size: 3, type: 'text/csv', cacheControl: '', sha256: '', md5: '', userMetadata: '{}' }
  const times = { createdAt: at, updatedAt: at, expiresAt: null }
  const object = { bucket: 'files', name: version, version, shopId, personId: null, ...about, ...times }
  await db.kysely.insertInto('storageObjects').values(object).execute()
}

/** An organisation with a shop, whose every fact table has a row, and files. */
async function withFacts(name: string) {
  const { id, owner } = await newOrganisation(name)
  const shop = { id: await addShop(id, name) }
  await createConnection(db.kysely, {
    shopId: shop.id,
    connector: 'woocommerce',
    settings: {},
    secrets: Buffer.from('sealed'),
    status: 'healthy',
  })
  await addFiles(shop.id)
  for (const { name: table } of tables) {
    await warehouse.for(shop.id).insert(table, [{ ...blankRow(table), ...(table in filled ? filled[table] : {}) }])
  }
  return { id, owner, shop }
}

type Services = Parameters<typeof eraseDueOrganisations>[0]

const removed: string[] = []
const disconnected: string[] = []

function erase(at: string, parts: Partial<Services> = {}) {
  return eraseDueOrganisations({
    db,
    warehouse,
    clock: fixedClock(at),
    log: silentLog,
    removeFile: async (name) => void removed.push(name),
    endBilling: async () => undefined,
    disconnectShop: async (shop) => void disconnected.push(shop),
    ...parts,
  })
}

/** A warehouse that fails at the given call of `eraseShop`, as one does whose server is killed. */
function failingAt(call: number): Services['warehouse'] {
  let calls = 0
  return {
    for: warehouse.for,
    async eraseShop(shop) {
      calls += 1
      if (calls === call) throw new Error('killed')
      await warehouse.eraseShop(shop)
    },
  }
}

/** Facts that come late, as visits do that waited on the disk. */
async function addVisit(shop: ShopId) {
  await warehouse.for(shop).insert('events', [blankRow('events')])
}

async function entriesOf(id: OrganisationId) {
  return db.kysely.selectFrom('auditEntries').selectAll().where('organisationId', '=', id).execute()
}

/** Which tables of either store name the organisation or the shop. */
async function placesOf({ id, shop }: Awaited<ReturnType<typeof withFacts>>): Promise<string[]> {
  const columns = await sql<{ tableName: string; columnName: string }>`
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name IN ('organisation_id', 'shop_id')`.execute(db.kysely)
  assert.ok(columns.rows.length > 40)
  const found: string[] = []
  for (const { tableName: table, columnName: column } of columns.rows) {
    const value = column === 'shop_id' ? shop.id : id
    const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} WHERE ${sql.ref(column)}::text = ${value}`.execute(
      db.kysely,
    )
    if (rows.length > 0) found.push(table)
  }
  for (const { name } of tables) {
    const counted = { sql: `SELECT count() AS n FROM ${name} WHERE shop_id = {shop:UUID}`, params: {} }
    const [row] = await warehouse.for(shop.id).read(counted, z.object({ n: z.coerce.number() }))
    if (row && row.n > 0) found.push(`warehouse ${name}`)
  }
  return found.toSorted()
}

suite('deleting an organisation', () => {
  test('is confirmed by its name, by an owner, and can be taken back for 14 days', async () => {
    const { id, owner } = await newOrganisation('Nord GmbH')
    const ctx = await enter(owner, id)
    await assert.rejects(run(deleteOrganisation, ctx, { name: 'Süd GmbH' }), isRefused('invalid_input', /not the name/))
    await assert.rejects(run(keepOrganisation, ctx, {}), isRefused('not_found'))
    const admin = await enter(await newMember(id, 'admin'), id)
    await assert.rejects(run(deleteOrganisation, admin, { name: 'Nord GmbH' }), isRefused('forbidden'))
    assert.deepEqual(await run(deleteOrganisation, ctx, { name: ' Nord GmbH ' }), {
      deleteAt: '2026-07-14T12:00:00.000Z',
    })
    const later = await enter(owner, id, '2026-07-10T12:00:00Z')
    const again = await run(deleteOrganisation, later, { name: 'Nord GmbH' })
    assert.equal(again.deleteAt, '2026-07-14T12:00:00.000Z', 'asking again moves nothing')
    await assert.rejects(run(keepOrganisation, admin, {}), isRefused('forbidden'))
    await run(keepOrganisation, later, {})
    assert.deepEqual(await run(showDeletion, admin, {}), { deleteAt: null })
    assert.deepEqual(
      sent.map(({ kind, to }) => [kind, to]),
      ['deletion', 'deletion_ended'].map((kind) => [kind, sent[0]?.to]),
      'one mail each, to the owner alone',
    )
    await erase('2027-06-30T12:00:00Z')
    assert.deepEqual(await run(showDeletion, ctx, {}), { deleteAt: null })
  })

  test('leaves nothing of it but one entry with counts, and others as they are', async () => {
    const gone = await withFacts('Gone')
    const other = await withFacts('Other')
    await run(deleteOrganisation, await enter(gone.owner, gone.id), { name: 'Gone' })
    const [all, othersBefore] = [await placesOf(gone), await placesOf(other)]
    assert.ok(tables.every(({ name }) => all.includes(`warehouse ${name}`)))
    await erase('2026-07-14T11:59:59Z')
    assert.deepEqual(await placesOf(gone), all, 'a second too early')
    await erase(due)
    assert.deepEqual(await placesOf(gone), ['audit_chains', 'audit_entries'])
    assert.deepEqual(await placesOf(other), othersBefore)
    const [entry, ...more] = await entriesOf(gone.id)
    assert.equal(more.length, 0)
    const { action, target, changes } = JSON.parse(entry?.body ?? '')
    assert.deepEqual([action, target.name], ['organisation.erased', 'Gone'])
    const before = new Map(changes.map((change: { field: string; before: number }) => [change.field, change.before]))
    assert.deepEqual(
      ['shops', 'orders', 'members', 'connections', 'keys', 'importFiles', 'storedFiles', 'facts'].map((field) =>
        before.get(field),
      ),
      [1, 1, 1, 1, 0, 1, 1, tables.length],
    )
    assert.doesNotMatch(entry?.body ?? '', /Person|@x\.test/, 'nobody is named')
    const chains = await listAuditChains(db.kysely)
    assert.equal(chains.find(({ organisationId }) => organisationId === gone.id)?.name, null)
    assert.equal((await verifyAudit(db, gone.id)).state, 'ok')
    await pruneAudit({ db, clock: fixedClock('2028-01-01T00:00:00Z') })
    assert.equal((await verifyAudit(db, gone.id)).state, 'ok')
    assert.deepEqual(await placesOf(gone), [], 'after 400 days not even that')
  })

  test('that was stopped half-way goes on to the same end, with the counts of its beginning', async () => {
    const gone = await withFacts('Stopped')
    await run(deleteOrganisation, await enter(gone.owner, gone.id), { name: 'Stopped' })
    await erase(due, { warehouse: failingAt(1) })
    assert.ok((await placesOf(gone)).includes('shops'))
    await erase(due)
    assert.deepEqual(await placesOf(gone), ['audit_chains', 'audit_entries'])
    const [entry] = await entriesOf(gone.id)
    assert.match(entry?.body ?? '', /"before":1,"field":"connections"/)
  })

  test('forgets no shop whose row is gone already', async () => {
    const gone = await withFacts('Late')
    await run(deleteOrganisation, await enter(gone.owner, gone.id), { name: 'Late' })
    await erase(due, { warehouse: failingAt(2) })
    await addVisit(gone.shop.id)
    assert.ok((await placesOf(gone)).includes('warehouse events'))
    assert.ok(!(await placesOf(gone)).includes('shops'))
    await erase(due)
    assert.deepEqual(await placesOf(gone), ['audit_chains', 'audit_entries'])
  })

  test('takes along a shop that was added while it was under way', async () => {
    const gone = await withFacts('Growing')
    await run(deleteOrganisation, await enter(gone.owner, gone.id), { name: 'Growing' })
    let added: ShopId | undefined
    await erase(due, {
      disconnectShop: async () => {
        if (added) return
        added = await addShop(gone.id, 'growing')
        await addVisit(added)
      },
    })
    assert.ok(added)
    assert.deepEqual(await placesOf({ ...gone, shop: { ...gone.shop, id: added } }), ['audit_chains', 'audit_entries'])
  })

  test('cannot be taken back once it has begun, and does not begin once it was taken back', async () => {
    const begun = await withFacts('Begun')
    await run(deleteOrganisation, await enter(begun.owner, begun.id), { name: 'Begun' })
    await erase(due, { warehouse: failingAt(1) })
    const later = await enter(begun.owner, begun.id, due)
    await assert.rejects(run(keepOrganisation, later, {}), isRefused('conflict', /has begun/))
    const kept = await withFacts('Kept')
    await run(deleteOrganisation, await enter(kept.owner, kept.id), { name: 'Kept' })
    const all = await placesOf(kept)
    // Both in the minute in which it is due: between the list of what is due and the turn of this one.
    const owner = await enter(kept.owner, kept.id, due)
    let isKept = false
    await erase(due, {
      disconnectShop: async () => {
        if (!isKept) await run(keepOrganisation, owner, {})
        isKept = true
      },
    })
    assert.deepEqual(await placesOf(begun), ['audit_chains', 'audit_entries'])
    assert.deepEqual(await placesOf(kept), all)
  })

  test('of one that fails does not hold up the others', async () => {
    const [broken, fine] = [await withFacts('Broken'), await withFacts('Fine')]
    for (const { id, owner } of [broken, fine]) {
      const { name } = await readOrganisation(db.kysely, id)
      await run(deleteOrganisation, await enter(owner, id), { name })
    }
    const failures: string[] = []
    await erase(due, {
      log: { ...silentLog, error: (_fields, message) => void failures.push(message) },
      warehouse: {
        for: warehouse.for,
        async eraseShop(shop) {
          if (shop === broken.shop.id) throw new Error('no answer')
          await warehouse.eraseShop(shop)
        },
      },
    })
    assert.deepEqual(await placesOf(fine), ['audit_chains', 'audit_entries'])
    assert.equal(failures.length, 1)
    assert.match(failures[0] ?? '', /next round tries again/)
    await erase(due)
    assert.deepEqual(await placesOf(broken), ['audit_chains', 'audit_entries'])
  })

  test('tells the platforms first, and goes on where they do not answer', async () => {
    const gone = await withFacts('Silent')
    await run(deleteOrganisation, await enter(gone.owner, gone.id), { name: 'Silent' })
    const warnings: string[] = []
    let hadConnection = false
    await erase(due, {
      log: { ...silentLog, warn: (_fields, message) => void warnings.push(message) },
      disconnectShop: async (shop) => {
        hadConnection = (await listConnections(db.kysely, shop)).length === 1
        throw new Error('the platform is away')
      },
    })
    assert.ok(hadConnection, 'while the secrets are still there')
    assert.equal(warnings.length, 1)
    assert.deepEqual(await placesOf(gone), ['audit_chains', 'audit_entries'])
  })
})

suite('what an organisation has', () => {
  test('is shown to owners before, with orders and files', async () => {
    const { id, owner, shop } = await withFacts('Shown')
    const ctx = { ...(await enter(owner, id)), warehouses: warehouse }
    const contents = await run(showContents, ctx, {})
    assert.deepEqual(contents, {
      shops: 1,
      orders: 1,
      members: 1,
      connections: 1,
      keys: 0,
      shares: 0,
      importFiles: 1,
      exportFiles: 0,
      storedFiles: 1,
      facts: tables.length,
    })
    const admin = await enter(await newMember(id, 'admin'), id)
    await assert.rejects(run(showContents, { ...admin, warehouses: warehouse }, {}), isRefused('forbidden'))
    assert.ok((await placesOf({ id, owner, shop })).includes('storage_objects'))
  })
})
