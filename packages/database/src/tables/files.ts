import type { OrganisationId, PersonId, ShopId } from '@tillsight/core'
import { type ExpressionBuilder, type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import type { StorageBucketsTable, StorageObjectsTable } from '../files-schema.ts'
import type { Db, Schema } from '../schema.ts'

/** A bucket that was made. */
export type BucketRow = Selectable<StorageBucketsTable>
/** A file without its bytes. */
export type ObjectRow = Selectable<StorageObjectsTable>
/** What is said of a file when it is stored. */
export type NewObject = Insertable<StorageObjectsTable>

/** A file's place. */
interface ObjectKey {
  readonly bucket: string
  readonly name: string
}

/** False when there is one of this name. */
export async function createBucket(db: Db, bucket: Insertable<StorageBucketsTable>): Promise<boolean> {
  const made = await db
    .insertInto('storageBuckets')
    .values(bucket)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** The bucket; with `lock` it stays as it is until the transaction ends. */
export async function findBucket(db: Db, id: string, lock?: 'read' | 'write'): Promise<BucketRow | undefined> {
  const query = db.selectFrom('storageBuckets').selectAll().where('id', '=', id)
  if (lock === undefined) return await query.executeTakeFirst()
  return await (lock === 'read' ? query.forShare() : query.forUpdate()).executeTakeFirst()
}

/** All that were made, by name. */
export async function listBuckets(db: Db): Promise<BucketRow[]> {
  return await db.selectFrom('storageBuckets').selectAll().orderBy('id').execute()
}

/** Changes the bucket, if there is one. */
export async function updateBucket(
  db: Db,
  id: string,
  change: Partial<Omit<Insertable<StorageBucketsTable>, 'id'>>,
): Promise<void> {
  await db.updateTable('storageBuckets').set(change).where('id', '=', id).execute()
}

/** Deletes the bucket. */
export async function deleteBucket(db: Db, id: string): Promise<void> {
  await db.deleteFrom('storageBuckets').where('id', '=', id).execute()
}

/** Whether there is anything in the bucket. */
export async function holdsObjects(db: Db, bucket: string): Promise<boolean> {
  return (
    (await db.selectFrom('storageObjects').select('id').where('bucket', '=', bucket).executeTakeFirst()) !== undefined
  )
}

/** Stores what is known of a file. Undefined when there is one of this name that may not be replaced. */
export async function saveObject(db: Db, object: NewObject, mayReplace: boolean): Promise<ObjectRow | undefined> {
  const { id: _id, bucket: _bucket, name: _name, createdAt: _created, ...content } = object
  return await db
    .insertInto('storageObjects')
    .values(object)
    .onConflict((conflict) => {
      const columns = conflict.columns(['bucket', 'name'])
      return mayReplace ? columns.doUpdateSet({ ...content, lostAt: null }) : columns.doNothing()
    })
    .returningAll()
    .executeTakeFirst()
}

/** The file of this name. */
export async function findObject(db: Db, { bucket, name }: ObjectKey): Promise<ObjectRow | undefined> {
  return await db
    .selectFrom('storageObjects')
    .selectAll()
    .where('bucket', '=', bucket)
    .where('name', '=', name)
    .executeTakeFirst()
}

/** Those of these names that there are. */
export async function findObjects(db: Db, bucket: string, names: readonly string[]): Promise<ObjectRow[]> {
  return await db.selectFrom('storageObjects').selectAll().where(named(bucket, names)).execute()
}

/** Deletes files; returns those that went. */
export async function deleteObjects(db: Db, bucket: string, names: readonly string[]): Promise<ObjectRow[]> {
  return await db.deleteFrom('storageObjects').where(named(bucket, names)).returningAll().execute()
}

const named = (bucket: string, names: readonly string[]) => (eb: ExpressionBuilder<Schema, 'storageObjects'>) =>
  eb.and([eb('bucket', '=', bucket), sql<SqlBool>`name = ANY (${[...names]}::text[])`])

/** Deletes files of a bucket, at most so many; returns how many went. */
export async function deleteSomeObjects(db: Db, bucket: string, most: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('storageObjects')
    .where('id', 'in', (eb) => eb.selectFrom('storageObjects').select('id').where('bucket', '=', bucket).limit(most))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * Deletes the shop's files that may quote its buyers, which cannot be searched; returns how many went. Their bytes do not wait for
 * backups: the next sweep takes them.
 */
export async function deleteQuotingObjects(db: Db, shop: ShopId): Promise<number> {
  const gone = await db
    .deleteFrom('storageObjects')
    .where('shopId', '=', shop)
    .where('bucket', 'in', ['imports', 'exports'])
    .returning('version')
    .execute()
  const versions = gone.map(({ version }) => version)
  await sql`UPDATE storage_dropped SET dropped_at = to_timestamp(0) WHERE version = ANY (${versions}::uuid[])`.execute(
    db,
  )
  return versions.length
}

/** Deletes files whose time is over. */
export async function deleteExpiredObjects(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('storageObjects').where('expiresAt', '<=', now).execute()
}

/** Names of a bucket's files that have not changed since. */
export async function listOldObjects(db: Db, bucket: string, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('storageObjects')
    .select('name')
    .where('bucket', '=', bucket)
    .where('updatedAt', '<', since)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Gives a file another place. Undefined when it is gone; throws when the place is taken. */
export async function moveObject(
  db: Db,
  id: string,
  to: Pick<ObjectRow, 'bucket' | 'name' | 'updatedAt'>,
): Promise<ObjectRow | undefined> {
  const moved = await sql<{ id: string }>`UPDATE storage_objects AS source
    SET bucket = ${to.bucket}, name = ${to.name}, updated_at = ${to.updatedAt} WHERE source.id = ${id}
    AND NOT EXISTS (SELECT FROM storage_objects WHERE bucket = ${to.bucket} AND name = ${to.name})
    RETURNING source.id`.execute(db)
  return moved.rows.length === 0 ? undefined : await findObject(db, to)
}

/** Which files to list. */
export interface ListObjects {
  readonly bucket: string
  /** Names begin so. */
  readonly prefix: string
  /** The rest of the name begins so, in any case. */
  readonly search: string
  /** First segments that may be seen; null: all. */
  readonly seen: readonly string[] | null
  readonly column: 'name' | 'updated_at' | 'created_at'
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

/** A file or folder one level below. */
export interface ListedObject {
  /** After the prefix. */
  readonly rest: string
  /** Null: a folder. */
  readonly object: ObjectRow | null
}

/** One level of names, folders first. */
export async function listObjects(db: Db, list: ListObjects): Promise<ListedObject[]> {
  const { prefix, seen, limit, offset } = list
  const key = sql.raw(list.column === 'name' ? 'rest' : list.column)
  const order = sql.raw(list.order)
  const { rows } = await sql<Listed>`WITH found AS (
      SELECT *, substr(name, ${prefix.length + 1}::int) AS rest FROM storage_objects
      WHERE bucket = ${list.bucket} AND starts_with(name, ${prefix})
        AND starts_with(lower(substr(name, ${prefix.length + 1}::int)), lower(${list.search}::text))
        AND (${seen === null}::boolean OR split_part(name, '/', 1) = ANY (${[...(seen ?? [])]}::text[]))
    ), level AS (
      SELECT DISTINCT split_part(rest, '/', 1) AS rest, NULL::uuid AS id, NULL::timestamptz AS created_at, NULL::timestamptz AS updated_at
        FROM found WHERE strpos(rest, '/') > 0
      UNION ALL SELECT rest, id, created_at, updated_at FROM found WHERE strpos(rest, '/') = 0
    )
    SELECT rest, id FROM level ORDER BY id IS NOT NULL, ${key} ${order}, rest COLLATE "C" ${order}
    LIMIT ${limit} OFFSET ${offset}`.execute(db)
  const known = await objectsById(db, rows)
  return rows.flatMap(({ rest, id }): ListedObject[] => {
    if (id === null) return [{ rest, object: null }]
    const object = known.get(id)
    return object === undefined ? [] : [{ rest, object }]
  })
}

interface Listed {
  readonly rest: string
  readonly id: string | null
}

/** Which page of names to list. */
export interface ListPage extends Pick<ListObjects, 'bucket' | 'prefix' | 'seen' | 'limit' | 'column' | 'order'> {
  /** Whether names below a further slash are one folder. */
  readonly folds: boolean
  /** The last of the page before; null: the first page. */
  readonly after: PagePlace | null
}

/** Where a page ends: what it is ordered by, and the whole name. */
export interface PagePlace {
  readonly value: string
  readonly key: string
}

/** A file, or a folder with its slash. */
export interface PagedObject extends PagePlace {
  readonly object: ObjectRow | null
}

/** Files and folders whose names begin so, after the last of another page: pages stay whole while files come and go. */
export async function listObjectsPage(db: Db, list: ListPage): Promise<PagedObject[]> {
  const { bucket, prefix, seen, folds, after, limit } = list
  const length = sql`${prefix.length + 1}::int`
  const column = sql.raw(list.column === 'name' ? 'key' : list.column)
  const type = sql.raw(list.column === 'name' ? 'text COLLATE "C"' : 'timestamptz')
  const [order, beyond] = list.order === 'asc' ? [sql`ASC`, sql`>`] : [sql`DESC`, sql`<`]
  const { rows } = await sql<Paged>`WITH found AS (
      SELECT *, CASE WHEN ${folds}::boolean THEN strpos(substr(name, ${length}), '/') ELSE 0 END AS slash FROM storage_objects
      WHERE bucket = ${bucket} AND starts_with(name, ${prefix})
        AND (${seen === null}::boolean OR split_part(name, '/', 1) = ANY (${[...(seen ?? [])]}::text[]))
    ), level AS (
      SELECT substr(name, 1, ${length} - 1 + slash) AS key, NULL::uuid AS id,
          min(created_at) AS created_at, min(updated_at) AS updated_at
        FROM found WHERE slash > 0 GROUP BY 1
      UNION ALL SELECT name, id, created_at, updated_at FROM found WHERE slash = 0
    )
    SELECT key, id, ${column}::text AS value FROM level
    WHERE ${after === null}::boolean
      OR (${column}, key COLLATE "C") ${beyond} (${after?.value ?? null}::${type}, ${after?.key ?? ''}::text COLLATE "C")
    ORDER BY ${column} ${order}, key COLLATE "C" ${order} LIMIT ${limit}`.execute(db)
  const known = await objectsById(db, rows)
  return rows.flatMap(({ key, value, id }): PagedObject[] => {
    if (id === null) return [{ key, value, object: null }]
    const object = known.get(id)
    return object === undefined ? [] : [{ key, value, object }]
  })
}

interface Paged extends PagePlace {
  readonly id: string | null
}

async function objectsById(
  db: Db,
  rows: readonly { readonly id: string | null }[],
): Promise<ReadonlyMap<string, ObjectRow>> {
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]))
  if (ids.length === 0) return new Map()
  const objects = await db.selectFrom('storageObjects').selectAll().where('id', 'in', ids).execute()
  return new Map(objects.map((object) => [object.id, object]))
}

/** Bytes that the files of the organisation's shops take; others who store wait until the transaction ends. */
export async function lockStoredBytes(db: Db, organisation: OrganisationId): Promise<number> {
  await db.selectFrom('organisations').select('id').where('id', '=', organisation).forNoKeyUpdate().execute()
  const { bytes } = await db
    .selectFrom('storageObjects')
    .innerJoin('shops', 'shops.id', 'storageObjects.shopId')
    .select(sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'))
    .where('shops.organisationId', '=', organisation)
    .executeTakeFirstOrThrow()
  return bytes
}

/** People of the same organisations as this one, and the person. */
export async function listColleagues(db: Db, person: PersonId): Promise<PersonId[]> {
  const rows = await db
    .selectFrom('memberships as own')
    .innerJoin('memberships as other', 'other.organisationId', 'own.organisationId')
    .select('other.personId')
    .distinct()
    .where('own.personId', '=', person)
    .execute()
  return [...new Set([person, ...rows.map(({ personId }) => personId)])]
}

/** Versions that went before this instant. */
export async function listDroppedVersions(db: Db, before: Date): Promise<string[]> {
  const rows = await db.selectFrom('storageDropped').select('version').where('droppedAt', '<=', before).execute()
  return rows.map(({ version }) => version)
}

/** Forgets versions whose bytes are gone. */
export async function forgetDroppedVersions(db: Db, versions: readonly string[]): Promise<void> {
  await sql`DELETE FROM storage_dropped WHERE version = ANY (${[...versions]}::uuid[])`.execute(db)
}

/** Those of these versions that an object has, or had a while ago. */
export async function findKnownVersions(db: Db, versions: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{
    version: string
  }>`SELECT version FROM storage_objects WHERE version = ANY (${[...versions]}::uuid[])
    UNION SELECT version FROM storage_dropped WHERE version = ANY (${[...versions]}::uuid[])`.execute(db)
  return new Set(rows.map(({ version }) => version))
}

/** The bytes that there should be. */
export async function listVersions(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('storageObjects').select('version').orderBy('version').execute()
  return rows.map(({ version }) => version)
}

/** Writes down which files have lost their bytes, and that all others have theirs. */
export async function markLostObjects(db: Db, versions: readonly string[], at: Date): Promise<void> {
  const lost = sql`(version = ANY (${[...versions]}::uuid[]))`
  await sql`UPDATE storage_objects SET lost_at = CASE WHEN ${lost} THEN ${at}::timestamptz END
    WHERE (lost_at IS NULL) = ${lost}`.execute(db)
}

/** How many files there are, and their bytes. */
export async function measureObjects(db: Db): Promise<{ readonly count: number; readonly bytes: number }> {
  return await db
    .selectFrom('storageObjects')
    .select([sql<number>`count(*)::int`.as('count'), sql<number>`coalesce(sum(size), 0)::float8`.as('bytes')])
    .executeTakeFirstOrThrow()
}

/** A file whose bytes are missing. */
export type LostObjectRow = Pick<ObjectRow, 'bucket' | 'name' | 'shopId'> & { readonly lostAt: Date }

/** Files that were marked as lost, by bucket and name. */
export async function listLostObjects(db: Db): Promise<LostObjectRow[]> {
  return await db
    .selectFrom('storageObjects')
    .select(['bucket', 'name', 'shopId', 'lostAt'])
    .where('lostAt', 'is not', null)
    .orderBy('bucket')
    .orderBy('name')
    .$narrowType<{ lostAt: Date }>()
    .execute()
}

/** All bytes that rows of a moment ago may name; those without a hash have lost their row since, and may be gone. */
export async function listBackedVersions(
  db: Db,
): Promise<{ readonly version: string; readonly sha256: string | null }[]> {
  const { rows } = await sql<{ version: string; sha256: string | null }>`SELECT version, sha256 FROM storage_objects
    UNION ALL SELECT version, NULL FROM storage_dropped ORDER BY version`.execute(db)
  return rows
}
