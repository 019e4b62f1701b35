import type { PersonId } from '@tillsight/core'
import type { JsonObject } from '@tillsight/core/merge-patch'
import { type Channel, JoinRefusal, type OpenChannel } from './channel.ts'
import type { Frame } from './frames.ts'

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
  /** Until a join is answered: clients give up after ten seconds. */
  readonly joinMs: number
}

/** As clients expect: they beat every 25 or 30 s, and give up a join after ten. */
export const usualPace: SocketPace = {
  lookMs: 30_000,
  changeMs: 1_000,
  idleMs: 75_000,
  emptyMs: 60_000,
  joinMs: 9_000,
}

interface ChannelDoor {
  readonly pace: SocketPace
  readonly open: OpenChannel
  readonly send: (frame: Frame) => void
  readonly drop: (channel: JoinedChannel) => void
}

const prefix = 'realtime:'

/** A topic that a socket has joined, or is joining. */
export class JoinedChannel {
  readonly joinRef: string | null
  readonly #topic: string
  readonly #token: unknown
  readonly #door: ChannelDoor
  readonly #waiting = new Map<string, readonly [event: string, payload: JsonObject]>()
  #channel: Channel | undefined
  #looking: NodeJS.Timeout | undefined
  #quiet: NodeJS.Timeout | undefined
  #isOpen = true

  constructor({ topic, joinRef, payload }: Frame, door: ChannelDoor) {
    this.#topic = topic
    this.joinRef = joinRef
    this.#token = payload['access_token']
    this.#door = door
  }

  get person(): PersonId | undefined {
    return this.#channel?.person
  }

  /** Throws {@link JoinRefusal}. */
  async open(): Promise<void> {
    const topic = this.#topic.startsWith(prefix) ? this.#topic.slice(prefix.length) : ''
    const opening = this.#door.open({
      topic,
      token: tokenIn(this.#token),
      teller: {
        tell: (event, payload, key = event) => this.#tell(key, [event, payload]),
        lookAgain: () => void this.#look(),
      },
    })
    // What comes too late, or after the client has left, is closed again.
    void opening.then((channel) => this.#isOpen || channel.stop()).catch(() => undefined)
    const channel = await inTime(opening, this.#door.pace.joinMs)
    if (!this.#isOpen) throw new JoinRefusal('Unauthorized: The channel was left')
    this.#channel = channel
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
    if (!isSame) return this.#close('phx_close', 'The token is not one of this session.')
    this.#lookLater()
    this.#flush()
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

  /** The newest of each key, at most once in a while. */
  #tell(key: string, told: readonly [event: string, payload: JsonObject]): void {
    this.#waiting.set(key, told)
    this.#flush()
  }

  #flush(): void {
    if (!this.#isOpen || this.#quiet !== undefined || this.#waiting.size === 0 || this.#left() <= 0) return
    for (const [event, payload] of this.#waiting.values())
      this.#send('broadcast', { type: 'broadcast', event, payload })
    this.#waiting.clear()
    this.#quiet = setTimeout(() => {
      this.#quiet = undefined
      this.#flush()
    }, this.#door.pace.changeMs)
  }

  /** Milliseconds until the token expires. */
  #left(): number {
    return (this.#channel?.expiresAt() ?? 0) - Date.now()
  }

  #lookLater(): void {
    clearTimeout(this.#looking)
    if (!this.#isOpen) return
    const { lookMs } = this.#door.pace
    const left = this.#left()
    this.#looking = setTimeout(() => void this.#look(), left > 0 ? Math.min(lookMs, left + 10) : lookMs)
  }

  async #look(): Promise<void> {
    const standing = (await this.#channel?.standing()) ?? 'valid'
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

async function inTime<T>(work: Promise<T>, mostMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('a channel was not joined in time')), mostMs)
  })
  return await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
