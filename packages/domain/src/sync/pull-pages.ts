import { type AnyRecord, isAdRecord, type Page } from '@tillsight/platforms/connectors'

/** The result of taking: an item, the end, or nothing within the given time. */
type Taken<T> = { readonly kind: 'item'; readonly item: T } | { readonly kind: 'end' } | { readonly kind: 'waiting' }

/** Items fetched ahead while earlier ones are processed. */
interface PageBuffer<T> {
  /** The next item; throws the source's error after all items before it. Without a time it waits indefinitely. */
  take(waitMs?: number): Promise<Taken<T>>
  /** Stops fetching and lets the source clean up. Abort whatever the source is waiting for first. */
  close(): Promise<void>
}

/** How much may be buffered; the item that reaches the limit is the last one. */
export interface ReadAhead<T> {
  readonly most: number
  readonly weigh: (item: T) => number
}

/** Reads `source` until the buffer is full, and continues whenever an item is taken. */
export function readAhead<T>(source: AsyncIterable<T>, { most, weigh }: ReadAhead<T>): PageBuffer<T> {
  const items: T[] = []
  let waiting = 0
  let outcome: { readonly error?: unknown } | undefined
  let closed = false
  let wakeTaker = () => {}
  let wakePump = () => {}

  const pump = async () => {
    for await (const item of source) {
      items.push(item)
      waiting += weigh(item)
      wakeTaker()
      if (waiting >= most && !closed) {
        await new Promise<void>((resolve) => {
          wakePump = resolve
        })
      }
      if (closed) return
    }
  }
  const pumped = pump().then(
    () => {
      outcome = {}
      wakeTaker()
    },
    (error: unknown) => {
      outcome = { error }
      wakeTaker()
    },
  )

  return {
    async take(waitMs) {
      if (items.length === 0 && outcome === undefined) {
        await waitFor((wake) => {
          wakeTaker = wake
        }, waitMs)
      }
      const item = items.shift()
      if (item !== undefined) {
        waiting -= weigh(item)
        wakePump()
        return { kind: 'item', item }
      }
      if (outcome === undefined) return { kind: 'waiting' }
      if ('error' in outcome) throw outcome.error
      return { kind: 'end' }
    },
    async close() {
      closed = true
      wakePump()
      await pumped
    },
  }
}

async function waitFor(register: (wake: () => void) => void, waitMs: number | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = waitMs === undefined ? undefined : setTimeout(resolve, waitMs)
    register(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** A batch that has been written. */
interface WrittenBatch {
  /** The last page of the batch: its checkpoint covers everything before it. */
  readonly last: Page<AnyRecord>
  readonly warnings: readonly string[]
  /** Whether the platform delivered anything, which ends an earlier problem. */
  readonly isProgress: boolean
}

/** Where pages come from and how they are processed. */
interface PullOptions {
  /** Starts fetching; the signal aborts it when the pull ends early. */
  open(signal: AbortSignal): AsyncIterable<Page<AnyRecord>>
  write(records: readonly AnyRecord[]): Promise<void>
  /** Stores the checkpoint; only called after the records are on disk. */
  save(batch: WrittenBatch): Promise<void>
  /** Whether the page reaches far enough for now; without this callback a stream is read to its end. */
  isEnough?(last: Page<AnyRecord>): boolean
  /** Called between two batches for other work. May throw to stop. */
  between?(): Promise<void>
  readonly signal: AbortSignal
  readonly recordsPerBatch?: number | undefined
  readonly waitMs?: number
}

/** Batches grow: the first figures show soon, and a long history takes few statements. */
const batchSizes = { first: 2_000, most: 8_000 }
const usualWaitMs = 2000

/**
 * Moves pages into the ledger: pages are fetched ahead while earlier ones are written, and several pages make one batch. A
 * batch is closed when it is full or when nothing more arrived for a moment; an empty one only gives other work a chance.
 * Pages fetched before a failure are written before it is thrown. Returns whether the stream was read to its end.
 */
export async function pullPages(options: PullOptions): Promise<boolean> {
  const ending = new AbortController()
  const given = options.recordsPerBatch
  const { first, most } = given === undefined ? batchSizes : { first: given, most: given }
  let size = first
  // While one batch is written only the next one is fetched, which limits memory.
  const buffer = readAhead(options.open(AbortSignal.any([options.signal, ending.signal])), {
    most,
    weigh: ({ records }) => Math.max(1, weightOf(records)),
  })
  const waitMs = options.waitMs ?? usualWaitMs
  try {
    for (;;) {
      options.signal.throwIfAborted()
      const batch = await collectBatch(buffer, { size, waitMs })
      size = Math.min(most, size * 2)
      const last = batch.pages.at(-1)
      if (last) {
        const records = batch.pages.flatMap((page) => page.records)
        if (records.length > 0) await options.write(records)
        const warnings = batch.pages.flatMap((page) => page.warnings)
        await options.save({ last, warnings, isProgress: batch.pages.some(isProgress) })
      }
      if (batch.failure) throw batch.failure.error
      if (batch.ended) return true
      if (last && options.isEnough?.(last)) return false
      await options.between?.()
    }
  } finally {
    ending.abort()
    await buffer.close()
  }
}

interface Batch {
  readonly pages: readonly Page<AnyRecord>[]
  readonly ended: boolean
  readonly failure?: { readonly error: unknown }
}

async function collectBatch(
  buffer: PageBuffer<Page<AnyRecord>>,
  { size, waitMs }: { size: number; waitMs: number },
): Promise<Batch> {
  const pages: Page<AnyRecord>[] = []
  let records = 0
  try {
    while (records < size) {
      const next = await buffer.take(waitMs)
      if (next.kind === 'end') return { pages, ended: true }
      if (next.kind === 'waiting') break
      pages.push(next.item)
      records += weightOf(next.item.records)
    }
    return { pages, ended: false }
  } catch (error) {
    return { pages, ended: true, failure: { error } }
  }
}

/** A page that only lists unreadable accounts, or is empty, also results from a failing read. */
function isProgress({ records, syncedThrough, completeSince }: Page<AnyRecord>): boolean {
  if (syncedThrough !== undefined || completeSince !== undefined) return true
  return records.some((record) => record.type !== 'ad_account' || record.problem === null)
}

const usualLines = 10

/** A day of an ad account weighs as much as its rows: thirty days of thousands of ads are one page. So do long orders. */
function weightOf(records: readonly AnyRecord[]): number {
  return records.reduce((sum, record) => sum + 1 + extraOf(record), 0)
}

function extraOf(record: AnyRecord): number {
  if (isAdRecord(record)) return record.type === 'ad_day' ? record.rows.length : 0
  return record.type === 'order' ? Math.floor(record.lines.length / usualLines) : 0
}
