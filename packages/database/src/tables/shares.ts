import type { OrganisationId, PersonId, ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../schema.ts'
import type { ShareLinksTable, ShareOpeningsTable } from '../shares-schema.ts'

/** A share link as stored: never its address, only a hash of it. */
export type ShareLinkRow = Selectable<ShareLinksTable>

/** A link as lists show it, with the name of whoever made it, or their address; without its figures. */
export interface NamedShareLinkRow extends Omit<ShareLinkRow, 'figures'> {
  readonly makerName: string
}

/** Waits for others who make links of the shop, until the transaction ends. */
export async function lockShareLinks(db: Db, shop: ShopId): Promise<void> {
  await db.selectFrom('shops').select('id').where('id', '=', shop).forNoKeyUpdate().execute()
}

/** Adds a link. */
export async function createShareLink(db: Db, link: Insertable<ShareLinksTable>): Promise<ShareLinkRow> {
  return db.insertInto('shareLinks').values(link).returningAll().executeTakeFirstOrThrow()
}

/** The shop's links in any state, the newest first. */
export async function listShareLinks(db: Db, shop: ShopId): Promise<NamedShareLinkRow[]> {
  return db
    .selectFrom('shareLinks')
    .innerJoin('people', 'people.id', 'shareLinks.createdBy')
    .select([
      'shareLinks.id',
      'shopId',
      'hash',
      'title',
      'view',
      'kind',
      'settings',
      'passwordHash',
      'createdBy',
      'shareLinks.createdAt',
      'expiresAt',
      'revokedAt',
      sql<string>`coalesce(nullif(people.name, ''), people.email)`.as('makerName'),
    ])
    .where('shopId', '=', shop)
    .orderBy('shareLinks.createdAt', 'desc')
    .orderBy('shareLinks.id')
    .execute()
}

/** How many links of the shop can be opened at the instant. */
export async function countOpenShareLinks(db: Db, shop: ShopId, at: Date): Promise<number> {
  const { open } = await db
    .selectFrom('shareLinks')
    .select(sql<number>`count(*)::integer`.as('open'))
    .where('shopId', '=', shop)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', at)
    .executeTakeFirstOrThrow()
  return open
}

/** The link with this hash, in any state. */
export async function findShareLink(db: Db, hash: string): Promise<ShareLinkRow | undefined> {
  return db.selectFrom('shareLinks').selectAll().where('hash', '=', hash).executeTakeFirst()
}

/** Revokes links of the shop that are not revoked yet, one or all; answers how many. */
export async function revokeShareLinks(
  db: Db,
  shop: ShopId,
  { id, at }: { readonly id?: string; readonly at: Date },
): Promise<number> {
  let update = db
    .updateTable('shareLinks')
    .set({ revokedAt: at })
    .where('shopId', '=', shop)
    .where('revokedAt', 'is', null)
  if (id !== undefined) update = update.where('id', '=', id)
  return Number((await update.executeTakeFirst()).numUpdatedRows)
}

/** A link that a person made, with the domain of its shop. */
export type MadeShareLinkRow = Pick<ShareLinkRow, 'id' | 'shopId' | 'title' | 'view'> & { readonly domain: string }

/** The links of shops of the organisation that the person made and that can be opened at the instant, by shop. */
export async function listSharesMadeBy(
  db: Db,
  { organisation, person, at }: { readonly organisation: OrganisationId; readonly person: PersonId; readonly at: Date },
): Promise<MadeShareLinkRow[]> {
  return db
    .selectFrom('shareLinks')
    .innerJoin('shops', 'shops.id', 'shareLinks.shopId')
    .select(['shareLinks.id', 'shopId', 'title', 'view', 'domain'])
    .where('organisationId', '=', organisation)
    .where('createdBy', '=', person)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', at)
    .orderBy('domain')
    .orderBy('shareLinks.createdAt')
    .orderBy('shareLinks.id')
    .execute()
}

/** Gives links the rights of another person from now on. */
export async function passOnShares(db: Db, ids: readonly string[], to: PersonId): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('shareLinks').set({ createdBy: to }).where('id', 'in', ids).execute()
}

/** Deletes links of the shop that ended before the instant, with what is stored of them. */
export async function pruneShareLinks(db: Db, shop: ShopId, before: Date): Promise<void> {
  await db
    .deleteFrom('shareLinks')
    .where('shopId', '=', shop)
    .where((where) => where.or([where('expiresAt', '<', before), where('revokedAt', '<', before)]))
    .execute()
}

/** Counts that a link was opened; answers whether it was for the first time that day. */
export async function noteShareOpening(db: Db, shareId: string, day: Day): Promise<boolean> {
  const { times } = await db
    .insertInto('shareOpenings')
    .values({ shareId, day, times: 1 })
    .onConflict((conflict) =>
      conflict.columns(['shareId', 'day']).doUpdateSet((eb) => ({ times: eb('shareOpenings.times', '+', 1) })),
    )
    .returning('times')
    .executeTakeFirstOrThrow()
  return times === 1
}

/** How often the shop's links were opened, by link and day, the newest days first. */
export async function listShareOpenings(
  db: Db,
  shop: ShopId,
  since: Day,
): Promise<readonly Selectable<ShareOpeningsTable>[]> {
  return db
    .selectFrom('shareOpenings')
    .innerJoin('shareLinks', 'shareLinks.id', 'shareId')
    .select(['shareId', 'day', 'times'])
    .where('shopId', '=', shop)
    .where('day', '>=', since)
    .orderBy('day', 'desc')
    .execute()
}
