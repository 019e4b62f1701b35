import { open } from 'node:fs/promises'
import { AppError } from '@tillsight/core'
import { segmentFile, syncFolder } from './segments.ts'

/** What the writer needs of a file. */
export interface SegmentHandle {
  writev(records: readonly Buffer[]): Promise<{ readonly bytesWritten: number }>
  datasync(): Promise<void>
  close(): Promise<void>
}

/** How a file is created; tests hand in disks that fail. */
export type CreateSegment = (path: string) => Promise<SegmentHandle>

/** A new file, to write to only. */
export const createSegment: CreateSegment = (path) => open(path, 'wx', 0o600)

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

/** What a writer is made of. */
export interface WriterOptions {
  readonly dir: string
  readonly firstSegment: number
  readonly segmentBytes: number
  readonly create: CreateSegment
  /** Called once per group, with where the segment ends that is safe on the disk. */
  readonly onKept: (segment: number, end: number) => void
}

/** Appends records. Everything that waits goes to the disk together, so that many share the one wait for it. */
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
      const { bytesWritten } = await current.file.writev(records)
      if (bytesWritten !== bytes) throw new Error(`the disk took ${bytesWritten} of ${bytes} bytes`)
      await current.file.datasync()
      current.size += bytes
      onKept(current.segment, current.size)
      for (const { kept } of group) kept()
      if (current.size >= segmentBytes) await leave()
    } catch (error) {
      // What stands in this file from here on is not known: nothing may follow it there.
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
      // Whatever else has come in by now shares the wait for the disk.
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
    /** The segment that is being written to; one that is not is never written to again. */
    currentSegment: () => current?.segment,
    async close(): Promise<void> {
      await working
      await leave()
    },
  }
}
