import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { fixedClock, type OrganisationId } from '@tillsight/core'
import { createConnection, createShop, listAuditChains } from '@tillsight/database'
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

/** An organisation with a shop, whose every fact table has a row. */
async function withFacts(name: string) {
  const { id, owner } = await newOrganisation(name)
  count += 1
  const shop = await createShop(db.kysely, {
    organisationId: id,
    domain: `gone-${count}.test`,
    platform: 'woocommerce',
    name,
    zone: 'UTC',
    currency: 'EUR',
  })
  await createConnection(db.kysely, {
    shopId: shop.id,
    connector: 'woocommerce',
    settings: {},
    secrets: Buffer.from('sealed'),
    status: 'healthy',
  })
  for (const { name: table } of tables) {
    await warehouse.for(shop.id).insert(table, [{ ...blankRow(table), ...(table in filled ? filled[table] : {}) }])
  }
  return { id, owner, shop }
}

const removed: string[] = []

function erase(at: string, removeFile = async (name: string) => void removed.push(name)) {
  return eraseDueOrganisations({ db, warehouse, clock: fixedClock(at), log: silentLog, removeFile })
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
    await assert.rejects(run(keepOrganisation, await enter(owner, id, due), {}), isRefused('conflict', /has begun/))
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
    const [entry, ...more] = await db.kysely
      .selectFrom('auditEntries')
      .selectAll()
      .where('organisationId', '=', gone.id)
      .execute()
    assert.equal(more.length, 0)
    const { action, target, changes } = JSON.parse(entry?.body ?? '')
    assert.deepEqual([action, target.name], ['organisation.erased', 'Gone'])
    const before = new Map(changes.map((change: { field: string; before: number }) => [change.field, change.before]))
    assert.deepEqual(
      ['shops', 'members', 'connections', 'keys', 'facts'].map((field) => before.get(field)),
      [1, 1, 1, 0, tables.length],
    )
    const chains = await listAuditChains(db.kysely)
    assert.equal(chains.find(({ organisationId }) => organisationId === gone.id)?.name, null)
    assert.equal((await verifyAudit(db, gone.id)).state, 'ok')
    await pruneAudit({ db, clock: fixedClock('2028-01-01T00:00:00Z') })
    assert.equal((await verifyAudit(db, gone.id)).state, 'ok')
  })

  test('that was stopped half-way goes on to the same end, with the counts of its beginning', async () => {
    const gone = await withFacts('Stopped')
    await run(deleteOrganisation, await enter(gone.owner, gone.id), { name: 'Stopped' })
    const stopped = {
      for: (shop: typeof gone.shop.id) => ({
        ...warehouse.for(shop),
        purge: async () => {
          throw new Error('killed')
        },
      }),
    }
    const services = { db, clock: fixedClock(due), log: silentLog, removeFile: async () => undefined }
    await assert.rejects(eraseDueOrganisations({ ...services, warehouse: stopped }), /killed/)
    assert.ok((await placesOf(gone)).includes('shops'))
    await erase(due)
    assert.deepEqual(await placesOf(gone), ['audit_chains', 'audit_entries'])
    const row = await db.kysely
      .selectFrom('auditEntries')
      .select('body')
      .where('organisationId', '=', gone.id)
      .executeTakeFirstOrThrow()
    assert.match(row.body, /"before":1,"field":"connections"/)
  })
})
