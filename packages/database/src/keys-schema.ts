// Row types of the API's keys and repeated requests. Must not know what keys may do.
import type { OrganisationId, PersonId, ShopId } from '@tillsight/core'
import type { ColumnType, Generated } from 'kysely'

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

/** Keys of the API. */
export interface ApiKeysTable {
  id: Generated<string>
  organisationId: OrganisationId
  /** SHA-256 of the key, hexadecimal. */
  hash: string
  /** Its first characters, to recognise it by. */
  prefix: string
  name: string
  scopes: string[]
  /** Null: all shops. */
  shopIds: Optional<ShopId[]>
  /** Empty: from anywhere. */
  networks: string[]
  /** Null: never. */
  expiresAt: Optional<Date>
  createdBy: Optional<PersonId>
  /** The key that it was made to take the place of. */
  replaces: Optional<string>
  createdAt: ColumnType<Date, Date | undefined, never>
  /** The hour of its last use. */
  lastUsedAt: Optional<Date>
  revokedAt: Optional<Date>
}

/** Answers that a repeated request gets again. */
export interface ApiAnswersTable {
  caller: string
  key: string
  /** The run that works on it, or did. */
  claim: string
  /** Hash of method, path and body. */
  request: string
  claimedAt: Date
  /** When the run last showed that it is alive. */
  renewedAt: Date
  /** Whether a transaction of the run was committed. */
  hasWritten: Generated<boolean>
  /** Null while it is running. */
  status: Optional<number>
  /** The answer, sealed. */
  body: Optional<Buffer>
}

/** Tables of the API. */
export interface KeysSchema {
  apiKeys: ApiKeysTable
  apiAnswers: ApiAnswersTable
}
