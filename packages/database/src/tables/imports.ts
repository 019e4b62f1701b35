import { AppError, type ShopId } from '@tillsight/core'
import type { Selectable } from 'kysely'
import { toJson } from '../json.ts'
import type { Db, ImportsTable } from '../schema.ts'

/** A file that was, or is being, imported. */
export type ImportRow = Selectable<ImportsTable>

/** What an import starts with. */
export interface NewImport {
  readonly shopId: ShopId
  readonly format: string
  readonly fileName: string
  readonly state: string
}

/** What is learned on the way; the report is replaced as a whole. */
export interface ImportChange {
  readonly state?: string
  readonly rowsGood?: number
  readonly rowsBad?: number
  readonly report?: Readonly<Record<string, unknown>>
}

/** Adds an import. */
export async function createImport(db: Db, newImport: NewImport): Promise<ImportRow> {
  return db.insertInto('imports').values(newImport).returningAll().executeTakeFirstOrThrow()
}

/** Throws `not_found`. */
export async function updateImport(db: Db, id: string, { report, ...change }: ImportChange): Promise<ImportRow> {
  const row = await db
    .updateTable('imports')
    .set({ ...change, ...(report === undefined ? {} : { report: toJson(report) }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'This import does not exist any more.')
  return row
}

/** The import, if it exists and belongs to the shop. */
export async function findImport(db: Db, shop: ShopId, id: string): Promise<ImportRow | undefined> {
  return db.selectFrom('imports').selectAll().where('shopId', '=', shop).where('id', '=', id).executeTakeFirst()
}

/** The latest imports of a shop, the newest first. */
export async function listImports(db: Db, shop: ShopId, limit: number): Promise<ImportRow[]> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('shopId', '=', shop)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}
