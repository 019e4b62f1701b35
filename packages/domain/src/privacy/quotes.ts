import { Readable } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'

const gzipMark = Buffer.from([0x1f, 0x8b])
const zstdMark = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
/** A packed file, packed once more for storing. */
const deepestPacking = 2

/**
 * Whether a file, packed or not, quotes one of the texts, whatever their case, in UTF-8, UTF-16 or a Western code page.
 * What cannot be unpacked may say anything, and is taken for one that does.
 */
export async function doesQuote(file: AsyncIterable<Buffer>, texts: readonly string[]): Promise<boolean> {
  const needles = texts.flatMap((text) => (['utf8', 'utf16le', 'latin1'] as const).map((code) => foldBytes(text, code)))
  const longest = Math.max(0, ...needles.map((needle) => needle.length))
  let tail = ''
  try {
    for await (const chunk of unpack(file, deepestPacking)) {
      const window = tail + chunk.toString('latin1').toLowerCase()
      if (needles.some((needle) => window.includes(needle))) return true
      tail = window.slice(-longest)
    }
  } catch {
    return true
  }
  return false
}

/** Lower case of the bytes one by one, so that both sides are folded alike. */
function foldBytes(text: string, code: 'utf8' | 'utf16le' | 'latin1'): string {
  return Buffer.from(text, code).toString('latin1').toLowerCase()
}

async function* unpack(file: AsyncIterable<Buffer>, depth: number): AsyncGenerator<Buffer> {
  const chunks = file[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done) return
  const all = async function* () {
    yield first.value
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  const packing = depth === 0 ? undefined : packingOf(first.value)
  if (!packing) yield* all()
  else yield* unpack(Readable.from(all()).compose(packing()), depth - 1)
}

function packingOf(head: Buffer) {
  if (head.subarray(0, gzipMark.length).equals(gzipMark)) return createGunzip
  return head.subarray(0, zstdMark.length).equals(zstdMark) ? createZstdDecompress : undefined
}

/** Takes the texts out of every string of a JSON document, whatever their case. */
export function withoutQuotes(texts: readonly string[], stand: string): (document: unknown) => unknown {
  // Longer ones first: a name may be a part of another.
  const escaped = [...texts]
    .sort((one, other) => other.length - one.length)
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  const pattern = new RegExp(escaped.join('|'), 'giu')
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(pattern, stand)
    if (Array.isArray(value)) return value.map(clean)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.replace(pattern, stand), clean(inner)]))
  }
  return clean
}
