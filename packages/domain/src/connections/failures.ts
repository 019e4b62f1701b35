import { AppError, type ErrorCode } from '@tillsight/core'
import {
  type ConnectorFailure,
  type FailureKind,
  failureRules,
  isConnectorError,
  toldWhenAsked,
} from '@tillsight/platforms/connectors'
import type { Problem } from './status.ts'

const codes: Readonly<Record<FailureKind, ErrorCode>> = {
  reauth: 'not_connected',
  permission: 'not_connected',
  throttled: 'upstream_failed',
  transient: 'upstream_failed',
  too_big: 'upstream_failed',
  bad_request: 'upstream_failed',
  account_state: 'upstream_failed',
  not_found: 'not_found',
}

/**
 * Converts a platform's failure into the error of a verb, for a person waiting for the result; anything else is returned
 * unchanged.
 */
export function toAppError(error: unknown): unknown {
  if (!isConnectorError(error)) return error
  const { kind, field } = error.failure
  const message = toldWhenAsked(error.failure)
  // A wrongly entered value is fixed by entering it again; the platform is fine.
  if (field !== undefined)
    return new AppError('invalid_input', message, { details: { failure: kind, field }, cause: error })
  return new AppError(codes[kind], message, { details: { failure: kind }, cause: error })
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** A short failure should stay short: temporary failures are retried after these pauses at first. */
const firstPausesMs = [1, 5, 15, 60].map((minutes) => minutes * minuteMs)
const jitter = 0.2

/**
 * The problem after another failure: same start while the kind stays, a graver kind once it has lasted too long, and the time
 * of the next automatic retry.
 */
export function nextProblem(
  failure: ConnectorFailure,
  { earlier, now, random = Math.random() }: { earlier: Problem | null; now: Date; random?: number },
): Problem {
  const same = earlier && (earlier.worsenedFrom ?? earlier.kind) === failure.kind ? earlier : null
  const attempts = (same?.attempts ?? 0) + 1
  const pauseMs = pauseAfter(failure, attempts, random)
  const since = same?.since ?? now.toISOString()
  return {
    ...wordsFor(failure, now.getTime() - Date.parse(since)),
    since,
    attempts,
    ...(failure.waitsFor === undefined ? {} : { waitsFor: failure.waitsFor }),
    retryAt: pauseMs === null ? null : new Date(now.getTime() + pauseMs).toISOString(),
  }
}

/** The message for a failure that has lasted this long. */
function wordsFor(
  { kind, message, worsens }: ConnectorFailure,
  lastedMs: number,
): Pick<Problem, 'kind' | 'message' | 'worsenedFrom'> {
  if (worsens === undefined || lastedMs < worsens.afterMs) return { kind, message }
  return { kind: worsens.kind, message: worsens.message, worsenedFrom: kind }
}

/** The HTTP client has already retried within seconds; these pauses follow once it gives up. */
function pauseAfter({ kind, retryAfterMs }: ConnectorFailure, attempts: number, random: number): number | null {
  const growing = (lastingMs: number) => firstPausesMs[attempts - 1] ?? lastingMs
  switch (failureRules[kind].retry) {
    case 'platform':
      if (retryAfterMs !== undefined) return Math.max(retryAfterMs, minuteMs)
      // Spread out, because many connections share one limit.
      return Math.round(growing(60 * minuteMs) * (1 - jitter + 2 * jitter * random))
    case 'backoff':
    case 'smaller':
      return growing(60 * minuteMs)
    case 'daily':
      return growing(dayMs)
    case 'never':
      // A faulty request is retried once a day, because an update of either side may have fixed it.
      return kind === 'reauth' ? null : dayMs
  }
}
