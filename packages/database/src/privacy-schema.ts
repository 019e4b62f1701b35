// Row types of erasures and of what platforms ask in their customers' names. Must not know the rules that use them.
import type { ShopId } from '@tillsight/core'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
type OptionalJson = JSONColumnType<Readonly<Record<string, unknown>> | null, string | null | undefined, string | null>

/** Erasures of one person each, begun or complete. */
export interface ErasuresTable {
  id: Generated<string>
  shopId: ShopId
  begunAt: Date
  completedAt: Optional<Date>
  /** What is left to be done; null once it is. */
  work: OptionalJson
}

/** What must stay erased: keyed hashes of orders and identifiers. */
export interface ErasedKeysTable {
  shopId: ShopId
  key: string
  /** Of an order: the customer under whom it stays in the figures. */
  surrogate: Optional<string>
  erasedAt: Date
}

/** `received` waits for a job, `open` for a person. `kept` was not needed: the account works again. */
export type PrivacyRequestState = 'received' | 'open' | 'done' | 'kept' | 'unknown_shop'

/** What platforms asked in the name of a customer or a merchant. */
export interface PrivacyRequestsTable {
  id: Generated<string>
  connector: string
  /** The platform's id of the delivery. */
  key: string
  kind: string
  /** How the platform calls the shop. */
  account: string
  shopId: Optional<ShopId>
  /** Whom it is about, encrypted; null once it is not needed any more. */
  subject: Optional<Buffer>
  state: ColumnType<PrivacyRequestState, PrivacyRequestState | undefined, PrivacyRequestState>
  receivedAt: Date
  dueAt: Date
  closedAt: Optional<Date>
}

/** Tables of privacy. */
export interface PrivacySchema {
  erasures: ErasuresTable
  erasedKeys: ErasedKeysTable
  privacyRequests: PrivacyRequestsTable
}
