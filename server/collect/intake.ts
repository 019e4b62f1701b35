import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Clock, isAppError, type ShopId, toShopId } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import { type CollectedEvent, openSpool, type Position, type Spool, type Stretch } from '@tillsight/tracking'

/** Dependencies of draining a spool. */
interface DrainOptions {
  readonly spool: Spool
  /** Receives records that cannot be stored although the stores are up, so that they do not block everything behind them. */
  readonly aside: Spool
  readonly clock: Clock
  readonly log: Log
  /** Stores events of one shop; idempotent. Throws while the stores are down. */
  readonly write: (shop: ShopId, events: readonly CollectedEvent[]) => Promise<void>
  /** Stores many messages without keeping browsers waiting. */
  readonly apart?: Apart
  /** Whether the stores respond. */
  readonly isUp: () => Promise<boolean>
  /** Waits, or until the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Stores what is in a spool, as far as it can without trouble. */
export interface Apart {
  /** Where what it stored ends; undefined when something could not be stored, and all of it has to be tried again. */
  store(from: Stretch): Promise<Position | undefined>
  close(): Promise<void>
}

/** Messages of one shop, as they are in the spool. */
interface Kept {
  readonly shop: ShopId
  readonly records: readonly string[]
}

/** About as much is stored at once: the warehouse likes few large inserts. */
const batchBytes = 4 * 1024 * 1024
/** From here on storing would keep browsers waiting. */
const manyBytes = 256 * 1024
/** Messages of a second are stored together. */
const gatherMs = 1000
const firstPauseMs = 1000
const longestPauseMs = 30_000
const mostTries = 5
const asideEveryMs = 10 * 60_000

const beforeShop = '{"shop":"'.length
const idLength = 36

/** Serialises a message for the spool: its shop stands at the beginning. */
function toRecord(shop: ShopId, events: readonly CollectedEvent[]): string {
  return JSON.stringify({ shop, events })
}

/** The events of messages from the spool. */
export function eventsOf(records: readonly string[]): CollectedEvent[] {
  return records.flatMap((record) => {
    // Safe because the spool returns what `toRecord` made, byte for byte: it checks that.
    const { events } = JSON.parse(record) as { events: CollectedEvent[] }
    return events
  })
}

/** Messages from the spool by their shop. */
export function byShop(records: readonly string[]): ReadonlyMap<ShopId, readonly string[]> {
  const shops = Map.groupBy(records, (record) => record.slice(beforeShop, beforeShop + idLength))
  return new Map([...shops].map(([shop, own]) => [toShopId(shop), own]))
}

function sizeOf(records: readonly string[]): number {
  return records.reduce((sum, { length }) => sum + length, 0)
}

/** True when a large batch was stored apart; what is little, or makes trouble, is left to this thread. */
async function takeApart(from: Spool, apart: Apart): Promise<boolean> {
  const place = from.oldest()
  if (place === undefined || place.end - place.offset < manyBytes) return false
  const end = await apart.store(place)
  if (end !== undefined) await from.take(end)
  return end !== undefined
}

/** Empties a spool into the stores for as long as the process runs. */
function createDrain({ spool, aside, clock, log, write, apart, isUp, wait }: DrainOptions) {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | undefined

  /** True when stored, or never storable; false when it has to be retried. */
  async function store({ shop, records }: Kept, tries: number): Promise<boolean> {
    try {
      await write(shop, eventsOf(records))
      return true
    } catch (error) {
      if (isAppError(error) && error.code === 'not_found') {
        log.info({ shop, messages: records.length }, 'events of a shop that is gone were dropped')
        return true
      }
      const isOutage = isAppError(error) && error.code === 'unavailable'
      if (isOutage || tries < mostTries || !(await isUp())) {
        log.warn({ err: error, shop, heldBytes: spool.heldBytes() }, 'collected events wait: they cannot be stored now')
        return false
      }
      const messages = records.length
      log.error({ err: error, shop, messages }, 'events cannot be stored and were set aside; they are tried again')
      await Promise.all(records.map((record) => aside.append(record)))
      return true
    }
  }

  /** Stores every shop's part, retrying each with growing pauses; false when stopped before. */
  async function storeAll(records: readonly string[]): Promise<boolean> {
    let left = byShop(records)
    let pauseMs = firstPauseMs
    for (let tries = 1; ; tries += 1) {
      const again = new Map<ShopId, readonly string[]>()
      for (const [shop, own] of left) if (!(await store({ shop, records: own }, tries))) again.set(shop, own)
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
      if (apart && (await takeApart(from, apart))) continue
      const batch = await from.read(batchBytes)
      if (batch === undefined || !(await storeAll(batch.records))) return
      await from.take(batch.end)
      bytes += sizeOf(batch.records)
    }
  }

  async function run(): Promise<void> {
    let asideAt = Number.NEGATIVE_INFINITY
    while (!signal.aborted) {
      try {
        if (clock.now().getTime() - asideAt >= asideEveryMs) {
          asideAt = clock.now().getTime()
          // Only the records there now: those that fail again are appended behind.
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
    /** Stops after the current write; the rest stays on disk. */
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
  }
}

/** Accepts events to store. */
export interface EventIntake {
  /** Opens the spool and begins to empty it. Throws `conflict` while another process has it. */
  open(): Promise<void>
  /** Resolves when the events are safe: on the disk, or in the stores where this process has no spool. */
  keep(shop: ShopId, events: readonly CollectedEvent[]): Promise<void>
  /** Bytes waiting to be stored. */
  heldBytes(): number
  close(): Promise<void>
}

/** Dependencies of an intake. */
export interface IntakeOptions extends Pick<DrainOptions, 'write' | 'apart' | 'isUp'> {
  readonly dataDir: string
  readonly clock: Clock
  readonly log: Log
  readonly wait?: DrainOptions['wait']
  /** Maximum size of the spool on disk. */
  readonly mostBytes?: number
}

/** Some two million events; at a hundred a second, five hours. */
const usualMostBytes = 1024 * 1024 * 1024

/** An intake that writes straight to the stores until it is opened. */
export function createIntake(options: IntakeOptions): EventIntake {
  const { dataDir, log, write, wait = pause, mostBytes = usualMostBytes } = options
  let spool: Spool | undefined
  let close = async (): Promise<void> => {}
  return {
    async open() {
      const dir = join(dataDir, 'events')
      const onTorn = ({ bytes }: { readonly bytes: number }): void =>
        log.info(
          { bytes },
          'the end of a file of events was cut off when a process was killed; nobody was told that it was kept',
        )
      const main = await openSpool({ dir, mostBytes, onTorn })
      const aside = await openSpool({ dir: join(dir, 'aside'), mostBytes, onTorn }).catch(async (error: unknown) => {
        await main.close()
        throw error
      })
      const drain = createDrain({ ...options, spool: main, aside, wait })
      spool = main
      close = async () => {
        spool = undefined
        await drain.stop()
        await options.apart?.close()
        await Promise.all([main.close(), aside.close()])
      }
      drain.start()
    },
    keep: (shop, events) => (spool === undefined ? write(shop, events) : spool.append(toRecord(shop, events))),
    heldBytes: () => spool?.heldBytes() ?? 0,
    async close() {
      await close()
      close = async () => {}
    },
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined)
}
