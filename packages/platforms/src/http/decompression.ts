import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'

const unpackers = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  raw: promisify(inflateRaw),
  br: promisify(brotliDecompress),
} as const
type Packing = keyof typeof unpackers

/** A body that is declared compressed but is not, or that exceeds the limit when unpacked. */
export class DecompressionError extends Error {
  readonly code: string

  constructor(cause: unknown) {
    super('The body could not be decompressed', { cause })
    const inner = cause instanceof Error && 'code' in cause ? cause.code : undefined
    this.code = inner === 'ERR_BUFFER_TOO_LARGE' ? 'ERR_BODY_TOO_LARGE' : 'ERR_DECOMPRESSION'
  }
}

/**
 * Undoes the transfer's compression. Some hosts compress and forget the header, others keep the header on plain
 * bytes, so the bytes have the last word. Throws {@link DecompressionError}.
 */
export async function decompress(body: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  if (body.length === 0) return body
  const declared = (encoding ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
  let bytes = body
  for (const name of declared.reverse()) bytes = await unpack(bytes, name, maxBytes)
  return declared.length === 0 ? await unpackUndeclared(bytes, maxBytes) : bytes
}

async function unpack(body: Buffer, name: string, maxBytes: number): Promise<Buffer> {
  const packing = toPacking(name)
  if (packing === undefined || (looksLikeText(body) && sniff(body) === undefined)) return body
  try {
    return await unpackers[packing](body, { maxOutputLength: maxBytes })
  } catch (error) {
    // "deflate" means the zlib format in the standard, and raw deflate on some servers.
    if (packing === 'deflate') return await attempt('raw', body, maxBytes)
    throw new DecompressionError(error)
  }
}

async function unpackUndeclared(body: Buffer, maxBytes: number): Promise<Buffer> {
  const sniffed = sniff(body)
  if (sniffed !== undefined) return await attempt(sniffed, body, maxBytes)
  if (looksLikeText(body)) return body
  // Brotli has no magic bytes: bytes that are not text get one try, and are otherwise returned unchanged.
  try {
    return await attempt('br', body, maxBytes)
  } catch (error) {
    if (error instanceof DecompressionError && error.code === 'ERR_BODY_TOO_LARGE') throw error
    return body
  }
}

async function attempt(packing: Packing, body: Buffer, maxBytes: number): Promise<Buffer> {
  try {
    return await unpackers[packing](body, { maxOutputLength: maxBytes })
  } catch (error) {
    throw new DecompressionError(error)
  }
}

function toPacking(name: string): Packing | undefined {
  if (name === 'gzip' || name === 'x-gzip') return 'gzip'
  if (name === 'deflate' || name === 'br') return name
  return undefined
}

function sniff(body: Buffer): Packing | undefined {
  if (body[0] === 0x1f && body[1] === 0x8b) return 'gzip'
  if (body[0] === 0x78 && (body[1] === 0x9c || body[1] === 0xda)) return 'deflate'
  return undefined
}

function looksLikeText(body: Buffer): boolean {
  const head = body.subarray(0, 64)
  for (const byte of head) if (byte < 0x09 || (byte > 0x0d && byte < 0x20)) return false
  // A sequence cut at byte 64 is not an error.
  return !new TextDecoder('utf-8').decode(head, { stream: true }).includes('\u{FFFD}')
}
