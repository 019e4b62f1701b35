import { randomUUID } from 'node:crypto'
import { type AppError, type ErrorCode, isAppError, toOutage } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'

/** The only mapping from error codes to HTTP statuses. */
export const statusOf: Readonly<Record<ErrorCode, number>> = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  limit_reached: 429,
  not_connected: 409,
  upstream_failed: 502,
  unavailable: 503,
  internal: 500,
}

const titles: Readonly<Record<ErrorCode, string>> = {
  invalid_input: 'The request cannot be understood',
  unauthenticated: 'Sign in first',
  forbidden: 'Not allowed',
  not_found: 'Not found',
  conflict: 'Conflict with the current state',
  limit_reached: 'Too many requests',
  not_connected: 'Not connected',
  upstream_failed: 'A platform did not answer as it should',
  unavailable: 'Not available right now',
  internal: 'Something went wrong on our side',
}

/** Databases usually come back within seconds. */
const returnAfterSeconds = 5

/** Adds `Retry-After` to every 503 that lacks it: platforms and browsers then retry by themselves. */
export const sayWhenToReturn = createMiddleware(async (c, next) => {
  await next()
  const { status, headers } = c.res
  if (status === statusOf.unavailable && !headers.has('retry-after')) {
    headers.set('retry-after', String(returnAfterSeconds))
  }
})

/**
 * RFC 9457. Unknown failures show an id that is also in the log, never their message: the request's own, where it has one,
 * which every failure shows as `instance`.
 */
export function toProblem(thrown: unknown, log: Log, instance?: string): Response {
  const error = toOutage(thrown)
  if (isAppError(error)) {
    const status = statusOf[error.code]
    return problem({
      status,
      title: titles[error.code],
      detail: error.message,
      code: error.code,
      instance,
      ...error.details,
      errors: errorsOf(error),
    })
  }
  const id = instance ?? randomUUID()
  log.error({ err: error, errorId: id }, 'unexpected failure while answering a request')
  return problem({
    status: 500,
    title: titles.internal,
    detail: `Something went wrong on our side. Try again; if it stays, look for ${id} in the server’s log.`,
    code: 'internal',
    instance,
    errorId: id,
  })
}

/** What is wrong with each field; undefined where no field is. */
function errorsOf({ problems }: AppError): readonly { readonly field: string; readonly detail: string }[] | undefined {
  const all = Object.entries(problems).map(([field, detail]) => ({ field, detail }))
  return all.length === 0 ? undefined : all
}

/** The only failure that no verb throws: the request body is too large. */
export function tooLarge(limit: string): Response {
  return problem({
    status: 413,
    title: 'The request is too large',
    detail: `The request is larger than ${limit}, which is the limit. Send less at once.`,
    code: 'too_large',
  })
}

const bytesOf = { kB: 1024, MB: 1024 * 1024 }

/**
 * Refuses larger bodies. One is as long as it says, which Node sees to; only one that does not say it is read to find out, for
 * which the whole request has to be made a stream.
 */
export function limitBody(most: number, unit: keyof typeof bytesOf) {
  const maxSize = most * bytesOf[unit]
  const refuse = () => tooLarge(`${most} ${unit}`)
  const limitUntold = bodyLimit({ maxSize, onError: refuse })
  return createMiddleware(async (c, next) => {
    if (c.req.header('transfer-encoding') !== undefined) return await limitUntold(c, next)
    return Number(c.req.header('content-length') ?? 0) > maxSize ? refuse() : await next()
  })
}

function problem(fields: { readonly status: number } & Readonly<Record<string, unknown>>): Response {
  const { retryAfterSeconds, instance } = fields
  return new Response(JSON.stringify({ type: 'about:blank', ...fields }), {
    status: fields.status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(typeof instance === 'string' ? { 'x-request-id': instance } : {}),
      ...(fields.status === statusOf.unauthenticated ? { 'www-authenticate': 'Bearer' } : {}),
      ...(typeof retryAfterSeconds === 'number' ? { 'retry-after': String(retryAfterSeconds) } : {}),
    },
  })
}
