import { isAppError, type PersonId } from '@tillsight/core'
import type { JsonObject } from '@tillsight/core/merge-patch'
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
  tell(event: string, payload: JsonObject): void
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
  readonly shown: Shown
  readonly topic: string
  readonly token: string | undefined
  readonly teller: Teller
}

function unauthorized(topic: string): JoinRefusal {
  return new JoinRefusal(
    `Unauthorized: You do not have permissions to read from this Channel topic: ${topic.slice(0, 200)}`,
  )
}

function identify(runtime: Runtime, shown: Shown, token: string): Promise<BackendPerson> {
  return requirePerson(runtime, { ...shown, apikey: undefined, bearer: token })
}

/** Opens a topic for whoever the token names. Throws {@link JoinRefusal}, and what stores throw that are away. */
export async function openChannel(runtime: Runtime, joining: Joining): Promise<Channel> {
  const { shown, topic, teller } = joining
  // The client joins before it has read its session, and again with a token.
  if (joining.token === undefined) throw unauthorized(topic)
  let token = joining.token
  const first = await identify(runtime, shown, token).catch((error: unknown) => {
    throw toRefusal(error, topic)
  })
  const { id, session } = first.caller
  await assertMayRead(runtime, first, topic)
  const shop = /^shop:(.+)$/.exec(topic)?.[1]
  const ends: (() => void)[] = []
  const contexts = callerContexts(runtime, first.visit)
  const tellInbox = async (): Promise<void> => {
    const person = await identify(runtime, shown, token)
    const { unread } = await run(countOwnInbox, await callerContexts(runtime, person.visit).person(), {})
    teller.tell('inbox', { unread })
  }
  let begin = tellInbox
  const ctx = shop === undefined ? undefined : await contexts.shop(shop)
  // Changes of somebody's access are told by their inbox, too.
  ends.push(await runtime.inboxes.watch(id, () => teller.lookAgain()))
  if (ctx !== undefined) {
    let state: (() => string) | undefined
    const tell = (): void => {
      // The first reading of the versions tells of one, too, before the topic is joined.
      if (state !== undefined) teller.tell('changed', { version: state() })
    }
    const watch = await runtime.changes.watch([ctx.shop.id], tell).catch((error: unknown) => {
      for (const end of ends) end()
      throw error
    })
    ends.push(() => watch.stop())
    state = () => watch.state()
    begin = () => Promise.resolve(tell())
  }
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
      for (const end of ends) end()
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
