import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { gzipSync } from 'node:zlib'
import type { Answer } from './answers.ts'
import { answerControl } from './control.ts'
import type { Reply } from './fault-effects.ts'
import { criticalError, tooManyRequests } from './fault-gates.ts'
import type { FakeFaults } from './faults.ts'
import { type FakeRequest, readRequest } from './request.ts'
import { answerRest } from './rest.ts'
import { answerPage, findTarget, type Target } from './site.ts'
import type { WcAuth } from './wc-auth.ts'
import type { World } from './world.ts'

/** One request that the store has answered. */
export interface LoggedRequest {
  readonly method: string
  readonly uri: string
  /** REST route (`orders`, `orders/12/refunds`), `root`, `wc-auth` or `site`. */
  readonly area: string
  readonly status: number
  readonly userAgent: string
}

/** Everything the server passes requests on to. */
export interface Parts {
  readonly world: World
  readonly auth: WcAuth
  readonly faults: FakeFaults
  readonly log: LoggedRequest[]
  readonly pageListeners: Set<(page: LoggedRequest) => void>
  /** When REST was called within the last second, in milliseconds. */
  readonly recentCalls: number[]
}

const logLimit = 20_000

/** Makes the HTTP server; `parts` is asked for once the address is known. */
export function makeServer(parts: () => Parts, tls?: { readonly key: string; readonly cert: string }): Server {
  const listener = (message: IncomingMessage, response: ServerResponse): void => {
    // Whoever breaks off in the middle of a request gets no answer.
    serve(parts(), message, response).catch(() => response.destroy())
  }
  return tls ? createTlsServer(tls, listener) : createServer(listener)
}

async function serve(parts: Parts, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = await readRequest(message)
  const target = findTarget(parts.world, request)
  if (target.kind === 'control') {
    const answer = await answerControl(parts, target.path, request)
    send(parts, response, { answer, delayMs: 0, transport: 'whole', skewSeconds: 0 })
    return
  }
  const area = areaOf(target)
  const refusal = (target.kind === 'rest' ? throttle(parts) : undefined) ?? parts.faults.refuse(area, request)
  const answer = refusal ?? (await answerSafely(parts, target, request))
  const reply = parts.faults.distort(area, request, answer)
  note(parts, request, { area, answer: reply.answer })
  if (reply.delayMs > 0) setTimeout(() => send(parts, response, reply), reply.delayMs).unref()
  else send(parts, response, reply)
}

function note(
  parts: Parts,
  request: FakeRequest,
  { area, answer }: { readonly area: string; readonly answer: Answer },
): void {
  const { method, rawUri: uri } = request
  const entry = { method, uri, area, status: answer.status, userAgent: request.headers['user-agent'] ?? '' }
  parts.log.push(entry)
  if (parts.log.length > logLimit) parts.log.splice(0, logLimit / 2)
  if (answer.status !== 200 || !answer.body.startsWith('[')) return
  for (const listener of parts.pageListeners) listener(entry)
}

async function answerSafely(parts: Parts, target: Target, request: FakeRequest): Promise<Answer> {
  try {
    if (target.kind === 'rest') return await answerRest(parts.world, target.path, request)
    if (target.kind === 'auth') return await parts.auth.handle(target.route, request)
    return answerPage(parts.world, target.kind === 'page' && target.found)
  } catch (error) {
    // A fault of the sandbox itself looks like PHP's: the test that hit it shows the text.
    process.emitWarning(`sandbox: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    return criticalError()
  }
}

function areaOf(target: Target): string {
  if (target.kind === 'auth') return 'wc-auth'
  if (target.kind !== 'rest') return 'site'
  const path = target.path.replace(/^\/+|\/+$/g, '')
  return path === '' ? 'root' : path.replace(/^wc\/v3\/?/, '')
}

function throttle({ world: { site }, recentCalls }: Parts): Answer | undefined {
  if (!site.throttle) return undefined
  const now = site.clock.now().getTime()
  while (recentCalls.length > 0 && now - (recentCalls[0] ?? 0) >= 1000) recentCalls.shift()
  if (recentCalls.length >= site.throttle.perSecond) return tooManyRequests(site.throttle.retryAfterSeconds)
  recentCalls.push(now)
  return undefined
}

function send({ world }: Parts, response: ServerResponse, { answer, transport, skewSeconds }: Reply): void {
  if (transport === 'hang' || response.destroyed) return
  if (transport === 'drop') {
    response.destroy()
    return
  }
  const body = transport === 'gzip' ? gzipSync(answer.body) : Buffer.from(answer.body, 'utf8')
  const date = new Date(world.site.clock.now().getTime() + skewSeconds * 1000).toUTCString()
  response.writeHead(answer.status, { ...answer.headers, date, 'content-length': String(body.length) })
  if (transport === 'truncated') {
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy())
    return
  }
  response.end(response.req.method === 'HEAD' ? undefined : body)
}
