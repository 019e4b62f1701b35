/** Every code; see `ErrorCode`. */
export const errorCodes = [
  'invalid_input',
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'limit_reached',
  'not_connected',
  'upstream_failed',
  'unavailable',
  'internal',
] as const

/** The closed set of failures that reach a person; each door maps it to its own statuses in one table. */
export type ErrorCode = (typeof errorCodes)[number]

/** Facts about a failure that may be shown: never secrets, never SQL. */
export type ErrorDetails = Readonly<Record<string, string | number>>

const brand: unique symbol = Symbol.for('tillsight.AppError')

/** A failure with a message for a person: what happened, what it means, what to do. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails
  readonly [brand] = true

  constructor(code: ErrorCode, message: string, options: { details?: ErrorDetails; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.details = options.details ?? {}
  }
}

/** Recognises an {@link AppError} by brand, so that a second copy of the class does not matter. */
export function isAppError(value: unknown): value is AppError {
  return typeof value === 'object' && value !== null && brand in value
}
