import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { isAppError, type PersonId } from '@tillsight/core'
import { Hono } from 'hono'
import { WebSocketServer } from 'ws'
import { peerOf } from '../../http/peer.ts'
import { isOwnOrigin } from '../../http/security.ts'
import type { Runtime } from '../../runtime.ts'
import { openToSites } from '../cors.ts'
import { channelOpener, JoinRefusal } from './channel.ts'
import { type SocketPace, usualPace } from './joined-channel.ts'
import { RealtimeSocket } from './socket.ts'

/** Sockets of the official client. */
export interface RealtimeDoor {
  /** Whether the request is for this door. */
  takes(request: IncomingMessage): boolean
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Ends all sockets. */
  close(): void
}

const path = '/realtime/v1/websocket'
const largestFrame = 64 * 1024
const limits = { perNetwork: 50, perProcess: 2_000 }

/** Opens sockets, of which a person has places together with the event streams of pages. */
export function createRealtimeDoor(
  runtime: Runtime,
  takePlace: (person: PersonId) => () => void,
  pace: SocketPace = usualPace,
): RealtimeDoor {
  const server = new WebSocketServer({ noServer: true, maxPayload: largestFrame, perMessageDeflate: false })
  const open = new Set<RealtimeSocket>()
  const networks = new Map<string, number>()
  let isClosed = false
  const place = (person: PersonId): (() => void) => {
    try {
      return takePlace(person)
    } catch (error) {
      throw isAppError(error) ? new JoinRefusal(`ChannelRateLimitReached: ${error.message}`) : error
    }
  }
  return {
    takes: ({ url = '' }) => url === path || url.startsWith(`${path}?`),
    upgrade(request, socket, head) {
      const ip = peerOf(request, runtime.config.trustProxy)
      const refusal = refusalOf(runtime, request) ?? (isClosed ? ([503, 'The server is stopping'] as const) : undefined)
      const inUse = networks.get(ip) ?? 0
      const isFull = inUse >= limits.perNetwork || open.size >= limits.perProcess
      if (refusal !== undefined || isFull) {
        refuse(socket, refusal ?? [429, 'Too many connections'])
        return
      }
      networks.set(ip, inUse + 1)
      socket.once('close', () => {
        const left = (networks.get(ip) ?? 1) - 1
        if (left > 0) networks.set(ip, left)
        else networks.delete(ip)
      })
      server.handleUpgrade(request, socket, head, (opened) => {
        const served = new RealtimeSocket({
          log: runtime.log,
          socket: opened,
          version: versionOf(request) === '2.0.0' ? '2.0.0' : '1.0.0',
          open: channelOpener(runtime, {
            apikey: undefined,
            bearer: undefined,
            userAgent: request.headers['user-agent'] ?? '',
            ip,
            origin: runtime.own.originOf(request.headers.host ?? 'localhost'),
          }),
          pace,
          takePlace: place,
        })
        open.add(served)
        opened.on('close', () => open.delete(served))
      })
    },
    close() {
      isClosed = true
      for (const socket of open) socket.stop()
      server.close()
    },
  }
}

function searchOf({ url = '' }: IncomingMessage): URLSearchParams {
  return new URL(url, 'http://localhost').searchParams
}

function versionOf(request: IncomingMessage): string {
  return searchOf(request).get('vsn') ?? '1.0.0'
}

type Refusal = readonly [status: number, error: string]

/** Cookies are not looked at: what a socket may do comes from the tokens of its channels. */
function refusalOf({ auth, config }: Runtime, request: IncomingMessage): Refusal | undefined {
  const { origin, host = '' } = request.headers
  if (auth.isHosted) return [404, 'This is not offered here.']
  if (
    origin !== undefined &&
    !isOwnOrigin(origin, host, config.publicUrl) &&
    !config.realtimeOrigins.includes(origin)
  ) {
    return [403, 'Pages of this site may not connect here.']
  }
  const key = searchOf(request).get('apikey') ?? request.headers['apikey']
  if (typeof key !== 'string' || key === '') return [401, 'API key is missing']
  // The secret key has no business in an address.
  if (key !== auth.service.apiKeys.anon) return [401, 'API key is not valid']
  if (!['1.0.0', '2.0.0'].includes(versionOf(request))) return [400, 'This version of the protocol is not spoken here.']
  return undefined
}

const phrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}

function refuse(socket: Duplex, [status, error]: Refusal): void {
  const body = JSON.stringify({ error })
  const lines = [
    `HTTP/1.1 ${status} ${phrases[status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.on('error', () => socket.destroy())
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** What is asked of `/realtime/v1` without a socket: clients cannot broadcast, and there is nothing else. */
export function realtimeRoutes(): Hono {
  const door = new Hono()
  door.use(openToSites())
  door.post('/api/broadcast', (c) => c.json({ error: 'Clients cannot broadcast here.' }, 403))
  door.post('/api/broadcast/*', (c) => c.json({ error: 'Clients cannot broadcast here.' }, 403))
  door.get('/websocket', (c) => c.json({ error: 'Connect with a WebSocket.' }, 426))
  door.all('*', (c) => c.json({ error: 'This is not offered here.' }, 404))
  return door
}
