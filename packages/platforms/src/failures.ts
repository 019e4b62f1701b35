import type { AdAccountProblem } from './ad-records.ts'

/** All the ways in which a platform can fail; the merchant sees no others. */
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

/** One of {@link failureKinds}. */
export type FailureKind = (typeof failureKinds)[number]

/** A failure, with texts for the merchant and facts for the system. */
export interface ConnectorFailure {
  readonly kind: FailureKind
  /** For the merchant: what happened, what it means, what to do. Never a secret, never a raw body. */
  readonly message: string
  /** The message for somebody who is waiting for the response, if `message` announces an automatic retry. */
  readonly whenAsked?: string
  readonly retryAfterMs?: number
  readonly status?: number
  /**
   * What all requests of this app have to wait for, as display text: `Google’s daily limit`. Reported immediately, not after
   * a while.
   */
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

/** The message for somebody who is waiting for the response, where nothing is retried automatically. */
export function toldWhenAsked({ whenAsked, message }: Pick<ConnectorFailure, 'whenAsked' | 'message'>): string {
  return whenAsked ?? message
}

/**
 * What the system does about each kind of failure; what the merchant can do is in the failure's message. `daily` begins with
 * minutes as well, because even failures that need a person are often fixed soon.
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

/** The failure kind for an account problem, if the connection has no other readable account. */
const accountKinds: Readonly<Record<AdAccountProblem['kind'], FailureKind>> = {
  permission: 'permission',
  account_state: 'account_state',
  not_found: 'account_state',
  changed: 'account_state',
  failing: 'transient',
}

/** An account's problem as a failure, for when no other account can be read either: the data must not look complete then. */
export function refusalOf({ kind, message }: AdAccountProblem): ConnectorError {
  return new ConnectorError({
    kind: accountKinds[kind],
    message,
    platformCode: kind === 'changed' ? 'changed' : 'accounts',
  })
}

/** Runs an exchange that is given up after `ms`; then throws `transient` with the code `timeout`. */
export async function withPatience<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const patience = AbortSignal.timeout(ms)
  try {
    return await work(patience)
  } catch (error) {
    if (!patience.aborted || isConnectorError(error)) throw error
    throw new ConnectorError(
      {
        kind: 'transient',
        message: `The platform did not answer completely within ${Math.max(1, Math.round(ms / 1_000))} seconds. Try again in a minute; reading goes on by itself.`,
        platformCode: 'timeout',
        worsens: {
          afterMs: 24 * 3_600_000,
          kind: 'account_state',
          message:
            'The platform has not answered in time for more than a day. If it is your shop, ask your host whether it is online; reading goes on by itself as soon as it answers.',
        },
      },
      { cause: error },
    )
  }
}

const circleCode = 'circle'

/**
 * Detects a list whose pages lead back to one already read: following it would never end, and stopping there would take a
 * part for the whole. Pass every cursor before it is followed; throws `transient` for a known one.
 */
export function noticeCircles(of: { readonly platform: string; readonly what: string }): (cursor: string) => void {
  const followed = new Set<string>()
  return (cursor) => {
    if (followed.has(cursor)) throw circling(of)
    followed.add(cursor)
  }
}

/** Whether a list led back to a page that was read already. */
export function isCircle(error: unknown): boolean {
  return isConnectorError(error) && error.failure.platformCode === circleCode
}

function circling({ platform, what }: { readonly platform: string; readonly what: string }): ConnectorError {
  return new ConnectorError({
    kind: 'transient',
    message: `${platform} led us in a circle while we read ${what}: a page named one as the next that was read already. Nothing of it was kept; it is tried again by itself.`,
    platformCode: circleCode,
    worsens: {
      afterMs: 24 * 3_600_000,
      kind: 'account_state',
      message: `${platform} has led us in a circle for more than a day while we read ${what}, so nothing new of it is read. Write to the support of ${platform}; reading goes on by itself as soon as its pages come to an end.`,
    },
  })
}
