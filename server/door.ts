import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { AppError } from '@tillsight/core'
import type { Config } from './config.ts'
import { createRecoveringServer } from './http/oversized.ts'

/** Answers a request. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** The address that the product is reached at: taken before anything is started, opened when everything is. */
export interface Door {
  /** Takes the address. Throws `conflict` when another program has it. */
  listen(): Promise<void>
  /** The port that was taken. */
  port(): number
  readonly server: Server
  /** From now on requests are answered by this; until then they are asked to come again. Names the cookies of a sign-in. */
  open(cookieName: string, answer: Answer): void
  /** Lets running requests end, and live pages go. */
  close(): Promise<void>
}

const forLivePagesMs = 2_000
const returnAfterSeconds = '5'

/** Prepares the door of the configured address; nothing is taken before `listen`. */
export function createDoor({ host, port }: Pick<Config, 'host' | 'port'>): Door {
  let answer: Answer = answerWhileStarting
  let cookie: string | undefined
  const server = createRecoveringServer(
    () => cookie,
    (request, response) => answer(request, response),
  )
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
      answer = next
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeIdleConnections()
        // Live pages hold their connections; their browsers come back by themselves.
        setTimeout(() => server.closeAllConnections(), forLivePagesMs).unref()
      }),
  }
}

/** Whoever comes early, such as a platform that delivers, comes again; the process lives. */
function answerWhileStarting({ url }: IncomingMessage, response: ServerResponse): void {
  const lives = url === '/healthz'
  response.writeHead(lives ? 200 : 503, {
    'content-type': lives ? 'application/json' : 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...(lives ? {} : { 'retry-after': returnAfterSeconds }),
  })
  response.end(lives ? '{"status":"ok"}' : 'Tillsight is starting. Try again in a moment.\n')
}
