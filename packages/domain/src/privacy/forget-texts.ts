import {
  deleteDeliveriesQuoting,
  deleteImportFile,
  findImportPart,
  listImportFiles,
  replaceInShopTexts,
} from '@tillsight/database'
import type { WriteContext } from '../ledger/index.ts'
import { doesQuote, withoutQuotes } from './quotes.ts'

/**
 * Takes a person's addresses, numbers and names out of what quotes them: webhooks that wait (what they announce comes with
 * the next reading), uploaded files, and what reports and issues say. Returns how many of these were changed or removed.
 */
export async function forgetTexts(
  { db, shop }: Pick<WriteContext, 'db' | 'shop'>,
  spellings: ReadonlySet<string>,
): Promise<number> {
  const texts = [...spellings]
  if (texts.length === 0) return 0
  let quotes = await deleteDeliveriesQuoting(db.kysely, shop.id, texts)
  for (const file of await listImportFiles(db.kysely, shop.id)) {
    if (!(await doesQuote(readFile({ db }, file), texts))) continue
    await deleteImportFile(db.kysely, file.importId, file.kind)
    quotes += 1
  }
  const replace = withoutQuotes(texts, '(erased)')
  return quotes + (await db.transaction((tx) => replaceInShopTexts(tx, shop.id, { texts, replace })))
}

async function* readFile(
  { db }: Pick<WriteContext, 'db'>,
  file: Awaited<ReturnType<typeof listImportFiles>>[number],
): AsyncGenerator<Buffer> {
  for (let part = 0; part < file.parts; part += 1) {
    const bytes = await findImportPart(db.kysely, { importId: file.importId, kind: file.kind, part })
    if (bytes) yield bytes
  }
}
