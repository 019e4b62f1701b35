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

/** Ways in which the simulated Meta can misbehave. */
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
  /** Cursors of pages after the first are not valid any more. */
  | { readonly kind: 'dead_cursor' }
  /** Each page names as the next one it has named before: itself, or one of two that name each other. */
  | { readonly kind: 'circle'; readonly length: 1 | 2 }
  /** What becomes of runs that are started from now on. */
  | { readonly kind: 'run'; readonly how: RunEnd }
  /** The version has no such field. */
  | { readonly kind: 'no_field'; readonly field: string }
  /** Pages of more than so many rows are too much. */
  | { readonly kind: 'heavy'; readonly above: number }
  /** Usage headers say this, in percent. */
  | { readonly kind: 'usage'; readonly percent: number; readonly minutes?: number }
  /** Rows of the ad level that do not come, though the levels above contain them. */
  | { readonly kind: 'hidden_ads' }
  /** Rows are in this currency. */
  | { readonly kind: 'currency'; readonly currency: string }

/**
 * `not_there`: the first question about it fails with subcode 33. `stuck`: stays at 0 %. `endless`: runs and never ends.
 * `late`: said to be complete before its rows are there.
 */
export type RunEnd = 'not_there' | 'stuck' | 'endless' | 'failed' | 'failed_with_reason' | 'skipped' | 'late'

/** Which calls a fault strikes. */
interface FaultScope extends Often {
  readonly on?: Area
  readonly accountId?: string
  readonly level?: string
}

/** A fault and what it strikes. */
export type Fault = FaultKind & FaultScope

/** What a call says about itself. */
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
