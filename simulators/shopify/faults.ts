import { Faults, type Often, type WireFault } from '../web/faults.ts'

/** Which calls a fault strikes, and how often. */
interface Aim extends Often {
  /** `graphql` (where absent), `oauth` for the token endpoint, `files` for bulk results, `browser` for pages. */
  readonly area?: Area
  /** Only documents whose operation or first field has this name. */
  readonly operation?: string
}

export type Area = 'graphql' | 'oauth' | 'files' | 'browser'

/** What can go wrong with a call. */
export type CallFault =
  | WireFault
  /** 200 with `THROTTLED`. */
  | { readonly kind: 'throttled' }
  /** 200 with `MAX_COST_EXCEEDED` whenever a query asks for more than this. */
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
  /** The access token is dead: 401. */
  | { readonly kind: 'dead_token' }
  /** Answers as another version than the one asked for. */
  | { readonly kind: 'other_version'; readonly version: string }
  /** Sends half of the body, then cuts. */
  | { readonly kind: 'truncated' }

/** What can go wrong beside calls. */
type OtherFault =
  /** `ACCESS_DENIED` on one field, such as `Order.customer`; the rest of the answer is there. */
  | { readonly kind: 'denied_field'; readonly field: string }
  /** Redirects to the app carry a signature of another secret. */
  | { readonly kind: 'wrong_hmac' }
  /** The next bulk operation ends so; `lines` of a failed one can be fetched. */
  | {
      readonly kind: 'bulk_failed'
      readonly errorCode?: 'ACCESS_DENIED' | 'INTERNAL_SERVER_ERROR' | 'TIMEOUT'
      readonly lines?: number
    }
  | { readonly kind: 'bulk_expired' }
  | { readonly kind: 'bulk_canceled' }
  /** Counts one more than the file holds. */
  | { readonly kind: 'bulk_wrong_counts' }
  /** One child names a parent that is not in the file. */
  | { readonly kind: 'bulk_orphan' }
  /** The slots are taken by somebody else. */
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
  'bulk_slots_taken',
])

/** The faults of a shop. */
export class FakeFaults extends Faults<Fault> {
  /** The fault that a call runs into, if any; it counts as a strike. */
  strikeCall(area: Area, operations: readonly string[]): (Fault & CallFault) | undefined {
    return this.first(
      (fault): fault is Fault & CallFault =>
        !otherKinds.has(fault.kind) &&
        (fault.area ?? 'graphql') === area &&
        (fault.operation === undefined || operations.includes(fault.operation)),
    )
  }

  /** A fault of one kind beside calls; it counts as a strike. */
  strike<K extends OtherFault['kind']>(kind: K): Extract<Fault, { kind: K }> | undefined {
    return this.first((fault): fault is Extract<Fault, { kind: K }> => fault.kind === kind)
  }

  /** Whether a field is denied. */
  denies(field: string): boolean {
    return this.list().some((fault) => fault.kind === 'denied_field' && fault.field === field)
  }
}
