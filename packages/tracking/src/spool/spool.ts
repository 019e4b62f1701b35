import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { AppError } from '@tillsight/core'
import { ownDataDirectory } from '@tillsight/supervisor'
import {
  type CreateSegment,
  createSegment,
  createWriter,
  listSegments,
  type Position,
  readCheckpoint,
  removeSegment,
  segmentFile,
  writeCheckpoint,
} from './writer.ts'

/** Length and checksum in front of every record. */
const headerBytes = 8

/** Records, and the position after them. */
export interface Batch {
  readonly records: readonly string[]
  readonly end: Position
}

/** A piece of a spool's file that is safe on the disk: from an offset to its end. */
export interface Stretch extends Position {
  readonly dir: string
  readonly end: number
}

/** Stores texts on disk, in order, until they are taken. Used by one process only. */
export interface Spool {
  /** Resolves when the text is safe on the disk. Throws `unavailable` when the spool is full or the disk fails. */
  append(text: string): Promise<void>
  /** The oldest records not yet taken, about `mostBytes` of them; undefined if there are none. */
  read(mostBytes: number): Promise<Batch | undefined>
  /** Where the oldest records not yet taken are, for `readRecords`; undefined if there are none. */
  oldest(): Stretch | undefined
  /** Marks everything up to here as taken; it need not be kept. */
  take(end: Position): Promise<void>
  /** Resolves with the next stored record, immediately if some are waiting. */
  whenFilled(signal: AbortSignal): Promise<void>
  /** The size of waiting records on disk, in bytes. */
  heldBytes(): number
  close(): Promise<void>
}

/** Settings of a spool. */
export interface SpoolOptions {
  readonly dir: string
  /** The maximum size of waiting records; beyond it, nothing is accepted. */
  readonly mostBytes: number
  /** The approximate size at which a new file is started. */
  readonly segmentBytes?: number
  /** Called for bytes that are not a complete record: a killed process was writing it, and never acknowledged it. */
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
      return writer.append(record)
    },
    async read(most) {
      for (let from = backlog.oldest(); from !== undefined; from = backlog.oldest()) {
        const batch = await readRecords({ dir, ...from }, most)
        if (batch.records.length > 0) return batch
        const { segment, offset, end } = from
        onTorn?.({ segment, bytes: end - offset })
        await take({ segment, offset: end })
      }
      return undefined
    },
    oldest() {
      const place = backlog.oldest()
      return place === undefined ? undefined : { dir, ...place }
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

/**
 * Reads about `most` bytes of a stretch, at least one record; none where it begins with bytes that are no complete record. For
 * any thread, as long as nobody takes what is read.
 */
export async function readRecords({ dir, segment, offset, end: until }: Stretch, most: number): Promise<Batch> {
  const file = await open(segmentFile(dir, segment), 'r')
  try {
    const left = until - offset
    let length = Math.min(left, most)
    for (;;) {
      const bytes = Buffer.allocUnsafe(length)
      const { bytesRead } = await file.read(bytes, 0, length, offset)
      const { records, bytes: used, isBroken, needs } = decodeRecords(bytes.subarray(0, bytesRead))
      const isDone = records.length > 0 || isBroken || bytesRead < length || needs > left || left === 0
      if (isDone) return { records, end: { segment, offset: offset + used } }
      length = needs
    }
  } finally {
    await file.close()
  }
}

/** A record's format in a file: length, checksum of what follows, and the text itself. */
function encodeRecord(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const record = Buffer.allocUnsafe(headerBytes + length)
  record.write(text, headerBytes)
  record.writeUInt32LE(length, 0)
  record.writeUInt32LE(crc32(record.subarray(headerBytes)), 4)
  return record
}

/** Complete records, and how many bytes they take. */
interface Decoded {
  readonly records: readonly string[]
  readonly bytes: number
  /** The following bytes are not a record; false if the last record merely continues beyond what was read. */
  readonly isBroken: boolean
  /** The size of the record that was cut off by the end of what was read; 0 if none was. */
  readonly needs: number
}

/** Reads whole records from the beginning of `bytes`, up to the first that is cut off or damaged. */
function decodeRecords(bytes: Buffer): Decoded {
  const records: string[] = []
  let at = 0
  while (bytes.length - at >= headerBytes) {
    const length = bytes.readUInt32LE(at)
    const end = at + headerBytes + length
    if (length === 0) return { records, bytes: at, isBroken: true, needs: 0 }
    if (end > bytes.length) return { records, bytes: at, isBroken: false, needs: end - at }
    const body = bytes.subarray(at + headerBytes, end)
    if (crc32(body) !== bytes.readUInt32LE(at + 4)) return { records, bytes: at, isBroken: true, needs: 0 }
    records.push(body.toString())
    at = end
  }
  return { records, bytes: at, isBroken: false, needs: at < bytes.length ? headerBytes : 0 }
}

/** The waiting part of a spool: its segments, how far each is safely on disk, and from where on it is not taken. */
function createBacklog(ends: Map<number, number>, from: Position) {
  let at = from
  let bytes = 0
  count()

  function count(): void {
    bytes = [...ends].reduce((sum, [segment, end]) => sum + Math.max(0, end - startOf(segment, end)), 0)
  }

  function startOf(segment: number, end: number): number {
    if (segment < at.segment) return end
    return segment === at.segment ? at.offset : 0
  }

  return {
    bytes: () => bytes,
    newestSegment: () => Math.max(at.segment, ...ends.keys()),
    grow(segment: number, end: number): void {
      bytes += end - (ends.get(segment) ?? 0)
      ends.set(segment, end)
    },
    /** The first position with data after it, whether a record or torn. */
    oldest(): (Position & { readonly end: number }) | undefined {
      for (const [segment, end] of ends) {
        const offset = startOf(segment, end)
        if (end > offset) return { segment, offset, end }
      }
      return undefined
    },
    /** Moves the start to this position; returns the segments that are empty now. */
    moveTo(place: Position, isWrittenTo: (segment: number) => boolean): number[] {
      at = place
      const done = [...ends].filter(([segment, end]) => startOf(segment, end) >= end && !isWrittenTo(segment))
      for (const [segment] of done) ends.delete(segment)
      count()
      return done.map(([segment]) => segment)
    },
  }
}
