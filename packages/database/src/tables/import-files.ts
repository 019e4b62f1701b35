import type { ShopId } from '@tillsight/core'
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
