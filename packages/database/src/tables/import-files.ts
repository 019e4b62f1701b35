import type { OrganisationId, ShopId } from '@tillsight/core'
import { sql } from 'kysely'
import type { Db, ImportFilesTable } from '../schema.ts'

/** What is kept of an import besides its row. */
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

/** How many files of a shop or organisation are kept that are not imported, those that come in just now too, and how large. */
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
      // The driver gives 64 bits as a bigint; no disk of theirs is too large for this one.
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

/** Every file that is kept of a shop's imports. */
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
