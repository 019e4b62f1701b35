/** Every way a platform can fail, and only these reach the merchant. */
export const failureKinds = [
  'reauth',
  'permission',
  'throttled',
  'transient',
  'too_big',
  'bad_request',
  'account_state',
  'not_found',
] as const

/** One of the ways to fail. */
export type FailureKind = (typeof failureKinds)[number]

/** One failure, in words for the merchant and facts for the system. */
export interface ConnectorFailure {
  readonly kind: FailureKind
  /** For the merchant: what happened, what it means, what to do. Never a secret, never a raw body. */
  readonly message: string
  /** The same for somebody who waits for the answer, where `message` speaks of what is tried again by itself. */
  readonly whenAsked?: string
  readonly retryAfterMs?: number
  readonly status?: number
  /** What everything that asks for this app waits for, in words: `Google’s daily limit`. Told at once, not after a while. */
  readonly waitsFor?: string
  /** The platform's own error code. */
  readonly platformCode?: string
  /** Key of the typed value that it is about. */
  readonly field?: string
  /** What the same failure becomes once it has lasted this long without a success in between. */
  readonly worsens?: { readonly afterMs: number; readonly kind: FailureKind; readonly message: string }
}

const brand: unique symbol = Symbol.for('tillsight.ConnectorError')

/** The one error that connectors throw. */
export class ConnectorError extends Error {
  readonly failure: ConnectorFailure
  readonly [brand] = true

  constructor(failure: ConnectorFailure, options: { cause?: unknown } = {}) {
    super(failure.message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ConnectorError'
    this.failure = failure
  }
}

/** Recognises a {@link ConnectorError} by brand, so that a second copy of the class does not matter. */
export function isConnectorError(value: unknown): value is ConnectorError {
  return typeof value === 'object' && value !== null && brand in value
}

/** What somebody is told who waits for the answer: nothing is tried again by itself. */
export function toldWhenAsked({ whenAsked, message }: Pick<ConnectorFailure, 'whenAsked' | 'message'>): string {
  return whenAsked ?? message
}

/**
 * What the system does about each kind; the merchant's side of it is the failure's message. `daily` begins with minutes as
 * well, because even what needs a person is often mended soon.
 */
export const failureRules: Readonly<
  Record<
    FailureKind,
    { readonly retry: 'never' | 'backoff' | 'platform' | 'daily' | 'smaller'; readonly tellAfterMs: number | null }
  >
> = {
  reauth: { retry: 'never', tellAfterMs: 0 },
  permission: { retry: 'daily', tellAfterMs: 0 },
  throttled: { retry: 'platform', tellAfterMs: 3_600_000 },
  transient: { retry: 'backoff', tellAfterMs: 3_600_000 },
  too_big: { retry: 'smaller', tellAfterMs: null },
  bad_request: { retry: 'never', tellAfterMs: 0 },
  account_state: { retry: 'daily', tellAfterMs: 0 },
  not_found: { retry: 'never', tellAfterMs: null },
}
