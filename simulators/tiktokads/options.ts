import type { AdOptions } from '../ads/world.ts'

/** How the simulated TikTok is set up. Everything but the events has a default. */
export interface TikTokAdsFakeOptions extends AdOptions {
  readonly app?: TikTokApp
  /** Addresses that the portal may return to; empty = any. */
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

/** An app as it stands in the developer portal. */
export interface TikTokApp {
  readonly appId: string
  readonly secret: string
}

/** Requests of one app to one endpoint. */
export interface FakeLimits {
  readonly perSecond: number
  readonly perMinute: number
  readonly perDay: number
}

/** What tests may change about an account while the platform runs. */
export interface AccountState {
  currency: string
  zone: string
  /** `STATUS_ENABLE`, `STATUS_DISABLE`, `STATUS_LIMIT`, … */
  status: string
  /** Taken out of the grant, or deleted. */
  isGone: boolean
  /** Nothing here is ever a purchase: its ad groups optimise for something else. */
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

/** What tests may change about the whole platform while it runs. */
export interface PlatformState {
  /** `advertiser/info/` is refused for want of the permission. */
  infoRefused: boolean
  /** Ids stand in answers as bare numbers of 19 digits. */
  bareIds: boolean
  /** Paths that the grant does not cover. */
  readonly refusedPaths: Set<string>
  /** Each later page of a report begins with so many rows of the page before, so that the last rows are on none. */
  rowsMove: number
  /** So many rows of a report's file are others of it once more, which are missing for it. */
  fileRepeats: number
  /** It is the host for developers, which has no lists of accounts. */
  isSandbox: boolean
  /** The next tasks end so instead. */
  readonly taskEnds: ('FAILED' | 'CANCELED')[]
  /** The token belongs to another app. */
  appMismatch: boolean
  /** Life of new access tokens; null = until revoked, as in this flow. */
  tokenSeconds: number | null
}
