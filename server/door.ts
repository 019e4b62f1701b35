import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { AppError } from '@tillsight/core'
import type { Config } from './config.ts'

/** Twice Node's default: accounts with much metadata have such cookies. */
const largestHeaders = 32 * 1024
/** More pieces than any browser sends. */
const mostPieces = 64

/**
 * A server that signs out browsers whose cookies are too large for it, with an explanation. Otherwise no page would open any
 * more, the sign-in page included. The cookies' name may be set after the server was created.
 */
function createRecoveringServer(
  cookieName: () => string | undefined,
  result: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  // Other upgrades, as programs offer them, are answered as if they had not been.
  const shouldUpgradeCallback = ({ headers }: IncomingMessage): boolean =>
    headers.upgrade?.toLowerCase() === 'websocket' && server.listenerCount('upgrade') > 0
  const server = createServer({ maxHeaderSize: largestHeaders, shouldUpgradeCallback }, result)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const name = cookieName()
    if (!socket.writable) socket.destroy(error)
    else if (error.code === 'HPE_HEADER_OVERFLOW' && name !== undefined) socket.end(tooLarge(name))
    else
      socket.end(plainResponse(error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request'))
  })
  return server
}

function plainResponse(status: string): string {
  return `HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`
}

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in again - Tillsight</title>
<h1>Sign in again</h1>
<p>Your browser sent more cookies than can be read. Those of your sign-in have been deleted, so that pages open again.</p>
<p><a href="/">Continue</a></p>
`

/** A raw response: nothing of the request could be parsed, and the parser has given up. */
function tooLarge(cookieName: string): string {
  const pieces = Array.from({ length: mostPieces }, (_, index) => `${cookieName}.${index}`)
  const headers = [
    'Connection: close',
    'Cache-Control: no-store',
    'Content-Type: text/html; charset=utf-8',
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options: nosniff',
    ...[cookieName, ...pieces].map((name) => `Set-Cookie: ${name}=; Path=/; Max-Age=0; SameSite=Lax`),
    `Content-Length: ${Buffer.byteLength(page)}`,
  ]
  return `HTTP/1.1 431 Request Header Fields Too Large\r\n${headers.join('\r\n')}\r\n\r\n${page}`
}

/** Handles a request. */
export type Reply = (request: IncomingMessage, response: ServerResponse) => void

/** The product's address: bound before anything is started, serving when everything is. */
export interface Door {
  /** Binds the port. Throws `conflict` when another program has it. */
  listen(): Promise<void>
  /** The bound port. */
  port(): number
  readonly server: Server
  /**
   * Serves requests with this handler from now on; earlier ones get a retry response. Needs the name of the session cookies.
   */
  open(cookieName: string, result: Reply): void
  /** Takes no more connections, and waits for a while until requests that are under way are answered. */
  close(): Promise<void>
}

/** As long as people wait for anything; a service manager gives the whole end some 30 seconds. */
const longestAnswerMs = 10_000
const returnAfterSeconds = '5'

/** Prepares the configured address; nothing is bound before `listen`. */
export function createDoor({ host, port }: Pick<Config, 'host' | 'port'>): Door {
  let result: Reply = answerWhileStarting
  let cookie: string | undefined
  const underWay = new Set<ServerResponse>()
  let isClosing = false
  const server = createRecoveringServer(
    () => cookie,
    (request, response) => {
      underWay.add(response)
      response.once('close', () => {
        underWay.delete(response)
        closeOnceAnswered()
      })
      response.shouldKeepAlive &&= !isClosing
      result(request, response)
    },
  )
  /** Also connections that a browser or a proxy keeps for later: nobody is to wait for them. */
  const closeOnceAnswered = (): void => {
    if (isClosing && underWay.size === 0) server.closeAllConnections()
  }
  return {
    server,
    listen: () =>
      new Promise((done, fail) => {
        server.once('error', (error: NodeJS.ErrnoException) => {
          const isTaken = error.code === 'EADDRINUSE'
          const message = isTaken
            ? `Port ${port} is in use by another program. Stop it, or choose another port with PORT.`
            : `The server cannot listen on ${host}:${port}: ${error.message}.`
          fail(new AppError(isTaken ? 'conflict' : 'unavailable', message, { cause: error }))
        })
        server.listen(port, host, done)
      }),
    port() {
      const bound = server.address()
      return typeof bound === 'object' && bound !== null ? bound.port : port
    },
    open(cookieName, next) {
      cookie = cookieName
      result = next
    },
    close: () =>
      new Promise((done) => {
        isClosing = true
        for (const response of underWay) response.shouldKeepAlive = false
        server.close(() => done())
        closeOnceAnswered()
        setTimeout(() => server.closeAllConnections(), longestAnswerMs).unref()
      }),
  }
}

/** Early clients, such as webhooks, are asked to retry; the liveness check succeeds. */
function answerWhileStarting({ url }: IncomingMessage, response: ServerResponse): void {
  const lives = url === '/healthz'
  response.writeHead(lives ? 200 : 503, {
    'content-type': lives ? 'application/json' : 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...(lives ? {} : { 'retry-after': returnAfterSeconds }),
  })
  response.end(lives ? '{"status":"ok"}' : 'Tillsight is starting. Try again in a moment.\n')
}
