/** Where and how often a fault strikes. */
interface Aim {
  /** `graphql` (where absent), `oauth` for the token endpoint, `files` for bulk results, `browser` for pages. */
  readonly area?: Area
  /** Only documents whose operation or first field has this name. */
  readonly operation?: string
  /** Strikes this often, then is gone; absent = until cleared. */
  readonly times?: number
  /** Lets this many matching calls pass first. */
  readonly skip?: number
}

export type Area = 'graphql' | 'oauth' | 'files' | 'browser'

/** What can go wrong with a call. */
export type CallFault =
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
  | {
      readonly kind: 'status'
      readonly status: number
      readonly body?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** The access token is dead: 401. */
  | { readonly kind: 'dead_token' }
  /** Answers as another version than the one asked for. */
  | { readonly kind: 'other_version'; readonly version: string }
  | { readonly kind: 'hang' }
  | { readonly kind: 'drop' }
  | { readonly kind: 'slow'; readonly milliseconds: number }
  /** Sends half of the body, then cuts. */
  | { readonly kind: 'truncated' }

/** What can go wrong beside calls. */
export type OtherFault =
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
