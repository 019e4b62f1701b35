import { AppError } from '@tillsight/core'
import type { UploadedFile } from '@tillsight/domain'

/** The bytes received and not read yet. */
interface Incoming {
  buffer: Buffer
  readonly chunks: AsyncIterator<Uint8Array>
}

const longestHead = 16 * 1024
const lineEnd = Buffer.from('\r\n')

/** A field or file of a form. */
export interface FormPart {
  readonly field: string
  /** Undefined for a field that is no file. */
  readonly fileName: string | undefined
  /** The type that the sender gives it. */
  readonly type: string | undefined
  /** To be read before the next part is asked for. */
  readonly bytes: AsyncIterable<Uint8Array>
}

/** The parts of a form (`multipart/form-data`), as streams: nothing is buffered in memory. Throws `invalid_input` for anything else. */
export async function* readParts(
  contentType: string,
  body: AsyncIterable<Uint8Array> | null,
): AsyncGenerator<FormPart> {
  const boundary = /^multipart\/form-data\b.*\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType)
  if (!boundary || body === null) throw notAForm()
  const mark = Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`)
  // The first boundary is at the very beginning, without the line break that precedes the others.
  const incoming: Incoming = { buffer: lineEnd, chunks: body[Symbol.asyncIterator]() }
  await skip(until(incoming, mark))
  while (!(await isAtEnd(incoming))) {
    const head = await readHead(incoming)
    yield {
      field: quotedIn(head, 'name') ?? '',
      fileName: quotedIn(head, 'filename'),
      type: /^content-type:[ \t]*([^\r\n]+)/im.exec(head)?.[1]?.trim(),
      bytes: until(incoming, mark),
    }
  }
}

/** The first file of a form; later parts are not read. Throws `invalid_input` for anything else. */
export async function readUpload(contentType: string, body: AsyncIterable<Uint8Array> | null): Promise<UploadedFile> {
  for await (const { fileName, bytes } of readParts(contentType, body)) {
    if (fileName !== undefined) return { name: fileName, bytes }
    await skip(bytes)
  }
  throw new AppError('invalid_input', 'No file came with the form. Choose the CSV file.')
}

/** Yields everything up to the boundary, and consumes that too. */
async function* until(incoming: Incoming, mark: Buffer): AsyncGenerator<Uint8Array> {
  for (;;) {
    const at = incoming.buffer.indexOf(mark)
    if (at >= 0) {
      const before = incoming.buffer.subarray(0, at)
      incoming.buffer = incoming.buffer.subarray(at + mark.length)
      if (before.length > 0) yield before
      return
    }
    // The boundary may have arrived in part.
    const safe = incoming.buffer.length - mark.length + 1
    if (safe > 0) {
      const before = incoming.buffer.subarray(0, safe)
      incoming.buffer = incoming.buffer.subarray(safe)
      yield before
    }
    await fill(incoming)
  }
}

async function fill(incoming: Incoming): Promise<void> {
  const next = await incoming.chunks.next()
  if (next.done) throw new AppError('invalid_input', 'The transfer broke off. Choose the file again.')
  incoming.buffer = Buffer.concat([incoming.buffer, next.value])
}

async function skip(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.byteLength
    if (size > longestHead) throw notAForm()
  }
}

/** The last boundary is followed by two hyphens, every other by a line break. */
async function isAtEnd(incoming: Incoming): Promise<boolean> {
  while (incoming.buffer.length < 2) await fill(incoming)
  const isEnd = incoming.buffer.subarray(0, 2).toString('latin1') === '--'
  incoming.buffer = incoming.buffer.subarray(2)
  return isEnd
}

async function readHead(incoming: Incoming): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of until(incoming, Buffer.from('\r\n\r\n'))) {
    pieces.push(piece)
    size += piece.byteLength
    if (size > longestHead) throw notAForm()
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** A value of the part's heading; undefined where there is none. */
function quotedIn(head: string, name: 'name' | 'filename'): string | undefined {
  const disposition = /^content-disposition:.*$/im.exec(head)?.[0] ?? ''
  const value = new RegExp(`;\\s*${name}="((?:[^"\\\\]|\\\\.)*)"`, 'i').exec(disposition)?.[1]
  return value?.replaceAll('%22', '"')
}

function notAForm(): AppError {
  return new AppError('invalid_input', 'What was sent is not a form of this site. Reload the page and try again.')
}
