import { Faults, type Often, type WireFault } from '../web/faults.ts'

/** Parts of the platform that can fail on their own. */
export type Area = 'api' | 'auth' | 'token' | 'revoke' | 'picture'

/** What can go wrong on request. */
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
  /** The connection is cut in the middle of the answer. */
  | { readonly kind: 'cut' }
  /** The answer ends early as if it were whole. */
  | { readonly kind: 'truncated' }
  /** An error of the token endpoint: `invalid_grant`. */
  | { readonly kind: 'oauth'; readonly error: string; readonly status?: number }
  /** Happens before the answer: for changing things between two requests. */
  | { readonly kind: 'call'; readonly run: () => void }

/** A fault, and which requests it is for. */
export type Fault = FaultKind & Aim

interface Aim extends Often {
  /** `api` by default. */
  readonly area?: Area
  /** Only queries of this resource: `campaign`. */
  readonly resource?: string
  readonly customer?: string
  /** Only queries that hold this text. */
  readonly query?: string
}

/** A request as faults look at it. */
export interface FaultTarget {
  readonly area: Area
  readonly resource: string
  readonly customer: string
  readonly query: string
}

/** The faults of a simulated Google Ads. */
export class FakeFaults extends Faults<Fault> {
  /** The fault that a request runs into, if any; it counts as a strike. */
  strike(target: FaultTarget): Fault | undefined {
    return this.first((fault) => isFor(fault, target))
  }
}

function isFor(fault: Fault, target: FaultTarget): boolean {
  if ((fault.area ?? 'api') !== target.area) return false
  if (fault.resource !== undefined && fault.resource !== target.resource) return false
  if (fault.customer !== undefined && fault.customer !== target.customer) return false
  return fault.query === undefined || target.query.includes(fault.query)
}
