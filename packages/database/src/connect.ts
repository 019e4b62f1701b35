import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { Db } from './schema.ts'

const startTimeoutMs = 30_000
const firstPauseMs = 50
const longestPauseMs = 1000
const { builtins } = pg.types

/** A connection pool's name and size. */
export interface PoolOptions {
  readonly url: string
  readonly log: Log
  /** The name shown in `pg_stat_activity`. */
  readonly applicationName: string
  readonly size: number
  /** Milliseconds to wait for a free connection, and then for a response; defaults to 30 s, and to no limit. */
  readonly patienceMs?: number
  /** For how long an unused connection is kept. */
  readonly keptMs?: number | undefined
}

/** For how long an unused connection to a server is kept that others may need, too. */
export const usuallyKeptMs = 10_000

/** Opens a pool that logs and replaces broken connections instead of ending the process. */
export function createPool({ url, log, applicationName, size, patienceMs, keptMs }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: applicationName,
    max: size,
    idleTimeoutMillis: keptMs ?? usuallyKeptMs,
    connectionTimeoutMillis: patienceMs ?? startTimeoutMs,
    ...(patienceMs === undefined ? {} : { query_timeout: patienceMs }),
    keepAlive: true,
    types: { getTypeParser: parserOf },
  })
  pool.on('error', () => undefined)
  // The pool listens to idle connections only: one that breaks while in use would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      if (!pool.ending) log.warn({ err: error }, 'a database connection broke; it will be replaced')
    })
  })
  return pool
}

const readInt8 = (text: string): bigint => BigInt(text)
const readText = (text: string): string => text

/** Days stay text (a `Date` would pick up a zone), 64-bit integers become bigint, decimals stay exact text. */
function parserOf(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === builtins.INT8) return readInt8
  if (oid === builtins.DATE) return readText
  return format === 'binary' ? pg.types.getTypeParser(oid, 'text') : pg.types.getTypeParser(oid)
}

/** Waits up to 30 s until the server responds. Throws `unavailable`, immediately if waiting cannot help. */
export async function waitForServer(pool: pg.Pool, log: Log): Promise<void> {
  const deadline = AbortSignal.timeout(startTimeoutMs)
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      await pool.query('SELECT 1')
      return
    } catch (error) {
      if (deadline.aborted || !mayPass(error)) throw unreachable(error)
      log.debug({ err: error }, 'the database does not answer yet')
      await delay(pauseMs)
    }
  }
}

/** The server or its network is unreachable, starting, stopping, or out of connections. */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EAI_AGAIN',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '53300',
])
/** No space left. Hosted servers switch to read-only before that happens, as does one that is being replaced. */
const fullCodes = new Set(['53100', '25006'])
/** Out of memory or open files, or its disk fails. */
const exhaustedCodes = new Set(['53000', '53200', '58030'])

/** The kind of problem of a server that is temporarily unable to work. */
type Trouble = 'away' | 'full' | 'exhausted'

/** Undefined if the server works and refuses the query itself. */
function troubleOf(error: unknown): Trouble | undefined {
  if (isNoResult(error)) return 'away'
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof code === 'string') {
    if (fullCodes.has(code)) return 'full'
    if (exhaustedCodes.has(code)) return 'exhausted'
    return awayCodes.has(code) ? 'away' : undefined
  }
  const isAway = error instanceof Error && /Connection terminated|not queryable|timeout exceeded/.test(error.message)
  return isAway ? 'away' : undefined
}

/** Whether the error comes from a server that is starting, stopping, full, failing or hanging: worth another try. */
export function mayPass(error: unknown): boolean {
  return troubleOf(error) !== undefined
}

/** Whether a query was abandoned: its connection may still be waiting for the result. */
export function isNoResult(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout'
}

const messages: Readonly<Record<Trouble, string>> = {
  away: 'The database does not answer, so nothing can be read or written right now. It is restarted by itself when it is the embedded one; otherwise check DATABASE_URL and that server. Try again in a moment.',
  full: 'The database takes nothing in right now, most likely because its disk is full: nothing was written. Free some space, then try again; nothing that was stored before is lost.',
  exhausted:
    'The database has run out of memory or open files, or its disk fails: nothing was written. Try again in a moment; if it stays, its log has the reason.',
}

/** Runs a query; rejects with `unavailable` if the server is temporarily unable to work. */
export async function sayUnavailable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const trouble = troubleOf(error)
    if (trouble === undefined) throw error
    throw new AppError('unavailable', messages[trouble], { cause: error })
  }
}

function unreachable(error: unknown): AppError {
  const reason = error instanceof Error && error.message !== '' ? error.message : 'no answer'
  return new AppError(
    'unavailable',
    `The database cannot be reached (${reason}). Check DATABASE_URL, or the log of the embedded database if it is not set.`,
    { cause: error },
  )
}

const names = new Map<string, string>()

/** The name under which connections keep a statement parsed and planned; undefined for one that is sent as text each time. */
export function preparedName(text: string): string | undefined {
  return names.get(text)
}

/**
 * A statement that nearly every request sends: each connection parses and plans it once. Its text must not vary. Rows of a
 * table come as JSON and not by `*`: connections that are open while a newer version adds a column would refuse it.
 */
export function prepare<Row>(name: string, text: string): (db: Db, params: readonly unknown[]) => Promise<Row[]> {
  names.set(text, name)
  return async (db, params) => (await db.executeQuery<Row>(CompiledQuery.raw(text, [...params]))).rows
}
