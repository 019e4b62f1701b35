import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline, type Readable, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AppError } from '@tillsight/core'
import iconv from 'iconv-lite'

/** A file to import. It is read several times, so `open` must return the same bytes every time. */
export interface ImportSource {
  readonly name: string
  /** Maximum unpacked size, if lower than for files on this machine. */
  readonly mostUnpacked?: number
  readonly open: () => Readable
}

/** A file on this machine; throws `invalid_input` when it is missing, a folder or unreadable. */
export async function fileSource(path: string): Promise<ImportSource> {
  const found = await stat(path).catch((cause: unknown) => {
    const message = `The file “${path}” cannot be read. Check its name and your permission.`
    throw new AppError('invalid_input', message, { cause })
  })
  if (!found.isFile()) throw new AppError('invalid_input', `“${path}” is not a file. Name the CSV file itself.`)
  return { name: basename(path), open: () => createReadStream(path, { highWaterMark: 1 << 18 }) }
}

/** The compression and encoding of a file. */
export interface TextKind {
  readonly gzip: boolean
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  /** Whether the UTF-8 is invalid in places: these become U+FFFD and their rows are refused. */
  readonly damaged: boolean
  readonly bytes: number
}

const gigabyte = 1024 ** 3
const usualMost = 8 * gigabyte

/** Reads the whole file once to detect compression and encoding. Throws `invalid_input` for a non-text file. */
export async function inspectText(source: ImportSource): Promise<TextKind> {
  const head = await readHead(source.open())
  refuseKnownFiles(head)
  const gzip = head[0] === 0x1f && head[1] === 0x8b
  if (gzip) refuseKnownFiles(await readHead(unpack(source, gzip)))
  const census = newCensus()
  const most = source.mostUnpacked ?? usualMost
  try {
    for await (const chunk of unpack(source, gzip)) {
      count(census, chunk)
      if (census.bytes > most)
        throw notCsv(`The file is larger than ${sizeText(most)} unpacked.`, 'Split it and import the parts one by one.')
    }
  } catch (error) {
    throw explainPacking(error)
  }
  if (census.bytes === 0) throw notCsv('The file is empty.', 'Export it again and check that it has a header row.')
  return { gzip, bytes: census.bytes, ...chooseEncoding(census) }
}

function sizeText(bytes: number): string {
  return bytes < gigabyte ? `${Math.round(bytes / 1024 ** 2)} MB` : `${bytes / gigabyte} GB`
}

/** The file as UTF-8 bytes without byte order mark. */
export function openText(source: ImportSource, kind: TextKind): Readable {
  const bytes = unpack(source, kind.gzip)
  const decoder = kind.encoding === 'utf-8' ? stripMark() : reencode(kind.encoding)
  return pipeline(bytes, decoder, () => undefined)
}

async function readHead(stream: Readable): Promise<Buffer> {
  let head = Buffer.alloc(0)
  try {
    for await (const chunk of stream) {
      head = Buffer.concat([head, toBuffer(chunk)])
      if (head.length >= 512) break
    }
  } catch (error) {
    throw explainPacking(error)
  } finally {
    stream.destroy()
  }
  return head
}

/** Explains the error of a truncated gzip file; returns other errors unchanged. */
export function explainPacking(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!code.startsWith('Z_')) return error
  return notCsv(
    'The file is damaged: its gzip packing breaks off.',
    'Transfer it again, or unpack it before importing.',
    error,
  )
}

function unpack(source: ImportSource, gzip: boolean): Readable {
  const stream = source.open()
  if (!gzip) return stream
  const unzipped = createGunzip({ chunkSize: 1 << 18 })
  unzipped.on('error', () => undefined)
  return pipeline(stream, unzipped, () => undefined)
}

interface Signature {
  /** First bytes, as hexadecimal text. */
  readonly bytes?: string
  readonly pattern?: RegExp
  readonly what: string
  readonly remedy: string
}

const saveAgain = 'Open it and save the sheet in the format “CSV UTF-8”.'
const signatures: readonly Signature[] = [
  { bytes: '504b0304', what: 'The file is an Excel workbook or ZIP archive.', remedy: saveAgain },
  { bytes: 'd0cf11e0', what: 'The file is an old Excel workbook.', remedy: saveAgain },
  { bytes: '25504446', what: 'The file is a PDF document.', remedy: 'Export the orders in CSV instead.' },
  {
    pattern: /^<(!doctype|html|\?xml|head|body|!--)/i,
    what: 'The file is a web page, not a CSV file.',
    remedy: 'The download was probably answered by a sign-in or error page: sign in and export it again.',
  },
  { pattern: /^[[{]\s*["{}\]]/, what: 'The file is JSON, not a CSV file.', remedy: 'Choose CSV when exporting.' },
]

function refuseKnownFiles(head: Buffer): void {
  const bytes = head.subarray(0, 4).toString('hex')
  // Trims white space and a byte order mark.
  const text = head.subarray(0, 512).toString('utf8').trimStart()
  for (const signature of signatures) {
    if (signature.bytes === bytes || signature.pattern?.test(text)) throw notCsv(signature.what, signature.remedy)
  }
}

/** The error that refuses a whole file, of two sentences: what is wrong with it, and what to do. */
export function notCsv(what: string, remedy: string, cause?: unknown): AppError {
  return new AppError('invalid_input', [what, remedy, 'Nothing was imported.'].join(' '), { cause })
}

interface Census {
  bytes: number
  evenNuls: number
  oddNuls: number
  sequences: number
  strays: number
  pending: number
  mark: string
}

function newCensus(): Census {
  return { bytes: 0, evenNuls: 0, oddNuls: 0, sequences: 0, strays: 0, pending: 0, mark: '' }
}

/** Counts well-formed multi-byte UTF-8 sequences and bytes that cannot be UTF-8. */
function count(census: Census, chunk: Buffer): void {
  if (census.bytes === 0) census.mark = chunk.subarray(0, 3).toString('hex')
  for (let index = 0; index < chunk.length; index++) {
    const byte = chunk[index] ?? 0
    if (byte < 0x80) {
      if (census.pending > 0) {
        census.strays++
        census.pending = 0
      }
      if (byte === 0) {
        if ((census.bytes + index) % 2 === 0) census.evenNuls++
        else census.oddNuls++
      }
    } else countHigh(census, byte)
  }
  census.bytes += chunk.length
}

function countHigh(census: Census, byte: number): void {
  if (byte < 0xc0) {
    if (census.pending === 0) census.strays++
    else if (--census.pending === 0) census.sequences++
    return
  }
  if (census.pending > 0) census.strays++
  census.pending = byte < 0xc2 || byte > 0xf4 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3
  if (census.pending === 0) census.strays++
}

function chooseEncoding(census: Census): Pick<TextKind, 'encoding' | 'damaged'> {
  if (census.mark.startsWith('fffe')) return { encoding: 'utf-16le', damaged: false }
  if (census.mark.startsWith('feff')) return { encoding: 'utf-16be', damaged: false }
  if (census.oddNuls > census.bytes / 4) return { encoding: 'utf-16le', damaged: false }
  if (census.evenNuls > census.bytes / 4) return { encoding: 'utf-16be', damaged: false }
  if (census.evenNuls + census.oddNuls > 0) {
    throw notCsv('The file holds zero bytes, so it is not text.', 'Export the orders again, in UTF-8.')
  }
  const strays = census.strays + (census.pending > 0 ? 1 : 0)
  if (strays === 0) return { encoding: 'utf-8', damaged: false }
  if (census.sequences >= strays || census.mark === 'efbbbf') return { encoding: 'utf-8', damaged: true }
  return { encoding: 'windows-1252', damaged: false }
}

function stripMark(): Transform {
  let first = true
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const marked = first && chunk.subarray(0, 3).toString('hex') === 'efbbbf'
      first = false
      done(null, marked ? chunk.subarray(3) : chunk)
    },
  })
}

function reencode(encoding: TextKind['encoding']): Transform {
  const decoder = iconv.getDecoder(encoding)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, Buffer.from(decoder.write(chunk)))
    },
    flush(done) {
      done(null, Buffer.from(decoder.end() ?? ''))
    },
  })
}

function toBuffer(chunk: unknown): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
}
