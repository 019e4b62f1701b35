import type { DayRange } from '@tillsight/core/days'
import type { AdAccount, AdPlace } from './ad-records.ts'
import type { ConnectorContext } from './connector-context.ts'

/** Which people an ad reached, for exactly this range and these places: never a sum. */
export interface ReachQuestion {
  readonly accountId: string
  readonly level: 'account' | 'campaign'
  /** Days of the account's zone, both ends included. */
  readonly range: DayRange
}

/** Another rule by which the platform can claim purchases. */
export interface ClaimRule {
  /** As in the records: `1d_click`. */
  readonly id: string
  readonly label: string
}

/** What only ad platforms have. */
export interface AdsSpec {
  /** Every account that the grant shows, unreadable ones too. None at all is a `ConnectorError` that says what to do. */
  listAccounts(ctx: ConnectorContext): Promise<readonly AdAccount[]>
  /** The platform's own screen for a place. */
  managerUrl(place: AdPlace): string
  /** What the platform calls the levels: `Ad group` where others say `Ad set`. */
  readonly levelNames: { readonly campaign: string; readonly ad_set: string; readonly ad: string }
  readonly claimRules: readonly ClaimRule[]
  /** By id of the place at that level; what was not shown is absent. */
  reach?(ctx: ConnectorContext, question: ReachQuestion): Promise<ReadonlyMap<string, number>>
  /** Where the picture of an ad is now, once the address that was stored has expired. */
  pictureOf?(ctx: ConnectorContext, ad: AdPlace & { readonly creativeId: string }): Promise<string | undefined>
  /** Gives the grant back when a connection is removed. */
  revoke?(ctx: ConnectorContext): Promise<void>
}
