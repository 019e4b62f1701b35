import { Agent } from 'node:http'
import { connect as connectSocket } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { type ClickHouseClient, type ClickHouseSettings, createClient, type ResultSet } from '@clickhouse/client'
import type { Log } from '@tillsight/supervisor'
import { addressOf } from './address.ts'
import type { FileFormat } from './contract.ts'
import { isConnectionFailure, noResult, toAppError } from './failures.ts'
import { shapeOf, withShortParameters } from './sql.ts'

/** SQL with its parameters. */
export interface Statement {
  readonly sql: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly settings?: ClickHouseSettings
  readonly signal?: AbortSignal
}

/** Rows to insert into one table. */
export interface Batch {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
  readonly settings?: ClickHouseSettings
}

/** How the answer of a SELECT is written: a row after the other, or whole and by column, which is read faster. */
type Format = 'JSONEachRow' | 'JSONColumnsWithMetadata'

/** The rows of a SELECT as they come in. */
export type Result = ResultSet<'JSONEachRow'>

/** A whole answer by column, with the type of each. */
export interface ColumnsRead {
  readonly types: ReadonlyMap<string, string>
  readonly data: Readonly<Record<string, readonly unknown[]>>
}

/** A connection that is not bound to a shop; stays inside this package. */
export interface Connection {
  readonly database: string
  /** Runs a SELECT and takes its answer, from the beginning again where the connection breaks before that is done. */
  ask<T, F extends Format = 'JSONEachRow'>(
    statement: Statement,
    take: (response: ResultSet<F>) => T | Promise<T>,
    format?: F,
  ): Promise<T>
  /** Runs a SELECT and returns its answer as the bytes of a file. It fails before the first of them, or not at all. */
  file(statement: Statement, format: FileFormat): Promise<Readable>
  /** Runs a statement and returns the number of rows it wrote. */
  run(statement: Statement): Promise<number>
  /** Inserts rows, cells in the order of `columns`, and returns the number of rows written. */
  insert(batch: Batch): Promise<number>
  ping(): Promise<boolean>
  close(): Promise<void>
}

const resultSettings: ClickHouseSettings = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_decimal_trailing_zeros: 1,
}
/** A server keeps the answer until it is complete, so that a failure is told by its status. Groups of rows bound what it needs for it. */
const wholeFile: ClickHouseSettings = {
  wait_end_of_query: 1,
  output_format_parquet_row_group_size: '50000',
  output_format_parquet_string_as_string: 1,
  // Every reader has it.
  output_format_parquet_compression_method: 'snappy',
  output_format_json_escape_forward_slashes: 0,
  // By several threads at once, lines of text are no sooner there and take hundreds of megabytes.
  output_format_parallel_formatting: 0,
}
const connections = 10
// The embedded warehouse comes back within a second or two when it has to restart, on a busy machine within ten.
const retryDelaysMs = [25, 50, 100, 200, 400, 800, 1_600, 3_200, 3_200]
// Longer than any time limit of a statement, which is the warehouse's to keep.
const requestTimeoutMs = 15 * 60_000
// After waiting this long for a result, check whether the warehouse responds at all.
const lookEveryMs = 5_000

/** Brings HTTP to a Unix socket, whatever host the URL names. */
class SocketAgent extends Agent {
  readonly #path: string

  constructor(path: string) {
    super({ keepAlive: true, maxSockets: connections })
    this.#path = path
  }

  override createConnection() {
    return connectSocket(this.#path)
  }
}

/** Connects lazily. `database` overrides the URL's, for statements that create it. */
export function connect(options: { url: string; log: Log; database?: string }): Connection {
  const { log } = options
  const address = addressOf(options.url)
  const database = options.database ?? address.database
  const client = createClient({
    url: address.base,
    username: address.username,
    password: address.password,
    database,
    application: 'tillsight',
    request_timeout: requestTimeoutMs,
    max_open_connections: connections,
    use_multipart_params_auto: true,
    clickhouse_settings: resultSettings,
    log: { level: 127 },
    ...(address.socketPath ? { http_agent: new SocketAgent(address.socketPath) } : {}),
  })
  // A separate client, so that it does not wait behind statements.
  const pulse = createClient({
    url: address.base,
    username: address.username,
    password: address.password,
    request_timeout: lookEveryMs,
    log: { level: 127 },
    ...(address.socketPath ? { http_agent: new SocketAgent(address.socketPath) } : {}),
  })
  return connectionOf({ client, pulse }, { database, log })
}

/** One client for statements, one to check that the warehouse responds. */
interface Clients {
  readonly client: ClickHouseClient
  readonly pulse: ClickHouseClient
}

function connectionOf({ client, pulse }: Clients, { database, log }: { database: string; log: Log }): Connection {
  /** Sends a statement that writes, and says how many rows that were. */
  async function write(
    statement: Statement,
    send: (abort: Abort) => Promise<{ readonly summary?: { readonly written_rows: string } | undefined }>,
  ): Promise<number> {
    const attempts = beginAttempts(statement, { pulse, log })
    while (true) {
      try {
        const { summary } = await send({ abort_signal: attempts.signal })
        return attempts.done(Number(summary?.written_rows ?? 0))
      } catch (error) {
        await attempts.failed(error)
      }
    }
  }

  return {
    database,
    async ask(statement, take, format) {
      const attempts = beginAttempts(statement, { pulse, log })
      while (true) {
        try {
          const request = { ...toRequest(statement), abort_signal: attempts.signal }
          // Without a format it is the one that the type names then.
          const response = await client.query({
            ...request,
            format: format ?? ('JSONEachRow' as typeof format & string),
          })
          return attempts.done(await take(response))
        } catch (error) {
          await attempts.failed(error)
        }
      }
    },
    async file(statement, format) {
      const attempts = beginAttempts(statement, { pulse, log })
      while (true) {
        try {
          const { query, clickhouse_settings, ...request } = toRequest(statement)
          const { stream } = await client.exec({
            ...request,
            query: `${query}\nFORMAT ${format}`,
            clickhouse_settings: { ...clickhouse_settings, ...wholeFile },
            abort_signal: attempts.signal,
          })
          return attempts.done(stream)
        } catch (error) {
          await attempts.failed(error)
        }
      }
    },
    run: (statement) => write(statement, (abort) => client.command({ ...toRequest(statement), ...abort })),
    insert: ({ table, columns, rows, settings }) =>
      write({ sql: `INSERT INTO ${table}` }, (abort) =>
        client.insert({
          table,
          columns: [...columns] as [string, ...string[]], // Holds because no table is without columns.
          values: [...rows],
          format: 'JSONCompactEachRow',
          ...(settings ? { clickhouse_settings: settings } : {}),
          ...abort,
        }),
      ),
    ping: async () => (await client.ping({ select: true })).success,
    close: () => Promise.all([client.close(), pulse.close()]).then(() => undefined),
  }
}

/** All rows of an answer as parsed JSON objects. */
export function allRows(response: Result): Promise<unknown[]> {
  return response.json<unknown>()
}

/** A whole answer by column, for `JSONColumnsWithMetadata`. */
export async function allColumns(response: ResultSet<'JSONColumnsWithMetadata'>): Promise<ColumnsRead> {
  const { meta = [], data } = await response.json<readonly unknown[]>()
  // The client declares rows for every format of a single document; in this one these are columns by name.
  const columns = data as unknown as ColumnsRead['data']
  return { types: new Map(meta.map(({ name, type }) => [name, type])), data: columns }
}

type Abort = { readonly abort_signal: AbortSignal }

function toRequest({ settings, ...statement }: Statement) {
  const { sql, params } = withShortParameters(statement)
  return {
    query: sql,
    query_params: params,
    ...(settings ? { clickhouse_settings: settings } : {}),
  }
}

/** One statement on its way to the warehouse, which is told to it until somebody answers. */
interface Attempts {
  /** Aborts when whoever asked gives up, and when the warehouse takes connections and says nothing. */
  readonly signal: AbortSignal
  /** Ends it with what came of it. */
  done<T>(result: T): T
  /** Returns when it is time for another attempt; ends it by throwing where there is none, in words for a person. */
  failed(error: unknown): Promise<void>
}

function beginAttempts(
  { sql, signal: asked }: { readonly sql: string; readonly signal?: AbortSignal | undefined },
  { pulse, log }: { readonly pulse: ClickHouseClient; readonly log: Log },
): Attempts {
  const startedAt = performance.now()
  const silence = listenForSilence(pulse)
  const signal = asked === undefined ? silence.signal : AbortSignal.any([asked, silence.signal])
  const delaysMs = retryDelaysMs.values()
  const end = (outcome: string): void => {
    silence.stop()
    const tookMs = Math.round(performance.now() - startedAt)
    // Only used if the log is that detailed.
    const entry = {
      get query() {
        return shapeOf(sql)
      },
      tookMs,
      outcome,
    }
    log.debug(entry, 'warehouse query')
  }
  return {
    signal,
    done(result) {
      end('done')
      return result
    },
    async failed(error) {
      try {
        const { value: delayMs } = delaysMs.next()
        if (delayMs === undefined) throw error
        signal.throwIfAborted()
        if (!isConnectionFailure(error)) throw error
        await delay(delayMs, undefined, { signal })
        signal.throwIfAborted()
      } catch (failure) {
        end(failure instanceof Error ? failure.message : 'failed')
        throw silence.signal.aborted ? silence.signal.reason : toAppError(failure)
      }
    },
  }
}

/** Aborts if the warehouse accepts connections but does not respond; a restarting one is waited for. */
function listenForSilence(pulse: ClickHouseClient): { readonly signal: AbortSignal; stop(): void } {
  const silence = new AbortController()
  const look = async () => {
    const found = await pulse.ping()
    if (!found.success && !isConnectionFailure(found.error)) silence.abort(noResult(found.error))
  }
  const looking = setInterval(() => void look(), lookEveryMs)
  return { signal: silence.signal, stop: () => clearInterval(looking) }
}
