import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Executor } from './executor.ts'
import { describeFailure, failure } from './failure.ts'
import { readRequest, textHeader } from './request.ts'
import { type Exchange, sendFailure, sendResult } from './response.ts'

/** The only user of an embedded warehouse. */
const hostUser = 'tillsight'

/** Dependencies of the server. */
export interface ServerOptions {
  readonly executor: Executor
  readonly password: string
  /** Folder for the data of running inserts. */
  readonly incomingFolder: string
}

/** The part of ClickHouse's HTTP interface that its official client uses. */
export function createHttpServer(options: ServerOptions): Server {
  const server = createServer(
    { keepAliveTimeout: 30_000, requestTimeout: 0, maxHeaderSize: 1024 * 1024 },
    (incoming, response) => {
      const url = new URL(incoming.url ?? '/', 'http://warehouse')
      if (url.pathname === '/ping') {
        response.end('Ok.\n')
        return
      }
      void result(options, { incoming, response, url })
    },
  )
  return server
}

interface Call {
  readonly incoming: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
}

async function result({ executor, password, incomingFolder }: ServerOptions, { incoming, response, url }: Call) {
  const startedAt = performance.now()
  const mark = randomUUID()
  const queryId = url.searchParams.get('query_id') ?? mark
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  let dataFile: string | undefined
  try {
    if (url.pathname !== '/') throw failure(404, `There is no handle ${url.pathname}`, 'UNKNOWN_HANDLE')
    if (!isAllowed(incoming, url, password)) throw failure(516, wrongPassword, 'AUTHENTICATION_FAILED')
    const request = await readRequest(incoming, url, { folder: incomingFolder, mark })
    dataFile = request.dataFile
    const exchange: Exchange = { incoming, response, queryId, startedAt, tally: executor.newTally() }
    const chunks = executor.run({ ...request, mark, queryId }, { tally: exchange.tally, signal: gone.signal })
    const compress = request.settings.get('enable_http_compression') === '1'
    await sendResult(exchange, chunks, { format: request.statement.format, compress })
  } catch (error) {
    sendFailure({ response, queryId }, describeFailure(error))
  } finally {
    incoming.resume()
    if (dataFile) await rm(dataFile, { force: true })
  }
}

const wrongPassword = 'tillsight: Authentication failed: password is incorrect, or there is no user with such name.'

/** Whether a request carries the user and password, in any of the places where ClickHouse takes them. */
function isAllowed(incoming: IncomingMessage, url: URL, password: string): boolean {
  const given = credentialsOf(incoming, url)
  return given !== undefined && isSame(given.user, hostUser) && isSame(given.password, password)
}

function credentialsOf(incoming: IncomingMessage, url: URL): { user: string; password: string } | undefined {
  const basic = /^Basic (\S+)$/i.exec(incoming.headers.authorization ?? '')?.[1]
  if (basic) {
    const text = Buffer.from(basic, 'base64').toString('utf8')
    const colon = text.indexOf(':')
    return { user: text.slice(0, colon), password: text.slice(colon + 1) }
  }
  const user = textHeader(incoming, 'x-clickhouse-user') ?? url.searchParams.get('user')
  const password = textHeader(incoming, 'x-clickhouse-key') ?? url.searchParams.get('password')
  return user && password ? { user, password } : undefined
}

function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}
