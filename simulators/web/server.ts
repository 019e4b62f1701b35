import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { gzipSync } from 'node:zlib'
import type { Reply } from './exchange.ts'

/** Where a simulator listens. */
export interface Address {
  /** 0 or absent = any free port. */
  readonly port?: number
  readonly host?: string
  readonly tls?: { readonly key: string; readonly cert: string } | undefined
  /** How long an idle connection stays open; defaults to a few seconds. */
  readonly keepAliveMs?: number
}

/** A listening server; it responds once `serve` is called. */
export interface WebServer {
  /** Without a trailing slash. */
  readonly url: string
  readonly port: number
  serve(result: (message: IncomingMessage, response: ServerResponse) => Promise<void>): void
  close(): Promise<void>
}

/** Opens a server, so that the served parts can know its address. */
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
    serve: (result) => {
      server.on('request', (message, response) => {
        // The caller may be gone before the request was read: nobody waits for a response then.
        result(message, response).catch(() => response.destroy())
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

/** Logs a request; the older half is dropped when the log gets too long. */
export function note<Entry>(log: Entry[], entry: Entry): void {
  log.push(entry)
  if (log.length > mostLogged) log.splice(0, mostLogged / 2)
}

/** Reports an internal error of the simulator: the test that caused it shows the text. */
export function warn(error: unknown): void {
  process.emitWarning(`sandbox: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
}

/** How a response is sent. */
export interface Delivery {
  /** `hang` and `drop`: nothing is sent. `cut` and `truncated`: half of the body, the second as if that were all. */
  readonly transport?: 'hang' | 'drop' | 'cut' | 'truncated' | 'unlabelled_gzip'
  readonly delayMs?: number
  /** What time it is when the answer goes out, and how far off it says that is; the machine's time where absent. */
  readonly clock?: () => Date
  readonly skewSeconds?: number
}

/** A call that somebody waits for. */
interface Waiting {
  readonly delivery: Delivery
  /** What a fault or the platform answers. */
  readonly answer: () => Reply | Promise<Reply>
  /** What the platform says when it breaks. */
  readonly broken: Reply
  /** Notes the call as it was answered. */
  readonly note: (result: Reply) => void
}

/** Answers a call, notes it and sends the answer, or what is left of it. */
export async function respond(
  response: ServerResponse,
  { delivery, answer, broken, note: tell }: Waiting,
): Promise<void> {
  const made = await answerOr(broken, answer)
  tell(made)
  send(response, made, delivery)
}

/** What is made, or what the platform says when it breaks. */
export async function answerOr<Made>(broken: Made, result: () => Made | Promise<Made>): Promise<Made> {
  try {
    return await result()
  } catch (error) {
    warn(error)
    return broken
  }
}

/** Sends a response, or the part of it that the fault leaves. */
export function send(response: ServerResponse, result: Reply, delivery: Delivery): void {
  const { transport, delayMs = 0, clock = () => new Date(), skewSeconds = 0 } = delivery
  if (delayMs > 0) setTimeout(() => send(response, result, { ...delivery, delayMs: 0 }), delayMs).unref()
  else if (transport === 'hang' || response.destroyed) return
  else if (transport === 'drop') response.destroy()
  else {
    const date = new Date(clock().getTime() + skewSeconds * 1_000).toUTCString()
    const dated = { ...result, headers: { date, ...result.headers } }
    if (result.file) sendFile(response, result.file, { ...dated, isCut: transport === 'cut' })
    else sendBody(response, dated, transport)
  }
}

function sendBody(response: ServerResponse, { status, headers, body }: Reply, transport: Delivery['transport']): void {
  const whole = Buffer.from(transport === 'unlabelled_gzip' ? gzipSync(body) : body)
  const half = whole.subarray(0, Math.floor(whole.length / 2))
  const told = transport === 'truncated' ? half : whole
  response.writeHead(status, { ...headers, 'content-length': String(told.length) })
  if (transport === 'cut') response.write(half, () => response.destroy())
  else response.end(response.req.method === 'HEAD' ? undefined : told)
}

function sendFile(
  response: ServerResponse,
  file: NonNullable<Reply['file']>,
  { status, headers, isCut }: Pick<Reply, 'status' | 'headers'> & { readonly isCut: boolean },
): void {
  response.writeHead(status, { ...headers, 'content-length': String(file.bytes) })
  const stream = file.read(isCut ? Math.floor(file.bytes / 2) : file.bytes)
  stream.on('error', () => response.destroy())
  response.on('close', () => stream.destroy())
  if (isCut) stream.on('end', () => response.destroy())
  stream.pipe(response, { end: !isCut })
}
