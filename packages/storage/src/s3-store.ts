import { Readable } from 'node:stream'
import type { S3Bucket } from './s3.ts'
import { type FileStore, measure } from './store.ts'

const folder = 'files/'
const keyOf = (version: string) => `${folder}${version.slice(0, 2)}/${version}`

/** Opens a bucket for one piece of work; `close` ends its connections. */
export type OpenBucket = () => { readonly bucket: S3Bucket; readonly close: () => void }

/** Keeps files in a bucket, under the same names as in a folder. Bytes appear there whole or not at all. */
export function createS3Store(open: OpenBucket): FileStore {
  const during = async <T>(work: (bucket: S3Bucket) => Promise<T>): Promise<T> => {
    const { bucket, close } = open()
    try {
      return await work(bucket)
    } finally {
      close()
    }
  }
  return {
    async put(version, bytes) {
      const measured = measure(bytes)
      await during((bucket) => bucket.put(keyOf(version), measured.bytes))
      return measured.written()
    },
    async get(version, range) {
      const { bucket, close } = open()
      const bytes = await bucket.read(keyOf(version), range).catch((error: unknown) => {
        close()
        throw error
      })
      if (bytes === undefined) {
        close()
        return undefined
      }
      // Also where nobody reads it.
      return Readable.from(bytes, { objectMode: false }).once('close', close)
    },
    remove: (version) => during((bucket) => bucket.delete(keyOf(version))),
    async *list() {
      const { bucket, close } = open()
      try {
        for await (const { key, changedAt } of bucket.list(folder)) {
          yield { version: key.slice(key.lastIndexOf('/') + 1), writtenAt: changedAt }
        }
      } finally {
        close()
      }
    },
  }
}
