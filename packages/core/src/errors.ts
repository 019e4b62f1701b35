/** All error codes; see `ErrorCode`. */
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

/** The closed set of failures that reach a person; every interface (HTTP, CLI …) maps it to its own statuses in one table. */
export type ErrorCode = (typeof errorCodes)[number]

/** Facts about a failure that may be shown: never secrets, never SQL. */
export type ErrorDetails = Readonly<Record<string, string | number>>

interface Failure {
  readonly details?: ErrorDetails
  /** The problems of an input, by the path of the field: `rules.0.channel`. */
  readonly problems?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

const brand: unique symbol = Symbol.for('tillsight.AppError')

/** A failure with a message for a person: what happened, what it means, what to do. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails
  /** The problem of each invalid field, by its path; empty for any other failure. */
  readonly problems: Readonly<Record<string, string>>
  readonly [brand] = true

  constructor(code: ErrorCode, message: string, options: Failure = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.details = options.details ?? {}
    this.problems = options.problems ?? {}
  }
}

/** Recognises an {@link AppError} by brand, so that a second copy of the class does not matter. */
export function isAppError(value: unknown): value is AppError {
  return typeof value === 'object' && value !== null && brand in value
}

const passingCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE', 'ENOMEM'])

/**
 * Converts temporary failures of the operating system to `unavailable`: a full or failing disk, no files or memory left. Any
 * other error is returned unchanged.
 */
export function toOutage(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof code !== 'string' || !passingCodes.has(code)) return error
  return new AppError(
    'unavailable',
    `This server has run out of disk space, memory or open files, or its disk fails (${code}): nothing was stored. Try again in a moment; if it stays, free some space.`,
    { cause: error },
  )
}
