import { randomUUID } from 'node:crypto'
import { type ErrorCode, type ErrorDetails, isAppError, toOutage } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import type { Env, Hono } from 'hono'
import { statusOf } from '../http/errors.ts'
import { openToSites } from './cors.ts'

/** A failure before it is put into the shape of a door. Holds nothing that may not be shown. */
export interface Failure {
  readonly status: number
  readonly code: ErrorCode
  readonly message: string
  readonly details: ErrorDetails
  /** For unknown failures: the id under which the log has them. */
  readonly errorId?: string
}

/** How a door words failures. Must not add `Retry-After`, which {@link shapedFailure} does. */
export type FailureShape = (failure: Failure) => Response

/** What any failure may show: of unknown ones an id only, under which the log has the rest. */
function toFailure(thrown: unknown, log: Log): Failure {
  const error = toOutage(thrown)
  if (isAppError(error)) {
    const { code, message, details } = error
    return { status: statusOf[code], code, message, details }
  }
  const errorId = randomUUID()
  log.error({ err: error, errorId }, 'unexpected failure while answering a request of the official client')
  const message = `Something went wrong on our side. Try again; if it stays, look for ${errorId} in the server’s log.`
  return { status: 500, code: 'internal', message, details: {}, errorId }
}

/** Sets up what all doors have in common: CORS, on failures too, which get the door's shape. Call it before adding routes. */
export function shapeDoor<E extends Env>(door: Hono<E>, log: Log, shape: FailureShape): void {
  door.use(openToSites())
  door.onError((error) => shapedFailure(error, log, shape))
}

/** A failure in the shape of a door, with `Retry-After` and `WWW-Authenticate` where they belong. */
export function shapedFailure(thrown: unknown, log: Log, shape: FailureShape): Response {
  const failure = toFailure(thrown, log)
  const response = shape(failure)
  const { retryAfterSeconds } = failure.details
  response.headers.set('cache-control', 'no-store')
  if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds))
  if (failure.code === 'unauthenticated') response.headers.set('www-authenticate', 'Bearer')
  return response
}
