// A client for buckets of Amazon S3 and of whatever speaks its protocol, over the guarded client for outgoing requests.
import { type AskBucket, askBucket, type BucketKey, type BucketServices } from './ask-bucket.ts'
import { partsOf, type StoredParts, storeParts } from './store-parts.ts'

export type { BucketKey, BucketPlace, BucketServices } from './ask-bucket.ts'

/** What an object is stored with. */
export interface StoreOptions {
  /** Its media type. */
  readonly type?: string
  /** Such as `cache-control` and `x-amz-meta-…`. */
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** An object without its content. */
export interface BucketObject {
  /** Within the prefix of the bucket. */
  readonly key: string
  readonly bytes: number
  readonly etag: string
  readonly changedAt: Date
}

/** Bytes from the first to the last, both counted from 0 and included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * A bucket. Everything throws `conflict` with what the bucket answered, or why it cannot be reached; passing faults have been
 * tried again by then.
 */
export interface S3Bucket {
  /**
   * Stores an object in place of one of the same key, whole or not at all. More than a part is sent in parts: never more than one
   * is in memory.
   */
  put(
    key: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    options?: StoreOptions,
  ): Promise<Pick<BucketObject, 'bytes' | 'etag'>>
  /** Undefined where there is none. */
  head(key: string, signal?: AbortSignal): Promise<(BucketObject & { readonly type: string }) | undefined>
  /** An object of some megabytes, or a range of a larger one, in memory; undefined where there is none. */
  get(key: string, range?: ByteRange, signal?: AbortSignal): Promise<Uint8Array | undefined>
  /** Its bytes a few megabytes at a time, all of the same version; undefined where there is none. */
  read(key: string, range?: ByteRange, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Does nothing where there is none. */
  delete(key: string, signal?: AbortSignal): Promise<void>
  /** Objects whose keys begin so, in order of their keys. */
  list(keysFrom?: string, signal?: AbortSignal): AsyncIterable<BucketObject>
}

const usualPartBytes = 16 * 1024 ** 2
const readBytes = 8 * 1024 ** 2

/** A bucket with the key that opens it; nothing is sent yet. */
export function openBucket(services: BucketServices, bucket: BucketKey): S3Bucket {
  const ask = askBucket(services, bucket)
  const partBytes = services.partBytes ?? usualPartBytes
  const head: S3Bucket['head'] = async (key, signal) => {
    const response = await ask({ method: 'HEAD', key, signal, missing: 'is an answer' })
    return response && { ...objectOf(key, response.headers), type: response.headers['content-type'] ?? '' }
  }
  return {
    head,
    async put(key, content, { type, headers = {}, signal } = {}) {
      const named = { ...headers, ...(type && { 'content-type': type }) }
      const parts = partsOf(content, partBytes)
      const first = (await parts.next()).value ?? new Uint8Array()
      const second = await parts.next()
      if (!second.done) {
        const rest: StoredParts = { key, headers: named, signal, first: [first, second.value], rest: parts }
        return storeParts(ask, rest)
      }
      const { headers: stored } = await ask({ method: 'PUT', key, body: first, headers: named, signal })
      return { bytes: first.byteLength, etag: stored.etag ?? '' }
    },
    get: async (key, range, signal) => (await ask(getting({ key, range, signal })))?.body,
    async read(key, range, signal) {
      const found = await head(key, signal)
      return found && readParts(ask, found, { start: 0, end: found.bytes - 1, ...range, signal })
    },
    async delete(key, signal) {
      await ask({ method: 'DELETE', key, signal, missing: 'is an answer' })
    },
    list: (keysFrom = '', signal) => listObjects(ask, keysFrom, signal),
  }
}

interface Getting {
  readonly key: string
  readonly range?: ByteRange | undefined
  readonly etag?: string
  readonly signal?: AbortSignal | undefined
}

function getting({ key, range, etag, signal }: Getting) {
  const headers = {
    ...(range && { range: `bytes=${range.start}-${range.end}` }),
    ...(etag && { 'if-match': etag }),
  }
  return { method: 'GET', key, headers, signal, missing: 'is an answer' } as const
}

async function* readParts(
  ask: AskBucket,
  { key, bytes, etag }: BucketObject,
  { start, end, signal }: ByteRange & { readonly signal: AbortSignal | undefined },
): AsyncGenerator<Uint8Array> {
  const last = Math.min(end, bytes - 1)
  for (let from = start; from <= last; from += readBytes) {
    const range = { start: from, end: Math.min(from + readBytes - 1, last) }
    const response = await ask(getting({ key, range, etag, signal }))
    // It was deleted in between.
    if (response === undefined) throw new Error(`the object ${key} is gone while it is read`)
    yield response.body
  }
}

async function* listObjects(
  ask: AskBucket,
  keysFrom: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<BucketObject> {
  let next: string | undefined
  do {
    const query = {
      'list-type': '2',
      'encoding-type': 'url',
      prefix: keysFrom,
      ...(next !== undefined && { 'continuation-token': next }),
    }
    const response = await ask({ method: 'GET', key: undefined, query, signal })
    const text = Buffer.from(response?.body ?? []).toString('utf8')
    for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      yield {
        key: ask.keyOf(decodeURIComponent(valueOf(entry, 'Key').replaceAll('+', ' '))),
        bytes: Number(valueOf(entry, 'Size')),
        etag: valueOf(entry, 'ETag'),
        changedAt: new Date(valueOf(entry, 'LastModified')),
      }
    }
    next = valueOf(text, 'NextContinuationToken') || undefined
  } while (next !== undefined)
}

/** The text of an element; the few entities that stand in answers of S3 are read. */
function valueOf(xml: string, name: string): string {
  const [, text = ''] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? []
  return text.replaceAll('&quot;', '"').replaceAll('&#34;', '"').replaceAll('&amp;', '&')
}

function objectOf(key: string, headers: Readonly<Record<string, string>>): BucketObject {
  return {
    key,
    bytes: Number(headers['content-length']),
    etag: headers.etag ?? '',
    changedAt: new Date(headers['last-modified'] ?? 0),
  }
}
