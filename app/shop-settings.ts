// What an owner decides about a shop. The server implements it, bound to the person's permissions on the shop.
import type { Day } from '@tillsight/core/days'
import type { ShopSettings, ShopSettingsChange } from '@tillsight/domain/inputs'
import type { PlatformDefinition } from '@tillsight/metrics'
import type { z } from 'zod'

/** Settings that past figures follow, and what the shop is made of. */
export interface SettingsServices {
  settings(): Promise<ShopSettings>
  /**
   * Stores the change and starts whatever has to be computed again in the background; it shows among the shop's jobs.
   * Throws `invalid_input` keyed by field.
   */
  changeSettings(change: SettingsChange): Promise<{ readonly recalculation: 'ledger' | 'days' | 'none' }>
  /** Recalculations of this shop that wait, run, or failed last. */
  jobs(): Promise<readonly JobView[]>
  /** How much there is of the shop and around it. */
  usage(): Promise<UsageView>
  /** What the connected store says of itself; null without one, or when it has not said. */
  storeBasics(): Promise<StoreBasics | null>
  /** Every platform there is, connectable here or not. Static data. */
  platforms(): readonly PlatformDefinition[]
}

/** Counts of what is stored. */
export interface UsageView {
  /** Orders as stored, those that do not count included. */
  readonly orders: number
  /** The oldest shop day with a record. */
  readonly firstDay: Day | null
  /** Shops of the organisation that the person may see. */
  readonly shops: number
  /** Null for whoever may not see the members. */
  readonly members: number | null
}

/** A store's own zone and currency. */
export interface StoreBasics {
  readonly zone: string
  readonly currency: string
}

/** What is left out stays as it is. */
export interface SettingsChange {
  readonly name?: string
  readonly zone?: string
  readonly settings?: z.infer<typeof ShopSettingsChange>
}

/** Work in the background. */
export interface JobView {
  readonly id: string
  readonly label: string
  readonly state: 'waiting' | 'running' | 'failed'
  readonly done: number
  /** Null: not known. */
  readonly total: number | null
  readonly estimatedEndAt: string | null
  readonly message: string | null
}
