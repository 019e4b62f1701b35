import { open } from 'node:fs/promises'
import { decodeRecords } from './record.ts'
import { segmentFile } from './segments.ts'

/** Whole records from one place of a segment on. */
export interface Portion {
  readonly records: readonly string[]
  /** Where the next portion begins. */
  readonly end: number
  /** Bytes that follow and are no whole record: the segment says nothing more. */
  readonly isTorn: boolean
}

/** Reads about `most` bytes of a segment, at least one record, and nothing beyond `until`. */
export async function readPortion(
  dir: string,
  { segment, offset }: { readonly segment: number; readonly offset: number },
  { until, most }: { readonly until: number; readonly most: number },
): Promise<Portion> {
  const file = await open(segmentFile(dir, segment), 'r')
  try {
    const left = until - offset
    let length = Math.min(left, most)
    for (;;) {
      const bytes = Buffer.allocUnsafe(length)
      const { bytesRead } = await file.read(bytes, 0, length, offset)
      const { records, bytes: used, isBroken, needs } = decodeRecords(bytes.subarray(0, bytesRead))
      // What is wrong behind whole records shows when they are done.
      if (records.length > 0) return { records, end: offset + used, isTorn: false }
      if (isBroken || bytesRead < length || needs > left) return { records, end: offset, isTorn: left > 0 }
      if (left === 0) return { records, end: offset, isTorn: false }
      length = needs
    }
  } finally {
    await file.close()
  }
}
