import { AppError, isAppError, type PersonId, type ShopId, toShopId } from '@tillsight/core'
import { countOwnInbox, listOwnShops, run, shopNotFound } from '@tillsight/domain'
import { Hono } from 'hono'
import { callerContexts } from '../contexts.ts'
import { openVisit, type Visit } from '../identity/visit.ts'
import { type EventStream, openEventStream } from '../live/event-stream.ts'
import type { Runtime } from '../runtime.ts'
import type { Visited } from './visits.ts'

/** Limits of open streams. */
interface StreamLimits {
  readonly perPerson: number
  readonly perProcess: number
}

/** More tabs than anybody uses, and connections that a process handles easily. */
const usualLimits: StreamLimits = { perPerson: 20, perProcess: 2_000 }

/** Counts open streams. */
interface StreamPlaces {
  /** The returned function frees the slot, once. Throws `limit_reached` or `unavailable`. */
  take(person: PersonId): () => void
}

/** Places for streams of this process. */
export function createStreamPlaces({ perPerson, perProcess }: StreamLimits = usualLimits): StreamPlaces {
  const held = new Map<PersonId, number>()
  let total = 0
  return {
    take(person) {
      if (total >= perProcess) {
        throw new AppError(
          'unavailable',
          'Too many pages are kept up to date right now. This one is not; reload it to see new figures.',
        )
      }
      const own = held.get(person) ?? 0
      if (own >= perPerson) {
        throw new AppError(
          'limit_reached',
          `You have ${perPerson} pages open that are kept up to date, which is the limit. Close some of them.`,
        )
      }
      held.set(person, own + 1)
      total += 1
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        total -= 1
        const left = (held.get(person) ?? 1) - 1
        if (left > 0) held.set(person, left)
        else held.delete(person)
      }
    },
  }
}

/** Timing and limits of streams. */
export interface LivePace {
  readonly beatMs: number
  readonly changeMs: number
  readonly limits: StreamLimits
}

/** Shops to follow. */
interface Interest {
  readonly shops: readonly ShopId[]
  /** Version that the page shows; undefined when it accepts any. */
  readonly known: string | undefined
}

/** Streams of changes to pages. */
export interface LiveShops {
  /** Takes one of the person's places, which other ways of being told share. Throws as {@link open} does. */
  take(person: PersonId): () => void
  /**
   * Notifies of changed facts of the shops, for as long as the person's session lasts and the shops are accessible to them.
   * Throws like every other endpoint, and `limit_reached` or `unavailable` for one stream too many.
   */
  open(visit: Visit, interest: Interest): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>
  /** Ends all streams. */
  close(): void
}

const usualPace: LivePace = { beatMs: 30_000, changeMs: 1_000, limits: usualLimits }

/** Creates streams for people who may see the shops. */
export function createLiveShops(runtime: Runtime, pace: LivePace = usualPace): LiveShops {
  const places = createStreamPlaces(pace.limits)
  const streams = new Set<EventStream>()
  let isClosed = false
  return {
    take: (person) => places.take(person),
    async open(visit, { shops, known }) {
      const { id, token } = await visit.caller()
      await assertOpen(runtime, visit, shops)
      const free = places.take(id)
      let stream: EventStream | undefined
      try {
        const watch = await runtime.changes.watch(shops, () => stream?.change(watch.state()))
        const isOpen = () =>
          mayGoOn(runtime, withToken(runtime, visit, token), { shops, refresh: () => watch.refresh() })
        // Their role or shops may have changed as well.
        const lookAgain = async () => {
          if (await isOpen()) await tellInbox(runtime, withToken(runtime, visit, token), stream)
          else stream?.close()
        }
        const leaveInbox = await runtime.inboxes
          .watch(id, () => void lookAgain())
          .catch((error: unknown) => {
            watch.stop()
            throw error
          })
        const opened = openEventStream({
          ...pace,
          current: watch.state(),
          known,
          mayGoOn: isOpen,
          ended() {
            watch.stop()
            leaveInbox()
            free()
            streams.delete(opened)
          },
        })
        stream = opened
        streams.add(opened)
        if (isClosed) opened.close()
        return opened.body
      } catch (error) {
        free()
        throw error
      }
    },
    close() {
      isClosed = true
      for (const stream of streams) stream.close()
    },
  }
}

/** A count that cannot be read now comes with the next change. */
async function tellInbox(runtime: Runtime, visit: Visit, stream: EventStream | undefined): Promise<void> {
  try {
    const { unread } = await run(countOwnInbox, await callerContexts(runtime, visit).person(), {})
    stream?.inbox(unread)
  } catch (error) {
    runtime.log.warn({ err: error }, 'how much of an inbox is unread could not be read')
  }
}

/** A visit with the token only: refreshed cookies could not be sent, because the response has started already. */
function withToken({ auth, stores }: Runtime, { request }: Visit, token: string): Visit {
  return openVisit(auth, stores.database, { ...request, cookies: null, bearer: token })
}

async function assertOpen(runtime: Runtime, visit: Visit, shops: readonly ShopId[]): Promise<void> {
  const own = await run(listOwnShops, await callerContexts(runtime, visit).person(), {})
  const closed = shops.find((shop) => !own.some(({ id }) => id === shop))
  if (closed !== undefined) throw shopNotFound(closed)
}

interface Check {
  readonly shops: readonly ShopId[]
  readonly refresh: () => Promise<void>
}

/** Whether the session is still valid and the shops are accessible. An outage counts as yes. */
async function mayGoOn(runtime: Runtime, visit: Visit, { shops, refresh }: Check): Promise<boolean> {
  try {
    await assertOpen(runtime, visit, shops)
    await refresh()
    return true
  } catch (error) {
    if (isAppError(error) && ['unauthenticated', 'forbidden', 'not_found'].includes(error.code)) return false
    runtime.log.warn({ err: error }, 'a stream of changes could not be checked; it goes on')
    return true
  }
}

const mostShops = 50
const versions = /^\d+(?:,\d+)*$/

/**
 * `GET /?shop=ID,ID`: server-sent events about the shops' facts. `since` is the version that the page shows, or
 * `Last-Event-ID` when a browser reconnects.
 */
export function eventRoutes(live: LiveShops): Hono<Visited> {
  return new Hono<Visited>().get('/', async (c) => {
    await c.get('visit').caller()
    const shops = [...new Set((c.req.query('shop') ?? '').split(',').filter((id) => id !== ''))].map(toShopId)
    if (shops.length === 0 || shops.length > mostShops) {
      throw new AppError('invalid_input', `Name between 1 and ${mostShops} shops: “?shop=ID” or “?shop=ID,ID”.`)
    }
    const since = c.req.header('last-event-id') ?? c.req.query('since') ?? ''
    const known = versions.test(since) ? since : undefined
    const headers = {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Keeps proxies from buffering the stream, which never ends.
      'x-accel-buffering': 'no',
    }
    if (c.req.raw.method === 'HEAD') return c.body(null, 200, headers)
    return c.body(await live.open(c.get('visit'), { shops, known }), 200, headers)
  })
}
