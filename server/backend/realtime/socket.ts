import type { PersonId } from '@tillsight/core'
import type { JsonObject } from '@tillsight/core/merge-patch'
import { isJsonObject } from '@tillsight/core/merge-patch'
import type { WebSocket } from 'ws'
import type { Runtime } from '../../runtime.ts'
import type { Shown } from '../caller.ts'
import { type Channel, JoinRefusal, openChannel } from './channel.ts'
import { type Frame, printFrame, readFrame, type Version } from './frames.ts'

/** Pauses of sockets. */
export interface SocketPace {
  /** Between two looks at whether a channel may go on. */
  readonly lookMs: number
  /** Between two changes that are told. */
  readonly changeMs: number
  /** Without any message. */
  readonly idleMs: number
  /** Without a joined channel. */
  readonly emptyMs: number
}

/** An open socket and what it belongs to. */
export interface SocketParts {
  readonly runtime: Runtime
  readonly socket: WebSocket
  readonly version: Version
  readonly shown: Shown
  readonly pace: SocketPace
  /** Takes one of a person's places. */
  readonly takePlace: (person: PersonId) => () => void
}

const most = { channels: 50, joinsPerSecond: 10, joinsPerMinute: 60, framesPerSecond: 20, burst: 50, unreadable: 3 }
const mostUnsent = 1024 * 1024
const prefix = 'realtime:'

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
    const channel = new JoinedChannel(frame, this.#parts.pace, {
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
      await channel.open(this.#parts)
      const { person } = channel
      if (person !== undefined) this.#freePlace ??= this.#parts.takePlace(person)
      this.#reply(frame, 'ok', { postgres_changes: [] })
      if (wantsPresence(frame)) {
        this.#send({ joinRef, ref: null, topic, event: 'presence_state', payload: {} })
      }
      await channel.begin()
    } catch (error) {
      if (this.#channels.get(topic) === channel) this.#drop(topic)
      else channel.stop()
      const reason = error instanceof JoinRefusal ? error.message : 'RealtimeRestarting: Try again in a moment'
      if (!(error instanceof JoinRefusal)) this.#parts.runtime.log.warn({ err: error }, 'a channel could not be joined')
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

interface ChannelDoor {
  readonly send: (frame: Frame) => void
  readonly drop: (channel: JoinedChannel) => void
}

/** A topic that a socket has joined, or is joining. */
class JoinedChannel {
  readonly joinRef: string | null
  readonly #topic: string
  readonly #token: unknown
  readonly #pace: SocketPace
  readonly #door: ChannelDoor
  readonly #waiting = new Map<string, JsonObject>()
  #channel: Channel | undefined
  #looking: NodeJS.Timeout | undefined
  #quiet: NodeJS.Timeout | undefined
  #isOpen = true

  constructor({ topic, joinRef, payload }: Frame, pace: SocketPace, door: ChannelDoor) {
    this.#topic = topic
    this.joinRef = joinRef
    this.#token = payload['access_token']
    this.#pace = pace
    this.#door = door
  }

  get person(): PersonId | undefined {
    return this.#channel?.person
  }

  async open({ runtime, shown }: SocketParts): Promise<void> {
    const topic = this.#topic.startsWith(prefix) ? this.#topic.slice(prefix.length) : ''
    const teller = {
      tell: (event: string, payload: JsonObject) => this.#tell(event, payload),
      lookAgain: () => void this.#look(),
    }
    const channel = await openChannel(runtime, { shown, topic, token: tokenIn(this.#token), teller })
    this.#channel = channel
    if (!this.#isOpen) {
      channel.stop()
      throw new JoinRefusal('Unauthorized: The channel was left')
    }
    this.#lookLater()
  }

  async begin(): Promise<void> {
    await this.#channel?.begin()
  }

  /** Takes a newer token of the same session; anybody else’s ends the channel. */
  async renew(given: unknown): Promise<void> {
    const token = tokenIn(given)
    if (token === undefined || this.#channel === undefined) return
    const isSame = await this.#channel.renew(token).catch(() => false)
    if (!isSame) this.#close('phx_close', 'The token is not one of this session.')
    else this.#lookLater()
  }

  /** The server stops. */
  fail(): void {
    this.#send('phx_error', {}, this.joinRef)
  }

  stop(): void {
    this.#isOpen = false
    clearTimeout(this.#looking)
    clearTimeout(this.#quiet)
    this.#channel?.stop()
  }

  #send(event: string, payload: JsonObject, ref: string | null = null): void {
    this.#door.send({ joinRef: ref, ref, topic: this.#topic, event, payload })
  }

  /** The newest of each event, at most once in a while. */
  #tell(event: string, payload: JsonObject): void {
    this.#waiting.set(event, payload)
    this.#flush()
  }

  #flush(): void {
    const isExpired = (this.#channel?.expiresAt() ?? 0) <= Date.now()
    if (!this.#isOpen || this.#quiet !== undefined || this.#waiting.size === 0 || isExpired) return
    for (const [event, payload] of this.#waiting) this.#send('broadcast', { type: 'broadcast', event, payload })
    this.#waiting.clear()
    this.#quiet = setTimeout(() => {
      this.#quiet = undefined
      this.#flush()
    }, this.#pace.changeMs)
  }

  #lookLater(): void {
    clearTimeout(this.#looking)
    if (!this.#isOpen) return
    const left = (this.#channel?.expiresAt() ?? 0) - Date.now()
    const wait = left > 0 ? Math.min(this.#pace.lookMs, left + 10) : this.#pace.lookMs
    this.#looking = setTimeout(() => void this.#look(), wait)
  }

  async #look(): Promise<void> {
    const standing = (await this.#channel?.standing()) ?? 'valid'
    if (!this.#isOpen) return
    if (standing === 'expired') this.#close('phx_error', 'Token has expired')
    else if (standing === 'ended')
      this.#close('phx_close', 'You are not signed in any more, or may not read this topic.')
    else this.#lookLater()
  }

  #close(event: 'phx_close' | 'phx_error', message: string): void {
    if (!this.#isOpen) return
    const channel = this.#topic.slice(prefix.length)
    this.#send('system', { extension: 'system', status: 'error', message, channel })
    this.#send(event, {}, this.joinRef)
    this.#door.drop(this)
  }
}

/** Keys of the project count as no token. */
function tokenIn(given: unknown): string | undefined {
  return typeof given === 'string' && given !== '' && !given.startsWith('sb_') ? given : undefined
}
