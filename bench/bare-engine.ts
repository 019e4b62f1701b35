import { Agent } from 'node:http'
import { connect } from 'node:net'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'

/** The warehouse without the product: ClickHouse's own client on the same host process. */
export function openBareEngine(url: string): ClickHouseClient {
  const { protocol, host, username, password, pathname } = new URL(url)
  const socket = protocol === 'http+unix:' ? decodeURIComponent(host) : undefined
  return createClient({
    url: socket === undefined ? `http://${host}` : 'http://warehouse',
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1),
    request_timeout: 900_000,
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: { output_format_json_quote_decimals: 1, output_format_json_quote_64bit_integers: 0 },
    ...(socket === undefined ? {} : { http_agent: new SocketAgent(socket) }),
  })
}

class SocketAgent extends Agent {
  readonly #path: string

  constructor(path: string) {
    super({ keepAlive: true })
    this.#path = path
  }

  override createConnection() {
    return connect(this.#path)
  }
}
