import { isAppError, type ShopId } from '@tillsight/core'
import { listOwnShops, run, shopNotFound } from '@tillsight/domain'
import { callerContexts } from '../contexts.ts'
import { openVisit, type Visit } from '../identity/visit.ts'
import { type EventStream, openEventStream } from '../live/event-stream.ts'
import type { Runtime } from '../runtime.ts'
import { createStreamPlaces, type StreamLimits, usualLimits } from './stream-places.ts'

/** How lively streams are, and how many there may be. */
export interface LivePace {
  readonly beatMs: number
  readonly changeMs: number
  readonly limits: StreamLimits
}

/** Shops to be told about. */
export interface Interest {
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
