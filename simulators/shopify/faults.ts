import type { Faults, Often, WireFault } from '../web/faults.ts'

/** The calls that a fault affects, and how often. */
interface Aim extends Often {
  /** `graphql` (where absent), `oauth` for the token endpoint, `files` for bulk results, `browser` for pages. */
  readonly area?: Area
  /** Only documents whose operation or first field has this name. */
  readonly operation?: string
}

export type Area = 'graphql' | 'oauth' | 'files' | 'browser'

/** Faults of a call. */
export type CallFault =
  | WireFault
  /** 200 with `THROTTLED`. */
  | { readonly kind: 'throttled' }
  /** 200 with `MAX_COST_EXCEEDED` if a query's cost is higher than this. */
  | { readonly kind: 'max_cost'; readonly above: number }
  | { readonly kind: 'internal_error' }
  | { readonly kind: 'timeout' }
  /** `errors` is a plain text. */
  | { readonly kind: 'errors_text'; readonly text?: string; readonly status?: number }
  /** `errors` is `{ query: … }`. */
  | { readonly kind: 'errors_object' }
  /** 430: the edge took the caller for an attacker. */
  | { readonly kind: 'security_rejection' }
  /** 429 before the API, with `Retry-After`. */
  | { readonly kind: 'too_many_requests'; readonly retryAfterSeconds?: number }
  /** 503 with a web page. */
  | { readonly kind: 'unavailable' }
  /** The access token is invalid: 401. */
  | { readonly kind: 'dead_token' }
  /** Responds with another API version than the requested one. */
  | { readonly kind: 'other_version'; readonly version: string }

/** Faults outside calls. */
type OtherFault =
  /** `ACCESS_DENIED` on one field, such as `Order.customer`; the rest of the answer is there. */
  | { readonly kind: 'denied_field'; readonly field: string }
  /** Redirects to the app are signed with another secret. */
  | { readonly kind: 'wrong_hmac' }
  /** The next bulk operation ends so; `lines` of a failed one can be fetched. */
  | {
      readonly kind: 'bulk_failed'
      readonly errorCode?: 'ACCESS_DENIED' | 'INTERNAL_SERVER_ERROR' | 'TIMEOUT'
      readonly lines?: number
    }
  | { readonly kind: 'bulk_expired' }
  | { readonly kind: 'bulk_canceled' }
  /** The count is one more than the file contains. */
  | { readonly kind: 'bulk_wrong_counts' }
  /** One child names a parent that is not in the file. */
  | { readonly kind: 'bulk_orphan' }
  /** One object of the file is no JSON, though it begins and ends like one. */
  | { readonly kind: 'bulk_damaged' }
  /** All slots are used by somebody else. */
  | { readonly kind: 'bulk_slots_taken' }

export type Fault = (CallFault | OtherFault) & Aim

const otherKinds: ReadonlySet<string> = new Set<OtherFault['kind']>([
  'denied_field',
  'wrong_hmac',
  'bulk_failed',
  'bulk_expired',
  'bulk_canceled',
  'bulk_wrong_counts',
  'bulk_orphan',
  'bulk_damaged',
  'bulk_slots_taken',
])

/** A call that a fault can aim at; `aside` is what has no call of its own. */
type Struck = 'aside' | { readonly area: Area; readonly operations: readonly string[] }

/** The faults of a shop. */
export type FakeFaults = Faults<Fault, Struck>

function isAside(fault: Fault): fault is OtherFault & Aim {
  return otherKinds.has(fault.kind)
}

/** Whether a fault concerns a call. */
export function isAbout(fault: Fault, call: Struck): boolean {
  if (call === 'aside' || isAside(fault)) return call === 'aside' && isAside(fault)
  const { area = 'graphql', operation } = fault
  return area === call.area && (operation === undefined || call.operations.includes(operation))
}

/** The fault for a call, if any; using it counts. */
export function struckBy(faults: FakeFaults, area: Area, operations: readonly string[]): CallFault | undefined {
  const fault = faults.strike({ area, operations })
  return fault && !isAside(fault) ? fault : undefined
}
