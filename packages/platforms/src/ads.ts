import type { Day, DayRange } from '@tillsight/core/days'
import type { AdAccount, AdClaim, AdPlace } from './ad-records.ts'
import type { ConnectorContext } from './connector-context.ts'
import type { DecimalText, InstantText } from './records.ts'

/** The totals of an account's day; an omitted figure is unknown. */
export interface AdDayTotals extends Partial<AdClaim> {
  readonly spend?: DecimalText
  readonly impressions?: number
  readonly clicks?: number
  readonly claims?: Readonly<Record<string, AdClaim>>
}

/** The stored days of accounts. */
export interface HeldAdDays {
  /** The history is in from here on. */
  readonly since: InstantText
  /** Keyed by day in the account's zone; days without activity are omitted. */
  totals(accountId: string, range: DayRange): Promise<ReadonlyMap<Day, AdDayTotals>>
}

/** A query for the people an ad reached, for exactly this range and these entities: reach can never be summed. */
export interface ReachQuery {
  readonly accountId: string
  readonly level: 'account' | 'campaign'
  /** Days of the account's zone, both ends included. */
  readonly range: DayRange
}

/** The part of a connector that only ad platforms have. */
export interface AdsSpec {
  /**
   * Every account that the grant gives access to, including unreadable ones. Throws a `ConnectorError` that says what to do
   * if there is none.
   */
  listAccounts(ctx: ConnectorContext): Promise<readonly AdAccount[]>
  /** The entity's page in the platform's own interface. */
  managerUrl(place: AdPlace): string
  /** Keyed by entity id at that level; entities without impressions are absent. */
  reach?(ctx: ConnectorContext, query: ReachQuery): Promise<ReadonlyMap<string, number>>
  /** The current address of an ad's picture, once the stored one has expired. */
  pictureOf?(ctx: ConnectorContext, ad: AdPlace & { readonly creativeId: string }): Promise<string | undefined>
  /** Gives the grant back when a connection is removed. */
  revoke?(ctx: ConnectorContext): Promise<void>
}
