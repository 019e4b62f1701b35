import type { ConnectionId, PersonId, ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Stamp = ColumnType<Date, Date | undefined, Date>

/** A person's preferences for one shop; only values that differ from the defaults are required. */
export interface PreferencesTable {
  personId: PersonId
  shopId: ShopId
  value: JSONColumnType<Readonly<Record<string, unknown>>, string, string>
  updatedAt: Stamp
}

/** Named addresses of a shop's pages. */
export interface SavedViewsTable {
  id: Generated<string>
  personId: PersonId
  shopId: ShopId
  name: string
  /** The page below the shop's address; empty for the summary. */
  page: string
  /** Query string with its question mark, or empty. */
  search: string
  isDefault: Generated<boolean>
  createdAt: Stamp
}

/** Notes on days. */
export interface AnnotationsTable {
  id: Generated<string>
  shopId: ShopId
  /** The author. */
  personId: PersonId
  day: Day
  text: string
  /** Visible to everybody with access to the shop. */
  isShared: boolean
  createdAt: Stamp
}

/** The version of the latest write to each shop's facts. */
interface FactVersionsTable {
  shopId: ShopId
  version: ColumnType<bigint, bigint, bigint>
  changedAt: Stamp
}

/** The tables of views, notes and preferences on a shop's pages. */
export interface DashboardSchema {
  preferences: PreferencesTable
  savedViews: SavedViewsTable
  annotations: AnnotationsTable
  factVersions: FactVersionsTable
}

// Row types of what things cost a shop.

type GoodsPart = Readonly<{ variant: string; quantity: number }>

/** Dated costs of goods. */
export interface GoodsCostsTable {
  id: Generated<string>
  shopId: ShopId
  /** `variant`, `product`, `supplier`, `category` or `shop`. */
  scope: string
  /** Empty for the shop as a whole. */
  ref: string
  /** Null: since ever. */
  fromDay: Optional<Day>
  /** A country or a group; empty: everywhere. */
  country: string
  minQuantity: number
  /** `whole` or `graduated`. */
  steps: string
  /** `amount`, `percent` or `madeOf`. */
  kind: string
  /** Of a piece. */
  amount: string
  percent: string
  /** Variants that a piece is made of; null for other kinds. */
  madeOf: JSONColumnType<readonly GoodsPart[] | null, string | null, string | null>
  currency: string
  /** `entered`, `file`, `api` or `store`. */
  source: string
  /** Of a store's: when it was first seen. */
  seenFrom: Optional<Day>
  note: string
  personId: Optional<PersonId>
  changedAt: Stamp
}

/** Rules about payment fees, carriers, handling, returns and expenses per order, and the shop's choices. */
export interface CostRulesTable {
  id: Generated<string>
  shopId: ShopId
  /** `fee`, `shipping`, `handling`, `return`, `expense` or `settings`. */
  kind: string
  body: JSONColumnType<Readonly<Record<string, unknown>>, string, string>
  personId: Optional<PersonId>
  createdAt: Stamp
  changedAt: Stamp
}

/** Costs that were changed together. */
export interface CostChangesTable {
  id: Generated<string>
  shopId: ShopId
  personId: Optional<PersonId>
  at: Stamp
  what: string
  reason: string
  orders: number
  firstDay: Optional<Day>
  lastDay: Optional<Day>
  /** By how much profit moved, in shop currency. */
  delta: string
  /** What every entry and rule was before and is after. */
  steps: JSONColumnType<readonly Readonly<Record<string, unknown>>[], string, string>
  /** What was told of it; null if it was saved before that was kept. */
  preview: JSONColumnType<Readonly<Record<string, unknown>> | null, string, string>
  undoes: Optional<string>
  undoneBy: Optional<string>
}

/** Orders that are still to be booked with changed costs. */
export interface CostMarksTable {
  id: Generated<string>
  shopId: ShopId
  what: JSONColumnType<Readonly<Record<string, unknown>>, string, string>
  markedAt: Stamp
}

/** The tables of costs. */
export interface CostsSchema {
  goodsCosts: GoodsCostsTable
  costRules: CostRulesTable
  costChanges: CostChangesTable
  costMarks: CostMarksTable
}

// Row types of erasures and of privacy requests from platforms. Must not know the rules that use them.

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
type OptionalJson = JSONColumnType<Readonly<Record<string, unknown>> | null, string | null | undefined, string | null>

/** Erasures of one person each, in progress or complete. */
export interface ErasuresTable {
  id: Generated<string>
  shopId: ShopId
  begunAt: Date
  completedAt: Optional<Date>
  /** The remaining work; null once complete. */
  work: OptionalJson
}

/** What must stay erased: keyed hashes of orders and identifiers. */
export interface ErasedKeysTable {
  shopId: ShopId
  key: string
  /** For an order: the customer id under which it stays in the figures. */
  surrogate: Optional<string>
  erasedAt: Date
}

/** `received` waits for a job, `open` for a person. `kept` was not needed: the account works again. */
export type PrivacyRequestState = 'received' | 'open' | 'done' | 'kept' | 'unknown_shop'

/** Privacy requests that platforms sent on behalf of a customer or a merchant. */
export interface PrivacyRequestsTable {
  id: Generated<string>
  connector: string
  /** The platform's id of the delivery. */
  key: string
  kind: string
  /** The platform's name for the shop. */
  account: string
  shopId: Optional<ShopId>
  /** The person concerned, encrypted; null once it is no longer needed. */
  subject: Optional<Buffer>
  state: ColumnType<PrivacyRequestState, PrivacyRequestState | undefined, PrivacyRequestState>
  receivedAt: Date
  dueAt: Date
  closedAt: Optional<Date>
}

/** The tables of privacy. */
export interface PrivacySchema {
  erasures: ErasuresTable
  erasedKeys: ErasedKeysTable
  privacyRequests: PrivacyRequestsTable
}

/** Days of a shop beside the store's own report. */
export interface ReconciliationsTable {
  shopId: ShopId
  day: Day
  state: string
  comparison: JSONColumnType<Readonly<Record<string, unknown>>, string, string>
  comparedAt: Date
}

/** The last comparison of each shop. */
export interface ReconciliationRunsTable {
  shopId: ShopId
  connectionId: ConnectionId
  fromDay: Day
  toDay: Day
  beganAt: Date
  endedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** Why it ended early. */
  problem: ColumnType<string | null, string | null | undefined, string | null>
  notes: JSONColumnType<readonly string[], string, string>
}

/** The tables of reconciliation. */
export interface ReconciliationSchema {
  reconciliations: ReconciliationsTable
  reconciliationRuns: ReconciliationRunsTable
}
