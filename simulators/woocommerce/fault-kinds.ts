import type { Often, WireFault } from '../web/faults.ts'

export type ShieldBrand =
  | 'wordfence'
  | 'ithemes'
  | 'cloudflare'
  | 'sucuri'
  | 'siteground'
  | 'imunify'
  | 'imperva'
  | 'aws'
  | 'akamai'

/** Which calls a fault strikes, and how often. */
interface Aim extends Often {
  /**
   * REST route such as `orders` (with all below it), `root`, `wc-auth` or `site`; `*` = everything, pages for people too,
   * as what stands over a whole site does; absent = every REST call.
   */
  readonly route?: string
  /** Only the route itself, nothing below it. */
  readonly exact?: boolean
}

/** What can go wrong with a shop. */
export type FaultKind =
  | WireFault
  | { readonly kind: 'wrong_secret' }
  | { readonly kind: 'shield'; readonly brand?: ShieldBrand }
  | { readonly kind: 'throttled'; readonly retryAfterSeconds?: number }
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds?: number }
  /** 500 whenever more than this many rows are asked for at once. */
  | { readonly kind: 'page_too_big'; readonly above: number }
  /** 500 whenever the answer would hold this id. */
  | { readonly kind: 'poison'; readonly id: number }
  /** Sends every address on but that one itself; 301 unless said. */
  | { readonly kind: 'redirect'; readonly to: string; readonly status?: 301 | 302 }
  /** Every answer takes that long, and only so many are worked on at once; the others wait for their turn. */
  | { readonly kind: 'workers'; readonly workers: number; readonly milliseconds: number }
  /** Sends half of the body, then cuts. */
  | { readonly kind: 'truncated' }
  | { readonly kind: 'bom' }
  | { readonly kind: 'php_notice' }
  | { readonly kind: 'comment' }
  /** 200 with a web page; “Coming soon” unless said. */
  | { readonly kind: 'html_page'; readonly title?: string }
  | { readonly kind: 'no_paging_headers' }
  /** 200 `[]` although the headers tell of rows. */
  | { readonly kind: 'empty_list' }
  | { readonly kind: 'unlabelled_gzip' }
  | { readonly kind: 'clock_skew'; readonly seconds: number }
  /** Answers a URL with what it answered the first time; `ignores` names parameters that it does not look at. */
  | { readonly kind: 'stale_cache'; readonly ignores?: readonly string[] }

export type Fault = FaultKind & Aim
