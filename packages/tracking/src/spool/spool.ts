import { AppError } from '@tillsight/core'
import { ownDataDirectory } from '@tillsight/supervisor'
import { createBacklog } from './backlog.ts'
import { readPortion } from './reader.ts'
import { encodeRecord } from './record.ts'
import { listSegments, type Position, readCheckpoint, removeSegment, writeCheckpoint } from './segments.ts'
import { type CreateSegment, createSegment, createWriter } from './writer.ts'

/** Records and the place behind them. */
export interface Batch {
  readonly records: readonly string[]
  readonly end: Position
}

/** Keeps texts on disk, in order, until they are taken. Belongs to one process. */
export interface Spool {
  /** Resolves when the text is safe on the disk. Throws `unavailable` when the spool is full or the disk fails. */
  append(text: string): Promise<void>
  /** The oldest records that were not taken, about `mostBytes` of them; undefined when there are none. */
  read(mostBytes: number): Promise<Batch | undefined>
  /** Everything up to here was taken and need not be kept. */
  take(end: Position): Promise<void>
  /** Resolves with the next record that is kept, at once when some are there. */
  whenFilled(signal: AbortSignal): Promise<void>
  /** Bytes on the disk that wait. */
  heldBytes(): number
  close(): Promise<void>
}

/** Settings of a spool. */
export interface SpoolOptions {
  readonly dir: string
  /** So much waits at most; then nothing more is taken. */
  readonly mostBytes: number
  /** A file of about this size is left and the next begun. */
  readonly segmentBytes?: number
  /** Hears of bytes that are no whole record: what a killed process was just writing, and never answered for. */
  readonly onTorn?: (torn: { readonly segment: number; readonly bytes: number }) => void
  readonly create?: CreateSegment
}

const usualSegmentBytes = 16 * 1024 * 1024

/** Opens the folder, with everything that waits in it. Throws `conflict` while another process has it. */
export async function openSpool(options: SpoolOptions): Promise<Spool> {
  const { dir, mostBytes, segmentBytes = usualSegmentBytes, onTorn, create = createSegment } = options
  const owned = await ownDataDirectory(dir, { role: 'events' })
  const ends = await listSegments(dir).catch(async (error: unknown) => {
    await owned.release()
    throw error
  })
  const backlog = createBacklog(ends, (await readCheckpoint(dir)) ?? { segment: 0, offset: 0 })
  let wake: (() => void) | undefined
  const writer = createWriter({
    dir,
    firstSegment: backlog.newestSegment() + 1,
    segmentBytes,
    create,
    onKept(segment, end) {
      backlog.grow(segment, end)
      wake?.()
    },
  })

  async function take(end: Position): Promise<void> {
    await writeCheckpoint(dir, end)
    const done = backlog.moveTo(end, (segment) => segment === writer.currentSegment())
    for (const segment of done) await removeSegment(dir, segment)
  }

  return {
    async append(text) {
      const record = encodeRecord(text)
      if (backlog.bytes() + writer.waitingBytes() + record.length > mostBytes) {
        throw new AppError(
          'unavailable',
          'Events cannot be kept right now: too many wait to be stored. Send them again later.',
        )
      }
      await writer.append(record)
    },
    async read(most) {
      for (let from = backlog.oldest(); from !== undefined; from = backlog.oldest()) {
        const { segment, offset, end } = from
        const portion = await readPortion(dir, { segment, offset }, { until: end, most })
        if (portion.records.length > 0) return { records: portion.records, end: { segment, offset: portion.end } }
        onTorn?.({ segment, bytes: end - offset })
        await take({ segment, offset: end })
      }
      return undefined
    },
    take,
    async whenFilled(signal) {
      if (backlog.oldest() !== undefined || signal.aborted) return
      await new Promise<void>((filled) => {
        const done = (): void => {
          wake = undefined
          signal.removeEventListener('abort', done)
          filled()
        }
        wake = done
        signal.addEventListener('abort', done)
      })
    },
    heldBytes: backlog.bytes,
    async close() {
      await writer.close()
      await owned.release()
    },
  }
}
