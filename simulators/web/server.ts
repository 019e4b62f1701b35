import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { gzipSync } from 'node:zlib'
import type { Answer } from './exchange.ts'

/** Where a simulator listens. */
export interface Address {
  /** 0 or absent = any free port. */
  readonly port?: number
  readonly host?: string
  readonly tls?: { readonly key: string; readonly cert: string } | undefined
  /** How long a connection that nobody uses stays open; a few seconds unless said. */
  readonly keepAliveMs?: number
}

/** A server that listens; it answers from `serve` on. */
export interface WebServer {
  /** Without a trailing slash. */
  readonly url: string
  readonly port: number
  serve(answer: (message: IncomingMessage, response: ServerResponse) => Promise<void>): void
  close(): Promise<void>
}

/** Opens a server, so that what is served can know its own address. */
export async function openServer({
  port: wanted = 0,
  host = '127.0.0.1',
  tls,
  keepAliveMs,
}: Address): Promise<WebServer> {
  const server = tls ? createTlsServer(tls) : createServer()
  if (keepAliveMs !== undefined) server.keepAliveTimeout = keepAliveMs
  server.listen(wanted, host)
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  return {
    url: `${tls ? 'https' : 'http'}://${host}:${port}`,
    port,
    serve: (answer) => {
      server.on('request', (message, response) => {
        // Whoever called may be gone before the call was read: nobody waits for an answer then.
        answer(message, response).catch(() => response.destroy())
      })
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const mostLogged = 50_000

/** Notes what was asked; the older half is forgotten when it becomes too much. */
export function note<Entry>(log: Entry[], entry: Entry): void {
  log.push(entry)
  if (log.length > mostLogged) log.splice(0, mostLogged / 2)
}

/** Tells of a fault of the simulator itself: the test that hit it shows the text. */
export function warn(error: unknown): void {
  process.emitWarning(`sandbox: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
}

/**
 * `hang` and `drop`: nothing is sent. `cut`: half of the body, then the connection is cut. `short`: half of the body as if that
 * were all. `gzip`: packed without saying so.
 */
export type Transport = 'whole' | 'hang' | 'drop' | 'cut' | 'short' | 'gzip'

/** How an answer goes out. */
export interface Delivery {
  readonly transport?: Transport
  readonly delayMs?: number
  /** What time the answer says it is when it goes out; the machine's where absent. */
  readonly clock?: () => Date
}

/** Sends an answer, or what is left of it. */
export function send(response: ServerResponse, answer: Answer, delivery: Delivery): void {
  const { transport = 'whole', delayMs = 0, clock } = delivery
  if (delayMs > 0) setTimeout(() => send(response, answer, { ...delivery, delayMs: 0 }), delayMs).unref()
  else if (transport === 'hang' || response.destroyed) return
  else if (transport === 'drop') response.destroy()
  else if (clock)
    send(response, { ...answer, headers: { ...answer.headers, date: clock().toUTCString() } }, { transport })
  else if (answer.file) sendFile(response, answer.file, { ...answer, isCut: transport === 'cut' })
  else sendBody(response, answer, transport)
}

function sendBody(response: ServerResponse, { status, headers, body }: Answer, transport: Transport): void {
  const whole = Buffer.from(transport === 'gzip' ? gzipSync(body) : body)
  const half = whole.subarray(0, Math.floor(whole.length / 2))
  const told = transport === 'short' ? half : whole
  response.writeHead(status, { ...headers, 'content-length': String(told.length) })
  if (transport === 'cut') response.write(half, () => response.destroy())
  else response.end(response.req.method === 'HEAD' ? undefined : told)
}

function sendFile(
  response: ServerResponse,
  file: NonNullable<Answer['file']>,
  { status, headers, isCut }: Pick<Answer, 'status' | 'headers'> & { readonly isCut: boolean },
): void {
  response.writeHead(status, { ...headers, 'content-length': String(file.bytes) })
  const stream = file.read(isCut ? Math.floor(file.bytes / 2) : file.bytes)
  stream.on('error', () => response.destroy())
  response.on('close', () => stream.destroy())
  if (isCut) stream.on('end', () => response.destroy())
  stream.pipe(response, { end: !isCut })
}
