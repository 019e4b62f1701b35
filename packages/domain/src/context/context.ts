import type { Clock, OrganisationId, PersonId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { Database, Db } from '@tillsight/database'
import type { AdCurrency, MetricResult } from '@tillsight/metrics'
import type { OrderRecord } from '@tillsight/platforms/connectors'
import type { ShopWarehouse } from '@tillsight/warehouse'
import type { Actor } from './actor.ts'
import type { Recall } from './recall.ts'
import type { Shop } from './shop.ts'
import type { PersonReads, ShopReads } from './shop-reads.ts'

/** A logger for verbs; compatible with pino. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Where what is done comes from. Absent where no request is behind it. */
export interface Origin {
  /** The network of whoever asked, never their address; empty: not known. */
  readonly network: string
  /** The program that they use, as it names itself. */
  readonly agent: string
  /** The id of the request. */
  readonly request: string
  /** An assistant asked with the actor's key. */
  readonly isAssistant?: boolean
}

/** The context of every verb: the actor and the application state. */
export interface ActorContext {
  readonly actor: Actor
  readonly db: Database
  /** Queries on the application state; inside the verb's transaction for verbs that write. */
  readonly queries: Db
  readonly clock: Clock
  readonly log: Log
  /** Where the request comes from; absent for jobs and the command line. */
  readonly origin?: Origin | undefined
  /** What the current request has read of the person who makes it. Absent: everything is read on demand. */
  readonly personReads?: PersonReads | undefined
}

/** A context for a person's own data; it needs no organisation. */
export interface PersonContext extends ActorContext {
  readonly person: PersonId
}

/** A context bound to one organisation. */
export interface Context extends ActorContext {
  readonly organisation: OrganisationId
}

/** A context bound to one shop: its warehouse handle can see no other. */
export interface ShopContext extends Context {
  readonly shop: Shop
  readonly warehouse: ShopWarehouse
  /** The installation's secret for hashing customer identifiers; at least 32 bytes. */
  readonly identityKey: Uint8Array
  /** Notified when facts change. */
  readonly follower: FactsFollower
  /** What the current request has read already. Absent: everything is read on demand. */
  readonly reads?: ShopReads | undefined
  /** Cached warehouse results. Absent: every query goes to the warehouse. */
  readonly facts?: FactsMemory
}

/** What writing a shop's facts requires. */
export type WriteContext = Pick<ShopContext, 'shop' | 'db' | 'warehouse' | 'clock' | 'log' | 'identityKey' | 'follower'>

/** The orders, customers and identifiers that a write changes. */
export interface ChangedOrders {
  /** Orders whose records or ledger rows change. */
  readonly orders: readonly string[]
  /** Their customers, before and after the change. */
  readonly customers: readonly string[]
  /** Identifiers that now belong to another customer. */
  readonly identifiers: readonly string[]
  /** Orders with a new record, whose own details may have changed. */
  readonly told: readonly string[]
  /** The records of those among them that were never stored before. */
  readonly fresh?: readonly OrderRecord[]
}

/**
 * Derives data from a shop's orders and is notified of their changes by the writer that holds the shop (`asOnlyWriter`). It
 * is notified before anything changes, so that a writer that dies in between leaves its marks.
 */
export interface OrderFollower {
  /**
   * Announces that these orders are about to change. The returned function must be called after they have; its failure does
   * not delay figures.
   */
  expect(ctx: WriteContext, changed: ChangedOrders): Promise<() => Promise<void>>
  /** The same of orders of a history, which is followed as a whole when it has been read. */
  expectPart(ctx: WriteContext, changed: ChangedOrders): Promise<() => Promise<void>>
  /** Announces that any order may change; {@link OrderFollower.followAll} is called afterwards. */
  expectAny(ctx: WriteContext): Promise<void>
  /** Follows all orders of the shop once they are final. */
  followAll(ctx: WriteContext): Promise<void>
}

/** Derives data from a shop's facts, as an {@link OrderFollower} does from its orders alone. */
export interface FactsFollower extends OrderFollower {
  /**
   * Follows the figures of shop days that changed, before they are announced, in the writer that holds the shop. Of days whose
   * facts are marked it is called again if the writer dies.
   */
  followDays(ctx: WriteContext, days: readonly Day[] | 'all'): Promise<void>
}

/**
 * Caches warehouse results for the newest facts version of a shop. Shared by all requests of a process: permissions are
 * checked before.
 */
export interface FactsMemory {
  readonly answers: Recall<MetricResult>
  /** Rows of a statement, keyed by the statement and its parameters. */
  readonly rows: Recall<readonly Readonly<Record<string, unknown>>[]>
  readonly firstDays: Recall<Day | null>
  /** Currencies of ad rows, by shop and, where it matters, days. */
  readonly adCurrencies: Recall<readonly AdCurrency[]>
}
