import { Agent } from 'node:http'
import { connect as connectSocket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type ClickHouseClient, type ClickHouseSettings, createClient } from '@clickhouse/client'
import type { Log } from '@tillsight/supervisor'
import { addressOf } from './address.ts'
import { isConnectionFailure, noAnswer, toAppError } from './failures.ts'
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
const retryDelaysMs = [25, 50, 100, 200, 400, 800, 1_600, 3_200, 3_200]
// Longer than any time limit of a statement, which is the warehouse's to keep.
const requestTimeoutMs = 15 * 60_000
// Whoever has waited for so long looks whether the warehouse answers at all.
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
    clickhouse_settings: answerSettings,
    log: { level: 127 },
    ...(address.socketPath ? { http_agent: new SocketAgent(address.socketPath) } : {}),
  })
  // By a way of its own: it must not wait behind statements.
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

/** One for statements, one to look whether anybody is there. */
interface Clients {
  readonly client: ClickHouseClient
  readonly pulse: ClickHouseClient
}

function connectionOf({ client, pulse }: Clients, { database, log }: { database: string; log: Log }): Connection {
  async function attempt<T>(
    sql: string,
    asked: AbortSignal | undefined,
    work: (abort: { readonly abort_signal: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    const startedAt = performance.now()
    const silence = listenForSilence(pulse)
    const signal = asked === undefined ? silence.signal : AbortSignal.any([asked, silence.signal])
    let outcome = 'done'
    try {
      return await retrying(() => work({ abort_signal: signal }), signal)
    } catch (error) {
      outcome = error instanceof Error ? error.message : 'failed'
      throw silence.signal.aborted ? silence.signal.reason : toAppError(error)
    } finally {
      silence.stop()
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

  const query = ({ sql, params, settings }: Statement, abort: { readonly abort_signal: AbortSignal }) =>
    client.query({
      query: sql,
      format: 'JSONEachRow',
      ...(params ? { query_params: { ...params } } : {}),
      ...(settings ? { clickhouse_settings: settings } : {}),
      ...abort,
    })

  return {
    database,
    rows: (statement) =>
      attempt(statement.sql, statement.signal, async (abort) => (await query(statement, abort)).json<unknown>()),
    async *batches(statement) {
      const result = await attempt(statement.sql, statement.signal, (abort) => query(statement, abort))
      try {
        for await (const batch of result.stream<unknown>()) yield batch.map((row) => row.json<unknown>())
      } catch (error) {
        throw toAppError(error)
      } finally {
        result.close()
      }
    },
    run: ({ sql, params, settings, signal }) =>
      attempt(sql, signal, async (abort) => {
        const { summary } = await client.command({
          query: sql,
          ...(params ? { query_params: { ...params } } : {}),
          ...(settings ? { clickhouse_settings: settings } : {}),
          ...abort,
        })
        return Number(summary?.written_rows ?? 0)
      }),
    insert: ({ table, columns, rows, settings }) =>
      attempt(`INSERT INTO ${table}`, undefined, async (abort) => {
        const { summary } = await client.insert({
          table,
          columns: [...columns] as [string, ...string[]], // Holds because no table is without columns.
          values: [...rows],
          format: 'JSONCompactEachRow',
          ...(settings ? { clickhouse_settings: settings } : {}),
          ...abort,
        })
        return Number(summary?.written_rows ?? 0)
      }),
    ping: async () => (await client.ping({ select: true })).success,
    close: () => Promise.all([client.close(), pulse.close()]).then(() => undefined),
  }
}

/** Aborts when the warehouse takes connections and says nothing; one that restarts is waited for. */
function listenForSilence(pulse: ClickHouseClient): { readonly signal: AbortSignal; stop(): void } {
  const silence = new AbortController()
  const look = async () => {
    const found = await pulse.ping()
    if (!found.success && !isConnectionFailure(found.error)) silence.abort(noAnswer(found.error))
  }
  const looking = setInterval(() => void look(), lookEveryMs)
  return { signal: silence.signal, stop: () => clearInterval(looking) }
}

/** The embedded warehouse comes back within a second or two when it has to restart, on a busy machine within ten. */
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
