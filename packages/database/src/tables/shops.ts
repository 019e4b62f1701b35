import { AppError, type OrganisationId, type ShopId } from '@tillsight/core'
import type { Selectable } from 'kysely'
import { toJson } from '../json.ts'
import type { Db, ShopsTable } from '../schema.ts'

/** A shop as stored. */
export type ShopRow = Selectable<ShopsTable>

/** What a shop starts with. */
export interface NewShop {
  readonly organisationId: OrganisationId
  readonly domain: string
  readonly platform: string
  readonly name: string
  readonly zone: string
  readonly currency: string
  readonly country?: string | null
  readonly settings?: Readonly<Record<string, unknown>>
}

/** What may change later; `settings` replaces the whole object. */
export type ShopChange = Partial<Omit<NewShop, 'organisationId' | 'domain'>>

/** Throws `conflict` when the domain belongs to a shop already. */
export async function createShop(db: Db, { settings = {}, ...shop }: NewShop): Promise<ShopRow> {
  const row = await db
    .insertInto('shops')
    .values({ ...shop, settings: toJson(settings) })
    .onConflict((conflict) => conflict.column('domain').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new AppError('conflict', `There is already a shop with the domain ${shop.domain}.`)
  return row
}

/** The shop, if it exists. */
export async function findShop(db: Db, id: ShopId): Promise<ShopRow | undefined> {
  return db.selectFrom('shops').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Throws `not_found`. */
export async function readShop(db: Db, id: ShopId): Promise<ShopRow> {
  const row = await findShop(db, id)
  if (!row) throw new AppError('not_found', 'This shop does not exist.')
  return row
}

/** The shop of the domain, if there is one. */
export async function findShopByDomain(db: Db, domain: string): Promise<ShopRow | undefined> {
  // PostgreSQL has no text with a zero byte, and addresses can hold one.
  if (domain.includes('\0')) return undefined
  return db.selectFrom('shops').selectAll().where('domain', '=', domain).executeTakeFirst()
}

/** The shops of one tenant, or of all; by name. */
export async function listShops(db: Db, organisation?: OrganisationId): Promise<ShopRow[]> {
  const all = db.selectFrom('shops').selectAll().orderBy('name').orderBy('id')
  return organisation === undefined ? all.execute() : all.where('organisationId', '=', organisation).execute()
}

/** Throws `not_found`. */
export async function updateShop(db: Db, id: ShopId, { settings, ...change }: ShopChange): Promise<ShopRow> {
  const values = settings === undefined ? change : { ...change, settings: toJson(settings) }
  if (Object.keys(values).length === 0) return readShop(db, id)
  const row = await db.updateTable('shops').set(values).where('id', '=', id).returningAll().executeTakeFirst()
  if (!row) throw new AppError('not_found', 'This shop does not exist.')
  return row
}

/** Removes the shop with everything that the app state holds of it; its facts are the warehouse's business. */
export async function deleteShop(db: Db, id: ShopId): Promise<void> {
  await db.deleteFrom('shops').where('id', '=', id).execute()
}
