import { Duplex } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

/** What answers may be encoded with, the one to be preferred first. */
export const encodings = ['br', 'gzip'] as const
/** The name of one, as headers have it. */
export type Encoding = (typeof encodings)[number]

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
export function inBursts(body: ReadableStream<Uint8Array>): Bursts {
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
export function encodeStream(encoding: Encoding, first: Burst, rest: Bursts): ReadableStream<Uint8Array> {
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
