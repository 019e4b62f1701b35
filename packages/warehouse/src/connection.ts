import { Agent } from 'node:http'
import { connect as connectSocket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type ClickHouseClient, type ClickHouseSettings, createClient } from '@clickhouse/client'
import type { Log } from '@tillsight/supervisor'
import { addressOf } from './address.ts'
import { isConnectionFailure, toAppError } from './failures.ts'
import { shapeOf } from './sql.ts'

/** SQL with its values beside it. */
export interface Statement {
  readonly sql: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly settings?: ClickHouseSettings
  readonly signal?: AbortSignal
}

/** Rows on their way into one table. */
export interface Batch {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
  readonly settings?: ClickHouseSettings
}

/** The unbound way to the warehouse; stays inside this package. */
export interface Connection {
  readonly database: string
  /** Rows of a SELECT as parsed JSON objects, at once. */
  rows(statement: Statement): Promise<unknown[]>
  /** Rows of a SELECT, batch by batch. */
  batches(statement: Statement): AsyncIterable<unknown[]>
  /** Runs a statement and returns the number of rows it wrote. */
  run(statement: Statement): Promise<number>
  /** Inserts rows, cells in the order of `columns`, and returns the number of rows written. */
  insert(batch: Batch): Promise<number>
  ping(): Promise<boolean>
  close(): Promise<void>
}

const answerSettings: ClickHouseSettings = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_decimal_trailing_zeros: 1,
}
const connections = 10
const retryDelaysMs = [25, 50, 100, 200, 400, 800, 1_600, 3_200]
// Longer than any time limit of a statement, which is the warehouse's to keep.
const requestTimeoutMs = 15 * 60_000

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
    clickhouse_settings: answerSettings,
    log: { level: 127 },
    ...(address.socketPath ? { http_agent: new SocketAgent(address.socketPath) } : {}),
  })
  return connectionOf(client, { database, log })
}

function connectionOf(client: ClickHouseClient, { database, log }: { database: string; log: Log }): Connection {
  async function attempt<T>(sql: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    let outcome = 'done'
    try {
      return await retrying(work, signal)
    } catch (error) {
      outcome = error instanceof Error ? error.message : 'failed'
      throw toAppError(error)
    } finally {
      const tookMs = Math.round(performance.now() - startedAt)
      // Read only where the log is that detailed.
      const entry = {
        get query() {
          return shapeOf(sql)
        },
        tookMs,
        outcome,
      }
      log.debug(entry, 'warehouse query')
    }
  }

  const query = ({ sql, params, settings, signal }: Statement) =>
    client.query({
      query: sql,
      format: 'JSONEachRow',
      ...(params ? { query_params: { ...params } } : {}),
      ...(settings ? { clickhouse_settings: settings } : {}),
      ...(signal ? { abort_signal: signal } : {}),
    })

  return {
    database,
    rows: (statement) => attempt(statement.sql, statement.signal, async () => (await query(statement)).json<unknown>()),
    async *batches(statement) {
      const result = await attempt(statement.sql, statement.signal, () => query(statement))
      try {
        for await (const batch of result.stream<unknown>()) yield batch.map((row) => row.json<unknown>())
      } catch (error) {
        throw toAppError(error)
      } finally {
        result.close()
      }
    },
    run: ({ sql, params, settings, signal }) =>
      attempt(sql, signal, async () => {
        const { summary } = await client.command({
          query: sql,
          ...(params ? { query_params: { ...params } } : {}),
          ...(settings ? { clickhouse_settings: settings } : {}),
          ...(signal ? { abort_signal: signal } : {}),
        })
        return Number(summary?.written_rows ?? 0)
      }),
    insert: ({ table, columns, rows, settings }) =>
      attempt(`INSERT INTO ${table}`, undefined, async () => {
        const { summary } = await client.insert({
          table,
          columns: [...columns] as [string, ...string[]], // Holds because no table is without columns.
          values: [...rows],
          format: 'JSONCompactEachRow',
          ...(settings ? { clickhouse_settings: settings } : {}),
        })
        return Number(summary?.written_rows ?? 0)
      }),
    ping: async () => (await client.ping({ select: true })).success,
    close: () => client.close(),
  }
}

/** The embedded warehouse comes back within a second or two when it has to restart. */
async function retrying<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (const delayMs of retryDelaysMs) {
    signal?.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      signal?.throwIfAborted()
      if (!isConnectionFailure(error)) throw error
      await delay(delayMs, undefined, signal ? { signal } : {})
    }
  }
  return work()
}
