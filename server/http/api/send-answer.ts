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

/**
 * Sends an answer as JSON. One with parts that are frozen, because the product remembers them, is printed and compressed once
 * for all who ask while nothing else of it changes.
 */
export async function sendAnswer(c: Context, answer: object | null, status: 200 | 202): Promise<Response> {
  const parts = Object.entries(answer ?? {})
  const shared = parts.map(([, part]) => part).filter(isShared)
  const [first] = shared
  const encoding = encodingFor(c.req.raw.headers)
  if (first === undefined || encoding === undefined) return c.json(answer, status)
  const rest = JSON.stringify(parts.filter(([, part]) => !isShared(part)))
  let sent = known.get(first)
  if (sent === undefined || !isSame(sent, { shared, rest, encoding })) {
    const plain = Buffer.from(JSON.stringify(answer))
    if (plain.byteLength < smallest) return c.json(answer, status)
    sent = { shared, rest, encoding, bytes: await encodeQuickly(encoding, plain) }
    known.set(first, sent)
  }
  c.header('vary', 'Accept-Encoding', { append: true })
  return c.body(sent.bytes, status, { 'content-type': 'application/json', 'content-encoding': encoding })
}

function isShared(part: unknown): part is object {
  return typeof part === 'object' && part !== null && Object.isFrozen(part)
}

function isSame(sent: Sent, { shared, rest, encoding }: Omit<Sent, 'bytes'>): boolean {
  const isEqual = sent.shared.length === shared.length && shared.every((part, index) => part === sent.shared[index])
  return isEqual && sent.rest === rest && sent.encoding === encoding
}
