import type { Day, DayRange } from '@tillsight/core/days'
import type { AdAccount, AdClaim, AdPlace } from './ad-records.ts'
import type { ConnectorContext } from './connector-context.ts'
import type { DecimalText, InstantText } from './records.ts'

/** What a whole day of an account comes to; a figure that is left out is not known. */
export interface AdDayTotals extends Partial<AdClaim> {
  readonly spend?: DecimalText
  readonly impressions?: number
  readonly clicks?: number
  readonly claims?: Readonly<Record<string, AdClaim>>
}

/** Days of accounts that we hold. */
export interface HeldAdDays {
  /** The history is in from here on. */
  readonly since: InstantText
  /** By day of the account's zone; days without anything are left out. */
  totals(accountId: string, range: DayRange): Promise<ReadonlyMap<Day, AdDayTotals>>
}

/** Which people an ad reached, for exactly this range and these places: never a sum. */
export interface ReachQuestion {
  readonly accountId: string
  readonly level: 'account' | 'campaign'
  /** Days of the account's zone, both ends included. */
  readonly range: DayRange
}

/** What only ad platforms have. */
export interface AdsSpec {
  /** Every account that the grant shows, unreadable ones too. None at all is a `ConnectorError` that says what to do. */
  listAccounts(ctx: ConnectorContext): Promise<readonly AdAccount[]>
  /** The platform's own screen for a place. */
  managerUrl(place: AdPlace): string
  /** By id of the place at that level; what was not shown is absent. */
  reach?(ctx: ConnectorContext, question: ReachQuestion): Promise<ReadonlyMap<string, number>>
  /** Where the picture of an ad is now, once the address that was stored has expired. */
  pictureOf?(ctx: ConnectorContext, ad: AdPlace & { readonly creativeId: string }): Promise<string | undefined>
  /** Gives the grant back when a connection is removed. */
  revoke?(ctx: ConnectorContext): Promise<void>
}
