import { tellsOfFullDisk } from '../failures.ts'

/** An error with ClickHouse's message and code. */
export interface Failure {
  readonly code: number
  readonly text: string
  readonly status: number
}

// ClickHouse's `exceptionCodeToHTTPStatus`, as far as clients distinguish the statuses.
const statuses: Readonly<Record<number, number>> = {
  47: 400,
  53: 400,
  62: 400,
  27: 400,
  36: 400,
  41: 400,
  42: 400,
  43: 400,
  60: 404,
  81: 404,
  115: 404,
  117: 400,
  159: 408,
  164: 403,
  243: 507,
  456: 400,
  516: 403,
}

/** Describes an error of the engine or the host in the same format. */
export function describeFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  const text = isDiskFull(error, message) ? diskFull(message) : message.replaceAll(/\s*\(in file\/uri [^)]*\)/g, '')
  const stated = /^Code: (\d+)\. /.exec(text)
  if (!stated) return { code: 1002, text: `Code: 1002. DB::Exception: ${text} (UNKNOWN_EXCEPTION)`, status: 500 }
  const code = Number(stated[1])
  return { code, text, status: statuses[code] ?? 500 }
}

/** An error that the host itself raises. */
export function failure(code: number, message: string, name: string): Error {
  return new Error(`Code: ${code}. DB::Exception: ${message} (${name})`)
}

function isDiskFull(error: unknown, message: string): boolean {
  const systemCode = error instanceof Error && 'code' in error ? error.code : undefined
  return systemCode === 'ENOSPC' || systemCode === 'EDQUOT' || tellsOfFullDisk(message)
}

function diskFull(message: string): string {
  const detail = message.replaceAll(/Code: \d+\. DB::Exception: |\([A-Z_]+\)/g, '').trim()
  return `Code: 243. DB::Exception: The disk of the warehouse is full, nothing was written: ${detail} (NOT_ENOUGH_SPACE)`
}
