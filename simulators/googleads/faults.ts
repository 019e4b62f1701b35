import type { Faults, Often, WireFault } from '../web/faults.ts'

/** Parts of the platform that can fail on their own. */
export type Area = 'api' | 'auth' | 'token' | 'revoke' | 'picture'

/** Faults that can be switched on. */
type FaultKind =
  | WireFault
  /** An error of the platform's own vocabulary; `inStream`: after the first batch, with status 200. */
  | {
      readonly kind: 'error'
      readonly category: string
      readonly code: string
      readonly message?: string
      readonly status?: number
      readonly inStream?: boolean
    }
  | { readonly kind: 'quota'; readonly scope: 'DEVELOPER' | 'ACCOUNT'; readonly retrySeconds: number }
  /** An error of Google's edge, before Google Ads is asked: `PERMISSION_DENIED` with `SERVICE_DISABLED`. */
  | { readonly kind: 'edge'; readonly status: number; readonly word: string; readonly reason?: string }
  /** An error of the token endpoint: `invalid_grant`. */
  | { readonly kind: 'oauth'; readonly error: string; readonly status?: number }
  /** Runs before the response: for changes between two requests. */
  | { readonly kind: 'call'; readonly run: () => void }

/** A fault, and the requests that it affects. */
export type Fault = FaultKind & Aim

interface Aim extends Often {
  /** `api` by default. */
  readonly area?: Area
  /** Only queries of this resource: `campaign`. */
  readonly resource?: string
  readonly customer?: string
  /** Only queries that contain this text. */
  readonly query?: string
}

/** The part of a request that faults match. */
export interface FaultTarget {
  readonly area: Area
  readonly resource: string
  readonly customer: string
  readonly query: string
}

/** The faults of a simulated Google Ads. */
export type FakeFaults = Faults<Fault, FaultTarget>

/** Whether a fault concerns a request. */
export function isAbout({ area = 'api', resource, customer, query }: Fault, target: FaultTarget): boolean {
  return (
    area === target.area &&
    (resource === undefined || resource === target.resource) &&
    (customer === undefined || customer === target.customer) &&
    (query === undefined || target.query.includes(query))
  )
}
