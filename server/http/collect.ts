import { randomUUID } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { type Clock, isAppError, toOutage } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import { CollectMessage, largestMessage, readCollectMessage, readMessage } from '@tillsight/tracking'
import type { Collected, Collector } from '../collect/collector.ts'
import { tooLarge, toProblem } from './errors.ts'
import { peerOf } from './peer.ts'

/** Dependencies of the handler. */
export interface CollectDoorOptions {
  readonly collector: Collector
  readonly clock: Clock
  readonly trustProxy: boolean
  readonly log: Log
}

const path = '/p/collect'
const longestCookieSeconds = 400 * 24 * 60 * 60
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const anyOrigin = { 'access-control-allow-origin': '*' }
const preflight = {
  ...anyOrigin,
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '86400',
}
const never = { 'cache-control': 'no-store' }
const outageRetrySeconds = 30

/**
 * Handles `/p/collect` for pages of any origin, without sessions; false for every other address. Works on Node's own request:
 * this is by far the busiest endpoint, and a framework's overhead per request would exceed the work itself.
 */
export function createCollectDoor(
  options: CollectDoorOptions,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const url = request.url ?? ''
    if (!url.startsWith(path) || (url.length > path.length && url[path.length] !== '?')) return false
    const refused = (error: unknown): Promise<void> =>
      refuse(response, toProblem(error, options.log), retryAfter(error))
    // The client has disconnected: no response is needed.
    answer(request, response, options)
      .catch(refused)
      .catch(() => response.destroy())
    return true
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, options: CollectDoorOptions): Promise<void> {
  switch (request.method) {
    case 'POST':
      return await takeMessage(request, response, options)
    case 'GET':
      return await takeBeacon(request, response, options)
    case 'OPTIONS':
      return end(response, { status: 204, headers: preflight })
    default:
      end(response, { status: 405, headers: { allow: 'POST, GET, OPTIONS' } })
  }
}

async function takeMessage(
  request: IncomingMessage,
  response: ServerResponse,
  options: CollectDoorOptions,
): Promise<void> {
  const collected = await withBody(request, async (body) =>
    options.collector.collect(readCollectMessage(body), senderOf(request, options)),
  )
  if (collected === undefined)
    return await refuse(response, tooLarge(`${largestMessage / 1024} kB`), { connection: 'close' })
  const headers = { ...openTo(request, collected), ...cookieFor(collected), ...never }
  if (!collected.tellsVisitor) return end(response, { status: 204, headers })
  end(response, {
    status: 200,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ visitor: collected.visitor }),
  })
}

/** For pages without scripts: one event in the query, answered by the smallest picture there is. */
async function takeBeacon(
  request: IncomingMessage,
  response: ServerResponse,
  options: CollectDoorOptions,
): Promise<void> {
  const query = new URLSearchParams((request.url ?? '').slice(path.length + 1))
  const now = options.clock.now().getTime()
  const consent = query.get('c') ?? undefined
  const message = readMessage(CollectMessage, {
    key: query.get('k') ?? undefined,
    v: 1,
    sent: now,
    ...(consent === undefined ? {} : { consent: { analytics_storage: consent } }),
    events: [
      {
        id: query.get('i') ?? randomUUID(),
        name: query.get('e') ?? 'page_view',
        at: now,
        url: query.get('u') ?? request.headers.referer,
        ...present('referrer', query.get('r')),
        ...present('order', query.get('o')),
        ...present('value', query.get('v')),
        ...present('currency', query.get('cur')),
      },
    ],
  })
  const collected = await options.collector.collect(message, senderOf(request, options))
  const headers = { ...anyOrigin, ...cookieFor(collected), ...never, 'content-type': 'image/gif' }
  end(response, { status: 200, headers, body: gif })
}

function present(name: string, value: string | null): Readonly<Record<string, string>> {
  return value === null || value === '' ? {} : { [name]: value }
}

function senderOf(request: IncomingMessage, { trustProxy }: CollectDoorOptions) {
  const { headers } = request
  return {
    headers,
    address: peerOf(request, trustProxy),
    visitor: /(?:^|;\s*)ts_v=([0-9a-f]{32})(?:;|$)/.exec(headers.cookie ?? '')?.[1],
    origin: headers.origin,
    // Scripts POST their messages.
    asksForPicture: request.method === 'GET',
  }
}

/** CORS headers: pages of the shop with credentials, other pages without. */
function openTo({ headers: { origin } }: IncomingMessage, { isOwnOrigin }: Collected): OutgoingHttpHeaders {
  if (origin === undefined || !isOwnOrigin) return anyOrigin
  return { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true', vary: 'origin' }
}

function cookieFor({ visitor, cookie }: Collected): OutgoingHttpHeaders {
  if (cookie === 'leave') return {}
  const [value, seconds] = cookie === 'keep' ? [visitor, longestCookieSeconds] : ['', 0]
  return { 'set-cookie': `ts_v=${value}; Max-Age=${seconds}; Path=/; HttpOnly; Secure; SameSite=Lax` }
}

/**
 * What `take` makes of the body; undefined when it is too large. The body is not remembered: of hundreds of messages that
 * wait for the disk at once, it would be most of what the garbage collector has to copy.
 */
function withBody<T>(request: IncomingMessage, take: (body: string) => Promise<T>): Promise<T | undefined> {
  return new Promise((done, fail) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= largestMessage) chunks.push(chunk)
      else done(undefined)
    })
    request.on('end', () => done(bytes > largestMessage ? undefined : take(Buffer.concat(chunks.splice(0)).toString())))
    request.on('error', fail)
  })
}

interface Reply {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body?: string | Buffer
}

function end(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

async function refuse(response: ServerResponse, problem: Response, headers: OutgoingHttpHeaders = {}): Promise<void> {
  const type = problem.headers.get('content-type') ?? ''
  end(response, {
    status: problem.status,
    headers: { ...anyOrigin, ...never, ...headers, 'content-type': type },
    body: await problem.text(),
  })
}

function retryAfter(thrown: unknown): OutgoingHttpHeaders {
  const error = toOutage(thrown)
  if (!isAppError(error)) return {}
  const { retryAfterSeconds } = error.details
  if (retryAfterSeconds !== undefined) return { 'retry-after': String(retryAfterSeconds) }
  return error.code === 'unavailable' ? { 'retry-after': String(outageRetrySeconds) } : {}
}
