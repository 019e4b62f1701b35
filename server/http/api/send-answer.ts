import { createHash } from 'node:crypto'
import { AppError } from '@tillsight/core'
import type { Context } from 'hono'
import { type Encoding, encodeQuickly, encodingFor, smallest } from '../compression.ts'

/** An answer as it was sent last. */
interface Sent {
  /** Its parts that other answers share. */
  readonly shared: readonly object[]
  /** Everything else of it. */
  readonly rest: string
  readonly encoding: Encoding
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** By their first shared part. They go when that is forgotten, and take about a tenth of its room. */
const known = new WeakMap<object, Sent>()

/** More than any question whose answer somebody reads. */
const largestMb = 10

/** How an answer is sent. */
interface Sending {
  readonly status: 200 | 202
  /** For reading it again: without an encoding. */
  readonly isPlain?: boolean
  /** Version of the facts that it was made from, for its tag; undefined for an answer without a tag. */
  readonly version?: string | undefined
}

/**
 * Sends an answer as JSON. One with parts that are frozen, because the product remembers them, is printed and compressed once
 * for all who ask while nothing else of it changes. Throws `invalid_input` for one that is too large.
 */
export async function sendAnswer(c: Context, answer: object | null, sending: Sending): Promise<Response> {
  const { status, isPlain = false, version } = sending
  if (isPlain || version !== undefined) return sendPrinted(c, print(answer), sending)
  const parts = Object.entries(answer ?? {})
  const shared = parts.map(([, part]) => part).filter(isShared)
  const [first] = shared
  const encoding = encodingFor(c.req.raw.headers)
  if (first === undefined || encoding === undefined) return sendPrinted(c, print(answer), sending)
  const rest = JSON.stringify(parts.filter(([, part]) => !isShared(part)))
  let sent = known.get(first)
  if (sent === undefined || !isSame(sent, { shared, rest, encoding })) {
    const plain = print(answer)
    if (plain.byteLength < smallest) return sendPrinted(c, plain, sending)
    sent = { shared, rest, encoding, bytes: await encodeQuickly(encoding, plain) }
    known.set(first, sent)
  }
  c.header('vary', 'Accept-Encoding', { append: true })
  return c.body(sent.bytes, status, { 'content-type': 'application/json', 'content-encoding': encoding })
}

function print(answer: object | null): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(JSON.stringify(answer))
  if (bytes.byteLength <= largestMb * 1024 * 1024) return bytes
  throw new AppError(
    'invalid_input',
    `The answer would be larger than ${largestMb} MB, which is the limit. Ask for fewer days, or for fewer rows with “limit”.`,
  )
}

function sendPrinted(c: Context, bytes: Buffer<ArrayBuffer>, { status, version }: Sending): Response {
  // With its length, a short one is left as it is without being read again.
  const headers = { 'content-type': 'application/json', 'content-length': String(bytes.byteLength) }
  if (version === undefined) return c.body(bytes, status, headers)
  // Weak: the same answer is sent in several encodings.
  const tag = `W/"${version}-${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  const isKnown = (c.req.header('if-none-match') ?? '').split(',').some((one) => one.trim() === tag)
  c.header('etag', tag)
  return isKnown ? c.body(null, 304) : c.body(bytes, status, headers)
}

function isShared(part: unknown): part is object {
  return typeof part === 'object' && part !== null && Object.isFrozen(part)
}

function isSame(sent: Sent, { shared, rest, encoding }: Omit<Sent, 'bytes'>): boolean {
  const isEqual = sent.shared.length === shared.length && shared.every((part, index) => part === sent.shared[index])
  return isEqual && sent.rest === rest && sent.encoding === encoding
}
