import { AppError, type OrganisationId, type PersonId, type ShopId } from '@tillsight/core'
import { type Selectable, sql } from 'kysely'
import { toJson, toOptionalJson } from '../json.ts'
import type { Db, ImportFilesTable, ImportsTable } from '../schema.ts'

/** An import of a file, finished or in progress. */
export type ImportRow = Selectable<ImportsTable>

type JsonObject = Readonly<Record<string, unknown>>

/** The initial data of an import. */
export interface NewImport {
  readonly shopId: ShopId
  readonly format: string
  readonly fileName: string
  readonly state: string
  /** Who started it in the browser. */
  readonly personId?: PersonId | null
  readonly keptApart?: boolean
}

/** The columns that change during an import; each document is replaced as a whole. */
export interface ImportChange {
  readonly state?: string
  readonly format?: string
  readonly rowsGood?: number
  readonly rowsBad?: number
  readonly report?: JsonObject
  readonly mapping?: JsonObject
  readonly header?: JsonObject
  readonly preview?: JsonObject | null
  readonly problem?: string | null
  readonly keptApart?: boolean
}

/** Adds an import. */
export async function createImport(db: Db, newImport: NewImport): Promise<ImportRow> {
  return db.insertInto('imports').values(newImport).returningAll().executeTakeFirstOrThrow()
}

/** Throws `not_found`. */
export async function updateImport(db: Db, id: string, change: ImportChange): Promise<ImportRow> {
  const row = await db
    .updateTable('imports')
    .set({ ...toColumns(change), changedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'This import does not exist any more.')
  return row
}

/** The same, if the import is in one of these states; otherwise undefined. */
export async function updateImportIn(
  db: Db,
  { id, states, change }: { readonly id: string; readonly states: readonly string[]; readonly change: ImportChange },
): Promise<ImportRow | undefined> {
  return db
    .updateTable('imports')
    .set({ ...toColumns(change), changedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', 'in', states)
    .returningAll()
    .executeTakeFirst()
}

function toColumns({ report, mapping, header, preview, ...change }: ImportChange) {
  return {
    ...change,
    ...(report === undefined ? {} : { report: toJson(report) }),
    ...(mapping === undefined ? {} : { mapping: toJson(mapping) }),
    ...(header === undefined ? {} : { header: toJson(header) }),
    ...(preview === undefined ? {} : { preview: toOptionalJson(preview) }),
  }
}

/** The import, if it exists and belongs to the shop. */
export async function findImport(db: Db, shop: ShopId, id: string): Promise<ImportRow | undefined> {
  return db.selectFrom('imports').selectAll().where('shopId', '=', shop).where('id', '=', id).executeTakeFirst()
}

/** Which shop an import belongs to. */
export async function findShopOfImport(db: Db, id: string): Promise<ShopId | undefined> {
  const row = await db.selectFrom('imports').select('shopId').where('id', '=', id).executeTakeFirst()
  return row?.shopId
}

/** An import with the name of who started it. */
export type NamedImportRow = ImportRow & { readonly personName: string | null }

function withNames(db: Db, shop: ShopId) {
  return db
    .selectFrom('imports')
    .leftJoin('people', 'people.id', 'imports.personId')
    .selectAll('imports')
    .select(sql<string | null>`coalesce(nullif(people.name, ''), people.email)`.as('personName'))
    .where('imports.shopId', '=', shop)
}

/** Like {@link findImport}. */
export async function findNamedImport(db: Db, shop: ShopId, id: string): Promise<NamedImportRow | undefined> {
  return withNames(db, shop).where('imports.id', '=', id).executeTakeFirst()
}

/** The latest imports of a shop, the newest first. */
export async function listImports(db: Db, shop: ShopId, limit: number): Promise<NamedImportRow[]> {
  return withNames(db, shop).orderBy('imports.createdAt', 'desc').orderBy('imports.id').limit(limit).execute()
}

/** Every import of a shop, with its state. */
export async function listImportStates(db: Db, shop: ShopId): Promise<Pick<ImportRow, 'id' | 'state' | 'keptApart'>[]> {
  return db.selectFrom('imports').select(['id', 'state', 'keptApart']).where('shopId', '=', shop).execute()
}

/** Imports of all shops in one of these states that have not changed since. */
export async function listIdleImports(
  db: Db,
  states: readonly string[],
  since: Date,
): Promise<Pick<ImportRow, 'id' | 'shopId' | 'state' | 'personId'>[]> {
  return db
    .selectFrom('imports')
    .select(['id', 'shopId', 'state', 'personId'])
    .where('state', 'in', states)
    .where('changedAt', '<', since)
    .orderBy('id')
    .execute()
}

/** The mapping last used to import a file with exactly the same headings. */
export async function findMapping(
  db: Db,
  shop: ShopId,
  { headings, states }: { readonly headings: readonly string[]; readonly states: readonly string[] },
): Promise<Pick<ImportRow, 'format' | 'mapping'> | undefined> {
  return db
    .selectFrom('imports')
    .select(['format', 'mapping'])
    .where('shopId', '=', shop)
    .where('state', 'in', states)
    .where(sql<boolean>`header -> 'headings' = ${JSON.stringify(headings)}::jsonb`)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Removes an import and its file, if it is in one of these states. */
export async function deleteImport(db: Db, id: string, states: readonly string[]): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', id).where('state', 'in', states).execute()
}

/** The kinds of files stored with an import. */
export type ImportFileKind = ImportFilesTable['kind']

/** Adds one piece of a file; a repeated one replaces the earlier. */
export async function saveImportPart(db: Db, part: ImportFilesTable): Promise<void> {
  await db
    .insertInto('importFiles')
    .values(part)
    .onConflict((conflict) => conflict.columns(['importId', 'kind', 'part']).doUpdateSet({ bytes: part.bytes }))
    .execute()
}

/** One piece; undefined after the last one. */
export async function findImportPart(
  db: Db,
  { importId, kind, part }: Omit<ImportFilesTable, 'bytes'>,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('importFiles')
    .select('bytes')
    .where('importId', '=', importId)
    .where('kind', '=', kind)
    .where('part', '=', part)
    .executeTakeFirst()
  return row?.bytes
}

/** Removes a file of an import, if it is there. */
export async function deleteImportFile(db: Db, importId: string, kind: ImportFileKind): Promise<void> {
  await db.deleteFrom('importFiles').where('importId', '=', importId).where('kind', '=', kind).execute()
}

/**
 * The number and total size of stored files that are not imported, of a shop or an organisation, including uploads in
 * progress.
 */
export async function sumWaitingFiles(
  db: Db,
  of: { readonly shop: ShopId } | { readonly organisation: OrganisationId },
): Promise<{ readonly files: number; readonly bytes: number }> {
  const imports = db
    .selectFrom('imports')
    .innerJoin('shops', 'shops.id', 'imports.shopId')
    .leftJoin('importFiles', (join) =>
      join.onRef('importFiles.importId', '=', 'imports.id').on('importFiles.kind', '=', 'file'),
    )
    .where((eb) => eb.or([eb('importFiles.importId', 'is not', null), eb('imports.state', '=', 'uploading')]))
    .select([
      sql<number>`count(DISTINCT imports.id)::int`.as('files'),
      // The driver returns 64-bit integers as bigint; a float is exact for any size of a disk.
      sql<number>`coalesce(sum(octet_length(import_files.bytes)), 0)::float8`.as('bytes'),
    ])
  return 'shop' in of
    ? imports.where('imports.shopId', '=', of.shop).executeTakeFirstOrThrow()
    : imports.where('shops.organisationId', '=', of.organisation).executeTakeFirstOrThrow()
}

/** A file that is kept of an import. */
export interface KeptImportFile extends Pick<ImportFilesTable, 'importId' | 'kind'> {
  /** Pieces are numbered from 0. */
  readonly parts: number
}

/** All stored files of a shop's imports. */
export async function listImportFiles(db: Db, shop: ShopId): Promise<KeptImportFile[]> {
  const rows = await db
    .selectFrom('importFiles')
    .innerJoin('imports', 'imports.id', 'importFiles.importId')
    .select(['importFiles.importId', 'importFiles.kind'])
    .select((eb) => eb.fn.max('importFiles.part').as('last'))
    .where('imports.shopId', '=', shop)
    .groupBy(['importFiles.importId', 'importFiles.kind'])
    .execute()
  return rows.map(({ importId, kind, last }) => ({ importId, kind, parts: last + 1 }))
}
