import type { PersonId, ShopId } from '@tillsight/core'
import { type Selectable, sql } from 'kysely'
import type { PreferencesTable, SavedViewsTable } from '../dashboard-schema.ts'
import { toJson } from '../json.ts'
import type { Db } from '../schema.ts'

/** A person and one shop. */
export type PreferenceKey = Pick<Selectable<PreferencesTable>, 'personId' | 'shopId'>

/** A person's preferences as stored: only values that were set. */
export type PreferenceValue = Selectable<PreferencesTable>['value']

/** A person's language and zone, and their preferences for one of their shops; empty if none are stored. */
export interface OwnPreferenceRow {
  readonly language: string
  readonly zone: string | null
  readonly shopId: ShopId | null
  readonly value: PreferenceValue | null
}

/** The person's preferences for the shop; undefined if none are stored. */
export async function findPreference(
  db: Db,
  { personId, shopId }: PreferenceKey,
): Promise<PreferenceValue | undefined> {
  const row = await db
    .selectFrom('preferences')
    .select('value')
    .where('personId', '=', personId)
    .where('shopId', '=', shopId)
    .executeTakeFirst()
  return row?.value
}

/** The person's language and zone with their preferences, for all shops or one; a single query. Empty for an unknown person. */
export async function listOwnPreferences(
  db: Db,
  { personId, shopId }: { readonly personId: PersonId; readonly shopId?: ShopId },
): Promise<OwnPreferenceRow[]> {
  return db
    .selectFrom('people')
    .leftJoin('preferences', (join) => {
      const own = join.onRef('preferences.personId', '=', 'people.id')
      return shopId === undefined ? own : own.on('preferences.shopId', '=', shopId)
    })
    .select(['people.language', 'people.zone', 'preferences.shopId', 'preferences.value'])
    .where('people.id', '=', personId)
    .execute()
}

/** When the person last changed their preferences, by shop. */
export async function listPreferenceTimes(db: Db, person: PersonId): Promise<ReadonlyMap<ShopId, Date>> {
  const rows = await db
    .selectFrom('preferences')
    .select(['shopId', 'updatedAt'])
    .where('personId', '=', person)
    .execute()
  return new Map(rows.map(({ shopId, updatedAt }) => [shopId, updatedAt]))
}

/**
 * The person's preferences for the shop, locked until the transaction ends, so that the next change starts from the result.
 * Inserts an empty row if none is stored.
 */
export async function lockPreference(tx: Db, { personId, shopId }: PreferenceKey): Promise<PreferenceValue> {
  await tx
    .insertInto('preferences')
    .values({ personId, shopId, value: toJson({}) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await tx
    .selectFrom('preferences')
    .select('value')
    .where('personId', '=', personId)
    .where('shopId', '=', shopId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return value
}

/** Replaces the preferences read by {@link lockPreference}. */
export async function savePreference(
  db: Db,
  { personId, shopId }: PreferenceKey,
  value: PreferenceValue,
): Promise<void> {
  await db
    .updateTable('preferences')
    .set({ value: toJson(value), updatedAt: sql<Date>`now()` })
    .where('personId', '=', personId)
    .where('shopId', '=', shopId)
    .execute()
}

/** The display currencies that people have selected for a shop. */
export async function listChosenCurrencies(db: Db, shop: ShopId): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`SELECT DISTINCT value ->> 'currency' AS currency FROM preferences
    WHERE shop_id = ${shop} AND value ->> 'currency' IS NOT NULL ORDER BY 1`.execute(db)
  return rows.map(({ currency }) => currency)
}

/** A named address of a shop's page. */
export type SavedViewRow = Selectable<SavedViewsTable>

/** The fields of a new view. */
export type NewSavedView = Omit<SavedViewRow, 'id' | 'createdAt'>

/** The person's views of the shop, by name. */
export async function listSavedViews(db: Db, { personId, shopId }: PreferenceKey): Promise<SavedViewRow[]> {
  return db
    .selectFrom('savedViews')
    .selectAll()
    .where('personId', '=', personId)
    .where('shopId', '=', shopId)
    .orderBy('name')
    .execute()
}

/** Saves the view; an existing one with the same name is replaced. A new default replaces the page's earlier one. */
export async function saveView(db: Db, view: NewSavedView): Promise<SavedViewRow> {
  const { personId, shopId, name, page, search, isDefault } = view
  if (isDefault) {
    await db
      .updateTable('savedViews')
      .set({ isDefault: false })
      .where('personId', '=', personId)
      .where('shopId', '=', shopId)
      .where('page', '=', page)
      .where('name', '<>', name)
      .execute()
  }
  return db
    .insertInto('savedViews')
    .values(view)
    .onConflict((conflict) => conflict.columns(['personId', 'shopId', 'name']).doUpdateSet({ page, search, isDefault }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Whether the person had such a view of the shop. */
export async function deleteSavedView(db: Db, { personId, shopId }: PreferenceKey, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('savedViews')
    .where('personId', '=', personId)
    .where('shopId', '=', shopId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
