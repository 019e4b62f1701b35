import { Duplex } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { parseAccept } from 'hono/utils/accept'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX as compressible } from 'hono/utils/compress'

/** What answers may be encoded with, the one to be preferred first. */
const encodings = ['br', 'gzip'] as const

/** As much CPU as the other for a page of the summary, and together far less than rendering it. */
const encoders = {
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
    }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH, level: 6 }),
}
/** A burst that never ends is sent on in pieces of this many bytes. */
const largestBurst = 65_536

/** Bytes below which an answer fits into one packet either way. */
const smallest = 1024
/** Answers that have no body, or a part of one. */
const withoutWhole = new Set([204, 205, 206, 304])

/**
 * Encodes texts for whoever accepts it, whole or while they come about; Hono's own middleware holds a page that is
 * streamed back until its end. What other sites can make a browser ask for stays as it is
 * (docs/decisions/015-compression.md).
 */
export const compression = createMiddleware(async (c, next) => {
  await next()
  if (!isCompressible(c.res)) return
  c.header('vary', withAcceptEncoding(c.res.headers.get('vary')))
  const encoding = acceptedEncoding(c.req.header('accept-encoding'))
  const length = Number(c.res.headers.get('content-length') ?? smallest)
  if (!encoding || !c.res.body || c.req.method === 'HEAD' || length < smallest || isSteered(c)) return
  const bursts = inBursts(c.res.body)
  const first = await bursts.next()
  if (first.isLast && first.bytes.byteLength < smallest) {
    c.res = new Response(first.bytes, c.res)
    return
  }
  c.res = new Response(encodeStream(encoding, first, bursts), c.res)
  c.res.headers.delete('content-length')
  c.res.headers.set('content-encoding', encoding)
  const etag = c.res.headers.get('etag')
  if (etag && !etag.startsWith('W/')) c.res.headers.set('etag', `W/${etag}`)
})

/** The best encoding by a request's header, ours first among equals; undefined for the text as it is. */
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

/** Whether a page of another origin made the browser ask, with what the person's cookies open to it. */
function isSteered({ req }: Context): boolean {
  const from = req.header('sec-fetch-site') ?? 'none'
  return from !== 'none' && from !== 'same-origin' && req.header('cookie') !== undefined
}

function withAcceptEncoding(vary: string | null): string {
  if (vary === null) return 'Accept-Encoding'
  return /(?:^|,)\s*(?:\*|accept-encoding)\s*(?:,|$)/i.test(vary) ? vary : `${vary}, Accept-Encoding`
}

/** The name of one, as headers have it. */
type Encoding = (typeof encodings)[number]

/** What a body gave without a pause. */
interface Burst {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Nothing comes after it. */
  readonly isLast: boolean
}

/** A body in bursts. */
interface Bursts {
  /** The next one; not to be asked for after the last. Fails as the body does. */
  readonly next: () => Promise<Burst>
  /** Nobody wants the rest. */
  readonly cancel: (reason?: unknown) => Promise<void>
}

/**
 * Gathers what comes without a pause. Pages are rendered in scraps of two kilobytes, and flushing each would cost a fifth
 * of what encoding saves.
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
        if (size >= largestBurst) break
        early = reader.read()
        read = await Promise.race([early, pause()])
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

/** Node's web streams are those of the platform; what declares them differs only in reading into buffers of one's own. */
function webEncoder(encoding: Encoding): ReadableWritablePair<Uint8Array, Uint8Array> {
  return Duplex.toWeb(encoders[encoding]()) as ReadableWritablePair<Uint8Array, Uint8Array>
}

function pause(): Promise<undefined> {
  return new Promise((done) => setImmediate(done, undefined))
}
