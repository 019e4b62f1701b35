import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An error response of the protocol, with its messages and codes. */
export class AuthError extends Error {
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly reasons: readonly string[] | undefined

  constructor(status: ContentfulStatusCode, code: string, said: string | AuthErrorDetails) {
    const { message, cause, reasons }: AuthErrorDetails = typeof said === 'string' ? { message: said } : said
    super(message, { cause })
    this.status = status
    this.code = code
    this.reasons = reasons
  }
}

/** Fields that a few errors carry besides their message. */
export interface AuthErrorDetails {
  readonly message: string
  /** Why a password is weak. */
  readonly reasons?: readonly string[]
  readonly cause?: unknown
}

/** The other shape of error: of the id-token grant, and of the authorization server. */
export class OAuthError extends Error {
  readonly error: string
  readonly status: 400 | 401

  constructor(error: string, description: string, status: 400 | 401 = 400) {
    super(description)
    this.error = error
    this.status = status
  }
}

/** `400 validation_failed`: by far the most frequent refusal. */
export function invalid(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message)
}

/** An internal failure; the message reveals nothing more. */
export function unexpected(message: string, cause?: unknown): AuthError {
  return new AuthError(500, 'unexpected_failure', { message, cause })
}

const newShapeSince = '2024-01-01'

/** Whether the caller's `X-Supabase-Api-Version` asks for the 2024 error format. */
export function wantsNewShape(version: string | undefined): boolean {
  if (version === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(version)) return false
  return !Number.isNaN(Date.parse(version)) && version >= newShapeSince
}

/**
 * An error in the format of the caller's version. `id` is included for internal failures, so that the log can be searched.
 */
export function errorResponse(error: AuthError | OAuthError, version: string | undefined, id: string): Response {
  if (error instanceof OAuthError) {
    const body = { error: error.error, error_description: error.message }
    const challenge = error.status === 401 ? { 'www-authenticate': 'Basic realm="oauth"' } : {}
    return Response.json(body, { status: error.status, headers: { 'cache-control': 'no-store', ...challenge } })
  }
  const headers = new Headers({ 'x-sb-error-code': error.code, 'cache-control': 'no-store' })
  const weak = error.reasons === undefined ? {} : { weak_password: { reasons: error.reasons } }
  if (wantsNewShape(version)) {
    headers.set('x-supabase-api-version', newShapeSince)
    return Response.json({ code: error.code, message: error.message, ...weak }, { status: error.status, headers })
  }
  const legacy = { code: error.status, error_code: error.code, msg: error.message, ...weak }
  return Response.json(error.status >= 500 ? { ...legacy, error_id: id } : legacy, { status: error.status, headers })
}
