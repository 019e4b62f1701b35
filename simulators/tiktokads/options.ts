import type { AdOptions } from '../ads/world.ts'

/** The options of a simulated TikTok. All but the events have defaults. */
export interface TikTokAdsFakeOptions extends AdOptions {
  readonly app?: TikTokApp
  /** Permitted redirect addresses of the portal; empty = any. */
  readonly redirectUrls?: readonly string[]
  /** `accept` shares every account at once, without showing a page. */
  readonly portal?: 'page' | 'accept'
  /** `off` (the default) never throttles. */
  readonly limits?: FakeLimits | 'off'
  /** Purchases further from the ad than this are not claimed; TikTok's defaults are 7 days after a click, 1 after a view. */
  readonly attribution?: { readonly clickDays: number; readonly viewDays: number }
  /** How long an asynchronous report waits, and then runs, by the platform's clock. */
  readonly taskMs?: { readonly queued: number; readonly running: number }
}

/** An app, as configured in the developer portal. */
export interface TikTokApp {
  readonly appId: string
  readonly secret: string
}

/** Request limits of one app per endpoint. */
export interface FakeLimits {
  readonly perSecond: number
  readonly perMinute: number
  readonly perDay: number
}

/** Properties of an account that tests may change while the platform runs. */
export interface AccountState {
  currency: string
  zone: string
  /** `STATUS_ENABLE`, `STATUS_DISABLE`, `STATUS_LIMIT`, … */
  status: string
  /** Removed from the grant, or deleted. */
  isGone: boolean
  /** Reports no purchases: its ad groups optimise for another goal. */
  onlyGoals: boolean
  /** Purchases also happen in TikTok Shop, the app and offline. */
  hasOtherLegs: boolean
  /** Metrics that this account's reports do not know. */
  readonly unknownMetrics: Set<string>
  /** Metrics that are `-` in this account's reports, at these levels; with `from` only of rows since that day. */
  readonly unavailable: { readonly level: string; readonly metric: string; readonly from?: string }[]
  /** Ads that the ad level does not show, though their ad group counts them. */
  readonly hiddenAds: Set<string>
  /** The advertiser level counts GMV Max, as the levels below never do. */
  gmvMaxInTotals: boolean
}

/** Properties of the whole platform that tests may change while it runs. */
export interface PlatformState {
  /** `advertiser/info/` is refused because the permission is missing. */
  infoRefused: boolean
  /** Ids in responses are bare numbers with 19 digits. */
  bareIds: boolean
  /** Paths that the grant does not cover. */
  readonly refusedPaths: Set<string>
  /** Each further page of a report starts with this many rows of the previous page, so that the last rows are on none. */
  rowsMove: number
  /** This many rows of a report's file are duplicates, in place of others that are missing. */
  fileRepeats: number
  /** It is the host for developers, which has no lists of accounts. */
  isSandbox: boolean
  /** The next tasks end with these statuses. */
  readonly taskEnds: ('FAILED' | 'CANCELED')[]
  /** The token belongs to another app. */
  appMismatch: boolean
  /** Life of new access tokens; null = until revoked, as in this flow. */
  tokenSeconds: number | null
}
