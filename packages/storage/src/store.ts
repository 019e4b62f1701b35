import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

/** Part of the bytes: both ends count. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** What was written, as it is kept beside the name. */
export interface Written {
  readonly size: number
  readonly sha256: string
  readonly md5: string
}

/** Bytes that lie in a store. */
export interface StoredBytes {
  readonly version: string
  readonly writtenAt: Date
}

/**
 * Keeps bytes under a random id. They are written once and never changed: whoever replaces a file writes another version. Names,
 * rights and types are none of its business.
 */
export interface FileStore {
  /** All bytes or none: what is written is on the disk when this returns. */
  put(version: string, bytes: AsyncIterable<Uint8Array>): Promise<Written>
  /** Undefined when there is nothing under this id. */
  get(version: string, range?: ByteRange): Promise<Readable | undefined>
  /** Succeeds when there is nothing. */
  remove(version: string): Promise<void>
  list(): AsyncIterable<StoredBytes>
}

/** The same bytes, measured while they are read; `written` is true of them once all are. */
export function measure(source: AsyncIterable<Uint8Array>) {
  const sha256 = createHash('sha256')
  const md5 = createHash('md5')
  let size = 0
  async function* pass(): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      sha256.update(piece)
      md5.update(piece)
      size += piece.byteLength
      yield piece
    }
  }
  return {
    bytes: pass(),
    written: (): Written => ({ size, sha256: sha256.digest('hex'), md5: md5.digest('hex') }),
  }
}
