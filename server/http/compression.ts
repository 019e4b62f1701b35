import { Duplex, type Transform } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { createMiddleware } from 'hono/factory'
import { parseAccept } from 'hono/utils/accept'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX as compressible } from 'hono/utils/compress'

/** Supported encodings, the preferred one first. */
const encodings = ['br', 'gzip'] as const

/** Settings that cost equal CPU for a page of the summary, and together far less than rendering it. */
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 }
const level = 6
/** A year of figures compresses in less than half the time by these, to 15 % more bytes. */
const quickBrotli = { ...brotliParams, [constants.BROTLI_PARAM_QUALITY]: 1 }
const quickLevel = 2

const encoders = {
  br: () => createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, params: brotliParams }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH, level }),
}
/** A burst that does not end is sent in chunks of this many bytes. */
const largestBurst = 65_536

/** Bytes below which a response fits into one packet either way. */
export const smallest = 1024
/** Statuses without a body, or with part of one. */
const withoutWhole = new Set([204, 205, 206, 304])

/**
 * Compresses text responses for clients that accept it, buffered or streamed; Hono's own middleware holds a streamed page
 * back until its end. Responses that another site can make a browser request are left uncompressed
 * (docs/decisions/015-compression.md).
 */
export const compression = createMiddleware(async (c, next) => {
  await next()
  if (!isCompressible(c.res)) return
  // On the response itself: the context would make another one of it, and a stream of its body.
  c.res.headers.set('vary', withAcceptEncoding(c.res.headers.get('vary')))
  const encoding = encodingFor(c.req.raw.headers)
  const length = Number(c.res.headers.get('content-length') ?? smallest)
  if (!encoding || c.req.method === 'HEAD' || length < smallest || !c.res.body) return
  const bursts = inBursts(c.res.body)
  const first = await bursts.next()
  if (first.isLast && first.bytes.byteLength < smallest) {
    c.res = new Response(first.bytes, c.res)
    return
  }
  const encoded = first.isLast ? await encodeWhole(encoding, first.bytes) : encodeStream(encoding, first, bursts)
  c.res = new Response(encoded, c.res)
  c.res.headers.delete('content-length')
  c.res.headers.set('content-encoding', encoding)
  const etag = c.res.headers.get('etag')
  if (etag && !etag.startsWith('W/')) c.res.headers.set('etag', `W/${etag}`)
})

/** The best encoding for an Accept-Encoding header, by our preference among equals; undefined for none. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  const accepted = new Map(parseAccept(header ?? '').map(({ type, q }) => [type.toLowerCase(), q]))
  const other = accepted.get('*') ?? 0
  let best: { readonly encoding?: Encoding; readonly quality: number } = { quality: 0 }
  for (const encoding of encodings) {
    const quality = accepted.get(encoding) ?? other
    if (quality > best.quality) best = { encoding, quality }
  }
  return (accepted.get('identity') ?? 0) > best.quality ? undefined : best.encoding
}

function isCompressible({ headers, status }: Response): boolean {
  return (
    compressible.test(headers.get('content-type') ?? '') &&
    !headers.has('content-encoding') &&
    !withoutWhole.has(status) &&
    !/(?:^|,)\s*no-transform\s*(?:,|$)/i.test(headers.get('cache-control') ?? '')
  )
}

/** The encoding of a response to a request with these headers; undefined when it is to leave uncompressed. */
export function encodingFor(headers: Headers): Encoding | undefined {
  return isSteered(headers) ? undefined : acceptedEncoding(headers.get('accept-encoding') ?? undefined)
}

/** Whether a page of another origin triggered a request with the person's cookies. */
function isSteered(headers: Headers): boolean {
  const from = headers.get('sec-fetch-site') ?? 'none'
  return from !== 'none' && from !== 'same-origin' && headers.has('cookie')
}

function withAcceptEncoding(vary: string | null): string {
  if (vary === null) return 'Accept-Encoding'
  return /(?:^|,)\s*(?:\*|accept-encoding)\s*(?:,|$)/i.test(vary) ? vary : `${vary}, Accept-Encoding`
}

/** Name of an encoding in headers. */
export type Encoding = (typeof encodings)[number]

/** Chunks that a body yields without a pause. */
interface Burst {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The body ends after it. */
  readonly isLast: boolean
}

/** A body in bursts. */
interface Bursts {
  /** The next burst; not to be called after the last. Rejects when the body fails. */
  readonly next: () => Promise<Burst>
  /** Cancels the rest. */
  readonly cancel: (reason?: unknown) => Promise<void>
}

/**
 * Combines chunks that come without a pause. Pages are rendered in pieces of two kilobytes, and flushing each would cost a
 * fifth of what compression saves.
 */
function inBursts(body: ReadableStream<Uint8Array>): Bursts {
  const reader = body.getReader()
  let early: ReturnType<typeof reader.read> | undefined
  return {
    async next() {
      const pieces: Uint8Array[] = []
      let size = 0
      let read: Awaited<ReturnType<typeof reader.read>> | undefined = await (early ?? reader.read())
      early = undefined
      while (read && !read.done) {
        pieces.push(read.value)
        size += read.value.byteLength
        early = reader.read()
        read = await Promise.race([early, pause()])
        if (size >= largestBurst && read?.done !== true) break
        if (read) early = undefined
      }
      return { bytes: Buffer.concat(pieces, size), isLast: read?.done === true }
    },
    cancel: (reason) => reader.cancel(reason),
  }
}

/** Encodes a body whose first burst was read. Each burst can be decoded as soon as it has arrived. */
function encodeStream(encoding: Encoding, first: Burst, rest: Bursts): ReadableStream<Uint8Array> {
  let waiting: Burst | undefined = first
  const plain = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { bytes, isLast } = waiting ?? (await rest.next())
        waiting = undefined
        controller.enqueue(bytes)
        if (isLast) controller.close()
      },
      cancel: rest.cancel,
    },
    { highWaterMark: 0 },
  )
  return plain.pipeThrough(webEncoder(encoding))
}

const [brotliWhole, gzipWhole] = [promisify(brotliCompress), promisify(gzip)]

/** Compresses what is there as a whole, without the cost of streams. */
function encodeWhole(encoding: Encoding, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const chunkSize = roomFor(bytes)
  return encoding === 'br'
    ? brotliWhole(bytes, { params: brotliParams, chunkSize })
    : gzipWhole(bytes, { level, chunkSize })
}

/** The same for something large that somebody waits for. */
export function encodeQuickly(encoding: Encoding, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const chunkSize = roomFor(bytes)
  return encoding === 'br'
    ? brotliWhole(bytes, { params: quickBrotli, chunkSize })
    : gzipWhole(bytes, { level: quickLevel, chunkSize })
}

/** Texts take less, so that all of it comes at once: each further piece would wait for a thread again. */
function roomFor({ byteLength }: Uint8Array): number {
  return Math.max(smallest, Math.ceil(byteLength / 3))
}

/** Compresses what is written; what is written at once can be decoded as soon as it has arrived. */
export function createEncoder(encoding: Encoding): Transform {
  return encoders[encoding]()
}

/** Node's web streams are the platform's; their type declarations differ only in reading into the caller's buffers (BYOB). */
function webEncoder(encoding: Encoding): ReadableWritablePair<Uint8Array, Uint8Array> {
  return Duplex.toWeb(createEncoder(encoding)) as ReadableWritablePair<Uint8Array, Uint8Array>
}

function pause(): Promise<undefined> {
  return new Promise((done) => setImmediate(done, undefined))
}
