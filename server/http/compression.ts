import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { parseAccept } from 'hono/utils/accept'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX as compressible } from 'hono/utils/compress'
import { type Encoding, encodeStream, encodings, inBursts } from './encode-stream.ts'

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
