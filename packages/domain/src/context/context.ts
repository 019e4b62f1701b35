import type { Clock, OrganisationId, PersonId, ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { Database, Db } from '@tillsight/database'
import type { AdCurrency, MetricResult } from '@tillsight/metrics'
import type { ShopWarehouse } from '@tillsight/warehouse'
import type { ShopSettings } from '../shops/settings.ts'
import type { Actor } from './actor.ts'
import type { Recall } from './recall.ts'
import type { ShopReads } from './shop-reads.ts'

/** Where verbs leave notes for the operator; pino fits. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** A shop as every verb sees it. */
export interface Shop {
  readonly id: ShopId
  readonly organisation: OrganisationId
  /** Its organisation's alone: another one may have a shop of the same. */
  readonly domain: string
  /** What addresses of pages call it for the person who looks, where that is not to be the domain. */
  readonly address?: string
  readonly platform: string
  readonly name: string
  /** IANA zone, or a fixed offset such as `+02:00`. */
  readonly zone: string
  readonly currency: string
  readonly country: string | null
  readonly settings: ShopSettings
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
  /** What the request that the context was made for has read already. Absent: everything is read when it is needed. */
  readonly reads?: ShopReads | undefined
  /** Absent: every question is put to the warehouse. */
  readonly facts?: FactsMemory
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
