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

/** Throws `conflict` when the organisation has a shop with the domain already. */
export async function createShop(db: Db, { settings = {}, ...shop }: NewShop): Promise<ShopRow> {
  const row = await db
    .insertInto('shops')
    .values({ ...shop, settings: toJson(settings) })
    .onConflict((conflict) => conflict.columns(['organisationId', 'domain']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new AppError('conflict', `Your organisation has a shop with the domain ${shop.domain} already.`)
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

/** The shops of the domain, of one organisation or of all, the oldest organisation first. */
export async function findShopsByDomain(db: Db, domain: string, organisation?: OrganisationId): Promise<ShopRow[]> {
  // PostgreSQL has no text with a zero byte, and addresses can hold one.
  if (domain.includes('\0')) return []
  const all = db.selectFrom('shops').selectAll().where('domain', '=', domain).orderBy('createdAt').orderBy('id')
  return organisation === undefined ? all.execute() : all.where('organisationId', '=', organisation).execute()
}

/** How many shops of these organisations nobody has connected an account to. */
export async function countUnconnectedShops(db: Db, organisations: readonly OrganisationId[]): Promise<number> {
  if (organisations.length === 0) return 0
  const { count } = await db
    .selectFrom('shops')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('organisationId', 'in', [...organisations])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('connections').select('connections.id').whereRef('connections.shopId', '=', 'shops.id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
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
