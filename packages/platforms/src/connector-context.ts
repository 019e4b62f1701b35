import type { Clock } from '@tillsight/core'
import type { AdAccount } from './ad-records.ts'
import type { HttpClient } from './http.ts'
import type { InstantText } from './records.ts'

/** Values of a connection by field key, secrets included; lives in memory only in this form. */
export type ConnectionSettings = Readonly<Record<string, string>>

/**
 * Replaces values that expire or were spent. One process at a time renews a connection: whoever comes second gets what the
 * first one stored, without asking the platform again; that may be spent by now as well, so look at what comes back. What
 * `grant` brings is stored before anybody uses it.
 */
export type Renew = (
  spent: ConnectionSettings,
  grant: (stored: ConnectionSettings) => Promise<ConnectionSettings>,
) => Promise<ConnectionSettings>

/**
 * Pauses that a platform wants of everything that asks it in the name of one app, whichever connection it is for. `scope`
 * names the app and holds nothing secret.
 */
export interface SharedPauses {
  /** Until when nobody may ask; undefined: now. */
  until(scope: string): Promise<Date | undefined>
  hold(scope: string, until: Date): Promise<void>
}

/** Everything a connector may use while it works for one connection. */
export interface ConnectorContext {
  /** As they stood when the work began. */
  readonly settings: ConnectionSettings
  /** Values of the operator's app by key; see `ConnectMethod.app`. */
  readonly app: ConnectionSettings
  /** Returns all settings, the changed ones among them. */
  readonly renew: Renew
  /** The only way out. */
  readonly http: HttpClient
  readonly clock: Clock
  /** Kept where every process of the installation sees them, and a restart does not forget them. */
  readonly pauses: SharedPauses
  readonly signal: AbortSignal
  /** For a first increment: when the back-fill began. */
  readonly since: InstantText
  /** Of an ad platform: the accounts that were chosen, as last seen. */
  readonly accounts?: readonly AdAccount[]
  /**
   * The refunds that count here, by order, of orders that have any: for stores that delete refunds without telling. Left out
   * where nothing can be held yet.
   */
  readonly heldRefunds?: (orderIds: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>
}
