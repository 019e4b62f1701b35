import type { ConnectionId, ShopId } from '@tillsight/core'
import type { Day, DayRange } from '@tillsight/core/days'
import { type Selectable, sql } from 'kysely'
import type { AdAccountsTable, AdPicturesTable } from '../ads-schema.ts'
import { toOptionalJson } from '../json.ts'
import type { Db, Tx } from '../schema.ts'

/** An ad account as stored. */
export type AdAccountRow = Selectable<AdAccountsTable>

/** A platform's data about an account; people's choices about it stay. */
export type SeenAdAccount = Pick<
  AdAccountRow,
  | 'connectionId'
  | 'shopId'
  | 'platform'
  | 'accountId'
  | 'name'
  | 'currency'
  | 'zone'
  | 'status'
  | 'statusText'
  | 'readable'
  | 'note'
  | 'via'
  | 'seenAt'
>

/** The columns of an account that may change. */
export type AdAccountChange = Partial<
  Omit<AdAccountRow, 'connectionId' | 'shopId' | 'platform' | 'accountId' | 'problem'>
> & { readonly problem?: Readonly<Record<string, unknown>> | null }

/** The accounts of a connection, by name. */
export async function listAdAccounts(db: Db, connection: ConnectionId): Promise<AdAccountRow[]> {
  return db
    .selectFrom('adAccounts')
    .selectAll()
    .where('connectionId', '=', connection)
    .orderBy('name')
    .orderBy('accountId')
    .execute()
}

/** The accounts of all connections of a shop, by platform and name. */
export async function listAdAccountsOfShop(db: Db, shop: ShopId): Promise<AdAccountRow[]> {
  return db
    .selectFrom('adAccounts')
    .selectAll()
    .where('shopId', '=', shop)
    .orderBy('platform')
    .orderBy('name')
    .orderBy('accountId')
    .execute()
}

/** Adds accounts, and updates known ones. */
export async function saveAdAccounts(db: Db, accounts: readonly SeenAdAccount[]): Promise<void> {
  if (accounts.length === 0) return
  await db
    .insertInto('adAccounts')
    .values([...accounts])
    .onConflict((conflict) =>
      conflict.columns(['connectionId', 'accountId']).doUpdateSet((sql) => ({
        name: sql.ref('excluded.name'),
        currency: sql.ref('excluded.currency'),
        zone: sql.ref('excluded.zone'),
        status: sql.ref('excluded.status'),
        statusText: sql.ref('excluded.statusText'),
        readable: sql.ref('excluded.readable'),
        note: sql.ref('excluded.note'),
        via: sql.ref('excluded.via'),
        seenAt: sql.ref('excluded.seenAt'),
      })),
    )
    .execute()
}

/** Changes accounts of a connection; without names, all of them. */
export async function updateAdAccounts(
  db: Db,
  { connection, accounts }: { readonly connection: ConnectionId; readonly accounts?: readonly string[] },
  { problem, ...change }: AdAccountChange,
): Promise<void> {
  if (accounts?.length === 0) return
  const values = { ...change, ...(problem === undefined ? {} : { problem: toOptionalJson(problem) }) }
  const all = db.updateTable('adAccounts').set(values).where('connectionId', '=', connection)
  await (accounts === undefined ? all : all.where('accountId', 'in', accounts)).execute()
}

/** Deletes accounts that the connection no longer gives access to and that have no data. */
export async function deleteAdAccounts(db: Db, connection: ConnectionId, accounts: readonly string[]): Promise<void> {
  if (accounts.length === 0) return
  await db.deleteFrom('adAccounts').where('connectionId', '=', connection).where('accountId', 'in', accounts).execute()
}

/** What is known of a picture of an ad or product. */
export interface AdPictureRow extends Pick<Selectable<AdPicturesTable>, 'objectId' | 'bytes' | 'type' | 'source'> {
  /** The bytes of its file. */
  readonly version: string | null
}

/** The picture, or undefined if it was never fetched. */
export async function findAdPicture(db: Db, shop: ShopId, key: string): Promise<AdPictureRow | undefined> {
  return db
    .selectFrom('adPictures')
    .leftJoin('storageObjects', 'storageObjects.id', 'adPictures.objectId')
    .select(['objectId', 'bytes', 'adPictures.type', 'source', 'version'])
    .where('adPictures.shopId', '=', shop)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** The fetched pictures of a platform. */
export async function listAdPictures(
  db: Db,
  shop: ShopId,
  platform: string,
): Promise<(Pick<Selectable<AdPicturesTable>, 'key' | 'source' | 'fetchedAt'> & { readonly isThere: boolean })[]> {
  return db
    .selectFrom('adPictures')
    .select(['key', 'source', 'fetchedAt'])
    .select((eb) => eb.or([eb('bytes', 'is not', null), eb('objectId', 'is not', null)]).as('isThere'))
    .where('shopId', '=', shop)
    .where('key', 'like', `${platform}.%`)
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, isThere: Boolean(row.isThere) })))
}

/** Saves which file a picture is, or that there is none, which removes an earlier one. */
export async function saveAdPicture(tx: Tx, picture: Omit<Selectable<AdPicturesTable>, 'bytes'>): Promise<void> {
  const { shopId, key, ...content } = picture
  const before = await tx
    .selectFrom('adPictures')
    .select('objectId')
    .where('shopId', '=', shopId)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst()
  await tx
    .insertInto('adPictures')
    .values({ ...picture, bytes: null })
    .onConflict((conflict) => conflict.columns(['shopId', 'key']).doUpdateSet({ ...content, bytes: null }))
    .execute()
  const gone = before?.objectId
  if (gone && gone !== picture.objectId) await tx.deleteFrom('storageObjects').where('id', '=', gone).execute()
}

/** Deletes the pictures whose keys start with this text. */
export async function deleteAdPictures(db: Db, shop: ShopId, begin: string): Promise<void> {
  await sql`WITH gone AS (
      DELETE FROM ad_pictures WHERE shop_id = ${shop} AND starts_with(key, ${begin}) RETURNING object_id
    )
    DELETE FROM storage_objects WHERE id IN (SELECT object_id FROM gone)`.execute(db)
}

/** A picture that is in the table still. */
export interface OldAdPicture {
  readonly shopId: ShopId
  readonly key: string
}

/** Pictures that are in the table still, at most so many. */
export async function listOldAdPictures(db: Db, limit: number): Promise<OldAdPicture[]> {
  return db.selectFrom('adPictures').select(['shopId', 'key']).where('bytes', 'is not', null).limit(limit).execute()
}

/** The picture that is in the table still, which nobody changes until the transaction ends. */
export async function lockOldAdPicture(
  tx: Tx,
  { shopId, key }: OldAdPicture,
): Promise<{ readonly bytes: Buffer | null; readonly type: string } | undefined> {
  return tx
    .selectFrom('adPictures')
    .select(['bytes', 'type'])
    .where('shopId', '=', shopId)
    .where('key', '=', key)
    .where('bytes', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Says that the picture is this file by now. */
export async function markAdPictureMoved(tx: Tx, { shopId, key }: OldAdPicture, objectId: string): Promise<void> {
  await tx
    .updateTable('adPictures')
    .set({ objectId, bytes: null })
    .where('shopId', '=', shopId)
    .where('key', '=', key)
    .execute()
}

/** The shop, platform and kind of reads. */
export interface AdReadsOf {
  readonly shop: ShopId
  readonly platform: string
  /** `day` or `hours`. */
  readonly kind: string
}

/** When a day of an account was read. */
export interface AdRead {
  readonly accountId: string
  readonly day: Day
  readonly fetchedAt: Date
}

const rowsPerStatement = 5000

/** When days of accounts were read last; days that never were are left out. */
export async function listAdReads(
  db: Db,
  { shop, platform, kind }: AdReadsOf,
  { accounts, range }: { readonly accounts: readonly string[]; readonly range: DayRange },
): Promise<AdRead[]> {
  if (accounts.length === 0) return []
  return db
    .selectFrom('adReads')
    .select(['accountId', 'day', 'fetchedAt'])
    .where('shopId', '=', shop)
    .where('platform', '=', platform)
    .where('kind', '=', kind)
    .where('accountId', 'in', accounts)
    .where('day', '>=', range.from)
    .where('day', '<=', range.to)
    .execute()
}

/** Saves when days were read; an older time changes nothing. */
export async function saveAdReads(db: Db, of: AdReadsOf, reads: readonly AdRead[]): Promise<void> {
  const rows = reads.map((read) => ({ ...read, shopId: of.shop, platform: of.platform, kind: of.kind }))
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await db
      .insertInto('adReads')
      .values(rows.slice(start, start + rowsPerStatement))
      .onConflict((conflict) =>
        conflict.columns(['shopId', 'platform', 'accountId', 'kind', 'day']).doUpdateSet((set) => ({
          fetchedAt: set.fn<Date>('greatest', [set.ref('adReads.fetchedAt'), set.ref('excluded.fetchedAt')]),
        })),
      )
      .execute()
  }
}

/** Reserves a read, unless somebody reserved it since then; returns whether it succeeded. */
export async function takeAdTurn(
  db: Db,
  { shop, platform, kind }: AdReadsOf,
  { accountId, day, fetchedAt, unlessSince }: AdRead & { readonly unlessSince: Date },
): Promise<boolean> {
  const taken = await db
    .insertInto('adReads')
    .values({ shopId: shop, platform, kind, accountId, day, fetchedAt })
    .onConflict((conflict) =>
      conflict
        .columns(['shopId', 'platform', 'accountId', 'kind', 'day'])
        .doUpdateSet({ fetchedAt })
        .where('adReads.fetchedAt', '<', unlessSince),
    )
    .returning('day')
    .executeTakeFirst()
  return taken !== undefined
}

/** Forgets the reads of a platform, or of some of its accounts. */
export async function deleteAdReads(
  db: Db,
  { shop, platform, accounts }: Pick<AdReadsOf, 'shop' | 'platform'> & { readonly accounts?: readonly string[] },
): Promise<void> {
  if (accounts?.length === 0) return
  const all = db.deleteFrom('adReads').where('shopId', '=', shop).where('platform', '=', platform)
  await (accounts === undefined ? all : all.where('accountId', 'in', accounts)).execute()
}

/** The accounts of a platform with saved reads. */
export async function listReadAdAccounts(db: Db, shop: ShopId, platform: string): Promise<string[]> {
  const { rows } = await sql<{ accountId: string }>`
    SELECT DISTINCT account_id FROM ad_reads WHERE shop_id = ${shop} AND platform = ${platform} AND kind = 'day'`.execute(
    db,
  )
  return rows.map(({ accountId }) => accountId)
}
