import type { Clock, OrganisationId, PersonId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { Database, Db } from '@tillsight/database'
import type { AdCurrency, MetricResult } from '@tillsight/metrics'
import type { ShopWarehouse } from '@tillsight/warehouse'
import type { Actor } from './actor.ts'
import type { Recall } from './recall.ts'
import type { Shop } from './shop.ts'
import type { ShopReads } from './shop-reads.ts'

/** Where verbs leave notes for the operator; pino fits. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What every verb runs with: who acts, and on which state. */
export interface ActorContext {
  readonly actor: Actor
  readonly db: Database
  /** Queries on the application state; inside the verb's transaction when the verb writes. */
  readonly queries: Db
  readonly clock: Clock
  readonly log: Log
}

/** A context bound to what is one person's own; it needs no organisation. */
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
  /** Who is told when orders change. */
  readonly orderFollower: OrderFollower
  /** What the request that the context was made for has read already. Absent: everything is read when it is needed. */
  readonly reads?: ShopReads | undefined
  /** Absent: every question is put to the warehouse. */
  readonly facts?: FactsMemory
}

/** What writing facts of a shop takes. */
export type WriteContext = Pick<
  ShopContext,
  'shop' | 'db' | 'warehouse' | 'clock' | 'log' | 'identityKey' | 'orderFollower'
>

/** What a write of orders changes. */
export interface ChangedOrders {
  /** Orders whose records or ledger rows change. */
  readonly orders: readonly string[]
  /** Their customers, before and after. */
  readonly customers: readonly string[]
  /** Identifiers that belong to somebody else from now on. */
  readonly identifiers: readonly string[]
  /** Those of the orders that are told of anew: what they say of themselves may be different. */
  readonly told: readonly string[]
}

/**
 * Whatever is derived from a shop's orders, and hears of their changes from whoever writes them and holds the shop
 * (`asOnlyWriter`). It is told before anything changes, so that a writer that dies in between leaves its marks.
 */
export interface OrderFollower {
  /** These are about to change. What it gives back is to be called once they have; figures do not wait for what fails there. */
  expect(ctx: WriteContext, changed: ChangedOrders): Promise<() => Promise<void>>
  /** The same of orders of a history, which is followed as a whole when it has been read. */
  expectPart(ctx: WriteContext, changed: ChangedOrders): Promise<() => Promise<void>>
  /** Any order may change, and {@link OrderFollower.followAll} is called once they have. */
  expectAny(ctx: WriteContext): Promise<void>
  /** All orders of the shop are as they are to stay. */
  followAll(ctx: WriteContext): Promise<void>
}

/**
 * What the warehouse said about the facts of one version of one shop, for as long as they are the newest. The requests of
 * a process share it: who may ask is decided before.
 */
export interface FactsMemory {
  readonly answers: Recall<MetricResult>
  /** Rows that a statement gave, by itself and what it binds. */
  readonly rows: Recall<readonly Readonly<Record<string, unknown>>[]>
  readonly firstDays: Recall<Day | null>
  /** Which currencies rows of ads are in, by shop and, where it makes a difference, days. */
  readonly adCurrencies: Recall<readonly AdCurrency[]>
}
