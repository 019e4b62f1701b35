import { constants } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@tillsight/core'

/** A place in the spool: how far it has been emptied. */
export interface Position {
  readonly segment: number
  readonly offset: number
}

const checkpointName = 'emptied.json'
const namePattern = /^(\d{12})\.events$/

/** The file of a segment. */
export function segmentFile(dir: string, segment: number): string {
  return join(dir, `${String(segment).padStart(12, '0')}.events`)
}

/** Numbers and sizes of the segments in the folder, the oldest first. */
export async function listSegments(dir: string): Promise<Map<number, number>> {
  const numbers = (await readdir(dir)).flatMap((name) => namePattern.exec(name)?.[1] ?? []).map(Number)
  const sized = numbers
    .toSorted((x, y) => x - y)
    .map(async (segment) => [segment, (await stat(segmentFile(dir, segment))).size] as const)
  return new Map(await Promise.all(sized))
}

/** How far the folder was emptied; undefined if unknown. */
export async function readCheckpoint(dir: string): Promise<Position | undefined> {
  try {
    const known: unknown = JSON.parse(await readFile(join(dir, checkpointName), 'utf8'))
    if (typeof known !== 'object' || known === null) return undefined
    const { segment, offset } = known as Partial<Record<string, unknown>>
    return typeof segment === 'number' && typeof offset === 'number' ? { segment, offset } : undefined
  } catch {
    // Lost in a crash: then everything still there is stored once more, which has no effect.
    return undefined
  }
}

/** Saves how far the folder was emptied, atomically. */
export async function writeCheckpoint(dir: string, position: Position): Promise<void> {
  const draft = join(dir, `${checkpointName}.new`)
  await writeFile(draft, JSON.stringify(position))
  await rename(draft, join(dir, checkpointName))
}

/** Deletes a segment that is no longer needed. */
export async function removeSegment(dir: string, segment: number): Promise<void> {
  await rm(segmentFile(dir, segment), { force: true })
}

/** Makes new files in the folder survive a power failure, where the system supports that. */
async function syncFolder(dir: string): Promise<void> {
  try {
    const folder = await open(dir, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  } catch {
    // Windows cannot open folders; it makes names durable by itself.
  }
}

/** The operations that the writer needs on a file. */
export interface SegmentHandle {
  writev(records: readonly Buffer[]): Promise<{ readonly bytesWritten: number }>
  datasync(): Promise<void>
  close(): Promise<void>
}

/** Creates a file; tests pass disks that fail. */
export type CreateSegment = (path: string) => Promise<SegmentHandle>

const { O_CREAT, O_DSYNC, O_EXCL, O_WRONLY } = constants
/** Here a write returns when it is on the disk, which needs no second step. Other systems know no such file, or promise less. */
const writesThrough = process.platform === 'linux'

/** A new, write-only file. */
export const createSegment: CreateSegment = async (path) => {
  if (!writesThrough) return open(path, 'wx', 0o600)
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_DSYNC, 0o600)
  return { writev: (records) => file.writev(records), datasync: async () => {}, close: () => file.close() }
}

interface Waiting {
  readonly record: Buffer
  readonly kept: () => void
  readonly lost: (reason: unknown) => void
}

interface Current {
  readonly file: SegmentHandle
  readonly segment: number
  size: number
}

/** Dependencies of a writer. */
interface WriterOptions {
  readonly dir: string
  readonly firstSegment: number
  readonly segmentBytes: number
  readonly create: CreateSegment
  /** Called once per group, with where the segment ends that is safe on the disk. */
  readonly onKept: (segment: number, end: number) => void
}

/** Appends records. All waiting records are written to disk together, so that they share one sync. */
export function createWriter({ dir, firstSegment, segmentBytes, create, onKept }: WriterOptions) {
  let waiting: Waiting[] = []
  let current: Current | undefined
  let next = firstSegment
  let working: Promise<void> | undefined
  let waitingBytes = 0

  async function openNext(): Promise<Current> {
    const segment = next
    next += 1
    const file = await create(segmentFile(dir, segment))
    await syncFolder(dir)
    return { file, segment, size: 0 }
  }

  async function leave(): Promise<void> {
    const left = current
    current = undefined
    await left?.file.close().catch(() => undefined)
  }

  async function keep(group: readonly Waiting[]): Promise<void> {
    try {
      current ??= await openNext()
      const records = group.map(({ record }) => record)
      const bytes = records.reduce((sum, { length }) => sum + length, 0)
      // One piece: handing over each record by itself takes longer than copying it.
      const { bytesWritten } = await current.file.writev([Buffer.concat(records, bytes)])
      if (bytesWritten !== bytes) throw new Error(`the disk took ${bytesWritten} of ${bytes} bytes`)
      await current.file.datasync()
      current.size += bytes
      onKept(current.segment, current.size)
      for (const { kept } of group) kept()
      if (current.size >= segmentBytes) await leave()
    } catch (error) {
      // The contents of this file from here on are unknown: nothing may be appended to it.
      await leave()
      const reason = new AppError(
        'unavailable',
        'Events cannot be kept right now: the disk does not take them. Send them again later.',
        { cause: error },
      )
      for (const { lost } of group) lost(reason)
    }
  }

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      // Further records that have arrived meanwhile share the sync.
      await new Promise(setImmediate)
      const group = waiting
      waiting = []
      waitingBytes = 0
      await keep(group)
    }
    working = undefined
  }

  return {
    /** Resolves when the record is safe on the disk. Throws `unavailable` when it is not. */
    append(record: Buffer): Promise<void> {
      return new Promise((kept, lost) => {
        waiting.push({ record, kept, lost })
        waitingBytes += record.length
        working ??= work()
      })
    },
    waitingBytes: () => waitingBytes,
    /** The segment being written; a closed one is never written again. */
    currentSegment: () => current?.segment,
    async close(): Promise<void> {
      await working
      await leave()
    },
  }
}
