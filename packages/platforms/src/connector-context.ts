import type { Clock } from '@tillsight/core'
import type { AdAccount } from './ad-records.ts'
import type { HttpClient } from './http.ts'
import type { InstantText } from './records.ts'

/** Values of a connection by field key, including secrets; decrypted only in memory. */
export type ConnectionSettings = Readonly<Record<string, string>>

/**
 * Replaces values that are expired or used up. One process at a time renews a connection: a second one gets what the first
 * one stored, without asking the platform again; those values may be used up too, so check the result. What `grant` returns
 * is stored before anybody uses it.
 */
export type Renew = (
  spent: ConnectionSettings,
  grant: (stored: ConnectionSettings) => Promise<ConnectionSettings>,
) => Promise<ConnectionSettings>

/**
 * Pauses that a platform requires from all requests of one app, across connections. `scope` identifies the app and contains
 * nothing secret.
 */
export interface SharedPauses {
  /** Until when no request may be made; undefined if there is no pause. */
  until(scope: string): Promise<Date | undefined>
  hold(scope: string, until: Date): Promise<void>
}

/** Everything a connector may use while it works for one connection. */
export interface ConnectorContext {
  /** The settings as of the start of the work. */
  readonly settings: ConnectionSettings
  /** Values of the operator's app by key; see `ConnectMethod.app`. */
  readonly app: ConnectionSettings
  /** Returns all settings, including the changed ones. */
  readonly renew: Renew
  /** The only way to make requests. */
  readonly http: HttpClient
  readonly clock: Clock
  /** Shared by all processes of the installation, and kept across restarts. */
  readonly pauses: SharedPauses
  readonly signal: AbortSignal
  /** For a first increment: when the back-fill began. */
  readonly since: InstantText
  /** For an ad platform: the selected accounts, as last seen. */
  readonly accounts?: readonly AdAccount[]
  /**
   * The refunds that are currently counted, for those orders that have any: for stores that delete refunds without notice.
   * Omitted while nothing can be stored yet.
   */
  readonly heldRefunds?: (orderIds: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>
}
