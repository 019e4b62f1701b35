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
