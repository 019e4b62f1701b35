import type { OrganisationId, ShopId } from '@tillsight/core'
import { sql } from 'kysely'
import { toJson } from '../json.ts'
import type { Db } from '../schema.ts'
import type { OrganisationRow } from './organisations.ts'

/** The organisation, locked until the transaction ends; undefined: it is gone. */
export async function lockOrganisation(db: Db, id: OrganisationId): Promise<OrganisationRow | undefined> {
  return db.selectFrom('organisations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** From when on the organisation is deleted; null: it is not. */
export async function setDeleteAt(db: Db, id: OrganisationId, at: Date | null): Promise<void> {
  await db.updateTable('organisations').set({ deleteAt: at, deleteWarnedAt: null }).where('id', '=', id).execute()
}

/** Organisations whose time to be deleted has come, the oldest first. */
export async function listDueDeletions(db: Db, until: Date): Promise<OrganisationRow[]> {
  const due = db.selectFrom('organisations').selectAll().where('deleteAt', '<=', until)
  return due.orderBy('deleteAt').orderBy('createdAt').execute()
}

/**
 * Notes that the deletion has begun, and which shops the organisation has, besides those that it had before. Answers all of them:
 * their facts have to go, also where their rows are gone.
 */
export async function markDeletionBegun(
  db: Db,
  id: OrganisationId,
  { shops, at }: { readonly shops: readonly ShopId[]; readonly at: Date },
): Promise<ShopId[]> {
  const { deleteShops } = await db
    .updateTable('organisations')
    .set({
      deleteBegunAt: sql<Date>`coalesce(delete_begun_at, ${at})`,
      deleteShops: sql<ShopId[]>`ARRAY(SELECT unnest(delete_shops) UNION SELECT unnest(${[...shops]}::uuid[]))`,
    })
    .where('id', '=', id)
    .returning('deleteShops')
    .executeTakeFirstOrThrow()
  return deleteShops
}

/** Keeps how much an organisation had. */
export async function saveDeleteCounts(
  db: Db,
  id: OrganisationId,
  counts: Readonly<Record<string, number>>,
): Promise<void> {
  await db
    .updateTable('organisations')
    .set({ deleteCounts: toJson(counts) })
    .where('id', '=', id)
    .execute()
}

/** How much an organisation has in the app database. */
export interface OrganisationCounts {
  readonly shops: number
  readonly members: number
  readonly keys: number
  readonly connections: number
  readonly shares: number
  readonly importFiles: number
  readonly exportFiles: number
  readonly storedFiles: number
}

/** How much the organisation has in the app database, and files that it knows of. */
export async function countOrganisationRows(db: Db, id: OrganisationId): Promise<OrganisationCounts> {
  const { rows } = await sql<OrganisationCounts>`
    WITH own AS (SELECT id FROM shops WHERE organisation_id = ${id})
    SELECT
      (SELECT count(*)::integer FROM own) AS shops,
      (SELECT count(*)::integer FROM memberships WHERE organisation_id = ${id}) AS members,
      (SELECT count(*)::integer FROM api_keys WHERE organisation_id = ${id}) AS keys,
      (SELECT count(*)::integer FROM connections WHERE shop_id IN (SELECT id FROM own)) AS connections,
      (SELECT count(*)::integer FROM share_links WHERE shop_id IN (SELECT id FROM own)) AS shares,
      (SELECT count(*)::integer FROM imports WHERE shop_id IN (SELECT id FROM own)) AS import_files,
      (SELECT count(*)::integer FROM export_runs JOIN exports ON exports.id = export_runs.export_id
        WHERE exports.shop_id IN (SELECT id FROM own) AND file_name IS NOT NULL AND removed_at IS NULL) AS export_files,
      (SELECT count(*)::integer FROM storage_objects WHERE shop_id IN (SELECT id FROM own)) AS stored_files`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('a query without conditions gave no row')
  return counts
}

/** The names of all files that exports of the shop have written. */
export async function listShopExportFiles(db: Db, shop: ShopId): Promise<string[]> {
  const rows = await db
    .selectFrom('exportRuns')
    .innerJoin('exports', 'exports.id', 'exportRuns.exportId')
    .select('exportRuns.fileName')
    .where('exports.shopId', '=', shop)
    .execute()
  return rows.flatMap(({ fileName }) => (fileName === null ? [] : [fileName]))
}

/** Ends what reads from platforms for the shop: the connections, with their secrets. */
export async function deleteShopConnections(db: Db, shop: ShopId): Promise<void> {
  await db.deleteFrom('connections').where('shopId', '=', shop).execute()
}

/** Deletes the organisation's row with all that hangs on it; its audit log stays. */
export async function deleteOrganisationRow(db: Db, id: OrganisationId): Promise<void> {
  await db.deleteFrom('organisations').where('id', '=', id).execute()
}

/** What members are told of in time: that they need a second factor soon, or that their organisation is deleted soon. */
export type Notice = 'factor' | 'deletion'

const notices = {
  factor: { day: 'factorFrom', told: 'factorRemindedAt' },
  deletion: { day: 'deleteAt', told: 'deleteWarnedAt' },
} as const

/**
 * Organisations whose day comes between the two instants, and whose members were not told yet. They are marked as told with it, so
 * that nobody is told twice.
 */
export async function claimNotices(
  db: Db,
  notice: Notice,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<OrganisationRow[]> {
  const { day, told } = notices[notice]
  return db
    .updateTable('organisations')
    .set({ [told]: now })
    .where(day, '>', now)
    .where(day, '<=', until)
    .where(told, 'is', null)
    .returningAll()
    .execute()
}
