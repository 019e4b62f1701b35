import { type Clock, isAppError, type ShopId, toShopId } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import type { CollectedEvent, Spool } from '@tillsight/tracking'

/** What emptying a spool needs. */
export interface DrainOptions {
  readonly spool: Spool
  /** Takes what cannot be stored although the stores answer, so that it does not stop everything behind it. */
  readonly aside: Spool
  readonly clock: Clock
  readonly log: Log
  /** Stores events of one shop; told twice, they are the same. Throws while the stores do not answer. */
  readonly write: (shop: ShopId, events: readonly CollectedEvent[]) => Promise<void>
  /** Whether the stores answer. */
  readonly isUp: () => Promise<boolean>
  /** Waits, at most until the signal. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** What is kept for one shop by one message. */
export interface Kept {
  readonly shop: ShopId
  readonly events: readonly CollectedEvent[]
}

const batchBytes = 4 * 1024 * 1024
/** Messages of a second are stored together: the warehouse likes few large inserts. */
const gatherMs = 1000
const firstPauseMs = 1000
const longestPauseMs = 30_000
const mostTries = 5
const asideEveryMs = 10 * 60_000

/** A message as it stands in the spool. */
export function toRecord({ shop, events }: Kept): string {
  return JSON.stringify({ shop, events })
}

function fromRecord(record: string): Kept {
  // Holds because the spool gives back what `toRecord` made, byte for byte: it checks that.
  const { shop, events } = JSON.parse(record) as { shop: string; events: CollectedEvent[] }
  return { shop: toShopId(shop), events }
}

function byShop(records: readonly string[]): Map<ShopId, CollectedEvent[]> {
  const shops = new Map<ShopId, CollectedEvent[]>()
  for (const { shop, events } of records.map(fromRecord)) {
    const known = shops.get(shop)
    if (known === undefined) shops.set(shop, [...events])
    else known.push(...events)
  }
  return shops
}

/** Empties a spool into the stores for as long as the process runs. */
export function createDrain({ spool, aside, clock, log, write, isUp, wait }: DrainOptions) {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | undefined

  /** True when it is stored, or never will be; false when it has to be tried again. */
  async function store({ shop, events }: Kept, tries: number): Promise<boolean> {
    try {
      await write(shop, events)
      return true
    } catch (error) {
      if (isAppError(error) && error.code === 'not_found') {
        log.info({ shop, events: events.length }, 'events of a shop that is gone were dropped')
        return true
      }
      const isOutage = isAppError(error) && error.code === 'unavailable'
      if (isOutage || tries < mostTries || !(await isUp())) {
        log.warn({ err: error, shop, heldBytes: spool.heldBytes() }, 'collected events wait: they cannot be stored now')
        return false
      }
      log.error(
        { err: error, shop, events: events.length },
        'events cannot be stored and were set aside; they are tried again',
      )
      await aside.append(toRecord({ shop, events }))
      return true
    }
  }

  /** Stores every shop's part, each until it succeeded, with longer and longer pauses; false when stopped before. */
  async function storeAll(records: readonly string[]): Promise<boolean> {
    let left = byShop(records)
    let pauseMs = firstPauseMs
    for (let tries = 1; ; tries += 1) {
      const again = new Map<ShopId, CollectedEvent[]>()
      for (const [shop, events] of left) if (!(await store({ shop, events }, tries))) again.set(shop, events)
      if (again.size === 0) return true
      if (signal.aborted) return false
      left = again
      await wait(pauseMs, signal)
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  }

  async function empty(from: Spool, most = Number.POSITIVE_INFINITY): Promise<void> {
    let bytes = 0
    while (!signal.aborted && bytes < most) {
      const batch = await from.read(batchBytes)
      if (batch === undefined || !(await storeAll(batch.records))) return
      await from.take(batch.end)
      bytes += batch.records.reduce((sum, { length }) => sum + length, 0)
    }
  }

  async function run(): Promise<void> {
    let asideAt = Number.NEGATIVE_INFINITY
    while (!signal.aborted) {
      try {
        if (clock.now().getTime() - asideAt >= asideEveryMs) {
          asideAt = clock.now().getTime()
          // Only what is there now: what fails again comes back behind it.
          await empty(aside, aside.heldBytes())
        }
        await empty(spool)
        await spool.whenFilled(signal)
      } catch (error) {
        log.error({ err: error }, 'collected events cannot be read from the disk or set aside')
      }
      await wait(gatherMs, signal)
    }
  }

  return {
    start(): void {
      running ??= run()
    },
    /** Ends after what is being written; the rest stays on the disk. */
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
  }
}
