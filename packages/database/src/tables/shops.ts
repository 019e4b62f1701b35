import { AppError, type OrganisationId, type ShopId } from '@tillsight/core'
import { type Selectable, sql } from 'kysely'
import { toJson } from '../json.ts'
import type { Db, ShopsTable } from '../schema.ts'

/** A shop as stored. */
export type ShopRow = Selectable<ShopsTable>

/** The initial data of a shop. */
export interface NewShop {
  readonly organisationId: OrganisationId
  readonly domain: string
  readonly platform: string
  readonly name: string
  readonly zone: string
  readonly currency: string
  readonly country?: string | null
  readonly settings?: Readonly<Record<string, unknown>>
  readonly isSample?: boolean
}

/** The columns that may change later; `settings` replaces the whole object. */
export type ShopChange = Partial<Omit<NewShop, 'organisationId' | 'domain' | 'isSample'>>

/** Throws `conflict` when the organisation has a shop with the domain already. */
export async function createShop(db: Db, { settings = {}, ...shop }: NewShop): Promise<ShopRow> {
  const row = await db
    .insertInto('shops')
    .values({ ...shop, settings: toJson(settings) })
    .onConflict((conflict) => conflict.columns(['organisationId', 'domain']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new AppError('conflict', `Your organisation has a shop with the domain ${shop.domain} already.`)
  return row
}

/** The shop, if it exists. */
export async function findShop(db: Db, id: ShopId): Promise<ShopRow | undefined> {
  return db.selectFrom('shops').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Throws `not_found`. */
export async function readShop(db: Db, id: ShopId): Promise<ShopRow> {
  const row = await findShop(db, id)
  if (!row) throw new AppError('not_found', 'This shop does not exist.')
  return row
}

/** The shops of the domain, of one organisation or of all, the oldest organisation first. */
export async function findShopsByDomain(db: Db, domain: string, organisation?: OrganisationId): Promise<ShopRow[]> {
  // PostgreSQL text cannot contain a zero byte, but addresses can.
  if (domain.includes('\0')) return []
  const all = db.selectFrom('shops').selectAll().where('domain', '=', domain).orderBy('createdAt').orderBy('id')
  return organisation === undefined ? all.execute() : all.where('organisationId', '=', organisation).execute()
}

/** The number of these organisations' shops without any connected account. */
export async function countUnconnectedShops(db: Db, organisations: readonly OrganisationId[]): Promise<number> {
  if (organisations.length === 0) return 0
  const { count } = await db
    .selectFrom('shops')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('organisationId', 'in', [...organisations])
    .where('isSample', '=', false)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('connections').select('connections.id').whereRef('connections.shopId', '=', 'shops.id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The shops of one tenant, or of all; by name. */
export async function listShops(db: Db, organisation?: OrganisationId): Promise<ShopRow[]> {
  const all = db.selectFrom('shops').selectAll().orderBy('name').orderBy('id')
  return organisation === undefined ? all.execute() : all.where('organisationId', '=', organisation).execute()
}

/** Throws `not_found`. */
export async function updateShop(db: Db, id: ShopId, { settings, ...change }: ShopChange): Promise<ShopRow> {
  const values = settings === undefined ? change : { ...change, settings: toJson(settings) }
  if (Object.keys(values).length === 0) return readShop(db, id)
  const row = await db.updateTable('shops').set(values).where('id', '=', id).returningAll().executeTakeFirst()
  if (!row) throw new AppError('not_found', 'This shop does not exist.')
  return row
}

/** Deletes the shop with all its rows in the app database; its facts are up to the warehouse. */
export async function deleteShop(db: Db, id: ShopId): Promise<void> {
  await db.deleteFrom('shops').where('id', '=', id).execute()
}

/** The columns whose texts may quote a platform or a file. */
const quoting = [
  { table: 'health_issues', column: 'detail' },
  { table: 'imports', column: 'report' },
  { table: 'imports', column: 'header' },
  { table: 'imports', column: 'preview' },
  { table: 'reconciliations', column: 'comparison' },
  { table: 'connections', column: 'status_detail' },
] as const

/**
 * Lets `replace` change every JSON document of the shop that quotes one of the texts, whatever their case; returns how
 * many were changed.
 */
export async function replaceInShopTexts(
  db: Db,
  shop: ShopId,
  { texts, replace }: { texts: readonly string[]; replace: (document: unknown) => unknown },
): Promise<number> {
  let changed = 0
  for (const { table, column } of quoting) {
    const found = await sql<{ place: string; document: unknown }>`
      SELECT ctid::text AS place, ${sql.ref(column)} AS document FROM ${sql.table(table)}
      WHERE shop_id = ${shop} AND EXISTS (
        SELECT FROM unnest(${texts}::text[]) AS quoted WHERE strpos(lower(${sql.ref(column)}::text), lower(quoted)) > 0
      ) FOR UPDATE`.execute(db)
    for (const { place, document } of found.rows) {
      await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${JSON.stringify(replace(document))}::jsonb
        WHERE ctid = ${place}::tid`.execute(db)
    }
    changed += found.rows.length
  }
  return changed
}

/** Deletes waiting webhooks that contain one of the texts; returns how many. */
export async function deleteDeliveriesQuoting(db: Db, shop: ShopId, texts: readonly string[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`DELETE FROM webhook_deliveries
    WHERE connection_id IN (SELECT id FROM connections WHERE shop_id = ${shop}) AND EXISTS (
      SELECT FROM unnest(${texts}::text[]) AS quoted
      WHERE strpos(lower(encode(body, 'escape')), lower(encode(convert_to(quoted, 'UTF8'), 'escape'))) > 0
    )`.execute(db)
  return Number(numAffectedRows)
}

/** Deletes results about a shop's figures and orders: reconciliations, changes of past days, issues. */
export async function deleteShopFindings(db: Db, shop: ShopId): Promise<void> {
  await db.deleteFrom('reconciliations').where('shopId', '=', shop).execute()
  await db.deleteFrom('reconciliationRuns').where('shopId', '=', shop).execute()
  await db.deleteFrom('numberChanges').where('shopId', '=', shop).execute()
  await db.deleteFrom('firstSeenCancellations').where('shopId', '=', shop).execute()
  await db.deleteFrom('healthIssues').where('shopId', '=', shop).execute()
}
