/** Parts of the platform that can fail on their own. */
export type Area = 'api' | 'auth' | 'token' | 'revoke' | 'picture'

/** What can go wrong on request. */
export type FaultKind =
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
  /** A status, with a page or any other body. */
  | {
      readonly kind: 'status'
      readonly status: number
      readonly body?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** An error of Google's edge, before Google Ads is asked: `PERMISSION_DENIED` with `SERVICE_DISABLED`. */
  | { readonly kind: 'edge'; readonly status: number; readonly word: string; readonly reason?: string }
  /** The connection is cut in the middle of the answer. */
  | { readonly kind: 'cut' }
  /** The answer ends early as if it were whole. */
  | { readonly kind: 'truncated' }
  | { readonly kind: 'slow'; readonly milliseconds: number }
  /** An error of the token endpoint: `invalid_grant`. */
  | { readonly kind: 'oauth'; readonly error: string; readonly status?: number }
  /** Happens before the answer: for changing things between two requests. */
  | { readonly kind: 'call'; readonly run: () => void }

/** A fault, and which requests it is for. */
export type Fault = FaultKind & {
  /** `api` by default. */
  readonly area?: Area
  /** Only queries of this resource: `campaign`. */
  readonly resource?: string
  readonly customer?: string
  /** Only queries that hold this text. */
  readonly query?: string
  /** Lets so many pass first. */
  readonly skip?: number
  /** Strikes so often; always by default. */
  readonly times?: number
}

/** A request as faults look at it. */
export interface FaultTarget {
  readonly area: Area
  readonly resource: string
  readonly customer: string
  readonly query: string
}

interface Armed {
  readonly fault: Fault
  skip: number
  left: number
}

/** The faults that are switched on, in the order they were added. */
export class FakeFaults {
  #armed: Armed[] = []

  /** Switches a fault on. */
  add(fault: Fault): void {
    this.#armed.push({ fault, skip: fault.skip ?? 0, left: fault.times ?? Number.POSITIVE_INFINITY })
  }

  /** Switches all faults off. */
  clear(): void {
    this.#armed = []
  }

  /** The fault that a request runs into, if any; it counts as a strike. */
  strike(target: FaultTarget): Fault | undefined {
    for (const armed of this.#armed) {
      if (!isFor(armed.fault, target)) continue
      if (armed.skip > 0) {
        armed.skip -= 1
        continue
      }
      armed.left -= 1
      if (armed.left <= 0) this.#armed = this.#armed.filter((one) => one !== armed)
      return armed.fault
    }
    return undefined
  }
}

function isFor(fault: Fault, target: FaultTarget): boolean {
  if ((fault.area ?? 'api') !== target.area) return false
  if (fault.resource !== undefined && fault.resource !== target.resource) return false
  if (fault.customer !== undefined && fault.customer !== target.customer) return false
  return fault.query === undefined || target.query.includes(fault.query)
}
