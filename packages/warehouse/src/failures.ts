import { ClickHouseError } from '@clickhouse/client'
import { AppError } from '@tillsight/core'

/** Whether a message from the operating system or the engine means that the disk, or a quota, is full. */
export function tellsOfFullDisk(message: string): boolean {
  return /No space left on device|Disk quota exceeded|NOT_ENOUGH_SPACE|errno: (?:28|122)\b/.test(message)
}

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
])

/** Whether nothing responded, so that a retry is worthwhile; repeating is safe, because every write replaces itself. */
export function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return connectionCodes.has(code) || /socket hang up|^aborted$/.test(error.message)
}

/** The error that the warehouse does not respond, for people. */
export function noResult(cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    'The warehouse does not answer, so no figures can be read or written right now. It is restarted by itself when it is the embedded one; otherwise check CLICKHOUSE_URL and that server.',
    { cause },
  )
}

/** Errors that say nothing about the statement: a failing disk, an overloaded or read-only server. */
const passingTypes: ReadonlySet<string> = new Set([
  'CANNOT_WRITE_TO_FILE_DESCRIPTOR',
  'CANNOT_READ_FROM_FILE_DESCRIPTOR',
  'CANNOT_OPEN_FILE',
  'CANNOT_CLOSE_FILE',
  'CANNOT_FSYNC',
  'CANNOT_ALLOCATE_MEMORY',
  'CANNOT_SCHEDULE_TASK',
  'TOO_MANY_SIMULTANEOUS_QUERIES',
  'TOO_MANY_PARTS',
  'SERVER_OVERLOADED',
  'TABLE_IS_READ_ONLY',
  'NETWORK_ERROR',
  'SOCKET_TIMEOUT',
])

/**
 * Converts a failed call to the warehouse into an error for people; unknown errors keep their cause and become `internal`.
 */
export function toAppError(error: unknown): unknown {
  if (isConnectionFailure(error)) return noResult(error)
  if (!(error instanceof ClickHouseError)) return error
  if (tellsOfFullDisk(error.message)) return diskFull(error)
  const type = error.type ?? `code ${error.code}`
  return passingTypes.has(type) ? overburdened(error, type) : toRefusal(error, type)
}

/** Converts a failure by its ClickHouse type. */
function toRefusal(error: ClickHouseError, type: string): AppError {
  switch (type) {
    case 'TIMEOUT_EXCEEDED':
    case 'TOO_SLOW':
      return new AppError(
        'limit_reached',
        'This question takes too long for the warehouse. Ask for a shorter range or fewer breakdowns.',
        { cause: error },
      )
    case 'MEMORY_LIMIT_EXCEEDED':
      return new AppError(
        'limit_reached',
        'This question needs more memory than the warehouse may use. Ask for a shorter range or fewer breakdowns.',
        { cause: error },
      )
    case 'NOT_ENOUGH_SPACE':
      return diskFull(error)
    case 'AUTHENTICATION_FAILED':
      return new AppError(
        'unavailable',
        'The warehouse refused the user or password. Check the credentials in CLICKHOUSE_URL.',
        { cause: error },
      )
    case 'QUERY_WAS_CANCELLED':
    case 'ABORTED':
      return new AppError(
        'unavailable',
        'The warehouse stopped this query, most likely because it is restarting. Try again.',
        {
          cause: error,
        },
      )
    default:
      return new AppError('internal', `The warehouse could not run a statement (${type}).`, {
        cause: error,
      })
  }
}

function diskFull(cause: ClickHouseError): AppError {
  return new AppError(
    'unavailable',
    'The disk of the warehouse is full: nothing was written. Free some space, then try again; nothing is lost.',
    { cause },
  )
}

function overburdened(cause: ClickHouseError, type: string): AppError {
  return new AppError(
    'unavailable',
    `The warehouse cannot do its work right now (${type}). Try again in a moment; if it stays, its log has the reason.`,
    { cause },
  )
}
