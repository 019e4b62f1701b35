import { AppError, isAppError, type PersonId, type ShopId, toShopId } from '@tillsight/core'
import { listOwnShops, run, shopNotFound } from '@tillsight/domain'
import { Hono } from 'hono'
import { callerContexts } from '../contexts.ts'
import { openVisit, type Visit } from '../identity/visit.ts'
import { type EventStream, openEventStream } from '../live/event-stream.ts'
import type { Runtime } from '../runtime.ts'
import type { Visited } from './visits.ts'

/** How many streams may be open at once. */
interface StreamLimits {
  readonly perPerson: number
  readonly perProcess: number
}

/** More tabs than anybody looks at, and connections that a process carries without effort. */
const usualLimits: StreamLimits = { perPerson: 20, perProcess: 2_000 }

/** Keeps count of open streams. */
interface StreamPlaces {
  /** The function that it gives frees the place, once. Throws `limit_reached` or `unavailable`. */
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

/** How lively streams are, and how many there may be. */
export interface LivePace {
  readonly beatMs: number
  readonly changeMs: number
  readonly limits: StreamLimits
}

/** Shops to be told about. */
interface Interest {
  readonly shops: readonly ShopId[]
  /** What the page shows; undefined when it takes what it is told. */
  readonly known: string | undefined
}

/** Streams of changes to pages. */
export interface LiveShops {
  /**
   * Tells when facts of the shops are new, for as long as the person's session lasts and the shops are open to them.
   * Throws as every other door, and `limit_reached` or `unavailable` for one stream too many.
   */
  open(visit: Visit, interest: Interest): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>
  /** Ends all streams. */
  close(): void
}

const usualPace: LivePace = { beatMs: 30_000, changeMs: 1_000, limits: usualLimits }

/** Opens streams for whoever may see the shops. */
export function createLiveShops(runtime: Runtime, pace: LivePace = usualPace): LiveShops {
  const places = createStreamPlaces(pace.limits)
  const streams = new Set<EventStream>()
  let isClosed = false
  return {
    async open(visit, { shops, known }) {
      const { id, token } = await visit.caller()
      await assertOpen(runtime, visit, shops)
      const free = places.take(id)
      let stream: EventStream | undefined
      try {
        const watch = await runtime.changes.watch(shops, () => stream?.change(watch.state()))
        const opened = openEventStream({
          ...pace,
          current: watch.state(),
          known,
          mayGoOn: () => mayGoOn(runtime, withToken(runtime, visit, token), { shops, refresh: () => watch.refresh() }),
          ended() {
            watch.stop()
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

/** The visit by its token alone: its cookies would be renewed, and there is no answer any more to send new ones with. */
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

/** Whether the session lasts and the shops are still open to the person. An outage says nothing about that. */
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
 * `GET /?shop=ID,ID`: server-sent events about the shops' facts. What the page shows already comes as `since`, or as
 * `Last-Event-ID` when a browser returns.
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
      // A proxy that collects a page before it sends it would collect these for ever.
      'x-accel-buffering': 'no',
    }
    if (c.req.raw.method === 'HEAD') return c.body(null, 200, headers)
    return c.body(await live.open(c.get('visit'), { shops, known }), 200, headers)
  })
}
