import { isAppError, type PersonId, type ShopId, toShopId } from '@tillsight/core'
import type { JsonObject } from '@tillsight/core/merge-patch'
import { readProgress } from '@tillsight/database'
import { countOwnInbox, run } from '@tillsight/domain'
import { callerContexts } from '../../contexts.ts'
import type { Runtime } from '../../runtime.ts'
import { type BackendPerson, requirePerson, type Shown } from '../caller.ts'

/** Why somebody may not read a topic: the same words for a topic of others and for one that does not exist. */
export class JoinRefusal extends Error {}

/** How the token of a channel is: valid, too old, or not valid any more. */
export type Standing = 'valid' | 'expired' | 'ended'

/** What a channel sends. */
export interface Teller {
  /** What has the same key takes the place of what waits. */
  tell(event: string, payload: JsonObject, key?: string): void
  /** Something changed that may end the channel. */
  lookAgain(): void
}

/** A joined topic. */
export interface Channel {
  readonly person: PersonId
  readonly session: string | undefined
  /** When its token expires, in milliseconds. */
  expiresAt(): number
  /** Sends what counts now. */
  begin(): Promise<void>
  /** Takes another token of the same session; false for any other. */
  renew(token: string): Promise<boolean>
  standing(): Promise<Standing>
  stop(): void
}

interface Joining {
  readonly topic: string
  readonly token: string | undefined
  readonly teller: Teller
}

/** Opens a topic for whoever the token names. Throws {@link JoinRefusal}, and what stores throw that are away. */
export type OpenChannel = (joining: Joining) => Promise<Channel>

function unauthorized(topic: string): JoinRefusal {
  return new JoinRefusal(
    `Unauthorized: You do not have permissions to read from this Channel topic: ${topic.slice(0, 200)}`,
  )
}

function identify(runtime: Runtime, shown: Shown, token: string): Promise<BackendPerson> {
  return requirePerson(runtime, { ...shown, apikey: undefined, bearer: token })
}

/** Opens channels for a socket that was asked for like this. */
export function channelOpener(runtime: Runtime, shown: Shown): OpenChannel {
  return (joining) => openChannel(runtime, shown, joining)
}

async function openChannel(runtime: Runtime, shown: Shown, { topic, teller, ...joining }: Joining): Promise<Channel> {
  // The client joins before it has read its session, and again with a token.
  if (joining.token === undefined) throw unauthorized(topic)
  let token = joining.token
  const first = await identify(runtime, shown, token).catch((error: unknown) => {
    throw toRefusal(error, topic)
  })
  const { id, session } = first.caller
  await assertMayRead(runtime, first, topic)
  const shop = /^shop:(.+)$/.exec(topic)?.[1]
  const tellInbox = async (): Promise<void> => {
    const person = await identify(runtime, shown, token)
    const { unread } = await run(countOwnInbox, await callerContexts(runtime, person.visit).person(), {})
    teller.tell('inbox', { unread })
  }
  // Changes of somebody's access are told by their inbox, too.
  const leaveInbox = await runtime.inboxes.watch(id, () => teller.lookAgain())
  const leave = async (error: unknown): Promise<never> => {
    leaveInbox()
    throw error
  }
  const { begin, stop } =
    shop === undefined
      ? { begin: tellInbox, stop: () => undefined }
      : await watchShop(runtime, toShopId(shop), teller).catch(leave)
  return {
    person: id,
    session,
    expiresAt: () => expiryOf(token),
    begin,
    async renew(next) {
      if (next === token) return true
      const person = await identify(runtime, shown, next)
      if (person.caller.id !== id || person.caller.session !== session) return false
      token = next
      return true
    },
    async standing() {
      if (expiryOf(token) <= runtime.clock.now().getTime()) return 'expired'
      try {
        const person = await identify(runtime, shown, token)
        await assertMayRead(runtime, person, topic)
        if (shop === undefined) await tellInbox()
        return 'valid'
      } catch (error) {
        // A store that is away ends nothing.
        return error instanceof JoinRefusal || isRefusal(error) ? 'ended' : 'valid'
      }
    },
    stop() {
      leaveInbox()
      stop()
    },
  }
}

/** Tells of the shop's facts, and of how far its imports, histories and exports are. */
async function watchShop(runtime: Runtime, shop: ShopId, teller: Teller): Promise<Pick<Channel, 'begin' | 'stop'>> {
  const leave = await runtime.progress.watch(shop, (notification) => {
    // What was missed is told by the next step.
    if (notification === undefined) return
    const { kind, id, state, done, total } = readProgress(notification)
    teller.tell('progress', { kind, id, state, done, total }, `progress ${id}`)
  })
  let state: (() => string) | undefined
  const tell = (): void => {
    // The first reading of the versions tells of one, too, before the topic is joined.
    if (state !== undefined) teller.tell('changed', { version: state() })
  }
  const watch = await runtime.changes.watch([shop], tell).catch((error: unknown) => {
    leave()
    throw error
  })
  state = () => watch.state()
  return {
    begin: async () => tell(),
    stop() {
      leave()
      watch.stop()
    },
  }
}

function isRefusal(error: unknown): boolean {
  return isAppError(error) && ['unauthenticated', 'forbidden', 'not_found'].includes(error.code)
}

function toRefusal(error: unknown, topic: string): unknown {
  if (!isAppError(error) || !isRefusal(error)) return error
  const { reason, seconds } = error.details
  if (reason === 'expired') return new JoinRefusal(`InvalidJWTToken: Token has expired ${seconds} seconds ago`)
  if (reason === 'bad') return new JoinRefusal('MalformedJWT: The token provided is not a valid JWT')
  return unauthorized(topic)
}

/** Throws {@link JoinRefusal}. Shops are named by their id only. */
async function assertMayRead(runtime: Runtime, { visit, caller }: BackendPerson, topic: string): Promise<void> {
  const [, kind, id = ''] = /^(shop|person):(.+)$/.exec(topic) ?? []
  if (kind === 'person' && id === caller.id) return
  if (kind !== 'shop') throw unauthorized(topic)
  try {
    const ctx = await callerContexts(runtime, visit).shop(id)
    if (ctx.shop.id !== id) throw unauthorized(topic)
  } catch (error) {
    throw isRefusal(error) || (isAppError(error) && error.code === 'conflict') ? unauthorized(topic) : error
  }
}

/** When a verified token expires. */
function expiryOf(token: string): number {
  const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as { exp: number }
  return exp * 1000
}
