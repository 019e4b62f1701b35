import type { ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import { type Selectable, sql } from 'kysely'
import type { CustomSpendImportsTable, CustomSpendTable } from '../ads-schema.ts'
import type { Db } from '../schema.ts'

/** An entry of custom spend on a channel without a connector. */
export type CustomSpendRow = Selectable<CustomSpendTable>
/** An imported file of custom spend. */
export type CustomSpendImportRow = Selectable<CustomSpendImportsTable>

/** The editable fields of an entry. */
export type CustomSpendFields = Pick<
  CustomSpendRow,
  | 'channel'
  | 'campaign'
  | 'name'
  | 'repeats'
  | 'firstDay'
  | 'lastDay'
  | 'amount'
  | 'percentOf'
  | 'currency'
  | 'countsAs'
  | 'note'
>
/** The data of a new entry. */
export type NewCustomSpend = CustomSpendFields & Pick<CustomSpendRow, 'shopId' | 'importId' | 'personId'>

// A statement has at most 65,535 parameters.
const rowsPerStatement = 2_000

/** Adds entries, none of which is in the facts yet; returns them in the same order. */
export async function createCustomSpend(db: Db, entries: readonly NewCustomSpend[]): Promise<CustomSpendRow[]> {
  const rows: CustomSpendRow[] = []
  for (let start = 0; start < entries.length; start += rowsPerStatement) {
    const piece = entries.slice(start, start + rowsPerStatement)
    rows.push(...(await db.insertInto('customSpend').values(piece).returningAll().execute()))
  }
  return rows
}

/** Visible entries of a shop, newest first. */
export async function listCustomSpend(db: Db, shop: ShopId): Promise<CustomSpendRow[]> {
  return db
    .selectFrom('customSpend')
    .selectAll()
    .where('shopId', '=', shop)
    .where('removedAt', 'is', null)
    .orderBy('firstDay', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
}

/** The entry, if it is visible and belongs to the shop. */
export async function findCustomSpend(db: Db, shop: ShopId, id: string): Promise<CustomSpendRow | undefined> {
  return db
    .selectFrom('customSpend')
    .selectAll()
    .where('shopId', '=', shop)
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
}

/** Changes an entry; until it is written anew, the facts are those of before. */
export async function changeCustomSpend(db: Db, id: string, fields: Partial<CustomSpendFields>): Promise<void> {
  await db
    .updateTable('customSpend')
    .set({ ...fields, writtenThrough: null, changedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Hides entries from people; their days are removed from the facts next. */
export async function markCustomSpendRemoved(db: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('customSpend').set({ removedAt: at }).where('id', 'in', ids).execute()
}

/** Records up to which day entries are written to the facts. */
export async function noteCustomSpendWritten(
  db: Db,
  written: readonly { readonly id: string; readonly through: Day }[],
): Promise<void> {
  for (const [through, group] of Map.groupBy(written, (one) => one.through)) {
    await db
      .updateTable('customSpend')
      .set({ writtenThrough: through })
      .where(
        'id',
        'in',
        group.map(({ id }) => id),
      )
      .execute()
  }
}

/** Deletes entries whose days are removed from the facts. */
export async function deleteCustomSpend(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('customSpend').where('id', 'in', ids).execute()
}

/** Entries of a shop that differ from the facts: new, changed, removed, or continuing after `through`. */
export async function listUnwrittenCustomSpend(db: Db, shop: ShopId, through: Day): Promise<CustomSpendRow[]> {
  return unwritten(db, through).selectAll().where('shopId', '=', shop).orderBy('id').execute()
}

/** All entries of a shop that are a percentage of a figure, those that people have removed included. */
export async function listSpendShares(db: Db, shop: ShopId): Promise<CustomSpendRow[]> {
  return db
    .selectFrom('customSpend')
    .selectAll()
    .where('shopId', '=', shop)
    .where('percentOf', 'is not', null)
    .orderBy('id')
    .execute()
}

/** The shops that have entries which differ from the facts. */
export async function listShopsWithUnwrittenSpend(db: Db, through: Day): Promise<ShopId[]> {
  const rows = await unwritten(db, through).select('shopId').distinct().execute()
  return rows.map(({ shopId }) => shopId)
}

function unwritten(db: Db, through: Day) {
  return db
    .selectFrom('customSpend')
    .where((where) =>
      where.or([
        where('removedAt', 'is not', null),
        where('writtenThrough', 'is', null),
        where.and([
          where('repeats', '<>', 'never'),
          where('lastDay', 'is', null),
          where('writtenThrough', '<', through),
        ]),
      ]),
    )
}

/** Saves an imported file. */
export async function createCustomSpendImport(
  db: Db,
  file: Pick<CustomSpendImportRow, 'shopId' | 'fileName' | 'entries' | 'personId'>,
): Promise<CustomSpendImportRow> {
  return db.insertInto('customSpendImports').values(file).returningAll().executeTakeFirstOrThrow()
}

/** A file with the name of who imported it, and how many of its entries remain. */
export type NamedCustomSpendImport = CustomSpendImportRow & {
  readonly personName: string | null
  readonly left: number
}

/** The latest files of a shop, the newest first. */
export async function listCustomSpendImports(db: Db, shop: ShopId, limit: number): Promise<NamedCustomSpendImport[]> {
  return db
    .selectFrom('customSpendImports')
    .leftJoin('people', 'people.id', 'customSpendImports.personId')
    .selectAll('customSpendImports')
    .select(sql<string | null>`coalesce(nullif(people.name, ''), people.email)`.as('personName'))
    .select(
      sql<number>`(SELECT count(*)::int FROM custom_spend AS entry
        WHERE entry.import_id = custom_spend_imports.id AND entry.removed_at IS NULL)`.as('left'),
    )
    .where('customSpendImports.shopId', '=', shop)
    .orderBy('customSpendImports.createdAt', 'desc')
    .orderBy('customSpendImports.id')
    .limit(limit)
    .execute()
}

/**
 * Undoes a file: hides its entries from people. Returns how many; undefined if there is no such file that is not undone yet.
 */
export async function markCustomSpendImportUndone(
  db: Db,
  { shop, id }: { readonly shop: ShopId; readonly id: string },
  at: Date,
): Promise<number | undefined> {
  const file = await db
    .updateTable('customSpendImports')
    .set({ undoneAt: at })
    .where('shopId', '=', shop)
    .where('id', '=', id)
    .where('undoneAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!file) return undefined
  const removed = await db
    .updateTable('customSpend')
    .set({ removedAt: at })
    .where('importId', '=', id)
    .where('removedAt', 'is', null)
    .returning('id')
    .execute()
  return removed.length
}
