import type { PersonId } from '@tillsight/core'
import { isJsonObject, type JsonObject } from '@tillsight/core/merge-patch'
import type { Log } from '@tillsight/supervisor'
import type { WebSocket } from 'ws'
import { JoinRefusal, type OpenChannel } from './channel.ts'
import { type Frame, printFrame, readFrame, type Version } from './frames.ts'
import { JoinedChannel, type SocketPace } from './joined-channel.ts'

/** What is used of a socket. */
interface Wire extends Pick<WebSocket, 'close' | 'terminate' | 'readyState' | 'OPEN' | 'bufferedAmount'> {
  on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): unknown
  on(event: 'close' | 'error', listener: () => void): unknown
  send(text: string): void
}

/** An open socket and what it belongs to. */
export interface SocketParts {
  readonly socket: Wire
  readonly version: Version
  readonly log: Log
  readonly open: OpenChannel
  readonly pace: SocketPace
  /** Takes one of a person's places. */
  readonly takePlace: (person: PersonId) => () => void
}

const most = { channels: 50, joinsPerSecond: 10, joinsPerMinute: 60, framesPerSecond: 20, burst: 50, unreadable: 3 }
const mostUnsent = 1024 * 1024

/** Serves one socket of the official client. The product sends; clients only receive. */
export class RealtimeSocket {
  readonly #parts: SocketParts
  readonly #channels = new Map<string, JoinedChannel>()
  readonly #joins: number[] = []
  readonly #timers: NodeJS.Timeout[] = []
  #tokens = most.burst
  #filledAt = Date.now()
  #heardAt = Date.now()
  #emptySince: number | undefined = Date.now()
  #unreadable = 0
  #freePlace: (() => void) | undefined

  constructor(parts: SocketParts) {
    this.#parts = parts
    const { socket, pace } = parts
    socket.on('message', (data: Buffer, isBinary) => this.#receive(data, isBinary))
    socket.on('close', () => this.#end())
    socket.on('error', () => socket.terminate())
    this.#timers.push(setInterval(() => this.#closeIdle(), Math.min(pace.idleMs, pace.emptyMs) / 4))
  }

  /** Tells all channels that the server stops, so that clients come back by themselves. */
  stop(): void {
    for (const channel of this.#channels.values()) channel.fail()
    this.#parts.socket.close(1012)
  }

  #end(): void {
    for (const timer of this.#timers) clearInterval(timer)
    for (const channel of this.#channels.values()) channel.stop()
    this.#channels.clear()
    this.#freePlace?.()
  }

  #closeIdle(): void {
    const now = Date.now()
    const { pace, socket } = this.#parts
    const isEmpty = this.#emptySince !== undefined && now - this.#emptySince >= pace.emptyMs
    if (isEmpty || now - this.#heardAt >= pace.idleMs) socket.close(1000)
  }

  #send(frame: Frame): void {
    const { socket, version } = this.#parts
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > mostUnsent) socket.terminate()
    else socket.send(printFrame(frame, version))
  }

  #mayGoOn(): boolean {
    const now = Date.now()
    this.#tokens = Math.min(most.burst, this.#tokens + ((now - this.#filledAt) / 1000) * most.framesPerSecond)
    this.#filledAt = now
    this.#tokens -= 1
    return this.#tokens >= 0
  }

  #receive(data: Buffer, isBinary: boolean): void {
    const { socket } = this.#parts
    if (socket.readyState !== socket.OPEN) return
    this.#heardAt = Date.now()
    if (!this.#mayGoOn()) return this.#refuseFlood('Too many messages per second')
    const frame = readFrame(data, isBinary)
    if (frame === undefined) {
      this.#unreadable += 1
      if (this.#unreadable >= most.unreadable) socket.close(1007)
      return
    }
    void this.#answer(frame)
  }

  #refuseFlood(message: string): void {
    const payload = { extension: 'system', status: 'error', message, channel: '' }
    this.#send({ joinRef: null, ref: null, topic: 'phoenix', event: 'system', payload })
    this.#parts.socket.close(1008)
  }

  async #answer(frame: Frame): Promise<void> {
    const { topic, event, payload } = frame
    if (topic === 'phoenix') {
      if (event === 'heartbeat') this.#reply(frame, 'ok', {})
      return
    }
    const channel = this.#channels.get(topic)
    if (event === 'phx_join') await this.#join(frame)
    else if (event === 'phx_leave') {
      this.#drop(topic)
      this.#reply(frame, 'ok', {})
      this.#send({ joinRef: frame.joinRef, ref: frame.joinRef, topic, event: 'phx_close', payload: {} })
    } else if (event === 'access_token') await channel?.renew(payload['access_token'])
    else if (event === 'broadcast') this.#reply(frame, 'error', { reason: 'Clients cannot broadcast here.' })
    else if (event === 'presence') this.#reply(frame, 'error', { reason: 'Presence is not offered here.' })
  }

  #reply({ joinRef, ref, topic }: Frame, status: 'ok' | 'error', response: JsonObject): void {
    this.#send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } })
  }

  #drop(topic: string): void {
    this.#channels.get(topic)?.stop()
    this.#channels.delete(topic)
    if (this.#channels.size === 0) this.#emptySince ??= Date.now()
  }

  async #join(frame: Frame): Promise<void> {
    const { topic, joinRef } = frame
    const tooOften = this.#countJoin()
    if (tooOften === 'minute') return this.#refuseFlood('Too many joins per minute')
    const before = this.#channels.get(topic)
    if (before !== undefined) {
      this.#drop(topic)
      this.#send({ joinRef: before.joinRef, ref: before.joinRef, topic, event: 'phx_close', payload: {} })
    }
    const { pace, open, log, takePlace } = this.#parts
    const channel = new JoinedChannel(frame, {
      pace,
      open,
      send: (sent) => this.#send(sent),
      drop: (own) => {
        if (this.#channels.get(topic) === own) this.#drop(topic)
      },
    })
    try {
      if (tooOften !== undefined) throw new JoinRefusal('ClientJoinRateLimitReached: Too many joins per second')
      if (this.#channels.size >= most.channels) throw new JoinRefusal('ChannelRateLimitReached: Too many channels')
      assertOffered(frame)
      this.#channels.set(topic, channel)
      this.#emptySince = undefined
      await channel.open()
      const { person } = channel
      if (person !== undefined) this.#freePlace ??= takePlace(person)
      this.#reply(frame, 'ok', { postgres_changes: [] })
      if (wantsPresence(frame)) {
        this.#send({ joinRef, ref: null, topic, event: 'presence_state', payload: {} })
      }
      await channel.begin()
    } catch (error) {
      if (this.#channels.get(topic) === channel) this.#drop(topic)
      else channel.stop()
      const reason = error instanceof JoinRefusal ? error.message : 'RealtimeRestarting: Try again in a moment'
      if (!(error instanceof JoinRefusal)) log.warn({ err: error }, 'a channel could not be joined')
      this.#reply(frame, 'error', { reason })
    }
  }

  #countJoin(): 'second' | 'minute' | undefined {
    const now = Date.now()
    this.#joins.push(now)
    while ((this.#joins[0] ?? now) < now - 60_000) this.#joins.shift()
    if (this.#joins.length > most.joinsPerMinute) return 'minute'
    return this.#joins.filter((at) => at > now - 1000).length > most.joinsPerSecond ? 'second' : undefined
  }
}

function wantsPresence(frame: Frame): boolean {
  const { presence } = configOf(frame)
  return isJsonObject(presence) && presence['enabled'] === true
}

function configOf({ payload }: Frame): JsonObject {
  const { config } = payload
  return isJsonObject(config) ? config : {}
}

/** Throws {@link JoinRefusal} for what clients may ask for and do not get here. */
function assertOffered(frame: Frame): void {
  const { private: isPrivate, postgres_changes: changes, broadcast } = configOf(frame)
  if (isPrivate !== true) throw new JoinRefusal('PrivateOnly: This project only allows private channels')
  if (Array.isArray(changes) && changes.length > 0) {
    throw new JoinRefusal('PostgresChangesNotOffered: Rows are not told here, use the event changed')
  }
  if (isJsonObject(broadcast) && broadcast['replay'] !== undefined) {
    throw new JoinRefusal('UnableToReplayMessages: Replay is not offered')
  }
}
