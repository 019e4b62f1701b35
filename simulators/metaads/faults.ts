import type { Faults, Often, WireFault } from '../web/faults.ts'

/** What a call is about, so that a fault can strike some of them only. */
export type Area =
  | 'token'
  | 'me'
  | 'accounts'
  | 'account'
  | 'insights'
  | 'run_start'
  | 'run_poll'
  | 'run_rows'
  | 'entities'
  | 'creatives'
  | 'picture'
  /** Datasets, and orders that are told to them. */
  | 'conversions'

/** Faults of the simulated Meta. */
type FaultKind =
  | WireFault
  /** The token is dead for this reason, for `debug_token` too. */
  | { readonly kind: 'token'; readonly subcode: 458 | 459 | 460 | 463 | 464 | 467 | 492 }
  /** Any error in Meta's envelope. `minutes`: the usage header says when access comes back. */
  | {
      readonly kind: 'error'
      readonly code: number
      readonly subcode?: number
      readonly message?: string
      readonly status?: number
      readonly isTransient?: boolean
      readonly minutes?: number
    }
  /** Cursors of pages after the first have expired. */
  | { readonly kind: 'dead_cursor' }
  /** Each page links to an earlier one as the next: itself, or one of two that link to each other. */
  | { readonly kind: 'circle'; readonly length: 1 | 2 }
  /** The result of runs that are started from now on. */
  | { readonly kind: 'run'; readonly how: RunEnd }
  /** The API version does not have the field. */
  | { readonly kind: 'no_field'; readonly field: string }
  /** Pages with more rows than this are too large. */
  | { readonly kind: 'heavy'; readonly above: number }
  /** The usage reported in headers, in percent. */
  | { readonly kind: 'usage'; readonly percent: number; readonly minutes?: number }
  /** Rows are missing at the ad level, though the levels above include them. */
  | { readonly kind: 'hidden_ads' }
  /** Rows are in this currency. */
  | { readonly kind: 'currency'; readonly currency: string }

/**
 * `not_there`: the first request for it fails with subcode 33. `stuck`: stays at 0 %. `endless`: runs and never ends. `late`:
 * reported as complete before its rows are available.
 */
export type RunEnd = 'not_there' | 'stuck' | 'endless' | 'failed' | 'failed_with_reason' | 'skipped' | 'late'

/** The calls that a fault affects. */
interface FaultScope extends Often {
  readonly on?: Area
  readonly accountId?: string
  readonly level?: string
}

/** A fault and the calls that it affects. */
export type Fault = FaultKind & FaultScope

/** The part of a call that faults match. */
export interface Call {
  readonly area: Area
  readonly accountId: string
  readonly level: string
}

/** The faults of a simulated Meta. */
export type FakeFaults = Faults<Fault, Call>

/** Whether a fault concerns a call. */
export function isAbout({ on, accountId, level }: Fault, call: Call): boolean {
  return (
    (on === undefined || on === call.area) &&
    (accountId === undefined || accountId === call.accountId) &&
    (level === undefined || level === call.level)
  )
}
