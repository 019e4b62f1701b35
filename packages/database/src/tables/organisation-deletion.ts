import type { OrganisationId, ShopId } from '@tillsight/core'
import { toJson } from '../json.ts'
import type { Db } from '../schema.ts'
import type { OrganisationRow } from './organisations.ts'

/** From when on the organisation is deleted; null: it is not. */
export async function setDeleteAt(db: Db, id: OrganisationId, at: Date | null): Promise<void> {
  await db.updateTable('organisations').set({ deleteAt: at }).where('id', '=', id).execute()
}

/** Organisations whose time to be deleted has come, the oldest first. */
export async function listDueDeletions(db: Db, until: Date): Promise<OrganisationRow[]> {
  return db.selectFrom('organisations').selectAll().where('deleteAt', '<=', until).orderBy('deleteAt').execute()
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
export async function countOrganisationRows(db: Db, id: OrganisationId): Promise<Record<string, number>> {
  const shops = db.selectFrom('shops').select('shops.id').where('organisationId', '=', id)
  const count = { n: db.fn.countAll<string>().as('n') }
  const [ownShops, members, keys, connections, shares, files] = await Promise.all([
    db.selectFrom('shops').select(count.n).where('organisationId', '=', id).executeTakeFirst(),
    db.selectFrom('memberships').select(count.n).where('organisationId', '=', id).executeTakeFirst(),
    db.selectFrom('apiKeys').select(count.n).where('organisationId', '=', id).executeTakeFirst(),
    db.selectFrom('connections').select(count.n).where('shopId', 'in', shops).executeTakeFirst(),
    db.selectFrom('shareLinks').select(count.n).where('shopId', 'in', shops).executeTakeFirst(),
    db
      .selectFrom('exportRuns')
      .innerJoin('exports', 'exports.id', 'exportRuns.exportId')
      .select(count.n)
      .where('exports.shopId', 'in', shops)
      .where('exportRuns.fileName', 'is not', null)
      .where('exportRuns.removedAt', 'is', null)
      .executeTakeFirst(),
  ])
  const rows = { shops: ownShops, members, keys, connections, shares, files }
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, Number(row?.n ?? 0)]))
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
