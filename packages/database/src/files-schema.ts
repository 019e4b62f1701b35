// Row types of files: buckets that were made, objects, and bytes that are not needed any more. Must not know where the bytes lie.
import type { PersonId, ShopId } from '@tillsight/core'
import type { ColumnType, Generated } from 'kysely'

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

/** Buckets besides those of the product. */
export interface StorageBucketsTable {
  id: string
  /** Empty: the installation. */
  owner: Generated<string>
  isPublic: boolean
  /** Bytes; null: what holds for all. */
  largestBytes: Optional<number>
  /** Null: any. */
  types: Optional<string[]>
  createdAt: Date
  updatedAt: Date
}

/** Files by name; their bytes lie under the version. */
export interface StorageObjectsTable {
  id: Generated<string>
  bucket: string
  name: string
  version: string
  /** Goes with them. */
  shopId: Optional<ShopId>
  personId: Optional<PersonId>
  /** Who stored it: the id of a person; null: the installation. */
  owner: Optional<string>
  size: number
  type: string
  cacheControl: string
  sha256: string
  md5: string
  /** JSON. */
  userMetadata: string
  createdAt: Date
  updatedAt: Date
  /** Null: stays. */
  expiresAt: Optional<Date>
  /** Since when its bytes are known to be missing; null: they are not. */
  lostAt: Optional<Date>
}

/** Versions that no object has any more; a trigger writes them down. Their bytes stay for a while, for backups under way. */
export interface StorageDroppedTable {
  version: string
  droppedAt: Date
}

/** The tables of this part. */
export interface FilesSchema {
  storageBuckets: StorageBucketsTable
  storageObjects: StorageObjectsTable
  storageDropped: StorageDroppedTable
}
