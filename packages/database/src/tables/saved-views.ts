import type { Selectable } from 'kysely'
import type { SavedViewsTable } from '../dashboard-schema.ts'
import type { Db } from '../schema.ts'
import type { PreferenceKey } from './preferences.ts'

/** A named address of a shop's page. */
export type SavedViewRow = Selectable<SavedViewsTable>

/** What a view is saved with. */
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

/** Adds the view; the same name again replaces what it stands for. A default ends the page's earlier one. */
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
